"""Tests of when and where messages appear: about finished deals, hints, sealed choices, absent players and links."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.audit import look, small_targets
from tests.browser.cases import covering_cases
from tests.browser.house import House
from tests.browser.opening import found
from tests.browser.robot import Robot
from tests.browser.visitor import SIZES, Visit, Visitor

pytestmark = pytest.mark.integration

FOUR = ["me", "house", "house", "house"]
CALM = {"reduced_motion": "reduce"}
REACH = Path(__file__).with_name("reach.js").read_text()
PAUSE = 8000  # milliseconds until the next deal replaces a finished deal automatically
TIMER = """(() => {
  const real = window.setTimeout;
  window.setTimeout = (does, wait, ...more) => (wait === %d ? %s : real(does, wait, ...more));
})()"""
NEVER, AT_ONCE = TIMER % (PAUSE, "0"), TIMER % (PAUSE, "real(does, 400, ...more)")
BETWEEN = """() => {
  if (!document.querySelector("[data-go-on]")) return null;
  const boxes = (selector) => Array.from(document.querySelectorAll(selector)).filter(shown)
    .map((element) => element.getBoundingClientRect());
  const meets = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const score = boxes(".settlement")[0];
  return {
    text: document.querySelector("[data-table]").parentElement.parentElement.innerText,
    status: document.querySelector(".status .now").innerText,
    title: document.title,
    trick: document.querySelectorAll(".trick [data-piece]").length,
    hand: document.querySelectorAll("[data-hand] [data-piece]").length,
    covered: [...boxes(".plate"), ...boxes(".trick [data-piece]")].filter((box) => meets(box, score)).length,
    log: boxes(".aside ol li").length,
    heard: Array.from(document.querySelectorAll("[aria-live] p"), (line) => line.innerText),
  };
}"""


def end_of_deal(visitor: Visitor, robot: Robot) -> dict[str, Any]:
    """Play to the end of the first deal, and return the page's state at that moment."""
    while True:
        visitor.until("() => wire.calm && (lit().length > 0 || document.querySelector('[data-go-on]'))")
        seen = visitor.ask(BETWEEN)
        if seen:
            return seen
        robot.pick(robot.choose())


@pytest.mark.parametrize("size", SIZES)
def test_a_finished_deal_is_shown_alone_until_the_reader_goes_on(visit: Visit, size: str):
    visitor = visit(size, **CALM)
    visitor.context.add_init_script(NEVER)
    found(visitor, "auction-pitch", FOUR, options={"deals": 2})
    seen = end_of_deal(visitor, Robot(visitor, seed=6))
    assert seen["status"] == "Deal 1 is over." and "Your turn" not in seen["title"]
    assert (seen["trick"], seen["hand"], seen["covered"]) == (4, 0, 0)
    assert seen["log"] > 3 or size == "phone"
    assert not any(line.startswith("Deal 1 is over: ") for line in seen["heard"])
    assert not any(line.startswith("You are dealt ") for line in seen["heard"][-1:])
    expect(visitor.page.locator(".veiled")).to_have_count(0)
    assert sum(line.startswith("Deal 1 is over: ") for line in visitor.heard()) == 1
    if size == "phone":
        visitor.press(visitor.page.locator("[data-finale]"))
    else:
        visitor.page.locator(".status .now").focus()
        visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("[data-hand] [data-piece]")).to_have_count(6)
    expect(visitor.page.locator(".settlement")).to_have_count(0)
    expect(visitor.page.locator("[data-go-on]")).to_have_count(0)


def test_the_next_deal_comes_by_itself_or_at_once_for_whoever_likes_that(visit: Visit):
    visitor = visit(**CALM)
    visitor.context.add_init_script(AT_ONCE)
    found(visitor, "auction-pitch", FOUR, options={"deals": 3})
    robot = Robot(visitor, seed=6)
    end_of_deal(visitor, robot)
    expect(visitor.page.locator("[data-hand] [data-piece]")).to_have_count(6)
    visitor.push("Preferences")
    visitor.press(visitor.page.get_by_label("Pause after a deal"))
    visitor.page.keyboard.press("Escape")
    visitor.ask(
        """() => new MutationObserver(() => {
          window.paused ||= !!document.querySelector("[data-go-on]");
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    while visitor.ask("() => wire.board.deal") == 2:
        robot.play(moves=1)
        robot.wait()
    assert not visitor.ask("() => window.paused")


HINT = """() => {
  const box = (element) => element.getBoundingClientRect();
  const hint = box(document.querySelector(".hint"));
  const meets = ({ left, right, top, bottom }) =>
    left < hint.right - 1 && hint.left < right - 1 && top < hint.bottom - 1 && hint.top < bottom - 1;
  const parts = document.querySelectorAll(".felt .plate, .spread li, [data-hand] [data-piece]");
  return Array.from(parts).filter((part) => shown(part) && meets(box(part))).map((part) => part.outerHTML.slice(0, 80));
}"""


TICKET = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const { left, right, top, bottom } = box("[data-refusal]");
  const card = box("[data-hand] [aria-disabled=true]");
  const request = box(".status");
  if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) return "outside the window";
  if (right < card.left || left > card.right || card.top - bottom > 16) return "not at the card";
  if (top < request.bottom - 4 && bottom > request.top) return "over the request";
  return null;
}"""
"""Script that reports a wrong position of the refusal of the first unplayable card."""


@pytest.mark.parametrize("size", SIZES)
def test_hints_and_refusals_cover_nothing_are_said_once_and_are_not_in_the_log(visit: Visit, size: str):
    visitor = visit(size, **CALM)
    found(visitor, "auction-hearts", FOUR)
    robot, page = Robot(visitor, seed=2), visitor.page
    refused = "() => lit().length > 0 && document.querySelector('[data-hand] [aria-disabled=true]')"
    robot.wait()
    while not visitor.ask(f"() => !!({refused})() && wire.board.trick.plays.length > 0"):
        robot.play(moves=1)
        robot.wait()
    page.keyboard.press("h")
    page.locator(".hint").wait_for()
    assert visitor.ask(HINT) == []
    visitor.ask("() => document.querySelector('[data-hand] [aria-disabled=true]').click()")
    visitor.until("() => wire.heard.some((message) => message.type === 'because')")
    why = visitor.ask("() => wire.heard.find((message) => message.type === 'because').text")
    expect(page.locator("[data-refusal]").get_by_text(why)).to_be_visible()
    assert visitor.ask(TICKET) is None
    hint = page.locator(".hint strong").inner_text()
    heard = visitor.heard()
    assert heard.count(hint) == heard.count(why) == 1
    assert page.locator(".hint [role=status], .hint [aria-live], [data-refusal] [role=status]").count() == 0
    page.keyboard.press("w")
    told = page.get_by_role("complementary", name="What happened").get_by_role("listitem").all_inner_texts()
    assert len(told) > 3 and hint not in told and why not in told
    assert page.locator(".aside li").get_by_text(why).count() == 0


def test_scores_in_mid_match_are_not_final_and_the_reader_is_you(visit: Visit):
    visitor = visit(**CALM)
    visitor.page.add_init_script(NEVER)
    found(visitor, "auction-pitch", FOUR, options={"deals": 2})
    end_of_deal(visitor, Robot(visitor, seed=3))
    visitor.page.keyboard.press("s")
    sheet = visitor.page.get_by_role("table").filter(has=visitor.page.get_by_role("rowheader", name="So far"))
    expect(sheet.get_by_role("columnheader", name="You")).to_be_visible()
    expect(sheet.get_by_text("Ann", exact=True)).to_have_count(0)


def test_the_finale_of_hearts_says_what_was_paid_to_name_the_pain(visit: Visit):
    visitor = visit(**CALM)
    visitor.page.add_init_script(NEVER)
    found(visitor, "auction-hearts", FOUR, options={"deals": 2})
    end_of_deal(visitor, Robot(visitor, seed=3))
    last = visitor.ask("() => wire.board.last")
    assert last["buyer"] is not None and last["price"] > 0
    expect(visitor.page.locator("[data-finale]")).to_contain_text(f"bid {last['price']}, ")


SETTLED = """(last) => {
  const snapshot = structuredClone(wire.heard.find(({ type }) => type === "snapshot"));
  snapshot.version = wire.last.version;
  const settled = { deal: 1, carry: 0, buyer: 0, price: 15, pain: "H", ...last };
  Object.assign(snapshot.board, { phase: "deal", acting: [], namer: 0, pain: "H", winners: [1], last: settled });
  Object.assign(snapshot.you, { mine: { ...snapshot.you.mine, hand: [], legal: [], bids: null } });
  wire.pretend(snapshot);
}"""
"""Script that shows the end of a match of Auction Hearts with one deal, of which some facts are given."""


def test_the_end_of_a_match_says_what_each_player_gets_of_the_pot(visit: Visit):
    visitor = visit("phone", **CALM)
    found(visitor, "auction-hearts", FOUR, options={"deals": 1})
    visitor.until("() => wire.calm && wire.board")
    visitor.ask(SETTLED, {"score": [-18, -3, -3, -4], "carry": 30, "taken": [3, 3, 3, 4], "ending": "none clear"})
    finale = visitor.page.locator("[data-finale]")
    expect(finale).to_contain_text("The match is over: each player gets 7 of the 30 chips left.")
    expect(finale.locator(".best")).to_have_count(0)


def test_the_score_of_a_deal_is_shown_once_and_the_winner_of_the_pot_is_marked(visit: Visit):
    visitor = visit("phone", **CALM)
    found(visitor, "auction-hearts", FOUR, options={"deals": 1})
    visitor.until("() => wire.calm && wire.board")
    visitor.ask(SETTLED, {"score": [-1, -4, -6, -3], "taken": [0, 4, 6, 3], "ending": "one clear"})
    finale, score = visitor.page.locator("[data-finale]"), visitor.page.locator(".settlement ul")
    expect(finale.locator(".best")).to_contain_text("You")
    expect(finale.locator(".best")).to_contain_text("14 from the pot")
    expect(score).to_be_hidden()
    visitor.push("Why?")
    expect(score).to_be_visible()


def offer_or_lay(visitor: Visitor) -> str:
    """Play up to the sealed trade of Auction House, and return the text that explains the visitor's turn.

    If a bot offers before the visitor, the visitor lays a card; otherwise the visitor offers one and trades.
    """
    page, robot = visitor.page, Robot(visitor, seed=1)
    assert robot.wait()
    if visitor.ask("() => wire.board.phase") == "bid":
        visitor.press(page.locator("[data-hand] [data-legal]").first)
        visitor.press(page.locator(".suits [data-legal]").first)
        visitor.until("() => wire.calm && wire.board.phase === 'trade' && lit().length > 0")
    return page.locator(".status .now").inner_text()


def test_the_sealed_trade_says_what_was_called_and_what_the_highest_card_does(visit: Visit):
    visitor = visit(**CALM)
    found(visitor, "auction-house", FOUR)
    told = offer_or_lay(visitor)
    suits = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
    called = suits[visitor.ask("() => wire.board.called")]
    assert called in told.lower()
    assert "must be traded" in told or "no player" in told.lower()


def test_a_sealed_choice_is_confirmed_and_may_be_taken_back_until_all_are_in(visit: Visit, house: House):
    ann, ben = visit(url=house.public, **CALM), visit("phone", url=house.public, **CALM)
    table = found(ann, "auction-house", ["me", "open", "house", "house"], start=False)
    ben.go(f"table/{table}")
    ben.page.get_by_label("Your name", exact=True).fill("Ben")
    ben.push("Sit here, on seat 2")
    ann.until("() => wire.heard.some((message) => message.table?.chairs[1].kind === 'human')")
    ann.push("Start the match")
    players = Robot(ann, 1), Robot(ben, 2)
    to_kitty(ann, *players)
    first = ann.page.locator("[data-hand] [data-legal]").first
    card = first.get_attribute("data-piece")
    ann.press(first)
    assert ann.ask("() => wire.board.phase === 'kitty' && wire.last.you.mine.chosen === null"), "picked, not chosen"
    ann.press(ann.page.locator(".above [data-legal]"))
    ann.until("() => wire.last.you.mine.chosen !== null")
    expect(ann.page.locator(".status .now")).to_contain_text("You have chosen.")
    ann.push("Take back")
    ann.until("() => wire.last.you.mine.chosen === null && lit().length > 0")
    assert ann.ask("() => wire.last.you.mine.hand").count(card) == 1
    assert not ben.ask("() => wire.heard.some((message) => message.table?.taking_back)")
    assert f"0 kitty {card}" not in str(ben.ask("() => wire.heard"))
    while ann.ask("() => wire.board.phase") == "kitty":
        for robot in players:
            if robot.visitor.ask("() => wire.calm && wire.board.phase === 'kitty' && lit().length > 0"):
                robot.pick(robot.choose())
    expect(ann.page.locator(".status .now")).not_to_contain_text("You have chosen.")


def to_kitty(ann: Visitor, *players: Robot) -> None:
    """Play until Ann has to put a card into the kitty."""
    while not ann.ask("() => wire.board?.phase === 'kitty' && wire.calm && lit().length > 0"):
        for robot in players:
            ready = "wire.board && wire.board.phase !== 'kitty' && wire.calm && lit().length > 0"
            if robot.visitor.ask(f"() => {ready}"):
                robot.pick(robot.choose())


def test_the_house_is_offered_beside_the_waiting_message_for_whoever_is_away(visit: Visit, tmp_path: Path):
    house = House(tmp_path, grace=3600)
    try:
        ann, ben = visit(url=house.public), visit(url=house.public)
        table = found(ann, "auction-pitch", ["me", "open", "house", "house"], start=False)
        ben.go(f"table/{table}")
        ben.page.get_by_label("Your name", exact=True).fill("Ben")
        ben.push("Sit here, on seat 2")
        ann.until("() => wire.heard.some((message) => message.table?.chairs[1].kind === 'human')")
        ann.push("Start the match")
        ben.page.goto("about:blank")
        robot = Robot(ann, 3)
        offered = ann.page.locator(".status").get_by_role("button", name="Let a bot play for Ben")
        while not ann.ask("() => wire.board?.acting.includes(1)"):
            ann.until("() => wire.board && wire.calm && (lit().length > 0 || wire.board.acting.includes(1))")
            if ann.ask("() => lit().length > 0"):
                robot.pick(robot.choose())
        expect(ann.page.locator(".status .now")).to_contain_text("Waiting for Ben (away)")
        ann.press(offered)
        robot.play(moves=3)
        moves = "wire.heard.filter((one) => one.what?.by_house && one.what.seat === 1).length"
        assert ann.ask(f"() => {moves}") >= 2, "it continues to play until Ben is back"
        for visitor in (ann, ben):
            visitor.page.goto("about:blank")
    finally:
        house.close()
    assert not house.faults()


def test_the_link_for_friends_is_there_at_once(visit: Visit, house: House):
    ann = visit("phone", url=house.public, permissions=["clipboard-read", "clipboard-write"])
    found(ann, "auction-pitch", ["me", "open", "house", "house"], start=False)
    field = ann.page.get_by_label("Link for your friends")
    expect(field).to_have_value(ann.page.url)
    expect(field).to_be_in_viewport()
    ann.push("Copy the link")
    expect(ann.page.get_by_role("status").get_by_text("Copied.")).to_be_visible()


GOALS = {
    "auction-hearts": "Each card of one suit, the pain, costs you 1 chip.",
    "auction-pitch": "5 points win.",
    "auction-draw": "Be the first without tiles to take the pool; buying one costs 1 chip.",
    "auction-flop-poker": "the second gets 30 %, the third 10 %.",
    "auction-house": "you score the kitty",
}
SMALLEST = {"viewport": {"width": 320, "height": 568}}


@pytest.mark.parametrize("game", GOALS)
def test_the_first_deal_shows_goal_and_price_until_they_are_closed(visit: Visit, game: str):
    visitor = visit("phone", **CALM)
    options = {"target": 5} if game == "auction-pitch" else {}
    found(visitor, game, FOUR, options=options)
    slip = visitor.page.locator(".slip-note")
    expect(slip).to_contain_text(GOALS[game])
    visitor.press(slip.get_by_role("button", name="I have read it"))
    expect(slip).not_to_contain_text(GOALS[game])
    visitor.page.reload()
    visitor.until("() => wire.last")
    expect(slip).to_contain_text("Sounds")
    expect(slip).not_to_contain_text(GOALS[game])


def answer_slip(visitor: Visitor, kind: str, name: str) -> None:
    """Press a button of a slip, which may be folded next to the reader's plate."""
    stub = visitor.page.locator(".slip-note [aria-expanded=false]:visible")
    if stub.count():
        visitor.press(stub)
    visitor.press(visitor.page.locator(f"[data-slip={kind}]").get_by_role("button", name=name))


@pytest.mark.parametrize("answer", ["On", "Not now"])
def test_sound_is_offered_to_players_once_and_covers_nothing(visit: Visit, answer: str):
    visitor, watcher = visit("phone", **CALM, **SMALLEST), visit(**CALM)
    table = found(visitor, "auction-hearts", FOUR)
    visitor.ask(REACH)
    watcher.go(f"table/{table}")
    watcher.until("() => wire.last")
    visitor.until("() => wire.calm && lit().length > 0")
    answer_slip(visitor, "goal", "I have read it")
    offer = visitor.page.locator(".slip-note").filter(has_text="Sounds")
    expect(offer).to_be_in_viewport()
    assert visitor.ask("() => [...unreachable(), ...covering()]") == []
    assert not small_targets(visitor)
    answer_slip(visitor, "sound", answer)
    expect(offer).to_have_count(0)
    assert visitor.ask("() => JSON.parse(localStorage.getItem('saleroom.prefs')).sound") == (answer == "On")
    found(visitor, "auction-pitch", FOUR)
    expect(visitor.page.locator(".slip-note")).to_contain_text("1 point each")
    answer_slip(visitor, "goal", "I have read it")
    expect(visitor.page.locator(".slip-note")).to_have_count(0)
    expect(watcher.page.locator("[data-slip]")).to_have_count(0)


def test_no_slip_crowds_a_low_felt_after_a_reload_in_mid_deal(visit: Visit):
    visitor = visit("phone", **CALM, **SMALLEST)
    found(visitor, "auction-house", FOUR)
    robot = Robot(visitor, seed=3)
    while visitor.ask("() => wire.board.phase") != "kitty":
        assert robot.wait()
        robot.pick(robot.choose())
    visitor.page.reload()
    visitor.until("() => wire.last && lit().length > 0")
    expect(visitor.page.locator(".slip-note")).to_have_count(0)


def test_sound_that_was_set_in_the_preferences_is_not_offered(visit: Visit):
    visitor = visit(**CALM)
    visitor.go()
    visitor.push("Preferences")
    for _ in range(2):
        visitor.press(visitor.page.get_by_label("Sound", exact=True))
    visitor.page.keyboard.press("Escape")
    found(visitor, "auction-pitch", FOUR)
    expect(visitor.page.locator("[data-slip=goal]")).to_have_count(1)
    expect(visitor.page.locator("[data-slip=sound]")).to_have_count(0)


EXPLAINED = [
    ("auction-flop-poker", "prizes", "the second gets 30 %"),
    ("auction-flop-poker", "voice held", "After each flop it moves one seat to the left"),
    ("auction-house", "trumps", "A court card makes its suit trump"),
    ("auction-draw", "boneyard", "the last two stay out"),
    ("auction-pitch", "count", "ten 10, ace 4, king 3"),
    ("auction-pitch", "count pitcher", "The pitcher leads first, and the suit of that card is trump."),
    ("auction-pitch", "contract", "The pitcher has to make at least"),
    ("auction-pitch", "trump", "You may trump even when you could follow suit"),
    ("auction-house", "trump", "the ace the lowest"),
]
"""Game, name and a part of the text of an explanation."""


@pytest.mark.parametrize(("size", "explained"), covering_cases(SIZES, EXPLAINED))
def test_a_word_on_the_table_explains_itself(visit: Visit, size: str, explained: tuple[str, str, str]):
    game, term, text = explained
    options = {"auction-flop-poker": {"first_voice": "rotates"}, "auction-draw": {"last_two": "left"}}
    visitor = visit(size, **CALM)
    found(visitor, game, FOUR, options=options.get(game, {}))
    robot = Robot(visitor, seed=5)
    if game == "auction-pitch":
        while robot.wait() and visitor.ask("() => wire.board.phase !== 'play' || wire.board.auction.bid === null"):
            robot.pick(robot.choose())
    button = visitor.page.locator(f"[data-term='{term}']").first
    explanation = visitor.page.locator(":popover-open")
    visitor.press(button)
    expect(explanation).to_contain_text(text)
    expect(explanation).to_be_in_viewport(ratio=1)
    assert any(text in line for line in visitor.heard())
    look(visitor, term)
    if size == "phone":
        assert not small_targets(visitor)
    visitor.page.keyboard.press("Escape")
    expect(explanation).to_have_count(0)
    button.focus()
    visitor.page.keyboard.press("Enter")
    expect(explanation).to_contain_text(text)


def test_sound_is_not_offered_after_the_first_deal_at_any_table(visit: Visit):
    visitor = visit("desktop", **CALM)
    found(visitor, "auction-pitch", FOUR)
    offer = visitor.page.locator("[data-slip=sound]")
    expect(offer).to_have_count(1)
    end_of_deal(visitor, Robot(visitor, seed=1))
    expect(offer).to_have_count(0)
    found(visitor, "auction-hearts", FOUR)
    expect(visitor.page.locator("[data-slip=goal]")).to_have_count(1)
    expect(offer).to_have_count(0)


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 844), (844, 390), (1280, 800)])
def test_on_the_own_lead_the_request_says_that_the_ace_is_low(visit: Visit, size: tuple[int, int]):
    visitor = visit(**CALM, viewport={"width": size[0], "height": size[1]})
    found(visitor, "auction-house", FOUR)
    robot = Robot(visitor, seed=3)
    while robot.wait() and not visitor.ask(OWN_LEAD):
        robot.pick(robot.choose())
    request = visitor.page.locator("[data-request] .now")
    expect(request).to_contain_text("Lead any card.")
    meaning = request.get_by_text("are trump; the ace is low.")
    expect(meaning).to_be_in_viewport(ratio=1)
    assert visitor.ask(SHOWN_WIDTH, meaning.element_handle()) > 60


OWN_LEAD = "() => wire.board.plays !== null && !wire.board.trick.plays.length && !wire.board.decided"
SHOWN_WIDTH = "(element) => element.checkVisibility() ? element.getBoundingClientRect().width : 0"


MAY_ADD_A_TILE = """() => wire.calm && wire.board.line.length
  && wire.last.you.mine?.legal.some((action) => action.startsWith("play"))"""


def test_a_button_that_is_not_possible_says_why(visit: Visit):
    visitor = visit("phone", **CALM)
    found(visitor, "auction-draw", FOUR, options={"deals": 1})
    robot = Robot(visitor, seed=1)
    while not visitor.ask(MAY_ADD_A_TILE):
        robot.play(moves=1)
        assert robot.wait()
    for name, why in (("Pass", "a tile fits"), ("Buy a tile for 1 chip", re.compile("a tile fits|none for sale"))):
        button = visitor.page.get_by_role("button", name=re.compile(f"^{name}"))
        expect(button).to_contain_text(why)
        expect(button).to_be_disabled()
