"""Time from `saleroom serve` to the lobby in a browser, in whole processes, with all code built and compiled before."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from benchmarks.figures import Figure, missing
from benchmarks.tables.processes import free_port
from benchmarks.timing import Effort

BELOW_SECONDS = 2.0
BELOW_KILOBYTES = 176.0
CLIENT = Path("src/saleroom/server/client")
KINDS = (".js", ".css", ".html")


def first_view(effort: Effort) -> list[Figure]:
    """Measure the seconds until the lobby shows the games, and the size of the whole client."""
    return [_seconds_to_lobby(effort), weight()]


def _seconds_to_lobby(effort: Effort) -> Figure:
    measure = "first view in the browser, from starting the program"
    chromium = shutil.which("chromium")
    if chromium is None or find_spec("playwright") is None:
        return missing(measure, "s", "there is no Chromium", below=BELOW_SECONDS)
    from playwright.sync_api import sync_playwright

    took = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for _ in range(min(effort.rounds, 7) + 1):
            page = browser.new_context().new_page()
            with tempfile.TemporaryDirectory() as folder:
                took.append(_once(page, folder))
            page.close()
        browser.close()
    return Figure(measure, "s", median(took[1:]), below=BELOW_SECONDS, note=f"median of {len(took) - 1}", alone=True)


def _once(page, folder: str) -> float:
    """Start the program, open the page as soon as it listens, and return the seconds until the lobby shows a game."""
    port = free_port()
    program = str(Path(sys.executable).with_name("saleroom"))
    command = [program, "serve", "--no-open", "--port", str(port), "--data", f"{folder}/first.sqlite3"]
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
                break
            except Exception:  # the server does not listen yet
                time.sleep(0.02)
        page.get_by_role("heading", name="Auction Pitch").first.wait_for()
        return time.perf_counter() - begun
    finally:
        process.terminate()
        process.wait(15)


def weight() -> Figure:
    """Measure the size of all scripts and styles that an English reader can get, each compressed as by a server."""
    measure = "the whole client, scripts and styles, gzipped"
    files = [file for file in CLIENT.rglob("*") if file.suffix in KINDS and not file.match("language-*")]
    if not files:
        return missing(measure, "kB", "the client is not built", below=BELOW_KILOBYTES)
    size = sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)
    return Figure(measure, "kB", size / 1000, below=BELOW_KILOBYTES, note=f"{len(files)} files", alone=True)
