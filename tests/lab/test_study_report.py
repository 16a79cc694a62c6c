"""Tests of a study's report in a browser: it fits every screen, can be used by keyboard, and is accessible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from saleroom.lab.study.command import study
from tools.browser import launch, program

pytestmark = pytest.mark.integration

FOCUS = """() => {
  const at = document.activeElement, style = getComputedStyle(at);
  return {tag: at.tagName, ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0};
}"""
WIDE = "() => [...document.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth + 1 && \
  /auto|scroll/.test(getComputedStyle(one).overflowX) && one.clientWidth).length"
SEEN = "(one) => one.checkVisibility({checkVisibilityCSS: true})"


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> str:
    """Return the address of a report that includes luck and skill."""
    path = tmp_path_factory.mktemp("study") / "report.html"
    path.write_text(study("pitch", better=("trained", "house"), matches=300, seed=1).report())
    return path.as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start Chromium for the tests."""
    if program() is None:
        pytest.skip("there is no Chromium on the path")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield launch(playwright)


def test_it_fits_every_screen_and_can_be_used_by_everybody(address, browser):
    from tests.browser.audit import AXE

    for width in (360, 1280):
        for scheme in ("light", "dark"):
            window = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
            window.goto(address)
            assert window.evaluate("document.documentElement.scrollWidth") <= width
            window.evaluate(AXE)
            assert window.evaluate("async () => (await axe.run()).violations.map((one) => one.help)") == []


def test_all_of_it_can_be_reached_by_keyboard(address, browser):
    """Check that keys open and close folded tables, and scroll content that is too wide."""
    window = browser.new_page(viewport={"width": 360, "height": 800})
    window.goto(address)
    folded = window.locator("details")
    tags, rings = [], []
    for _ in range(200):
        window.keyboard.press("Tab")
        at = window.evaluate(FOCUS)
        if at["tag"] == "BODY":
            break
        tags.append(at["tag"])
        rings.append(at["ring"])
        if at["tag"] == "SUMMARY":
            inner = window.evaluate_handle("document.activeElement.nextElementSibling")
            assert not inner.evaluate(SEEN)
            window.keyboard.press("Enter")
            assert inner.evaluate(SEEN)
    assert tags.count("SUMMARY") == folded.count() == window.locator("details[open]").count() > 1
    assert all(rings)
    assert len(tags) - tags.count("SUMMARY") >= window.evaluate(WIDE) > 0
    window.keyboard.press("Shift+Tab")
    last = window.locator("details").last
    last.locator("summary").focus()
    window.keyboard.press("Space")
    assert not last.evaluate("(one) => one.open")


def test_a_wide_table_is_scrolled_by_arrows(address, browser):
    window = browser.new_page(viewport={"width": 360, "height": 800}, reduced_motion="reduce")
    window.goto(address)
    for _ in range(200):
        window.keyboard.press("Tab")
        if window.evaluate("document.activeElement.scrollWidth > document.activeElement.clientWidth + 1"):
            break
    before = window.evaluate("document.activeElement.scrollLeft")
    window.keyboard.press("ArrowRight")
    window.wait_for_function("(was) => document.activeElement.scrollLeft > was", arg=before)
