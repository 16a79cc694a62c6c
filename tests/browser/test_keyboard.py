"""Tests of play without sight or mouse: a complete match by keyboard only, with screen-reader announcements."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cases import sample_cases
from tests.browser.opening import GAMES, found, title
from tests.browser.robot import Robot, Typist
from tests.browser.test_clarity import CALM, FOUR, NEVER, end_of_deal
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

KEYS = {"r": "Rules in force", "s": "Scores", "c": "Chat", "w": "What happened", "i": "Invite friends"}


def test_a_whole_match_by_keys(visit: Visit):
    visitor = visit()
    page = visitor.go()
    expect(page.get_by_role("heading", name="Auction Pitch")).to_be_visible()
    typist = Typist(visitor, seed=5)
    typist.reach("document.querySelector('a[href*=\"new/auction-pitch\"]')")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="A table of Auction Pitch")).to_be_focused()
    typist.reach("Array.from(document.querySelectorAll('label')).find((one) => one.textContent === 'Deals').control")
    page.keyboard.press("Control+a")
    page.keyboard.type("1")
    typist.reach("Array.from(document.querySelectorAll('button')).find((one) => /Play now/.test(one.textContent))")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    typist.play()
    assert typist.moves() > 5
    result = page.get_by_role("dialog", name="win")
    expect(result.locator(":focus")).to_be_visible()
    assert result.get_by_role("heading").first.inner_text() in visitor.heard()
    typist.reach("document.querySelector('a[href*=\"match/\"]')")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{title('auction-pitch')}, the match")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


@pytest.mark.parametrize("game", sample_cases(GAMES, 3))
def test_each_move_by_keys_leaves_the_focus_on_the_table(visit: Visit, game: str):
    visitor = visit(**CALM)
    found(visitor, game, FOUR)
    typist = Typist(visitor, seed=4)
    typist.wait()
    visitor.page.keyboard.press("g")  # a page that was loaded by its address begins without a focus
    typist.play(moves=12)
    assert typist.moves() >= 12


def test_keys_open_what_they_say(visit: Visit):
    visitor = visit()
    found(visitor, "auction-hearts", ["me", "house", "house", "house"])
    Robot(visitor, seed=2).wait()
    page = visitor.page
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    for key in KEYS:
        expect(keys.get_by_text(key, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    for key, name in KEYS.items():
        page.keyboard.press(key)
        opened = page.get_by_role("heading", name=name, exact=True)
        expect(opened).to_be_visible()
        page.keyboard.press("Escape")
        expect(opened).to_have_count(0)
        # Some browsers move the focus out of a closed dialog only in the next frame.
        visitor.until("() => document.activeElement.closest('dialog, aside') === null")
    page.keyboard.press("r")
    expect(page.get_by_role("dialog").get_by_role("heading", name="Auction Hearts")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    visitor.until("() => wire.heard.some((message) => message.type === 'hinted')")
    expect(page.get_by_text(re.compile("^In your place: ")).first).to_be_visible()


def test_the_live_region_tells_moves_and_turns(visit: Visit):
    visitor = visit()
    found(visitor, "auction-pitch", ["me", "house", "house", "house"])
    robot = Robot(visitor, seed=4)
    robot.wait()
    assert any(line.startswith("Your turn. ") for line in visitor.heard()), visitor.heard()
    told = hear_everything(visitor)
    robot.play(moves=3)
    robot.wait()
    lines = told()
    assert lines[-1].startswith("Your turn. "), lines
    for word in ("You ", "Ben "):
        assert any(word in line for line in lines), (word, lines)
    for line in lines:
        assert not re.search(r"\b[2-9TJQKA][CDHS]\b|undefined|null|\{|table\.|tell\.", line), line
    assert visitor.ask("() => document.querySelectorAll('[aria-live]').length") == 1


def hear_everything(visitor: Visitor):
    """Start recording each line that the page puts into the live region for screen readers."""
    visitor.ask(
        """() => {
          window.told = [];
          const region = document.querySelector("[aria-live]");
          new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
            if (node.textContent) told.push(node.textContent);
          }))).observe(region, { childList: true });
        }"""
    )
    return lambda: visitor.ask("() => told")


def test_the_key_that_ends_a_deal_bids_nothing_in_the_next(visit: Visit):
    visitor = visit(**CALM)
    visitor.context.add_init_script(NEVER)
    found(visitor, "auction-pitch", FOUR, options={"deals": 2})
    typist = Typist(visitor, seed=6)
    typist.wait()
    visitor.page.keyboard.press("g")
    end_of_deal(visitor, typist)
    moves = typist.moves()
    typist.reach("document.querySelector('[data-go-on]')")
    visitor.page.keyboard.press("Shift")  # else this may be a double press after the Enter of the last card
    for _ in range(2):
        visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("[data-go-on]")).to_have_count(0)
    visitor.until("() => wire.calm && lit().length > 0")
    expect(visitor.page.locator(".status .now")).to_be_focused()
    visitor.page.keyboard.press("Shift")
    visitor.page.keyboard.press("Enter")
    assert typist.moves() == moves


def test_a_key_held_down_or_pressed_twice_makes_no_move(visit: Visit):
    visitor = visit()
    found(visitor, "auction-pitch", FOUR)
    robot = Robot(visitor, seed=6)
    robot.wait()
    moves, keyboard = robot.moves(), visitor.page.keyboard
    visitor.page.locator(".status .now").focus()
    keyboard.down("Enter")
    visitor.page.locator("[data-legal]:visible").first.focus()
    keyboard.down("Enter")
    assert robot.moves() == moves
    keyboard.up("Enter")
    keyboard.press("Shift")
    keyboard.press("Enter")
    visitor.until(f"() => wire.orders('act').length > {moves}")


@pytest.mark.parametrize("game", ["auction-pitch", "auction-hearts", "auction-house"])
def test_a_key_pressed_twice_passes(visit: Visit, game: str):
    visitor = visit()
    found(visitor, game, ["me", "house", "house", "house"])
    robot = Robot(visitor, seed=2)
    while True:
        robot.wait()
        if visitor.ask("() => wire.last.you.mine?.legal.includes('pass')"):
            break
        robot.pick(robot.choose())
    moves = robot.moves()
    visitor.page.keyboard.press("x")
    expect(visitor.page.get_by_text("Press x again to pass.").first).to_be_visible()
    assert robot.moves() == moves
    while robot.moves() == moves:  # a second press that follows too soon is ignored
        visitor.page.keyboard.press("x")
    assert visitor.ask("() => wire.orders('act').at(-1).action") == "pass"


OTHERS_ACT = """() => {
  const snapshot = structuredClone(wire.heard.find(({ type }) => type === "snapshot"));
  const { board, you, version } = wire.last;
  snapshot.version = version;
  Object.assign(snapshot.board, structuredClone(board ?? wire.board), { acting: [1] });
  Object.assign(snapshot.you, structuredClone(you), { mine: { ...you.mine, legal: [], bids: null } });
  wire.pretend(snapshot);
}"""
"""Script that shows the same board, on which another seat has to act."""
EXPLAINS = "() => !!document.activeElement.closest('[data-term]')"


@pytest.mark.parametrize("game", ["auction-hearts", "auction-flop-poker"])
def test_the_focus_skips_words_that_explain_themselves(visit: Visit, game: str):
    visitor = visit(**CALM)
    found(visitor, game, FOUR)
    page = visitor.page
    Robot(visitor, seed=2).wait()
    expect(page.locator("[data-term]:visible").first).to_be_attached()
    page.keyboard.press("g")
    assert visitor.ask("() => document.activeElement.matches('[data-legal]')")
    page.locator("[data-acts] [data-legal]").first.focus()
    visitor.ask(OTHERS_ACT)
    visitor.until("() => !lit().length && document.activeElement !== document.body")
    assert not visitor.ask(EXPLAINS), "a lost focus"
    page.locator("[data-term]:visible").first.focus()
    page.keyboard.press("g")
    visitor.until("() => document.activeElement.matches('[data-hand] *, [data-bid-history]')")
