"""Tests of daily deals and challenges: finding, playing, comparing and sharing them.

People who have not played cannot see the results.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.audit import look, small_targets
from tests.browser.opening import found
from tests.browser.robot import Robot, Typist
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

CALM = {"reduced_motion": "reduce"}


def good(visitor: Visitor, where: str) -> None:
    """Check accessibility and width, and on a phone also the sizes of touch targets."""
    look(visitor, where)
    visitor.check_width()
    if visitor.size == "phone":
        assert not small_targets(visitor), where


def play_it(visitor: Visitor, robot: Robot) -> None:
    """Open the invitation, play to the end, and go to the results."""
    visitor.push("Play these cards")
    visitor.page.wait_for_url("**/table/*")
    robot.play()
    visitor.page.get_by_role("link", name="See how others did").click()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_todays_deal_is_played_once_and_compared(visit: Visit, size: str):
    visitor = visit(size, **CALM)
    page = visitor.go()
    deals = page.get_by_role("region", name="Today’s deals")
    deals.get_by_role("link", name="Auction Pitch").click()
    expect(page.get_by_role("button", name="Play these cards")).to_be_visible()
    expect(page.get_by_text("What everybody made of it")).to_have_count(0)
    good(visitor, "before")
    play_it(visitor, (Typist if size == "desktop" else Robot)(visitor))
    expect(page.get_by_role("heading", name="What everybody made of it")).to_be_visible()
    expect(page.get_by_text("Your result:")).to_be_visible()
    expect(page.get_by_role("button", name="Play these cards")).to_have_count(0)
    good(visitor, "after")
    with page.expect_download() as download:
        visitor.push("As an image")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    shown = page.get_by_role("textbox", name="Share your result").input_value()
    assert "/daily/" in shown and "point" in shown
    page.get_by_role("link", name="Your match, with the review").click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    page.get_by_role("link", name="To these cards").click()
    expect(page.get_by_text("Your result:")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_friend_is_challenged_and_both_compare(visit: Visit, size: str):
    ann, ben = visit(size, **CALM), visit(size, **CALM)
    table = found(ann, "auction-pitch", ["me", "easy", "easy", "easy"], options={"target": 25, "deals": 1})
    Robot(ann).play()
    page = ann.go(f"match/{table}")
    ann.push("Make the link")
    page.wait_for_url("**/challenge/*")
    expect(page.get_by_text("Nobody has finished yet.")).to_be_visible()
    good(ann, "challenger")
    challenge = page.url
    ben.expects_no_way = True  # the server refuses to show the table
    closed = ben.go(f"table/{table}")
    expect(closed.get_by_role("heading", name="Not open to you yet")).to_be_visible()
    good(ben, "closed")
    ben.go(f"match/{table}")
    expect(closed.get_by_text("others play the same cards")).to_be_visible()
    ben.go(challenge)
    good(ben, "challenged")
    play_it(ben, Robot(ben, 1))
    expect(closed.get_by_role("heading", name="Ann asks you to beat them at Auction Pitch")).to_be_visible()
    expect(closed.get_by_role("table").get_by_role("row")).to_have_count(3)
    expect(closed.get_by_text(re.compile("You beat Ann, |Ann is ahead, |You and Ann are level"))).to_be_visible()
    good(ben, "compared")
    closed.get_by_role("table").get_by_role("link").first.click()
    expect(closed.get_by_role("heading", name="Score sheet")).to_be_visible()
