"""Tests of preferences for colours, cards and motion, which each browser remembers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.opening import found, radio
from tests.browser.robot import Robot
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

FOUR = ["me", "house", "house", "house"]
LOOKS = """() => {
  const { theme, deck, index, motion } = document.documentElement.dataset;
  const { backgroundColor } = getComputedStyle(document.documentElement);
  return { theme, deck, index, motion, backgroundColor };
}"""


def picture(visitor: Visitor) -> bytes:
    """Return a screenshot of the hand."""
    return visitor.page.locator("[data-hand]").first.screenshot(animations="disabled")


def test_preferences_take_effect_and_last(visit: Visit):
    visitor = visit(color_scheme="dark", reduced_motion="reduce")
    found(visitor, "auction-hearts", FOUR)
    Robot(visitor).wait()
    before, usual = visitor.ask(LOOKS), picture(visitor)
    assert before["theme"] == "dark" and before["motion"] == "off"
    visitor.push("Preferences")
    radio(visitor, "Light or dark", "light")
    visitor.press(visitor.page.get_by_label("Four-colour deck"))
    visitor.page.keyboard.press("Escape")
    bright, four = visitor.ask(LOOKS), picture(visitor)
    assert bright["theme"] == "light" and bright["backgroundColor"] != before["backgroundColor"]
    assert bright["deck"] == "four" and four != usual
    visitor.push("Preferences")
    visitor.press(visitor.page.get_by_label("Big index"))
    visitor.page.get_by_label("Your name", exact=True).fill("Zoë")
    visitor.page.keyboard.press("Escape")
    assert visitor.ask(LOOKS)["index"] == "big" and picture(visitor) != four
    visitor.page.reload()
    Robot(visitor).wait()
    assert visitor.ask(LOOKS) == {**bright, "index": "big"}
    assert picture(visitor) != four
    visitor.go()
    expect(visitor.page.get_by_label("Your name at the table")).to_have_value("Zoë")
    assert visitor.ask(LOOKS)["theme"] == "light"


def test_the_system_decides_until_somebody_does(visit: Visit):
    visitor = visit(color_scheme="light")
    visitor.go()
    expect(visitor.page.get_by_role("heading", name="Auction Pitch")).to_be_visible()
    assert visitor.ask(LOOKS)["theme"] == "light"
    visitor.page.emulate_media(color_scheme="dark")
    visitor.until("() => document.documentElement.dataset.theme === 'dark'")


@pytest.mark.parametrize("by", ["system", "preference"])
def test_nothing_moves_where_nothing_should(visit: Visit, by: str):
    visitor = visit(reduced_motion="reduce" if by == "system" else "no-preference")
    found(visitor, "auction-pitch", FOUR)
    if by == "preference":
        visitor.push("Preferences")
        visitor.press(visitor.page.get_by_label("Things move"))
        visitor.page.keyboard.press("Escape")
        visitor.page.reload()
    robot = Robot(visitor, seed=9)
    robot.wait()
    note_motion(visitor)
    robot.play(moves=4)
    robot.wait()
    assert visitor.ask("() => moved") == []


def test_cards_move_where_they_may(visit: Visit):
    visitor = visit(reduced_motion="no-preference")
    found(visitor, "auction-pitch", FOUR)
    robot = Robot(visitor, seed=9)
    robot.wait()
    note_motion(visitor)
    robot.play(moves=4)
    robot.wait()
    assert any("LI" in moved for moved in visitor.ask("() => moved")), "no card has moved"


def note_motion(visitor: Visitor) -> None:
    """Start recording the animations that last long enough to be seen."""
    visitor.ask(
        """() => {
          window.moved = [];
          const look = () => {
            for (const one of document.getAnimations()) {
              const { target } = one.effect;
              const { duration } = one.effect.getComputedTiming();
              if (duration > 20) moved.push(`${target?.tagName}.${target?.className} ${duration}`);
            }
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
