# The course in two commands: make lab, make test. Everything is installed in .venv, nothing outside this folder.
# Choose another Python with: make lab PYTHON=python3.12
# As root in a container:     make lab LAB_OPTIONS="--allow-root --no-browser"
.POSIX:
.SUFFIXES:
.PHONY: help setup lab demo test bench slides notebooks exercises format clean

PYTHON ?= python3
LAB_OPTIONS ?=
DEMO_OPTIONS ?=
FAMILY ?=
BIN = .venv/bin
STAMP = .venv/installed

help:
	@echo "make lab        set up the course if needed, then open the first notebook in JupyterLab"
	@echo "make demo       show the notebooks as web pages without code, the boards alive"
	@echo "make test       check style, run the tests, run all notebooks and compare their output"
	@echo "make bench      measure sizes and times of formulations side by side (one family: FAMILY=battleship)"
	@echo "make slides     make slides from the lecture notebooks, in the folder slides"
	@echo "make notebooks  run all notebooks again and store their output"
	@echo "make exercises  derive the exercises from the solved notebooks"
	@echo "make format     format the code and the notebooks"
	@echo "make clean      remove .venv and all caches"

# Installs only if something changed since the last time: the two files, or the place of this folder.
# nbgrader's buttons and menus are switched off in JupyterLab: students do not need them.
setup:
	@if [ -f $(STAMP) ] && [ "$$(cat $(STAMP))" = "$$(pwd -P)" ] && $(BIN)/python -c "" 2>/dev/null \
	    && [ -z "$$(find pyproject.toml constraints.txt -newer $(STAMP))" ]; then exit 0; fi; \
	if ! { [ -f $(STAMP) ] && [ "$$(cat $(STAMP))" = "$$(pwd -P)" ] && $(BIN)/python -c "" 2>/dev/null; }; then \
	    command -v "$(PYTHON)" >/dev/null 2>&1 && "$(PYTHON)" -c "" 2>/dev/null \
	        || { echo "The course needs Python 3.11 or newer, and '$(PYTHON)' was not found." >&2; exit 1; }; \
	    "$(PYTHON)" -c "import sys; sys.exit(sys.version_info < (3, 11))" \
	        || { echo "The course needs Python 3.11 or newer, and '$(PYTHON)' is $$("$(PYTHON)" --version 2>&1)." >&2; exit 1; }; \
	    "$(PYTHON)" -c "import venv, ensurepip" 2>/dev/null \
	        || { echo "'$(PYTHON)' cannot make virtual environments; on Debian or Ubuntu, run: apt install python3-venv" >&2; exit 1; }; \
	    echo "Making the virtual environment .venv ..."; \
	    "$(PYTHON)" -m venv --clear .venv || exit 1; \
	fi; \
	echo "Installing the course in .venv; this takes a minute or two ..."; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]" \
	    || { echo "The installation failed; the reason is above. Run the same command again to go on." >&2; exit 1; }; \
	$(BIN)/python -m jupyter labextension disable --level=sys_prefix @jupyter/nbgrader 2>/dev/null; \
	for part in formgrader validate_assignment assignment_list course_list; do \
	    $(BIN)/python -m jupyter server extension disable --sys-prefix nbgrader.server_extensions.$$part >/dev/null 2>&1; \
	done; \
	printf '%s\n' "$$(pwd -P)" > $(STAMP)

lab: setup
	$(BIN)/python -m jupyter lab $(LAB_OPTIONS) notebooks/00_start_here.ipynb

demo: setup
	$(BIN)/python -m voila $(DEMO_OPTIONS) notebooks

test: setup
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m pytest -n 2 --dist loadfile tests
	$(BIN)/python -m pytest --nbval --nbval-current-env -n 2 --dist loadfile --ignore=notebooks/exercises notebooks
	$(BIN)/python -m pytest --nbval-lax --nbval-current-env -n 2 --dist loadfile notebooks/exercises

bench: setup
	$(BIN)/python -m puzzles_lib bench $(FAMILY)

slides: setup
	$(BIN)/python -m puzzles_lib.slides

# The second command joins what a cell printed in several goes and drops finished progress bars (cells tagged progress),
# so that two runs give the same file. PUZZLES_STATIC: boards are stored as pictures, for readers without a kernel.
notebooks: setup
	PUZZLES_STATIC=1 find notebooks \( -name .ipynb_checkpoints -o -name exercises \) -prune -o -name '*.ipynb' -exec \
	    $(BIN)/python -m nbconvert --to notebook --execute --inplace \
	    --ExecutePreprocessor.record_timing=False --ExecutePreprocessor.store_widget_state=False {} +
	find notebooks \( -name .ipynb_checkpoints -o -name exercises \) -prune -o -name '*.ipynb' -exec \
	    $(BIN)/python -m nbconvert --coalesce-streams --TagRemovePreprocessor.enabled=True \
	    --TagRemovePreprocessor.remove_all_outputs_tags=progress {} +

exercises: setup
	$(BIN)/python -m puzzles_lib.exercises.derive

format: setup
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

clean:
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis build *.egg-info
	find . -name .git -prune -o \( -name __pycache__ -o -name .ipynb_checkpoints \) -prune -exec rm -rf {} +
