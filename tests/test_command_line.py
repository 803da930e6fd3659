"""The command line: exit codes, JSON, files, hostile text. Most tests call main() here; some start a real process."""

import json
import os
import signal
import subprocess
import sys
import time

import joblib
import pytest
from joblib._parallel_backends import LokyBackend

from puzzles_lib import FAMILIES, banks, difficulty, is_solved, is_unique, load, read
from puzzles_lib import build as build_model
from puzzles_lib.__main__ import main, safe
from puzzles_lib.banks import MAKERS, SIZES, USUAL_SIZES, make, make_bank, read_ids, safe_name
from puzzles_lib.puzzle import PuzzleError
from puzzles_lib.puzzles import DATA

IMPOSSIBLE = "puzzle: queens\ntitle: None\n\nclues\n. . .\n. . .\n. . .\n"
BAY = "battleship/bay_7x7"


@pytest.fixture
def run(capsys):
    """Run a command; returns its exit code, what it printed, and what it said on stderr."""

    def command(*words):
        try:
            code = main([str(word) for word in words])
        except SystemExit as stop:
            code = stop.code
        return code, *capsys.readouterr()

    return command


@pytest.fixture
def impossible(tmp_path):
    path = tmp_path / "impossible.txt"
    path.write_text(IMPOSSIBLE)
    return path


# --- asking -----------------------------------------------------------------------------------------------------------


def test_list(run):
    code, out, _ = run("list")
    assert code == 0 and BAY in out and {line.split("/")[0] for line in out.splitlines()} == set(FAMILIES)
    code, out, _ = run("list", "queens", "--json")
    listed = json.loads(out)
    assert code == 0 and {"name": "queens/four", "title": load("queens/four").title} in listed
    assert all(entry["name"].startswith("queens/") for entry in listed)


def test_show_tells_clues_and_rules_but_not_the_solution(run):
    code, out, _ = run("show", BAY)
    assert code == 0 and "fleet: 3x1 2x2 1x3 1x4" in out and "R6: " in out and "solution\n" not in out
    assert out.splitlines()[-1] == str(difficulty(load(BAY)))
    code, out, _ = run("show", BAY, "--json")
    shown = json.loads(out)
    assert code == 0 and "solution\n" not in shown["text"] and shown["rules"] == load(BAY).rules
    assert shown["difficulty"]["word"] == difficulty(load(BAY)).word and shown["difficulty"]["stars"] in (1, 2, 3)


def test_show_says_why_a_puzzle_is_not_rated(run, impossible):
    assert run("show", impossible)[1].splitlines()[-1] == "not rated: the puzzle has no solution."
    assert run("show", "queens/five_any")[1].splitlines()[-1] == "not rated: the puzzle has more than one solution."


def test_solve_prints_a_file_that_check_accepts(run, tmp_path):
    code, out, _ = run("solve", BAY)
    solved = tmp_path / "solved.txt"
    solved.write_text(out)
    assert code == 0 and load(solved).solutions == load(BAY).solutions
    assert run("check", solved)[0] == run("check", BAY, "--board", solved)[0] == 0


@pytest.mark.parametrize("name", [BAY, "knight/centre_5x5", "circuit/scramble_8", "v3ck/city_10x12"])
def test_the_json_of_solve_is_a_board_for_check(run, tmp_path, name):
    code, out, _ = run("solve", name, "--json", "--solver", "highs")
    assert code == 0 and json.loads(out)["status"] == "solved" and json.loads(out)["violations"] == []
    board = tmp_path / "board.json"
    board.write_text(out)
    code, out, _ = run("check", name, "--board", board, "--json")
    flips = 3 if name == "circuit/scramble_8" else None  # the others have no goal
    assert code == 0 and json.loads(out) == [{"solved": True, "cost": flips, "complete": True, "violations": []}]


def test_goals_are_told(run, tmp_path):
    name = "placement/two_queens_4x4"
    assert "\nGoal: " in run("show", name)[1] and json.loads(run("show", name, "--json")[1])["goal"]
    assert "Goal: " not in run("show", BAY)[1] and json.loads(run("show", BAY, "--json")[1])["goal"] is None
    board = tmp_path / "many.json"
    board.write_text(json.dumps([{"place": place, "value": "Q"} for place in load(name).choices()]))
    code, out, _ = run("check", name, "--board", board)
    assert code == 0 and f"Here it is {len(load(name).choices())}. Only `solve` knows the best." in out


def test_a_board_of_another_puzzle_is_refused(run):
    six = DATA / "queens" / "six.txt"
    code, _, err = run("check", "queens/eight_any", "--board", six)
    assert code == 2 and "belongs to another puzzle" in err
    assert run("check", "queens/six", "--board", six)[0] == 0


def test_a_wrong_formulation_shows_its_board_and_what_is_wrong_with_it(run):
    code, out, err = run("solve", "battleship/example_1", "--formulation", "ship_based_as_printed")
    assert code == 1 and out.count("\n") > 15 and "the rules disagree: R6" in err


def test_a_circuit_that_nobody_has_touched_is_not_wrong(run):
    code, out, _ = run("hint", "circuit/first_light")
    assert code == 0 and "wrong" not in out


def test_generate_replaces_nothing_but_puzzles(run, tmp_path):
    students, puzzle = tmp_path / "students.csv", tmp_path / "new.txt"
    students.write_text("id\nanna\n")
    code, _, err = run("generate", "queens", "--size", "4", "--output", students)
    assert code == 2 and "no puzzle file" in err and students.read_text() == "id\nanna\n"
    assert run("generate", "queens", "--size", "4", "--output", puzzle)[0] == 0
    assert run("generate", "queens", "--size", "4", "--seed", "2", "--output", puzzle)[0] == 0


def test_a_broken_rule_is_a_no(run, tmp_path):
    board = tmp_path / "board.json"
    board.write_text('[{"place": [1, 1], "value": "Q"}, {"place": [1, 2], "value": "Q"}]')
    code, out, _ = run("check", "queens/four", "--board", board)
    assert code == 1 and "(1,1) and (1,2) share a row" in out
    code, out, _ = run("check", "queens/four", "--board", board, "--json")
    assert code == 1 and [v["rule"] for v in json.loads(out)[0]["violations"]] == ["R2"]
    code, out, _ = run("hint", "queens/four", "--board", board, "--json")
    assert code == 1 and json.loads(out)["wrong"]


def test_no_solution_is_a_no(run, impossible):
    assert run("solve", impossible)[:2] == (1, "There is no solution.\n")
    assert run("count", impossible)[:2] == (1, "0 solutions\n")
    code, out, _ = run("hint", impossible)
    assert code == 1 and "no solution" in out
    code, out, _ = run("solve", impossible, "--json")
    assert code == 1 and json.loads(out)["status"] == "infeasible" and json.loads(out)["board"] is None


def test_a_time_limit_is_not_a_no(run):
    code, out, _ = run("solve", "knight/chessboard_8x8", "--time-limit", "0.001")
    assert code == 3 and "no solution" not in out
    code, out, _ = run("count", "knight/chessboard_8x8", "--time-limit", "0.001", "--json")
    assert code == 3 and json.loads(out) == {"count": 0, "complete": False}


def test_count(run):
    code, out, _ = run("count", BAY, "--json")
    assert code == 0 and json.loads(out) == {"count": 1, "complete": True}
    assert run("count", "queens/five_any", "--limit", 3)[:2] == (0, "at least 3 solutions\n")


def test_hint(run):
    code, out, _ = run("hint", BAY, "--json")
    hint = json.loads(out)
    assert code == 0 and hint["rules"] and load(BAY).solutions[0][tuple(hint["place"])] == hint["value"]
    assert run("hint", BAY)[1].startswith("(")


def test_draw(run, tmp_path):
    for ending, first in ((".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")):
        path = tmp_path / f"bay{ending}"
        assert run("draw", BAY, "--output", path)[0] == 0
        empty = path.read_bytes()
        assert run("draw", BAY, "--solution", "--output", path)[0] == 0
        assert empty.startswith(first) and path.read_bytes() != empty


def test_bench_measures_the_families_that_were_asked_for(run, monkeypatch):
    from puzzles_lib import bench

    asked = []
    monkeypatch.setattr(bench, "main", asked.append)
    assert run("bench", "window")[0] == 0 and asked == [["window"]]
    assert run("bench", "nonsense")[0] == 2 and asked == [["window"]]


# --- wrong use --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "no_such_file"),
        ("solve", "two\0names"),
        ("solve", BAY, "--solver", "nonsense"),
        ("solve", BAY, "--formulation", "nonsense"),
        ("check", BAY, "--board", "no_such_file"),
        ("list", "nonsense"),
        ("generate", "queens", "--size", "3"),
        ("generate", "nonsense"),
        ("generate", "battleship", "--size", "99"),
        ("generate", "starbattle", "--size", "5", "--output", "no_such_folder/x.txt"),
        ("draw", BAY, "--output", "bay.gif"),
        ("draw", BAY, "--output", "no_such_folder/bay.png"),
        ("worksheet", "starbattle", "--output", "sheet.doc"),
        ("worksheet", "nonsense"),
        ("bank", "nonsense", "--count", "1"),
        ("bank", "starbattle", "--output", "folder"),
        ("bank", "starbattle", "--output", "folder", "--seed-from", "no_such_file"),
    ],
)
def test_a_mistake_is_one_line_and_code_2(run, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words", [(), ("nonsense",), ("count", BAY, "--limit", "-1"), ("solve", BAY, "--time-limit", "x")]
)
def test_wrong_arguments_are_code_2(run, words):
    code, out, err = run(*words)
    assert (code, out) == (2, "") and "error: " in err


@pytest.mark.parametrize(
    "content", [b"", b"\x1b[2J", b"\xff\xfe\0", b"puzzle: \x7f\n", b"puzzle: queens\n\nclues\nQ Q\n. .\n"]
)
def test_a_broken_file_is_one_line_and_code_2(run, tmp_path, content):
    path = tmp_path / "broken.txt"
    path.write_bytes(content)
    for command in ("show", "solve", "check", "count", "hint"):
        code, out, err = run(command, path)
        assert (code, out) == (2, "") and err.startswith("error: broken.txt") and err.count("\n") == 1
        assert safe(err) == err


@pytest.mark.parametrize(
    "content",
    ["{", "[1]", '{"x": 1}', "[" * 100_000, '[{"place": [9, 9], "value": "~"}]', '[{"place": [1, 1], "value": 5}]'],
)
def test_a_broken_board_is_one_line_and_code_2(run, tmp_path, content):
    path = tmp_path / "board.json"
    path.write_text(content)
    code, out, err = run("check", BAY, "--board", path)
    assert (code, out) == (2, "") and err.startswith("error: ") and err.count("\n") == 1


def test_hostile_titles_and_names_do_not_reach_the_terminal(run, tmp_path):
    path = tmp_path / "hostile\x1b[2J.txt"
    path.write_text("puzzle: queens\ntitle: a\x9b31mred\u202egnp\x7f $x^2$\n\nclues\n.\n")
    for words in (("show", path), ("solve", path), ("count", path), ("check", path)):
        _, out, err = run(*words)
        assert out + err and not set(out + err) & set("\x1b\x9b\u202e\x7f")
    assert "a\\x9b31mred\\u202egnp\\x7f $x^2$" in run("show", path)[1]
    assert run("draw", path, "--output", tmp_path / "x.png")[0] == 0


COMMANDS = ["list", "show", "solve", "check", "count", "hint", "generate", "draw", "bench", "worksheet", "bank"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(run, command):
    code, out, _ = run(command, "--help")
    assert code == 0 and f"  python -m puzzles_lib {command}" in out


# --- making -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", MAKERS)
def test_generate_makes_a_puzzle_with_one_solution_and_the_same_seed_gives_the_same(run, tmp_path, family):
    path, size = tmp_path / "new.txt", min(SIZES[family])
    code, told, _ = run("generate", family, "--size", size, "--seed", 3, "--output", path)
    assert code == 0
    code, out, err = run("generate", family, "--size", size, "--seed", 3)
    assert code == 0 and out == path.read_text()
    puzzle = load(path)
    assert told == err == f"{difficulty(puzzle)}\n"
    assert puzzle.family == family and is_solved(puzzle, puzzle.solutions[0])
    assert is_unique(build_model(puzzle), solver="highs")


@pytest.mark.parametrize("wanted", ["easy", "medium", "hard"])
def test_generate_until_the_difficulty_fits(run, wanted):
    words = ("generate", "starbattle", "--size", 7, "--difficulty", wanted, "--json")
    code, out, _ = run(*words)
    made = json.loads(out)
    assert code == 0 and made["difficulty"]["word"] == difficulty(read(made["text"])).word == wanted
    assert run(*words)[1] == out


def test_a_difficulty_that_is_not_found_is_a_kind_error(run, monkeypatch):
    monkeypatch.setattr(banks, "TRIES_FOR_A_DIFFICULTY", 3)
    code, out, err = run("generate", "queens", "--size", 4, "--difficulty", "hard")
    assert (code, out) == (2, "") and "none of 3 queens puzzles of size 4 was hard; try another" in err


def test_sizes_that_nobody_asked_for_are_possible():
    assert set(USUAL_SIZES) == set(SIZES) and all(size in SIZES[family] for family, size in USUAL_SIZES.items())


def test_other_seeds_give_other_puzzles():
    assert len({make("battleship", 6, str(seed)).to_text() for seed in range(4)}) == 4


def test_worksheet(run, tmp_path):
    first, same, other = (tmp_path / f"{name}.pdf" for name in ("first", "same", "other"))
    words = ("worksheet", "starbattle", "--count", 3, "--size", 5, "--jobs", 1)
    code, out, _ = run(*words, "--seed", 1, "--output", first)
    assert code == 0 and "3 puzzles on 2 pages" in out
    run(*words, "--seed", 1, "--output", same)
    run(*words, "--seed", 2, "--output", other)
    assert first.read_bytes() == same.read_bytes() != other.read_bytes()


def test_a_worksheet_has_a_name_by_itself_and_replaces_only_worksheets(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("worksheet", "starbattle", "--count", 2, "--size", 5, "--seed", 1, "--jobs", 1)
    path = tmp_path / "starbattle_5x5_seed_1.pdf"
    for _ in range(2):
        code, out, _ = run(*words)
        assert code == 0 and "2 puzzles on 2 pages: starbattle_5x5_seed_1.pdf" in out
        assert [path] == list(tmp_path.iterdir())
    path.write_bytes(b"%PDF my thesis")
    code, out, err = run(*words)
    assert (code, out) == (2, "") and "is no worksheet" in err and path.read_bytes() == b"%PDF my thesis"
    code, out, _ = run(*words, "--difficulty", "easy")
    assert code == 0 and "starbattle_5x5_easy_seed_1.pdf" in out


STUDENTS = "student id,name\n1001,Ann\n\n../../etc/x,Bob\n1001,Ann again\nÄpfel \x1b[2J,Eve\n"


@pytest.fixture
def students(tmp_path):
    path = tmp_path / "students.csv"
    path.write_text(STUDENTS, encoding="utf-8")
    return path


def bank(students, folder):
    return ("bank", "starbattle", "--size", 5, "--jobs", 1, "--seed-from", students, "--output", folder)


def contents(folder):
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_a_bank_has_a_puzzle_for_each_student_and_ids_cannot_leave_the_folder(run, students, tmp_path):
    code, out, _ = run(*bank(students, tmp_path / "bank"))
    assert code == 0 and out.startswith("3 new puzzles, 0 kept")
    made = contents(tmp_path / "bank")
    assert len(made) == 3 and "1001.txt" in made and all(name.isascii() for name in made)
    assert {path.name for path in tmp_path.iterdir()} == {"bank", "students.csv"}
    for name in made:
        puzzle = load(tmp_path / "bank" / name)
        assert is_solved(puzzle, puzzle.solutions[0])
        assert safe(made[name]) == made[name]
    assert len({str(load(tmp_path / "bank" / name).islands) for name in made}) == 3


def test_a_bank_goes_on_where_it_stopped(run, students, tmp_path):
    run(*bank(students, tmp_path / "whole"))
    whole = contents(tmp_path / "whole")
    run(*bank(students, tmp_path / "part"), "--count", 2)
    assert len(contents(tmp_path / "part")) == 2
    kept = (tmp_path / "part" / "1001.txt").stat().st_mtime_ns
    next(path for path in (tmp_path / "part").iterdir() if path.name != "1001.txt").write_text("puzzle: starb")
    code, out, _ = run(*bank(students, tmp_path / "part"))
    assert code == 0 and out.startswith("2 new puzzles, 1 kept")
    assert contents(tmp_path / "part") == whole
    assert (tmp_path / "part" / "1001.txt").stat().st_mtime_ns == kept


def test_a_bank_does_not_overwrite_other_puzzles(run, students, tmp_path):
    (tmp_path / "1001.txt").write_text(load(BAY).to_text())
    code, _, err = run(*bank(students, tmp_path))
    assert code == 2 and "holds another puzzle" in err
    assert load(tmp_path / "1001.txt") == load(BAY)


def test_a_bank_without_students_is_numbered(run, tmp_path):
    words = ("bank", "starbattle", "--size", 5, "--jobs", 1, "--count", 2, "--output", tmp_path)
    assert run(*words)[0] == 0
    assert set(contents(tmp_path)) == {"0001.txt", "0002.txt"}


def test_a_bank_has_a_usual_size_and_a_folder_by_itself(run, students, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("bank", "battleship", "--count", 200, "--seed-from", "students.csv", "--jobs", 1)
    assert code == 0 and out == "3 new puzzles, 0 kept: battleship_10x10_bank\n"
    assert {load(path).I for path in (tmp_path / "battleship_10x10_bank").iterdir()} == {10}


@pytest.mark.parametrize("generator", [True, False])  # Ray's backend gives all results at once, Dask's one by one
def test_a_bank_is_made_by_the_backend_that_joblib_is_told(tmp_path, generator):
    submitted = []

    class Cluster(LokyBackend):
        supports_return_generator = generator

        def submit(self, func, callback=None):
            submitted.append(func)
            return super().submit(func, callback)

    joblib.register_parallel_backend("a cluster", Cluster)
    with joblib.parallel_config(backend="a cluster"):
        assert make_bank("starbattle", 5, ["a", "b", "c"], tmp_path / "cluster", jobs=2) == (3, 0)
    assert len(submitted) == 3
    make_bank("starbattle", 5, ["a", "b", "c"], tmp_path / "here", jobs=1)
    assert contents(tmp_path / "cluster") == contents(tmp_path / "here")


def test_the_puzzle_of_an_id_stays_the_same_for_ever():
    # If this fails, students who make their puzzle again get another one: say so in the release notes.
    assert make("starbattle", 4, "1001").to_text().splitlines()[-4:] == ["- - * -", "* - - -", "- - - *", "- * - -"]


@pytest.mark.parametrize(
    "content, message",
    [
        (b"", "no students"),
        (b"id\n", "no students"),
        (b"1\n,Ann\n", "line 2: the first column is empty"),
        (b"a\0b\n", "no text file"),
        (b"\xff\xfe\n", "UTF-8"),
        (b'"never closed\n' + b"x" * 200_000, "csv"),
        (b"x" * 201, "very long"),
    ],
)
def test_a_broken_list_of_students(tmp_path, content, message):
    path = tmp_path / "students.csv"
    path.write_bytes(content)
    with pytest.raises(PuzzleError, match=message):
        read_ids(str(path))


@pytest.mark.parametrize(
    "content", ["7,Ann\n8,Bob\n", "ID;Name\r\n7;Ann\r\n8;Bob\r\n", "\ufeff7\tAnn\n8", ' 7 \n\n"8"\n7']
)
def test_lists_of_students_as_spreadsheets_write_them(tmp_path, content):
    path = tmp_path / "students.csv"
    path.write_bytes(content.encode())
    assert read_ids(str(path)) == ["7", "8"]


def test_file_names_are_safe_and_differ():
    ids = ["a", "a/b", "a_b", "a\\b", "..", "-", "con", "COM1", "x" * 150, "x" * 151, "é", "è", "a b"]
    names = [safe_name(student) for student in ids]
    assert len({name.casefold() for name in names}) == len(ids)
    assert all(name.replace("_", "").replace("-", "").isalnum() and name.isascii() and len(name) < 80 for name in names)
    assert names[0] == "a" and names[2] == "a_b" and "con" not in names


def test_ids_whose_files_would_be_the_same_are_refused(run, tmp_path):
    (tmp_path / "students.csv").write_text("Ann\nann\n")
    code, _, err = run(*bank(tmp_path / "students.csv", tmp_path / "bank"))
    assert code == 2 and "'Ann' and 'ann'" in err


# --- real processes ---------------------------------------------------------------------------------------------------

COMMAND = [sys.executable, "-m", "puzzles_lib"]


def test_a_closed_pipe_is_quiet():
    child = subprocess.Popen([*COMMAND, "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child.stdout.close()  # before anything is written
    assert (child.wait(60), child.stderr.read()) == (0, b"")
    child.stderr.close()


def test_standard_input_and_a_terminal_without_letters():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    source = "puzzle: queens\ntitle: Große Dame\n\nclues\n.\n".encode()
    child = subprocess.run([*COMMAND, "solve", "-"], input=source, env=environment, capture_output=True)
    assert child.returncode == 0 and b"Gro\\xdfe Dame" in child.stdout and child.stderr == b""


def test_ctrl_c_ends_a_bank_with_one_line_leaves_whole_files_and_the_same_command_goes_on(run, tmp_path):
    words = ["bank", "battleship", "--size", "7", "--count", "500", "--jobs", "2", "--output", str(tmp_path / "bank")]
    child = subprocess.Popen([*COMMAND, *words], stderr=subprocess.PIPE, start_new_session=True)
    patience = time.monotonic() + 120
    while not list(tmp_path.glob("bank/*.txt")) and time.monotonic() < patience:
        time.sleep(0.1)
    os.killpg(child.pid, signal.SIGINT)  # as a terminal does: to the workers too
    _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (130, b"stopped.\n")
    made = list((tmp_path / "bank").iterdir())
    assert 0 < len(made) < 500 and all(load(path).solutions for path in made)
    kept = {path: path.stat().st_mtime_ns for path in made}
    words[words.index("--count") + 1] = str(len(made) + 2)
    code, out, _ = run(*words)
    assert code == 0 and out.startswith(f"2 new puzzles, {len(made)} kept")
    assert {path: path.stat().st_mtime_ns for path in made} == kept


@pytest.mark.skipif(os.name == "nt", reason="these are names and shells of Unix")
@pytest.mark.parametrize(("words", "code"), [("solve /dev/zero", 2), ("list queens >&-", 0), ("solve - <&-", 2)])
def test_files_without_end_and_closed_streams(words, code):
    command = f"{sys.executable} -m puzzles_lib {words}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    assert done.returncode == code and "Traceback" not in done.stderr, done.stderr
