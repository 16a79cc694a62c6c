"""Time from the start of `saleroom serve` to the lobby in a browser. All code has been built and compiled before."""

from __future__ import annotations

import gzip
import re
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
from tools.browser import launch, program

BELOW_SECONDS = 2.0
FIRST_VIEW_KILOBYTES = 85.0
TABLE_KILOBYTES = 220.0
CLIENT = Path("src/saleroom/server/client")
TABLE = ("table-*", "moreMessages-*")
"""Patterns of the files that a table of any game loads before it is shown, besides those of the first view."""
LINK = re.compile(
    r"""(?:src|href)="\./(assets/[^"]+)"|url\(["']?\./([^"')]+\.woff2)|(?:from|import)"\./([^"]+\.js)\""""
)
"""Address of a file in a page, of a font in a stylesheet, or of a file that a script imports at once."""


def first_view(effort: Effort) -> list[Figure]:
    """Measure the seconds until the lobby shows the games, and the sizes of the files that the browser loads."""
    return [_seconds_to_lobby(effort), *weights()]


def _seconds_to_lobby(effort: Effort) -> Figure:
    measure = "first view in the browser, from starting the program"
    if program(whole=True) is None or find_spec("playwright") is None:
        return missing(measure, "s", "there is no Chromium", below=BELOW_SECONDS)
    from playwright.sync_api import sync_playwright

    took = []
    with sync_playwright() as playwright:
        browser = launch(playwright, whole=True)
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


def weights() -> list[Figure]:
    """Measure compressed sizes: of the first view, of the first view with a table, and of what loads later."""
    measures = ("the first view, gzipped", "the first view and a table, gzipped", "files that load later, gzipped")
    limits = (FIRST_VIEW_KILOBYTES, TABLE_KILOBYTES, None)
    if not (CLIENT / "index.html").exists():
        return [
            missing(name, "kB", "the client is not built", below=limit)
            for name, limit in zip(measures, limits, strict=True)
        ]
    first = _linked(CLIENT / "index.html")
    table = first | _linked(*(file for pattern in TABLE for file in CLIENT.glob(f"assets/{pattern}")))
    later = {file for file in CLIENT.rglob("*") if file.suffix in (".js", ".css", ".woff2")} - table
    return [
        Figure(name, "kB", sum(map(_compressed, files)) / 1000, below=limit, note=f"{len(files)} files", alone=True)
        for name, limit, files in zip(measures, limits, (first, table, later), strict=True)
    ]


def _linked(*files: Path) -> set[Path]:
    """Return the given files and all that load with them: scripts, styles and fonts, not those that load on request."""
    known = set(files)
    waiting = list(files)
    while waiting:
        file = waiting.pop()
        for asset, font, script in LINK.findall("" if file.suffix == ".woff2" else file.read_text()):
            linked = CLIENT / asset if asset else file.parent / (font or script)
            if linked not in known:
                known.add(linked)
                waiting.append(linked)
    return known


def _compressed(file: Path) -> int:
    """Return the number of bytes that a server sends for a file. Fonts are not compressed again."""
    content = file.read_bytes()
    return len(content) if file.suffix == ".woff2" else len(gzip.compress(content, 9))
