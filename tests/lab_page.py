"""A real JupyterLab in a real browser, for the tests of the boards."""

from __future__ import annotations

import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat

try:
    from playwright.sync_api import Locator, Page, expect, sync_playwright
except ImportError:  # the other tests run without it
    expect = sync_playwright = None

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MISSING = "" if CHROMIUM and sync_playwright else "no playwright" if CHROMIUM else "no chromium"
SETTINGS = {
    # every cell stays in the page, not only those in sight; and no questions
    "notebook-extension/tracker": '{"windowingMode": "none", "autoStartDefaultKernel": true}',
    "apputils-extension/notification": '{"fetchNews": "false", "checkForUpdates": false}',
}
# as root there is no sandbox; containers have little shared memory
BROWSER_OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
MILLISECONDS = 60_000  # how long to wait for a slow machine


@contextmanager
def opened(folder: Path, cells: list[str], screen: tuple[int, int] = (1300, 1000)) -> Iterator[Page]:
    """A page with a notebook of these cells, all of them run."""
    _write_notebook(folder / "boards.ipynb", cells)
    for name, settings in SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(settings)
    with _server(folder) as (address, token), sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=BROWSER_OPTIONS)
        page = browser.new_page(viewport={"width": screen[0], "height": screen[1]})
        page.goto(f"{address}/doc/tree/boards.ipynb?token={token}", wait_until="domcontentloaded")
        _run_all(page)
        yield page
        browser.close()


def _write_notebook(path: Path, cells: list[str]) -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    nbformat.write(notebook, path)


@contextmanager
def _server(folder: Path) -> Iterator[tuple[str, str]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    token, address = secrets.token_hex(8), f"http://127.0.0.1:{port}"
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", f"--ServerApp.root_dir={folder}"]
    options += [f"--IdentityProvider.token={token}", f"--LabApp.user_settings_dir={folder / 'settings'}"]
    options += ["--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    with (folder / "jupyterlab.log").open("w") as log:
        lab = subprocess.Popen([sys.executable, "-m", "jupyterlab", *options], stdout=log, stderr=log)
        try:
            _wait_for(f"{address}/api/status?token={token}")
            yield address, token
        finally:
            lab.terminate()
            lab.wait(20)


def _wait_for(address: str) -> None:
    for _ in range(120):
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(0.5)
    raise RuntimeError("JupyterLab did not start within a minute")


def _run_all(page: Page) -> None:
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=MILLISECONDS)
    # the status bar, because the notebook's own indicator says "idle" also before there is a kernel
    page.wait_for_function(
        "document.querySelector('#jp-main-statusbar')?.innerText.includes('| Idle')", timeout=MILLISECONDS
    )
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.wait_for_function(
        "![...document.querySelectorAll('.jp-InputArea-prompt')].some(p => /\\[[ *]\\]/.test(p.textContent))",
        timeout=MILLISECONDS,
    )


def boards(page: Page) -> Locator:
    """All boards of the page, in the order of their cells."""
    return page.locator(".puzzle-board")


def run_in_kernel(page: Page, code: str) -> str:
    """Write the code into the last cell, run it, and give what it prints."""
    cell = page.locator(".jp-Notebook .jp-CodeCell").last
    prompt, output = cell.locator(".jp-InputArea-prompt").first, cell.locator(".jp-OutputArea-output")
    before = prompt.inner_text()
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(code)
    page.keyboard.press("Control+Enter")
    page.wait_for_function(
        "([prompt, before]) => prompt.innerText !== before && /\\d/.test(prompt.innerText)",
        arg=[prompt.element_handle(), before],
        timeout=MILLISECONDS,
    )
    return "\n".join(output.all_inner_texts()).strip()
