"""Tests of key moments at the table, ends of deals, automatic play of decided deals, and reactions."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.audit import look, small_targets
from tests.browser.cases import covering_cases, sample_cases
from tests.browser.house import House
from tests.browser.opening import GAMES, found
from tests.browser.robot import Robot, Typist
from tests.browser.visitor import SIZES, Visit, Visitor

pytestmark = pytest.mark.integration

FOUR = ["me", "house", "house", "house"]
CHAIRS = {"auction-draw": FOUR[:3], "auction-flop-poker": FOUR[:3]}
MOMENT = "document.querySelector('[data-moment]')?.dataset.moment"
NOTE = """() => {
  window.moments = [];
  const note = () => {
    const kind = document.querySelector("[data-moment]")?.dataset.moment;
    if (kind && kind !== moments.at(-1)?.kind)
      moments.push({ kind, text: document.querySelector("[data-moment]").innerText, at: performance.now() });
    else if (!kind && moments.length && !moments.at(-1).until) moments.at(-1).until = performance.now();
    requestAnimationFrame(note);
  };
  note();
}"""


def noted(visitor: Visitor) -> list[dict]:
    """Return the key moments shown since recording began."""
    return visitor.ask("() => moments")


def until_moment(visitor: Visitor, kind: str) -> None:
    """Play until a key moment of the given kind is shown."""
    robot = Robot(visitor, seed=4)
    for _ in range(60):
        visitor.until(f"() => {MOMENT} === '{kind}' || (wire.calm && lit().length > 0)")
        if visitor.ask(f"() => {MOMENT}") == kind:
            return
        robot.pick(robot.choose())
    raise AssertionError(f"no {kind}")


@pytest.mark.parametrize("size", SIZES)
def test_an_auction_is_won_before_everybodys_eyes(visit: Visit, size: str):
    visitor = visit(size, reduced_motion="no-preference")
    found(visitor, "auction-pitch", FOUR, pace="easy")
    visitor.ask(NOTE)
    until_moment(visitor, "hammer")
    stage = visitor.page.locator("[data-moment]")
    assert re.search(r"Sold to \S+ for [1-4]\.|All passed", stage.inner_text())
    assert stage.evaluate("(element) => getComputedStyle(element).pointerEvents") == "none"
    visitor.until(f"() => !{MOMENT}")
    (first, *_) = noted(visitor)
    text = first["text"].split("\n")
    assert any(line in text for line in visitor.heard()), "there was no announcement for a screen reader"
    assert sum(line in text for line in visitor.heard()) == 1
    assert 500 < first["until"] - first["at"] < 2600  # milliseconds; timers can be late on a busy machine


@pytest.mark.parametrize("by", ["key", "tap"])
def test_one_key_or_tap_is_enough_of_a_moment(visit: Visit, by: str):
    visitor = visit("phone" if by == "tap" else "desktop", reduced_motion="no-preference")
    found(visitor, "auction-house", FOUR, pace="slow")
    until_moment(visitor, "hammer")
    if by == "key":
        visitor.page.keyboard.press("Escape")
    else:
        visitor.press(visitor.page.get_by_role("heading", level=1))
    assert visitor.ask(f"() => {MOMENT} ?? null") is None


def test_a_move_does_not_wait_for_a_moment(visit: Visit):
    visitor = visit(reduced_motion="no-preference")
    found(visitor, "auction-house", FOUR, pace="slow")
    until_moment(visitor, "hammer")
    visitor.until("() => lit().length > 0")
    Robot(visitor).pick(Robot(visitor).choose())
    assert visitor.ask(f"() => {MOMENT} ?? null") is None
    assert not visitor.ask("() => wire.refused")


def test_where_nothing_moves_the_table_is_at_once_as_it_will_be(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    found(visitor, "auction-pitch", FOUR, options={"deals": 2})
    visitor.ask(NOTE)
    to_the_end_of_a_deal(visitor, seed=3)
    assert noted(visitor) == []


def to_the_end_of_a_deal(visitor: Visitor, seed: int) -> None:
    """Play until the deal is over and the page shows its ending."""
    robot = Robot(visitor, seed)
    for _ in range(200):
        visitor.until("() => wire.calm && (lit().length > 0 || document.querySelector('[data-go-on]'))")
        if visitor.ask("() => document.querySelector('[data-go-on]')"):
            break
        robot.pick(robot.choose())
    expect(visitor.page.locator("[data-finale]")).to_be_visible()


@pytest.mark.parametrize(("game", "size"), covering_cases(GAMES, SIZES))
def test_a_deal_ends_with_all_that_decided_it(visit: Visit, game: str, size: str):
    visitor = visit(size, reduced_motion="reduce")
    found(visitor, game, CHAIRS.get(game, FOUR))
    to_the_end_of_a_deal(visitor, seed=6)
    last = visitor.ask("() => wire.heard.findLast((message) => message.settled).settled.board.last")
    finale = visitor.page.locator("[data-finale]")
    shown = finale.inner_text()
    for seat, score in enumerate(last["score"]):
        if game == "auction-hearts":
            assert f"{score:+d}".replace("-", "−").replace("+0", "0") in shown, seat
    pictures = finale.locator("svg.card, svg.tile").count()
    assert pictures >= sum(map(len, last.get("hands", []))) + len(last.get("kitty", []))
    look(visitor, f"{game}, the end of a deal")
    assert not small_targets(visitor)
    visitor.page.keyboard.press("Enter")
    visitor.until("() => !document.querySelector('[data-go-on]')")
    expect(finale).to_have_count(0)


@pytest.mark.parametrize("size", sample_cases(["phone", "desktop"], 1))
def test_the_end_of_a_match_has_its_figures(visit: Visit, size: str):
    visitor = visit(size, reduced_motion="reduce")
    found(visitor, "auction-pitch", FOUR, options={"deals": 2})
    robot = (Typist if size == "desktop" else Robot)(visitor, seed=2)
    robot.wait()
    visitor.page.keyboard.press("g")
    robot.play()
    result = visitor.page.get_by_role("dialog", name="win")
    expect(result.get_by_role("heading", name="The match in figures")).to_be_visible()
    scores = sorted(visitor.ask("() => wire.board.scores"))
    margin = result.locator("dl div", has_text="Ahead at the end by").locator("dd")
    expect(margin).to_have_text(str(scores[-1] - scores[-2]))
    look(visitor, "the result")


def test_the_rest_of_a_decided_deal_is_played_by_the_house(visit: Visit):
    visitor = visit(reduced_motion="reduce")
    found(visitor, "auction-hearts", FOUR, options={"deals": 1})
    robot = Robot(visitor, seed=8)
    button = visitor.page.get_by_role("button", name="Play the rest")
    while not visitor.ask("() => wire.board.decided"):
        visitor.until("() => wire.board.decided || (wire.calm && lit().length > 0)")
        expect(button).to_have_count(int(visitor.ask("() => wire.board.decided")))
        if not visitor.ask("() => wire.board.decided"):
            robot.pick(robot.choose())
    moves = robot.moves()
    button.focus()
    visitor.page.keyboard.press("Enter")
    visitor.until("() => wire.status === 'over'")
    assert robot.moves() == moves


@pytest.mark.parametrize("size", SIZES)
def test_the_pace_changes_with_one_tap(visit: Visit, size: str):
    options = {"viewport": {"width": 390, "height": 844}} if size == "phone" else {}  # narrower phones lack this button
    visitor = visit(size, **options)
    found(visitor, "auction-pitch", FOUR, pace="easy")
    Robot(visitor).wait()
    visitor.push("Speed of the bots: medium. Change it")
    expect(visitor.page.get_by_role("button", name="Speed of the bots: fast. Change it")).to_be_visible()
    visitor.until("() => document.querySelector('[aria-live=polite]').innerText.includes('Speed of the bots: fast.')")
    if size == "desktop":
        visitor.page.keyboard.press("p")
        expect(visitor.page.get_by_role("button", name="Speed of the bots: slow. Change it")).to_be_visible()
    assert not small_targets(visitor)


def test_people_react_and_the_owner_keeps_order(visit: Visit, house: House):
    ann, bob = visit(url=house.public), visit("phone", url=house.public)
    table = found(ann, "auction-pitch", ["me", "open", "house", "house"], start=False)
    bob.go(f"table/{table}")
    bob.page.get_by_label("Your name", exact=True).fill("Bob")
    bob.push("Sit here, on seat 2")
    expect(ann.page.get_by_text("Bob", exact=True).first).to_be_visible()
    ann.push("Start the match")
    for visitor in (ann, bob):
        visitor.until("() => wire.board")
    bob.push("Chat")
    look(bob, "chat with reactions")
    bob.push("Well played!")
    bob.push("Applaud")
    ann.until("() => wire.heard.filter(({ type }) => type === 'reacted').length === 2")
    heard = ann.heard()
    assert "Bob: Well played!" in heard and "Bob applauds." in heard
    expect(ann.page.locator("[data-spot='seat-1'] .speech")).to_be_visible()
    ann.page.keyboard.press("t")
    people = ann.page.get_by_role("group", name="Bob")
    look(ann, "settings with people")
    people.get_by_role("button", name="Report Bob").click()
    people.get_by_role("button", name="What they say").click()
    expect(people.get_by_text("Reported. Thank you.")).to_be_visible()
    people.get_by_role("button", name="Mute Bob for all").press("Enter")
    expect(people.get_by_text("muted", exact=True)).to_be_visible()
    bob.page.get_by_label("Your line").fill("Hello?")
    bob.push("Say it")
    expect(bob.page.get_by_text("has turned off your chat").first).to_be_visible()
    people.get_by_role("button", name="Have Bob leave").click()
    people.get_by_role("button", name="Really have Bob leave?").click()
    expect(people.get_by_role("button", name="Have Bob leave")).to_have_count(0)
    bob.until("() => wire.last.you.seat === null")


@pytest.mark.parametrize("size", SIZES)
def test_a_line_of_chat_appears_at_its_seat(visit: Visit, house: House, size: str):
    ann, bob = visit(size, url=house.public), visit(url=house.public)
    table = found(ann, "auction-pitch", ["me", "open", "house", "house"], start=False)
    bob.go(f"table/{table}")
    bob.page.get_by_label("Your name", exact=True).fill("Bob")
    bob.push("Sit here, on seat 2")
    expect(ann.page.get_by_text("Bob", exact=True).first).to_be_visible()
    ann.push("Start the match")
    for visitor in (ann, bob):
        visitor.until("() => wire.board")
    bob.push("Chat")
    balloon = ann.page.locator("[data-spot='seat-1'] .speech")
    say(bob, "What a hand!")
    expect(balloon).to_have_text("What a hand!")
    assert ann.heard().count("Bob: What a hand!") == 1
    ann.press(balloon)
    expect(ann.page.get_by_role("heading", name="Chat", exact=True)).to_be_visible()
    ann.push("Close")
    ann.page.keyboard.press("t")
    ann.page.get_by_role("button", name="Hide what Bob says").press("Enter")
    expect(balloon).to_have_count(0)
    say(bob, "Bad luck again.")
    ann.until("() => wire.last.what?.text === 'Bad luck again.'")
    expect(balloon).to_have_count(0)
    assert "Bob: Bad luck again." not in ann.heard()


def say(visitor: Visitor, line: str) -> None:
    """Say a line in the open chat."""
    visitor.page.get_by_label("Your line").fill(line)
    visitor.push("Say it")


COVERED = """() => {
  const moment = document.querySelector("[data-moment] .what")?.getBoundingClientRect();
  if (!moment) return null;
  const buttons = Array.from(document.querySelectorAll(".middle button, [data-hand] button, [data-acts] button"));
  return buttons.filter(shown).filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return left < moment.right && moment.left < right && top < moment.bottom && moment.top < bottom;
  }).length;
}"""


@pytest.mark.parametrize("size", sample_cases(["phone", "desktop"], 1))
def test_a_moment_never_covers_the_buttons_of_the_next_step(visit: Visit, size: str):
    visitor = visit(size, reduced_motion="no-preference")
    found(visitor, "auction-flop-poker", CHAIRS["auction-flop-poker"], pace="slow")
    robot = Robot(visitor, seed=3)
    for _ in range(60):
        visitor.until(f"() => {MOMENT} === 'hammer' || (wire.calm && lit().length > 0)")
        if visitor.ask(f"() => {MOMENT} === 'hammer' && document.querySelector('.middle button') !== null"):
            break
        if visitor.ask("() => wire.calm && lit().length > 0"):
            robot.pick(robot.choose())
        else:
            visitor.until(f"() => !{MOMENT} || document.querySelector('.middle button')")
    visitor.until("() => document.querySelector('.stage.strip') || !document.querySelector('[data-moment]')")
    assert visitor.ask(COVERED) in (0, None)


RESTING = """() => Array.from(document.querySelectorAll("[data-award]"))
  .map((award) => award.getAnimations().forEach((moving) => moving.cancel()) ?? getComputedStyle(award).opacity)
  .filter((opacity) => opacity > 0).length"""
"""Script that returns how many prizes of a deal are visible over a portrait once they no longer move."""


def test_the_result_of_a_deal_appears_after_its_reveal(visit: Visit):
    visitor = visit(reduced_motion="no-preference")
    found(visitor, "auction-flop-poker", CHAIRS["auction-flop-poker"], options={"deals": 2}, pace="quick")
    visitor.ask(
        """() => {
          window.early = [];
          new MutationObserver(() => {
            if (!document.querySelector(".veiled")) return;
            const { settled } = wire.heard.findLast((message) => message.settled);
            const scores = Array.from(document.querySelectorAll(".plate .score"), (one) => Number(one.innerText));
            const before = wire.heard.filter(({ board }) => board).at(-2).board.scores;
            const sum = (all) => all.reduce((one, other) => one + other, 0);
            early.push([sum(scores) < sum(settled.board.scores), sum(before) === sum(scores)]);
            early.heard = Array.from(document.querySelectorAll("[aria-live] p"), (line) => line.innerText);
          }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
        }"""
    )
    to_the_end_of_a_deal(visitor, seed=6)
    expect(visitor.page.locator(".veiled")).to_have_count(0)
    early = visitor.ask("() => ({ scores: early, heard: early.heard })")
    assert early["scores"] and all(lower for lower, _ in early["scores"])
    assert not any("is over" in line for line in early["heard"])
    assert sum("Deal 1 is over" in line for line in visitor.heard()) == 1
    expect(visitor.page.locator("[data-award]").first).to_be_attached()
    assert visitor.ask(RESTING) == 0
    expect(visitor.page.locator("[data-countdown]")).to_be_visible()
    visitor.ask("() => document.activeElement.blur()")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("[data-go-on]")).to_have_count(0)
