"""Tests of the documentation site in a browser: static files, every width, both themes, and the search."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from saleroom.games import NAMES
from tests.browser.audit import AXE
from tests.browser.visitor import PATIENCE
from tests.services import missing
from tools.site import __main__ as site
from tools.site.served import served

pytestmark = pytest.mark.integration

SOAK = bool(os.environ.get("SALEROOM_SOAK"))
WIDTHS = (320, 390, 768, 1280, 2560)
FOLDERS = ("", "build", "games", "operate", "play", "reference", "research", "studies")
AUDITED = (
    "index.html",
    "play/start.html",
    "games/index.html",
    f"games/{NAMES[0]}.html",
    "research/house-rules.html",
    "reference/python.html",
    "reference/command-line.html",
)
SHADES = {"light": "default", "dark": "slate"}
PHONE = {"is_mobile": True, "has_touch": True}
SCROLLED = ".md-typeset__scrollwrap, .md-typeset pre > code"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site, as built by `make docs`."""
    if not site.ZENSICAL.is_file():
        missing("Zensical", "none; make .venv/.docs")
    folder = tmp_path_factory.mktemp("site")
    site.prepare(folder)
    subprocess.run([site.ZENSICAL, *site.BUILD], cwd=folder, capture_output=True, check=True)
    return folder / "html"


@pytest.fixture(scope="module")
def address(built: Path) -> Iterator[str]:
    """Return the address of the site."""
    with served(built) as found:
        yield found


def opened(browser: Browser, address: str, width: int, **device: Any) -> tuple[Page, list[str]]:
    """Return a new page, and a list of its failed requests and its requests to other sites."""
    size = {"width": width, "height": 800}
    page = browser.new_context(viewport=size, base_url=address, **device).new_page()
    page.set_default_timeout(PATIENCE)
    faults: list[str] = []

    def asked(url: str) -> None:
        if not url.startswith((address, "data:", "blob:")):
            faults.append(f"{url} from {page.url}")

    def answered(status: int, url: str) -> None:
        if status >= 400:
            faults.append(f"{status} {url} from {page.url}")

    page.on("request", lambda request: asked(request.url))
    page.on("response", lambda answer: answered(answer.status, answer.url))
    page.on("pageerror", lambda error: faults.append(f"{error} on {page.url}"))
    return page, faults


def test_no_page_is_forgotten(built):
    assert {path.parent for path in built.rglob("*.html")} == {built / folder for folder in FOLDERS}


def test_examples_in_docstrings_are_shown_as_code(built):
    text = (built / "reference/python.html").read_text("utf-8")
    assert "language-pycon" in text
    assert "<blockquote>" not in text


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_page_fits_every_width_and_asks_no_other_site(folder, built, address, browser):
    page, faults = opened(browser, address, WIDTHS[-1])
    pages = [path.relative_to(built).as_posix() for path in sorted((built / folder).glob("*.html"))]
    for path in pages if SOAK else pages[::3]:
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                faults.append(f"{path} is wider than {width} pixels")
    page.context.close()
    assert not faults


@pytest.mark.parametrize(
    ("shade", "width", "device"), [("light", 1280, {}), ("dark", 390, PHONE)], ids=["desktop", "phone"]
)
def test_pages_are_without_serious_faults_in_both_shades(shade, width, device, address, browser):
    page, faults = opened(browser, address, width, color_scheme=shade, **device)
    for path in AUDITED:
        page.goto(path)
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", SHADES[shade])
        page.evaluate(AXE)
        page.wait_for_function(
            """(wide) => [...document.querySelectorAll(wide)].every((one) =>
                one.scrollWidth <= one.clientWidth || one.tabIndex === 0)""",
            arg=SCROLLED,
        )
        found = page.evaluate(
            """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
              .filter(({ impact }) => impact === "serious" || impact === "critical")
              .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))"""
        )
        faults += [f"{path}: {fault}" for fault in found]
    page.context.close()
    assert not faults


@pytest.mark.parametrize(("width", "opening"), [(390, "button"), (1280, "button"), (1280, "/"), (1280, "Control+k")])
def test_the_search_leads_to_an_option_and_is_loaded_when_it_is_opened(width, opening, address, browser):
    page, faults = opened(browser, address, width)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto("index.html", wait_until="networkidle")
    assert "search.json" not in asked
    if opening == "button":
        page.locator(".md-search__button:visible, label[for=__search].md-header__button:visible").first.click()
    else:
        page.keyboard.press(opening)
    page.get_by_placeholder("Search").fill("dealer_match")
    page.locator("a[href*='games/auction-pitch.html']").filter(has_text="dealer_match").first.click()
    page.wait_for_url("**/games/auction-pitch.html*")
    expect(page.locator("mark").first).to_be_visible()
    page.context.close()
    assert not faults
