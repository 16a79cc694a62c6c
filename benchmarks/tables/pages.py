"""Loading of the site's pages and the lobby by a phone on a slow network: paints, bytes, requests and faults."""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.figures import Figure, missing
from benchmarks.tables.processes import free_port, running, wait_until_it_listens
from benchmarks.timing import Effort
from tools.browser import launch, program
from tools.site.served import served

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build/site/html"
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
PAGES = {"home": "index.html", "a game": "games/auction-pitch.html", "reference": "reference/python.html"}
PHONE = {"viewport": {"width": 412, "height": 823}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""Slow 4G network, as in Lighthouse's profile for phones. That profile also has a processor four times slower."""
SLOWER = 4
TEXTS = ("text/", "application/json", "application/javascript", "image/svg")
PAINTS = """() => new Promise((found) => new PerformanceObserver((list) => found({
  first: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  largest: list.getEntries().at(-1).startTime,
})).observe({ type: "largest-contentful-paint", buffered: true }))"""
FAULTS = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .reduce((sum, { nodes }) => sum + nodes.length, 0)"""


def pages(effort: Effort) -> list[Figure]:
    """Measure four figures for each measured page of the built site, and for the lobby of a server."""
    if program(whole=True) is None or find_spec("playwright") is None or not AXE.is_file():
        return [missing("pages in a browser", "ms", "there is no Chromium, Playwright or axe-core")]
    from playwright.sync_api import sync_playwright

    figures: list[Figure] = []
    with sync_playwright() as playwright, _places() as places:
        browser = launch(playwright, whole=True)
        for name, address in places.items():
            rounds = [_opened(browser, address) for _ in range(min(effort.rounds, 5))]
            figures += _figures(name, {key: median(one[key] for one in rounds) for key in rounds[0]})
        browser.close()
    return figures if SITE.is_dir() else [*figures, missing("pages of the site", "ms", "it is not built: make docs")]


@contextmanager
def _places() -> Iterator[dict[str, str]]:
    """Run servers for the pages; yield the addresses of the pages by name."""
    port = free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(SITE) as site,
        running("saleroom", "serve", "--no-open", "--port", str(port), "--data", f"{folder}/pages.sqlite3"),
    ):
        wait_until_it_listens(port)
        built = PAGES if SITE.is_dir() else {}
        yield {**{f"site, {name}": site + path for name, path in built.items()}, "lobby": f"http://127.0.0.1:{port}/"}


def _opened(browser: Any, address: str) -> dict[str, float]:
    """Return the figures of a first visit to a page."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    answers: list[Any] = []

    def answered(answer: Any) -> None:  # Playwright sets an attribute on handlers, which a list's method does not allow
        answers.append(answer)

    page.on("response", answered)
    tools = context.new_cdp_session(page)
    tools.send("Network.emulateNetworkConditions", NETWORK)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="networkidle", timeout=120_000)
    found = {**page.evaluate(PAINTS), "requests": len(answers), "bytes": sum(map(_sent, answers))}
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.evaluate(AXE.read_text("utf-8"))
    found["faults"] = page.evaluate(FAULTS)
    context.close()
    return found


def _sent(answer: Any) -> int:
    """Return the number of bytes that a web server sends for the body of `answer`. A text is compressed for this."""
    body = answer.body() if answer.status == 200 else b""
    return len(gzip.compress(body) if answer.headers.get("content-type", "").startswith(TEXTS) else body)


def _figures(name: str, found: dict[str, float]) -> list[Figure]:
    requests = f"{found['requests']:.0f} requests"
    return [
        Figure(f"{name}: first contentful paint, slow phone", "ms", found["first"], alone=True),
        Figure(f"{name}: largest contentful paint, slow phone", "ms", found["largest"], alone=True),
        Figure(f"{name}: bytes, texts compressed", "kB", found["bytes"] / 1000, note=requests, alone=True),
        Figure(f"{name}: serious faults by axe-core", "", found["faults"], below=1, alone=True),
    ]
