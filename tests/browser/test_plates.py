"""Tests of what a seat shows, of the standing bid and of the header at the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.cases import covering_cases
from tests.browser.opening import found
from tests.browser.robot import Robot
from tests.browser.test_clarity import CALM, FOUR
from tests.browser.test_sizes import AT_REST, DECISION, PHONES, SHORT, STANDING_BID, resize
from tests.browser.visitor import Visit

pytestmark = pytest.mark.integration

COVERED_PORTRAIT = """() => {
  const { left, right, bottom } = document.querySelector(".rim .likeness > :first-child").getBoundingClientRect();
  const { top } = document.querySelector("[data-request]").getBoundingClientRect();
  return bottom + 3 > top ? `the portrait ends at ${bottom}, the request begins at ${top}` : null;
}"""
OUTSIDE_STRIP = """() => Array.from(document.querySelectorAll(".strip .call"))
  .map((call) => [call.getBoundingClientRect(), call.closest(".strip").getBoundingClientRect(), call.textContent])
  .filter(([call, strip]) => call.bottom > strip.bottom + 0.5 || call.right > strip.right + 1)
  .map(([call, strip, text]) => `${text}: ${call.right}, ${call.bottom} beyond ${strip.right}, ${strip.bottom}`)"""
CALLS = """([said, legal]) => {
  const snapshot = structuredClone(wire.heard.find(({ type }) => type === "snapshot"));
  snapshot.version = wire.last.version;
  Object.assign(snapshot.board, { phase: "bid", acting: [0] });
  Object.assign(snapshot.board.auction, { open: true, bid: 12, bidder: 1, said, to_speak: [0, 1] });
  Object.assign(snapshot.you, { asked: 9, mine: { ...snapshot.you.mine, legal, bids: { low: 13, high: 20 } } });
  wire.pretend(snapshot);
}"""
"""Script that shows an auction in which the other seats have called."""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_calls_stay_in_their_line_and_the_own_portrait_is_whole(visit: Visit, language: str):
    visitor = visit("phone", **CALM, locale=language)
    found(visitor, "auction-hearts", FOUR, options=SHORT.get("auction-hearts", {"deals": 1}))
    visitor.until(DECISION)
    visitor.ask(CALLS, [[None, "bid 12", "pass", "pass"], ["bid 13", "pass"]])
    visitor.until("() => document.querySelectorAll('.strip .call').length === 3")
    for size in PHONES:
        resize(visitor, size)
        visitor.ask(AT_REST)
        assert visitor.ask(OUTSIDE_STRIP) == [], size
        assert visitor.ask(COVERED_PORTRAIT) is None, size


LABEL = """() => {
  const label = document.querySelector(".standing .small");
  const { width, height } = label.getBoundingClientRect();
  return label.checkVisibility() && getComputedStyle(label).clipPath === "none" && width > 20 && height > 8;
}"""


@pytest.mark.parametrize(
    ("size", "game"), covering_cases([(360, 640), (360, 740), (390, 844)], ["auction-hearts", "auction-flop-poker"])
)
def test_the_standing_bid_says_what_it_is(visit: Visit, size: tuple[int, int], game: str):
    visitor = visit("phone", **CALM)
    found(visitor, game, FOUR, options=SHORT.get(game, {"deals": 1}))
    visitor.until(DECISION)
    visitor.ask(STANDING_BID, [3, 2, ["bid 4", "pass"]])
    visitor.until("() => document.querySelector('[data-standing]')")
    resize(visitor, size)
    visitor.ask(AT_REST)
    assert visitor.ask(LABEL)


def test_a_phone_shows_one_instruction_at_a_sealed_choice(visit: Visit):
    visitor = visit("phone", **CALM)
    found(visitor, "auction-house", FOUR)
    robot = Robot(visitor, seed=3)
    while robot.wait() and visitor.ask("() => wire.board.phase") != "lay":
        robot.pick(robot.choose())
    request = visitor.page.locator("[data-request] .now")
    expect(request).to_contain_text("lay a card face down.")
    expect(visitor.page.locator(".sealed .slip")).to_have_count(0)
    robot.pick(robot.choose())
    robot.pick(robot.choose())
    robot.wait()
    expect(visitor.page.locator(".slip-note")).to_have_count(0)
    expect(request.locator("span:not(.unseen)")).to_have_count(1)


UNNAMED = """() => Array.from(document.querySelectorAll("header .acts button")).filter(shown)
  .filter((button) => !button.innerText.trim() && !(button.title && button.getAttribute("aria-label")))
  .map((button) => button.outerHTML)"""


@pytest.mark.parametrize(("size", "labelled"), [((360, 740), False), ((844, 390), False), ((1280, 800), True)])
def test_buttons_of_the_header_have_a_label_or_a_tooltip(visit: Visit, size: tuple[int, int], labelled: bool):
    visitor = visit(**CALM, viewport={"width": size[0], "height": size[1]})
    found(visitor, "auction-pitch", FOUR)
    visitor.until(DECISION)
    assert visitor.ask(UNNAMED) == []
    for name in ("Chat", "Menu", "Preferences"):
        label = visitor.page.locator("header").get_by_text(name, exact=True)
        (expect(label).to_be_visible if labelled else expect(label).to_be_hidden)()
    expect(visitor.page.get_by_role("heading", level=1)).to_be_in_viewport(ratio=1)
