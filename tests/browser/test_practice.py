"""Tests of *Play from here* and of practice, with a mouse, a finger, or only the keyboard."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.house import House
from tests.browser.opening import GAMES, found
from tests.browser.robot import Robot, Typist
from tests.browser.test_pages import CALM, both
from tests.browser.visitor import SIZES, Visit, Visitor

pytestmark = pytest.mark.integration

EVERY_SIZE = pytest.mark.parametrize("size", SIZES)
CALM_AGAIN = "() => !document.querySelector('[aria-busy=true]')"
RIGHT, WRONG = "Right!", "Something else was better"
"""Headings of the verdict on an answer."""
PLAYABLE_OR_ANSWERED = f"""
    () => !document.querySelector('[aria-busy=true]') && (lit().length > 0 ||
      [...document.querySelectorAll('h2')].some((h) => ['{RIGHT}', '{WRONG}'].includes(h.textContent.trim())))
"""
MATCHES = 6
"""Maximum number of matches that are played badly until a review finds a better action."""


def played(visitor: Visitor, game: str, seed: int = 4) -> str:
    """Play a short match to its end, and open its page."""
    options = {"rounds": 1} if game == "auction-house" else {"deals": 2}
    table = found(visitor, game, ["me", "random", "random", "random"], options=options)
    Robot(visitor, seed=seed).play()
    visitor.push("See the match", "link")
    expect(visitor.page.get_by_role("heading", name="Step through")).to_be_visible()
    return table


def go_to(visitor: Visitor, name: str, role: str = "button") -> None:
    """Reach an element with the Tab key, and press Enter."""
    target = visitor.page.get_by_role(role, name=name, exact=True).first  # type: ignore[arg-type]
    expect(target).to_be_visible()
    for _ in range(150):
        if target.evaluate("(element) => element === document.activeElement"):
            visitor.page.keyboard.press("Enter")
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {name}")


# Play from here


@EVERY_SIZE
def test_a_step_of_a_match_is_played_on(visit: Visit, size: str):
    visitor = visit(size, **CALM)
    page, old = visitor.page, played(visitor, "auction-pitch")
    visitor.push("Next step")
    visitor.push("Next step")
    both(visitor, "match with a way on")
    visitor.push("Play from here")
    dialog = page.get_by_role("dialog", name="Play from here")
    dialog.get_by_label("Your seat").select_option(index=2)
    dialog.get_by_label("The other seats").select_option("random")
    both(visitor, "play from here")
    visitor.press(dialog.get_by_role("button", name="Play", exact=True))
    page.wait_for_url("**/table/*")
    visitor.until("() => wire.last")
    origin = page.get_by_role("link", name="from a position")
    expect(origin).to_have_attribute("href", page.url.split("/table/")[0] + f"/match/{old}")
    assert visitor.ask("() => wire.last.you.seat") == 2
    both(visitor, "a table from a position")
    page.reload()
    visitor.until("() => wire.last")
    Robot(visitor, seed=5).play()
    first = visitor.table
    visitor.push("Rematch")
    page.wait_for_function("(first) => !location.href.endsWith(first)", arg=first)
    page.reload()  # clears the page's record of socket messages
    visitor.until("() => wire.last")
    expect(origin).to_be_visible()
    visitor.go(f"match/{first}")
    expect(page.get_by_text("Played from deal 1 of another match.")).to_be_visible()
    expect(page.get_by_text("whose page has the proof")).to_be_visible()
    both(visitor, "a match from a position")


@pytest.mark.parametrize(
    "game", [game if game == "auction-draw" else pytest.param(game, marks=pytest.mark.soak) for game in GAMES]
)
def test_by_keyboard_alone(visit: Visit, game: str):
    visitor = visit("desktop", **CALM)
    played(visitor, game)
    go_to(visitor, "Next step")
    go_to(visitor, "Play from here")
    go_to(visitor, "Play")
    visitor.page.wait_for_url("**/table/*")
    visitor.page.reload()
    visitor.until("() => wire.last")
    visitor.page.keyboard.press("g")
    Typist(visitor, seed=7).play(moves=1)


# Practice


def test_whoever_has_no_positions_is_told_how_to_get_some(visit: Visit):
    visitor = visit("phone", **CALM)
    page = visitor.go()
    visitor.push("Practice", "link")
    expect(page.get_by_role("heading", name="Practice", level=1)).to_be_focused()
    expect(page.get_by_text("You have no positions of your own yet.")).to_be_visible()
    expect(page.get_by_role("heading", name="Auction Pitch")).to_be_visible()
    both(visitor, "nothing to practise")


def reviewed(visitor: Visitor, game: str) -> None:
    """Play matches until a review has a remark on the visitor's own decisions."""
    for seed in range(MATCHES):
        played(visitor, game, seed)
        visitor.push("Review")
        expect(visitor.page.locator("[role=status] .summary")).to_be_visible()
        practise = visitor.page.get_by_role("link", name="Practise these")
        if practise.count():
            both(visitor, "a review with positions")
            return
    raise AssertionError("nothing was ever better")


def verdict(visitor: Visitor) -> Locator:
    """Return the heading of the verdict on an answer."""
    by_name = partial(visitor.page.get_by_role, "heading")
    return by_name(name=RIGHT).or_(by_name(name=WRONG))


def question(visitor: Visitor) -> bool:
    """Return whether a position waits for an answer. Otherwise, the page must show the verdict on the answer."""
    page = visitor.page
    told = page.get_by_role("heading", name="What would you do?")
    expect(told.or_(verdict(visitor)).first).to_be_visible()
    return told.count() > 0


def answered(visitor: Visitor, robot: Robot) -> None:
    """Select cards or actions in a position until they form a complete answer."""
    for _ in range(8):
        # The page is not busy yet right after a pick, so the verdict may replace the question during the wait.
        visitor.until(PLAYABLE_OR_ANSWERED)
        if not question(visitor):
            return
        robot.pick(robot.choose())
    raise AssertionError("nothing was an answer")


@pytest.mark.parametrize(
    ("game", "size"),
    [
        (game, size)
        if (game, size) in (("auction-pitch", "phone"), ("auction-draw", "desktop"))
        else pytest.param(game, size, marks=pytest.mark.soak)
        for game in GAMES
        for size in SIZES
    ],
)
def test_positions_from_a_review_are_practised(house: House, visit: Visit, game: str, size: str):
    house.await_search(game)
    visitor = visit(size, **CALM)
    page = visitor.page
    reviewed(visitor, game)
    visitor.push("Practise these", "link")
    assert question(visitor)
    both(visitor, "a position")
    answered(visitor, Robot(visitor, seed=3))
    both(visitor, "an answer")
    expect(page.get_by_text("You see it again ")).to_be_visible()
    visitor.push("Next")
    expect(page.get_by_role("heading", level=2).first).to_be_focused()


def test_practice_by_keyboard_alone(house: House, visit: Visit):
    house.await_search("auction-pitch")
    visitor = visit("desktop", **CALM)
    page = visitor.page
    reviewed(visitor, "auction-pitch")
    go_to(visitor, "Practise these", "link")
    assert question(visitor)
    answered(visitor, Typist(visitor, seed=2))
    expect(verdict(visitor)).to_be_focused()
    if page.get_by_role("button", name="Easy").count():
        go_to(visitor, "Easy")
        expect(page.get_by_role("button", name="Easy")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Shift+Tab")
    go_to(visitor, "Next")
    expect(page.get_by_role("heading", level=2).first).to_be_focused()
