"""Tests of daily deals and challenges: finding, playing, comparing and sharing them.

People who have not played cannot see the results.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.audit import look, small_targets
from tests.browser.house import House
from tests.browser.opening import found
from tests.browser.robot import Robot, Typist
from tests.browser.test_me import Keys, local
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

CALM = {"reduced_motion": "reduce"}


def good(visitor: Visitor, where: str) -> None:
    """Check accessibility and width, and on a phone also the sizes of touch targets."""
    look(visitor, where)
    visitor.check_width()
    if visitor.size == "phone":
        assert not small_targets(visitor), where


def play_it(visitor: Visitor, robot: Robot) -> str:
    """Open the invitation, play to the end, and go to the results; return the table's id."""
    visitor.push("Play these cards")
    visitor.page.wait_for_url("**/table/*")
    table = visitor.page.url.rsplit("/", 1)[1]
    robot.play()
    visitor.page.get_by_role("link", name="See how others did").click()
    return table


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_todays_deal_is_played_once_and_compared(visit: Visit, size: str):
    visitor = visit(size, **CALM)
    page = visitor.go()
    deals = page.get_by_role("region", name="Today’s deals")
    deals.get_by_role("link", name="Auction Pitch").click()
    expect(page.get_by_role("button", name="Play these cards")).to_be_visible()
    expect(page.get_by_text("All results")).to_have_count(0)
    good(visitor, "before")
    table = play_it(visitor, (Typist if size == "desktop" else Robot)(visitor))
    expect(page.get_by_role("heading", name="All results")).to_be_visible()
    expect(page.get_by_text("Your result:")).to_be_visible()
    expect(page.get_by_role("button", name="Play these cards")).to_have_count(0)
    good(visitor, "after")
    with page.expect_download() as download:
        visitor.push("As an image")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    shown = page.get_by_role("textbox", name="Share your result").input_value()
    assert "/daily/" in shown and "point" in shown
    expect(page.get_by_role("link", name="Your match, with the review")).to_have_count(0)
    expect(page.get_by_text("Server’s seed")).to_have_count(0)
    with page.expect_download() as download:
        visitor.push("Download your record")
    record = json.loads(download.value.path().read_text())
    assert "??" in str(record["deals"]) and record["seed"] is None and record["scores"]
    visitor.expects_no_way = True  # the server refuses to show the match
    visitor.go(f"match/{table}")
    expect(page.get_by_role("heading", name="Not open to you yet")).to_be_visible()
    good(visitor, "not open yet")
    page.get_by_role("link", name="To the table").click()
    expect(page.get_by_role("link", name="See how others did")).to_be_visible()


def test_a_guest_who_creates_an_account_sees_todays_hands(visit: Visit, house: House):
    visitor = visit("phone", url=local(house), **CALM)
    Keys(visitor.page)
    page = visitor.go()
    page.get_by_role("region", name="Today’s deals").get_by_role("link", name="Auction Pitch").click()
    play_it(visitor, Robot(visitor))
    expect(page.get_by_text("Server’s seed")).to_have_count(0)
    daily = page.url
    page.get_by_role("link", name="Create an account").click()
    visitor.push("Add a passkey")
    expect(page.get_by_text("This is an account now.")).to_be_visible()
    visitor.go(daily)
    expect(page.get_by_text("Server’s seed", exact=True)).to_be_visible()
    page.get_by_role("link", name="Your match, with the review").click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    with page.expect_download() as download:
        visitor.push("Download the record")
    assert "??" not in download.value.path().read_text()
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
    expect(page.get_by_text("No player has finished yet.")).to_be_visible()
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
    expect(closed.get_by_role("heading", name="Auction Pitch", exact=True)).to_be_visible()
    expect(closed.get_by_role("table").get_by_role("row")).to_have_count(3)
    expect(closed.get_by_text(re.compile("You beat Ann, |Ann is ahead, |You and Ann are level"))).to_be_visible()
    good(ben, "compared")
    closed.get_by_role("table").get_by_role("link").first.click()
    expect(closed.get_by_role("heading", name="Score sheet")).to_be_visible()
