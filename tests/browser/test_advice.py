"""Tests of the search's advice to people: hints with figures, and the review of a finished match."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.opening import GAMES, found
from tests.browser.robot import Robot
from tests.browser.test_pages import CALM, both
from tests.browser.visitor import SIZES, Visit, Visitor

ORDINARY = ("auction-pitch", "phone")
TURNS = [
    pytest.param(game, size, marks=pytest.mark.integration if (game, size) == ORDINARY else pytest.mark.soak)
    for game in GAMES
    for size in SIZES
]
SUMMARY = re.compile("(No|A) better move was found|never had anything to decide")
SHORT = {"auction-house": {"rounds": 2}}


@pytest.mark.parametrize(("game", "size"), TURNS)
def test_hint_and_review(house: House, visit: Visit, game: str, size: str):
    house.await_search(game)
    visitor = visit(size, **CALM)
    found(visitor, game, ["me", "medium", "hard", "random"], options=SHORT.get(game, {"deals": 2}))
    robot = Robot(visitor, seed=4)
    while not asks_figures(visitor, robot):
        robot.play(moves=1)
    robot.play()
    visitor.push("See the match", "link")
    sees_review(visitor)


def asks_figures(visitor: Visitor, robot: Robot) -> bool:
    """Ask for a hint at the next turn, and check its figures.

    Return False if the hint has none, as for a forced move.
    """
    assert robot.wait()
    page = visitor.page
    page.keyboard.press("h")
    expect(page.get_by_text("In your place: ").first).to_be_visible()
    more = page.locator(".hint [aria-expanded]:visible")
    if more.count():
        visitor.press(more)
    rows = page.get_by_role("region", name="What was weighed").get_by_role("row")
    seen = rows.count()
    if seen:
        assert 2 <= seen - 1 <= 6
        told = page.locator(".hint strong").first.inner_text().removeprefix("In your place: ").removesuffix(".")
        expect(rows.nth(1).locator(".unseen")).to_have_text(told)
        both(visitor, "hint with figures")
    visitor.press(page.locator(".hint").get_by_role("button", name="Close"))
    return seen > 0


def sees_review(visitor: Visitor) -> None:
    """Check that a review shows the visitor's seat first, a summary and remarks, and that each remark links into the
    replay.
    """
    page = visitor.page
    seats = page.get_by_label("Whose decisions")
    expect(seats.get_by_role("option").first).to_have_text("Ann (you)")
    both(visitor, "before the review")
    visitor.push("Review")
    expect(page.get_by_text(SUMMARY)).to_be_visible()
    both(visitor, "review")
    shows = page.get_by_role("button", name="Show this in deal")
    if shows.count():
        visitor.press(shows.last)
        expect(page.get_by_role("heading", name="Step through")).to_be_focused()
        deal = shows.last.get_attribute("aria-label").split()[-1]  # type: ignore[union-attr]
        expect(page.get_by_label("Deal", exact=True)).to_have_value(deal)
    seats.select_option(index=1)
    expect(page.get_by_text(SUMMARY)).to_have_count(0)
    visitor.push("Review")
    expect(page.get_by_text(SUMMARY)).to_be_visible()
