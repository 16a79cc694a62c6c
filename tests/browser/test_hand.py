"""Tests of play from the hand: confirming at the lifted card, dragging, refusals, and plays chosen before the turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.audit import look
from tests.browser.house import House
from tests.browser.opening import found
from tests.browser.robot import Robot
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

CALM = {"reduced_motion": "reduce"}
FOUR = ["me", "house", "house", "house"]
SIZES = ("desktop", "phone")
PLAYED = "() => wire.orders('act').map(({ action }) => action)"

CONFIRM = """async (piece) => {
  await painted();
  const box = (element) => element.getBoundingClientRect();
  const card = box(document.querySelector(`[data-hand] [data-piece="${piece}"][aria-pressed=true]`));
  const others = Array.from(document.querySelectorAll("[data-hand] [data-piece]"), box);
  for (const button of document.querySelectorAll(".above button")) {
    const { left, right, top, bottom, width, height } = box(button);
    if (width < 44 || height < 44) return `${width} × ${height}`;
    if (left < 0 || right > innerWidth || top < 0) return "outside the window";
    const across = Math.max(0, left - card.right, card.left - right);
    if (Math.hypot(across, Math.max(0, card.top - bottom)) > 120) return "out of reach";
    const covers = (one) => left < one.right && one.left < right && top < one.bottom - 1 && one.top + 1 < bottom;
    const covered = others.find(covers);
    if (covered) return `its bottom at ${bottom} covers a card whose top is at ${covered.top}`;
  }
  return document.querySelector(".above button") ? null : "no button";
}"""
"""Script that takes the name of a lifted card, and reports what is wrong with the buttons at this card."""


def reach(visitor: Visitor, state: str, seed: int = 1) -> None:
    """Play until it is the visitor's turn and the JavaScript expression `state` holds."""
    robot = Robot(visitor, seed)
    robot.wait()
    while not visitor.ask(f"() => Boolean({state})"):
        robot.play(moves=1)
        robot.wait()


MIDDLE = """(selector) => {
  const element = document.querySelector(selector);
  const { left, top, width, height } = element.getBoundingClientRect();
  for (const part of [0.5, 0.3, 0.15]) {
    const point = [left + part * width, top + height / 2];
    if (element.contains(document.elementFromPoint(...point))) return point;
  }
  throw new Error(`${selector} is covered`);
}"""
"""Script that takes the selector of an element, and returns the middle of its uncovered part."""


def middle(visitor: Visitor, selector: str) -> tuple[float, float]:
    """Return the middle of an element, or a point further left if another element covers the middle."""
    x, y = visitor.ask(MIDDLE, selector)
    return x, y


@pytest.mark.parametrize("size", SIZES)
def test_a_choice_is_confirmed_at_the_lifted_card_by_its_button_or_a_second_click(visit: Visit, size: str):
    visitor = visit(size, **CALM)
    found(visitor, "auction-house", FOUR, options={"rounds": 1})
    reach(visitor, "wire.board.phase === 'kitty' && lit().length > 1")
    cards = visitor.page.locator("[data-hand] [data-legal]")
    for number in (0, cards.count() - 1):
        visitor.press(cards.nth(number))
        expect(cards.nth(number)).to_have_attribute("aria-pressed", "true")
        assert visitor.ask(CONFIRM, cards.nth(number).get_attribute("data-piece")) is None
    look(visitor, "a hand")
    name = cards.first.get_attribute("data-piece")
    before = visitor.ask(PLAYED)
    visitor.ask(
        """(piece) => {
          const card = document.querySelector(`[data-hand] [data-piece="${piece}"]`);
          card.click();
          card.click();
          window.lifted = performance.now();
        }""",
        name,
    )
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    assert visitor.ask(PLAYED) == before, "a double click confirms nothing"
    visitor.until("() => performance.now() - window.lifted > 300")
    visitor.press(cards.first)
    visitor.until("() => wire.calm && wire.last.you.mine.chosen !== null || wire.board.phase !== 'kitty'")
    assert visitor.ask(PLAYED) == [*before, f"kitty {name}"]


@pytest.mark.parametrize("size", SIZES)
def test_a_choice_of_several_has_its_button_at_the_last_lifted_card(visit: Visit, size: str):
    visitor = visit(size, **CALM)
    found(visitor, "auction-flop-poker", FOUR, options={"deals": 1})
    reach(visitor, "wire.board.phase === 'discard'")
    cards = visitor.page.locator("[data-hand] [data-legal]")
    for number in (4, 0):
        visitor.press(cards.nth(number))
        assert visitor.ask(CONFIRM, cards.nth(number).get_attribute("data-piece")) is None
    visitor.press(cards.nth(0))
    expect(cards.nth(0)).to_have_attribute("aria-pressed", "false")
    name = cards.nth(4).get_attribute("data-piece")
    visitor.press(visitor.page.locator(".above [data-legal]"))
    visitor.until("() => wire.calm")
    assert visitor.ask(PLAYED) == [f"discard {name}"]


def test_a_card_is_played_by_dragging_it_to_the_felt(visit: Visit):
    visitor = visit()
    found(visitor, "auction-hearts", FOUR)
    reach(visitor, "wire.board.phase === 'play'")
    page, card = visitor.page, visitor.page.locator("[data-hand] [data-legal]").first
    name, start, felt = card.get_attribute("data-piece"), middle(visitor, "[data-hand] [data-legal]"), ".felt"
    before, table = visitor.ask(PLAYED), page.locator("[data-table]")

    def drag(to: tuple[float, float]) -> None:
        visitor.until("() => !moving()")
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(start[0] + 4, start[1] - 20)
        page.mouse.move(*to, steps=4)

    drag((start[0] + 60, start[1]))
    expect(table).to_have_attribute("data-dragging", "on")
    page.mouse.up()
    drag(middle(visitor, felt))
    expect(table).to_have_attribute("data-dragging", "over")
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(table).not_to_have_attribute("data-dragging", "over")
    assert visitor.ask(PLAYED) == before
    drag(middle(visitor, felt))
    page.mouse.up()
    visitor.until("() => wire.calm")
    assert visitor.ask(PLAYED) == [*before, f"play {name}"]


def test_a_finger_drags_a_card_and_a_tap_stays_a_tap(visit: Visit):
    visitor = visit("phone", **CALM)
    found(visitor, "auction-hearts", FOUR)
    reach(visitor, "wire.board.phase === 'play'")
    fingers = visitor.context.new_cdp_session(visitor.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    before = visitor.ask(PLAYED)
    (x, y), (to_x, to_y) = middle(visitor, "[data-hand] [data-legal]"), middle(visitor, ".felt")
    name = visitor.page.locator("[data-hand] [data-legal]").first.get_attribute("data-piece")
    touch("touchStart", (x, y))
    for part in (0.2, 0.5, 1):
        touch("touchMove", (x + part * (to_x - x), y + part * (to_y - y)))
    expect(visitor.page.locator("[data-table]")).to_have_attribute("data-dragging", "over")
    touch("touchEnd")
    visitor.until("() => wire.calm")
    assert visitor.ask(PLAYED) == [*before, f"play {name}"]
    assert Robot(visitor).wait()
    x, y = middle(visitor, "[data-hand] [data-legal]")
    touch("touchStart", (x, y))
    touch("touchMove", (x + 3, y - 3))
    touch("touchEnd")
    visitor.until(f"() => wire.calm && wire.orders('act').length === {len(before) + 2}")


def test_two_fingers_on_a_card_zoom_the_page(visit: Visit):
    visitor = visit("phone", **CALM)
    found(visitor, "auction-hearts", FOUR)
    reach(visitor, "wire.board.phase === 'play'")
    x, y = middle(visitor, "[data-hand] [data-legal]")
    visitor.ask("""() => {
      window.prevented = [];
      addEventListener("touchmove", (moved) => setTimeout(() => prevented.push(moved.defaultPrevented)));
    }""")
    fingers = visitor.context.new_cdp_session(visitor.page)
    for kind, distance in (("touchStart", 40), ("touchMove", 60)):
        points = [{"x": x, "y": y, "id": 0}, {"x": x, "y": y - distance, "id": 1}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    visitor.until("() => prevented.length > 0")
    assert visitor.ask("() => prevented") == [False]


def test_the_end_of_the_line_decides_where_a_dropped_tile_goes(visit: Visit):
    visitor = visit(**CALM)
    found(visitor, "auction-draw", FOUR, options={"deals": 3})
    twice = """wire.last.you.mine.legal.map((action) => action.split(" "))
        .filter(([verb, , end]) => verb === "play" && end === "R")
        .find(([, tile]) => wire.last.you.mine.legal.includes(`play ${tile} L`))"""
    reach(visitor, f"lit().length > 0 && {twice}")
    tile = visitor.ask(f"() => {twice}[1]")
    page = visitor.page
    page.mouse.move(*middle(visitor, f'[data-hand] [data-piece="{tile}"]'))
    page.mouse.down()
    page.mouse.move(*middle(visitor, '[data-drop="R"]'), steps=5)
    page.mouse.up()
    visitor.until("() => wire.calm")
    assert visitor.ask(PLAYED)[-1] == f"play {tile} R"


@pytest.mark.parametrize("size", SIZES)
def test_a_refusal_is_a_ticket_until_the_next_action(visit: Visit, size: str):
    visitor = visit(size, **CALM)
    found(visitor, "auction-hearts", FOUR)
    illegal = "[data-hand] [aria-disabled=true]"
    reach(visitor, f"wire.board.phase === 'play' && document.querySelector('{illegal}')", seed=2)
    ticket = visitor.page.locator("[data-refusal]")
    for action in (lambda: visitor.page.keyboard.press("Shift"), lambda: visitor.press(visitor.page.locator(".now"))):
        visitor.ask(f"() => document.querySelector('{illegal}').click()")
        expect(ticket).to_be_visible()
        expect(visitor.page.locator(".notes .bar")).to_have_count(0)
        look(visitor, "a hand")
        action()
        expect(ticket).to_have_count(0)


def friends(visit: Visit, house: House, game: str, **more: object) -> tuple[Visitor, Visitor]:
    """Start a match between Ann, Ben and two bots."""
    ann, ben = visit(url=house.public, **CALM), visit("phone", url=house.public, **CALM)
    table = found(ann, game, ["me", "open", "house", "house"], start=False, **more)
    ben.go(f"table/{table}")
    ben.page.get_by_label("Your name", exact=True).fill("Ben")
    ben.push("Sit here, on seat 2")
    ann.until("() => wire.heard.some((message) => message.table?.chairs[1].kind === 'human')")
    ann.push("Start the match")
    return ann, ben


def play_until(condition: Callable[[], bool], *players: Robot) -> None:
    """Let the players act in turn until a condition holds."""
    while not condition():
        for robot in players:
            if not condition() and robot.visitor.ask("() => wire.board && wire.calm && lit().length > 0"):
                robot.pick(robot.choose())


def bens_turn(ann: Visitor, ben: Visitor) -> bool:
    """Return whether both pages show that Ben has to play a card."""
    turn = "wire.board?.phase === 'play' && wire.board.acting[0] === 1 && wire.calm"
    return ann.ask(f"() => {turn}") and ben.ask(f"() => {turn} && lit().length > 0")


TIMES = """() => {
  const { heard, sent } = wire;
  const [hear, send] = [heard.push, sent.push];
  heard.push = (message) => {
    if (message.you && message.you.asked !== null) window.turnAt ??= performance.now();
    return hear.call(heard, message);
  };
  sent.push = (message) => {
    if (message.type === "act") window.actAt = performance.now();
    return send.call(sent, message);
  };
}"""
"""Script that notes on the page's clock when the turn begins and when a move is sent."""

DONE = "() => wire.calm && (window.actAt || document.querySelector('[data-refusal]') || wire.status === 'over')"
"""Whether the choice made in advance has been played or refused, or the match is over."""


def test_a_card_chosen_out_of_turn_is_played_on_the_turn_and_not_sent_before(visit: Visit, house: House):
    ann, ben = friends(visit, house, "auction-hearts", options={"deals": 1})
    robots = Robot(ann, 1), Robot(ben, 2)
    ann.ask(TIMES)
    outcomes = set()
    while "played" not in outcomes:
        play_until(lambda: bens_turn(ann, ben), *robots)
        card = ann.page.locator("[data-hand] [data-piece]").last
        name, sent = card.get_attribute("data-piece"), ann.ask("() => wire.orders().length")
        ann.press(card)
        expect(card).to_have_attribute("aria-pressed", "true")
        ann.press(card)
        expect(card).to_have_attribute("aria-pressed", "false")
        ann.press(card)
        assert "is chosen for your turn." in ann.heard()[-1]
        look(ann, "a hand out of turn")
        assert ann.ask("() => wire.orders().length") == sent
        ann.ask("() => (window.turnAt = window.actAt = undefined)")
        play_until(lambda: ann.ask(DONE), robots[1])  # Ben acts twice after winning the trick
        if ann.ask("() => window.actAt"):
            assert ann.ask(PLAYED)[-1] == f"play {name}"
            assert ann.ask("() => window.actAt - window.turnAt") >= 400
            outcomes.add("played")
        else:
            expect(ann.page.locator("[data-refusal]")).to_contain_text("cannot be played now")
            assert ann.ask("() => wire.orders().length") == sent
            expect(card).not_to_have_attribute("aria-pressed", "true")


def test_a_card_chosen_out_of_turn_is_dropped_without_a_connection(visit: Visit, house: House):
    ann, ben = friends(visit, house, "auction-hearts", options={"deals": 1})
    play_until(lambda: bens_turn(ann, ben), Robot(ann, 1), Robot(ben, 2))
    ann.press(ann.page.locator("[data-hand] [data-piece]").first)
    expect(ann.page.locator("[data-hand] [aria-pressed=true]")).to_have_count(1)
    ann.expects_no_way = True
    ann.ask("() => wire.open.forEach((socket) => socket.close())")
    expect(ann.page.locator("[data-hand] [aria-pressed=true]")).to_have_count(0)


def test_a_click_out_of_turn_in_an_auction_names_who_is_to_act(visit: Visit, house: House):
    ann, ben = friends(visit, house, "auction-hearts", options={"deals": 1})
    bids = "wire.board?.phase === 'bid' && wire.board.acting[0] === 1 && wire.calm"
    play_until(lambda: ann.ask(f"() => {bids}"), Robot(ann, 1))
    ann.press(ann.page.locator("[data-hand] [data-piece]").first)
    expect(ann.page.locator("[data-refusal]")).to_have_text("It is not your turn; wait for Ben.")
    assert ben.ask("() => wire.board.phase") == "bid"
