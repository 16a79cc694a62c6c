"""Tests that every available action is visible, large enough and uncovered at every window size."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.cases import covering_cases
from tests.browser.opening import GAMES, found
from tests.browser.robot import Robot
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

AT_REST = """() => {
  const ends = (moving) => isFinite(moving.effect.getComputedTiming().endTime);
  for (const moving of document.getAnimations().filter(ends)) moving.finish();
}"""
"""Script that ends all animations, because a moving label can cover another element."""
REACH = Path(__file__).with_name("reach.js").read_text()
PHONES = [(320, 568), (360, 640), (360, 740), (375, 667), (390, 844), (412, 915)]
LANDSCAPE = [(667, 375), (740, 360), (844, 390), (915, 412), (932, 430)]
TABLETS = [(600, 960), (768, 1024), (820, 1180), (1024, 768)]
DESKTOPS = [(1024, 690), (1100, 640), (1180, 700), (1280, 580), (1280, 720), (1280, 800), (1366, 768), (1440, 900)]
LARGE = [(1920, 1080), (2560, 1080), (2560, 1440)]
SIZES = [*PHONES, *LANDSCAPE, *TABLETS, *DESKTOPS, *LARGE]
SAMPLE = [(320, 568), (667, 375), (1024, 690), (1280, 580)]
"""Smallest window size of each layout of the table."""

SEATS = {
    "auction-house": (4,),
    "auction-hearts": (4,),
    "auction-pitch": (4, 5, 6, 7),
    "auction-draw": (2, 3, 4, 5, 6, 7, 8),
    "auction-flop-poker": (2, 3, 4, 5, 6, 7, 8),
}
SHORT = {"auction-house": {"rounds": 2}, "auction-draw": {"deals": 2}, "auction-flop-poker": {"deals": 1, "chips": 40}}
"""Options that make a match short."""
SOAK = bool(os.environ.get("SALEROOM_SOAK"))
CASES = [(game, seats) for game in GAMES for seats in (SEATS[game] if SOAK else (4,))]


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_every_action_can_be_hit(visit: Visit, game: str, seats: int):
    visitor = sit_down(visit, game, seats)
    robot = Robot(visitor, seed=seats)
    looked: Counter[str] = Counter()
    wrong: list[str] = []
    while True:
        visitor.until(DECISION)
        kind = visitor.ask(KIND)
        wrong += look_at_sizes(visitor, kind, sizes_for(looked[kind], looked.total()))
        looked[kind] += 1
        if wrong or not robot.wait():
            break
        robot.pick(robot.choose())
    assert not wrong, f"{len(wrong)} faults:\n" + "\n".join(wrong[:60])


def sit_down(visit: Visit, game: str, seats: int) -> Visitor:
    """Start a short match against bots, without animations."""
    visitor = visit(reduced_motion="reduce")
    found(visitor, game, ["me", *["house"] * (seats - 1)], options=SHORT.get(game, {"deals": 1}))
    visitor.ask(REACH)
    return visitor


def sizes_for(before: int, decision: int) -> list[tuple[int, int]]:
    """Return the window sizes to test at a decision.

    The first decision of a kind gets all sizes. Each later decision gets a few sizes, which change from decision to
    decision.
    """
    sizes, every = (SIZES, 6) if SOAK else (SAMPLE, 4)
    return sizes if before == 0 else sizes[decision % every :: every]


DECISION = """() => wire.calm
  && (wire.status === "over" || lit().length > 0 || document.querySelector("[data-go-on]"))"""
KIND = """() => {
  const verbs = new Set((wire.last.you.mine?.legal ?? []).map((action) => action.split(" ")[0]));
  const lifted = document.querySelectorAll("[data-hand] [aria-pressed=true]").length > 0;
  const laid = document.querySelectorAll(".spread li").length > 1;
  return [wire.board.phase, ...verbs, lifted ? "lifted" : "", laid ? "laid" : ""].join(" ").trim();
}"""


def look_at_sizes(visitor: Visitor, kind: str, sizes: list[tuple[int, int]]) -> list[str]:
    """Return the faults at the given window sizes: actions that cannot be clicked, or elements that cover others."""
    wrong = []
    for size in sizes:
        resize(visitor, size)
        visitor.ask(AT_REST)
        found = visitor.ask("() => [...unreachable(), ...covering()]")
        wrong += [f"{size} {kind}: {fault}" for fault in found]
    return wrong


def resize(visitor: Visitor, size: tuple[int, int]) -> None:
    """Resize the window, and wait until the page has been laid out again."""
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.ask("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


CUT_ROWS = """() => Array.from(document.querySelectorAll("[data-finale] li .who > *")).filter((text) => {
  const [words, row] = [text, text.closest("li")].map((element) => element.getBoundingClientRect());
  return words.bottom > row.bottom + 1 || words.top < row.top - 1;
}).map((text) => text.textContent.trim())"""
"""Script that returns the lines about how a deal was decided that their row cuts off."""
NARROW = [(320, 568), (360, 640)]
"""Window sizes of the narrowest phones."""


@pytest.mark.parametrize(("game", "language"), covering_cases(GAMES, ["en", "de", "fr"]))
def test_no_button_or_label_is_cut_on_a_narrow_phone(visit: Visit, game: str, language: str):
    visitor = visit(reduced_motion="reduce", locale=language)
    found(visitor, game, ["me", *["house"] * 3], options=SHORT.get(game, {"deals": 1}))
    visitor.ask(REACH)
    robot = Robot(visitor, seed=4)
    seen: set[str] = set()
    wrong: set[str] = set()
    while True:
        visitor.until(DECISION)
        kind = visitor.ask(KIND)
        for size in (SIZES if SOAK else NARROW) if kind not in seen else []:
            resize(visitor, size)
            visitor.ask(AT_REST)
            wrong |= {f"{size}: {fault}" for fault in visitor.ask("() => [...cut(), ...covering()]")}
        seen.add(kind)
        if not robot.wait():
            break
        robot.pick(robot.choose())
    assert not wrong, "\n".join(sorted(wrong))
    visitor.until("() => document.querySelector('[data-finale]')")
    for size in NARROW:
        resize(visitor, size)
        visitor.ask(AT_REST)
        visitor.until("() => document.querySelector('dialog[open] .button')")
        assert visitor.ask("() => cut()") == [], size
        assert visitor.ask(CUT_ROWS) == [], size
        for button in visitor.page.locator("dialog[open] :is(button, .button)").all():
            expect(button).to_be_in_viewport(ratio=1)


LONG_NAME = "Maximilian von Hohenfels"
LONG_LINE = "I did not expect this card, and I am not sure what it means. " * 3
FULLEST_PLATES = """([first, seats, name]) => {
  const snapshot = structuredClone(wire.heard.find(({ type }) => type === "snapshot"));
  const { table, board, you } = snapshot;
  snapshot.version = wire.last.version;
  snapshot.present = snapshot.present.map(() => false);
  for (const chair of table.chairs) chair.name = name;
  const [legal, said] = [["take", "refuse"], Array(seats).fill(first === 1 ? "pass" : "take")];
  Object.assign(board, { phase: "take", acting: [], dealer: first, voice: first, flop: ["8C", "JD", "6H"], fee: 3 });
  Object.assign(board, { held: Array(seats).fill(5), scores: Array(seats).fill(138), winners: [] });
  Object.assign(board.auction, { open: true, bid: null, bidder: null, said, to_speak: [0] });
  Object.assign(you, { asked: 9, mine: { ...you.mine, legal, bids: null } });
  wire.pretend(snapshot);
}"""
"""Script that shows an auction in which every plate has as much text as possible.

The seat `first` has the marks of the dealer and of First Voice, the seat that speaks first.
"""
PLATES = """() => Array.from(document.querySelectorAll("[data-spot^='seat-']"), (plate) => {
  const { height } = plate.getBoundingClientRect();
  const { width } = plate.querySelector("[aria-hidden] > * > *").getBoundingClientRect();
  return [Math.round(height), width];
})"""
"""Script that returns the height of each plate and the width of its portrait."""


@pytest.mark.parametrize(("seats", "language"), covering_cases([4, 8], ["en", "de", "fr"]))
def test_no_text_makes_a_plate_higher(visit: Visit, seats: int, language: str):
    visitor = visit(reduced_motion="reduce", locale=language)
    found(visitor, "auction-flop-poker", ["me", *["house"] * (seats - 1)], options={"deals": 1, "chips": 40})
    visitor.ask(REACH)
    visitor.until(DECISION)
    wrong = []
    for size in ((320, 568), (667, 375)):
        resize(visitor, size)
        before = visitor.ask(PLATES)
        for first in range(seats):
            visitor.ask(FULLEST_PLATES, [first, seats, LONG_NAME])
            visitor.until("() => document.querySelectorAll('[data-acts] [data-legal]').length === 2")
            visitor.ask(AT_REST)
            wrong += [f"{size}: {fault}" for fault in visitor.ask("() => [...unreachable(), ...covering()]")]
            assert visitor.ask(PLATES) == before
        assert all(width >= (28 if seats == 8 else 56) for _, width in before), (size, before)
    assert not wrong, "\n".join(wrong)


SPEAK = """([seat, text]) => {
  const what = { kind: "say", seat, name: `Guest ${seat}`, text, by_house: false, moves: 0 };
  const nothing = { table: null, board: null, events: [], anew: false, sheet: [], settled: null, ticking: [] };
  const { you, version } = wire.last;
  wire.pretend({ type: "update", version: version + 1, what, you, ...nothing });
}"""
"""Script that shows a line of chat of a seat."""


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_a_balloon_covers_no_action_and_no_other_seat(visit: Visit, seats: int):
    visitor = visit(reduced_motion="reduce")
    found(visitor, "auction-flop-poker", ["me", *["house"] * (seats - 1)], options={"deals": 1, "chips": 40})
    visitor.ask(REACH)
    visitor.until(DECISION)
    wrong = []
    for size in SIZES if SOAK else [*SAMPLE, (1280, 800)]:
        resize(visitor, size)
        for decision in ("discard", "take"):
            if decision == "take":
                visitor.ask(FULLEST_PLATES, [1, seats, LONG_NAME])
            for seat in range(seats):
                visitor.ask(SPEAK, [seat, LONG_LINE])
            visitor.until(f"() => document.querySelectorAll('.speech').length === {seats}")
            visitor.ask(AT_REST)
            wrong += [
                f"{size} {decision}: {fault}" for fault in visitor.ask("() => [...unreachable(), ...intruding()]")
            ]
            visitor.ask("() => wire.pretend(wire.heard.find(({ type }) => type === 'snapshot'))")
            visitor.until("() => !document.querySelector('.speech')")
    assert not wrong, "\n".join(wrong[:40])


WIDTHS = """() => {
  const width = (selector) => Math.min(...Array.from(document.querySelectorAll(selector), (one) => one.clientWidth));
  const places = { hand: ".dock [data-hand]", line: ".line", lot: ":is(.head, .keep)", laid: ".spread" };
  return Object.fromEntries(Object.entries(places).map(([place, selector]) => [place, width(`${selector} li svg`)]));
}"""


def test_pieces_grow_with_the_window(visit: Visit):
    for game, moves, pieces in (("auction-hearts", 3, ("hand", "laid")), ("auction-draw", 2, ("hand", "line"))):
        visitor = sit_down(visit, game, 4)
        robot = Robot(visitor, seed=1)
        robot.play(moves=moves)
        while robot.wait() and visitor.ask("() => !document.querySelector('.line li, .spread li')"):
            robot.play(moves=1)
        widths = []
        for size in ((1280, 800), (1920, 1080), (2560, 1440)):
            resize(visitor, size)
            widths.append(visitor.ask(WIDTHS))
        for piece in pieces:
            small, large, largest = (each[piece] for each in widths)
            assert large > 1.2 * small and largest > 1.5 * small, f"{game}, {piece}: {small}, {large}, {largest}"


@pytest.mark.parametrize(("game", "seats"), [("auction-hearts", 4), ("auction-house", 4), ("auction-pitch", 7)])
def test_cards_of_a_trick_are_as_large_as_those_of_the_hand_and_cover_no_seat(visit: Visit, game: str, seats: int):
    visitor = sit_down(visit, game, seats)
    robot = Robot(visitor, seed=2)
    while visitor.ask("() => !(wire.board.phase === 'play' && wire.board.trick.plays.length > 1)"):
        robot.play(moves=1)
        assert robot.wait()
    for size in SIZES:
        resize(visitor, size)
        visitor.ask(AT_REST)
        widths = visitor.ask(WIDTHS)
        assert widths["laid"] >= widths["hand"], f"{size}: {widths}"
        assert visitor.ask("() => covering()") == [], size


TEXT_SIZES = """() => ["[data-facts]", "[data-feed] li", "[data-spot^='seat-']", ".status"].map(
  (selector) => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize))"""


def test_texts_of_the_table_grow_with_the_window(visit: Visit):
    visitor = sit_down(visit, "auction-pitch", 4)
    Robot(visitor).play(moves=1)
    visitor.until("() => wire.calm && document.querySelector('[data-feed] li')")
    sizes = []
    for size in ((1280, 800), (1920, 1080), (2560, 1440)):
        resize(visitor, size)
        sizes.append(visitor.ask(TEXT_SIZES))
    for small, large, largest in zip(*sizes, strict=True):
        assert large >= 1.2 * small and largest >= 1.25 * large


@pytest.mark.parametrize("game", ["auction-house", "auction-hearts", "auction-pitch", "auction-flop-poker"])
def test_the_hand_keeps_its_size_during_a_deal(visit: Visit, game: str):
    visitor = sit_down(visit, game, 4)
    resize(visitor, (360, 740))
    robot = Robot(visitor, seed=1)
    sizes = set()
    while robot.wait() and visitor.ask("() => wire.board.deal") == 1:
        if visitor.ask("() => document.querySelector('.dock [data-hand] li') !== null"):
            sizes.add(tuple(visitor.ask(HAND_SIZE)))
        robot.pick(robot.choose())
    assert len(sizes) == 1, sizes


HAND_SIZE = """() => {
  const hand = document.querySelector(".dock [data-hand]");
  return [hand.querySelector("li svg").clientWidth, hand.clientHeight];
}"""


def test_what_is_for_sale_is_the_largest_thing(visit: Visit):
    visitor = sit_down(visit, "auction-flop-poker", 2)
    assert Robot(visitor).wait()
    for action in ("[data-hand]", "[data-acts]"):  # this seat has discarded a card and needs a new one
        visitor.press(visitor.page.locator(f"{action} [data-legal]").first)
    visitor.until("() => wire.calm && lit().length > 0 && document.querySelector(':is(.head, .keep) li')")
    for size in SIZES:
        resize(visitor, size)
        widths = visitor.ask(WIDTHS)
        assert widths["lot"] > widths["hand"], f"{size}: {widths}"


STANDING_BID = """([bid, bidder, legal]) => {
  const snapshot = structuredClone(wire.heard.find(({ type }) => type === "snapshot"));
  const { board, you } = snapshot;
  snapshot.version = wire.last.version;
  const seats = board.scores.length;
  const said = Array.from({ length: seats }, (_, seat) => (seat === bidder ? `bid ${bid}` : null));
  Object.assign(board, { phase: "bid", acting: [0], ...("flop" in board && { flop: ["8C", "JD", "6H"] }) });
  Object.assign(board.auction, { open: true, bid, bidder, said, to_speak: [0, 1] });
  Object.assign(you, { asked: 9, mine: { ...you.mine, legal, bids: { low: bid + 1, high: 20 } } });
  wire.pretend(snapshot);
}"""
"""Script that shows an auction in which the seat `bidder` has bid, and the reader may bid one more."""
BID_IS_SEEN = """() => {
  const bid = document.querySelector("[data-standing]");
  const visible = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = (share) => document.elementFromPoint(left + width / 2, top + share * height);
    return [0.2, 0.5, 0.8].every((share) => bid.parentElement.contains(at(share)));
  };
  const bidder = bid.parentElement.querySelectorAll(".bidder, .portrait, svg"); // the picture alone where no name fits
  const cut = !visible(bid) || !Array.from(bidder).some(visible);
  const sizes = Array.from(document.querySelectorAll("[data-table] :is(h2, h3)"), (one) => one.checkVisibility()
    && one.getBoundingClientRect().width > 2 ? parseFloat(getComputedStyle(one).fontSize) : 0);
  const size = parseFloat(getComputedStyle(bid).fontSize);
  return cut ? "cut" : size > Math.max(...sizes) ? "seen" : `smaller than ${Math.max(...sizes)}`;
}"""


@pytest.mark.parametrize(
    ("game", "language"), covering_cases(["auction-hearts", "auction-pitch", "auction-flop-poker"], ["en", "de", "fr"])
)
def test_the_standing_bid_and_its_bidder_are_the_largest_text(visit: Visit, game: str, language: str):
    visitor = visit(reduced_motion="reduce", locale=language)
    found(visitor, game, ["me", *["house"] * 3], options=SHORT.get(game, {"deals": 1}))
    visitor.until(DECISION)
    visitor.ask(STANDING_BID, [2, 2, ["bid 3", "bid 4", "pass"]])
    visitor.until("() => document.querySelector('[data-standing]')")
    wrong = []
    for size in SIZES:
        resize(visitor, size)
        visitor.ask(AT_REST)
        seen = visitor.ask(BID_IS_SEEN)
        if seen != "seen":
            wrong.append(f"{size}: {seen}")
    assert not wrong, "\n".join(wrong)


NO_BID = """([dealer, legal]) => {
  const snapshot = structuredClone(wire.heard.find(({ type }) => type === "snapshot"));
  const { board, you } = snapshot;
  snapshot.version = wire.last.version;
  const phase = legal.includes("take") ? "take" : "bid";
  const [deal, scores] = [2, board.scores.map(() => 138)];
  const said = board.scores.map((_, seat) => (seat === 0 ? null : "pass"));
  Object.assign(board, { phase, deal, dealer, scores, acting: [0] });
  Object.assign(board, "flop" in board ? { flop: ["8C", "JD", "6H"], fee: 3 } : { starter: null, laid: [] });
  Object.assign(board.auction, { open: true, bid: null, bidder: null, said, to_speak: [0] });
  Object.assign(you, { asked: 9, mine: { ...you.mine, legal, bids: null } });
  wire.pretend(snapshot);
}"""
"""Script that shows the auction of a second deal in which all others have passed. The goal is no longer shown."""
CUT_LOT = """() => Array.from(document.querySelectorAll("[data-auction] [data-piece]")).filter((piece) => {
  const { left, width, top, bottom } = piece.getBoundingClientRect();
  return [top + 4, bottom - 4].some((y) => !piece.contains(document.elementFromPoint(left + width / 2, y)));
}).map((piece) => `${piece.dataset.piece} is cut`)"""
"""Script that returns the cards for sale that are not completely visible."""
BEYOND_PAPER = """() => {
  const paper = document.querySelector("[data-auction] .ticket").getBoundingClientRect();
  return Array.from(document.querySelectorAll("[data-auction] [data-acts] .button")).filter((button) => {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    return left < paper.left - 1 || top < paper.top - 1 || right > paper.right + 1 || bottom > paper.bottom + 1;
  }).map((button) => `${button.innerText} extends beyond the paper`);
}"""
"""Script that returns the buttons of an auction that are not completely on its paper."""
AUCTION_FAULTS = f"() => [...unreachable(), ...covering(), ...({CUT_LOT})(), ...({BEYOND_PAPER})()]"


@pytest.mark.parametrize(
    ("game", "seats", "legal"),
    [
        ("auction-house", 4, ["pass", "offer 2C D"]),
        ("auction-flop-poker", 4, ["bid 1", "pass"]),
        ("auction-flop-poker", 8, ["bid 1", "pass"]),
        ("auction-flop-poker", 6, ["take", "refuse"]),
        ("auction-flop-poker", 8, ["take", "refuse"]),
    ],
)
@pytest.mark.parametrize(("clock", "language"), covering_cases([None, 30], ["en", "de", "fr"]))
def test_an_auction_without_a_bid_has_room_on_a_narrow_phone(
    visit: Visit, game: str, seats: int, legal: list[str], clock: int | None, language: str
):
    visitor = visit(reduced_motion="reduce", locale=language)
    found(visitor, game, ["me", *["house"] * (seats - 1)], options=SHORT[game], clock=clock)
    visitor.ask(REACH)
    visitor.until(DECISION)
    for size in NARROW:
        resize(visitor, size)
        for dealer in (0, 3):
            visitor.ask(NO_BID, [dealer, legal])
            visitor.until("() => document.querySelector('[data-auction] [data-acts] [data-legal]')")
            visitor.ask(AT_REST)
            assert visitor.ask(AUCTION_FAULTS) == [], (size, dealer)


@pytest.mark.parametrize("seats", [6, 8])
@pytest.mark.parametrize(("clock", "language"), covering_cases([None, 30], ["en", "de", "fr"]))
def test_a_flop_with_a_bid_has_room_on_a_narrow_phone(visit: Visit, seats: int, clock: int | None, language: str):
    visitor = visit(reduced_motion="reduce", locale=language)
    found(visitor, "auction-flop-poker", ["me", *["house"] * (seats - 1)], options={"deals": 1}, clock=clock)
    visitor.ask(REACH)
    visitor.until(DECISION)
    for size in NARROW:
        resize(visitor, size)
        for bid in (2, 12):
            visitor.ask(STANDING_BID, [bid, 2, [f"bid {bid + 1}", "pass"]])
            visitor.until(f"() => document.querySelector('[data-standing]')?.innerText === '{bid}'")
            visitor.ask(AT_REST)
            assert visitor.ask(AUCTION_FAULTS) == [], (size, bid)
            assert visitor.ask(BID_IS_SEEN) == "seen", (size, bid)


FACE_DOWN = """() => Array.from(document.querySelectorAll(".spread .piece"))
  .filter((piece) => shown(piece) && piece.getBoundingClientRect().width >= 20).length"""


def test_sealed_cards_are_seen_on_the_felt_before_the_reader_chooses(visit: Visit):
    visitor = sit_down(visit, "auction-house", 4)
    robot = Robot(visitor, seed=3)
    while visitor.ask("() => wire.board.phase") != "kitty":
        assert robot.wait()
        robot.pick(robot.choose())
    assert robot.wait()
    visitor.until("() => wire.board.aside.length === 3")
    for size in SIZES:
        resize(visitor, size)
        visitor.ask(AT_REST)
        assert visitor.ask(FACE_DOWN) == 3, size
        assert visitor.ask("() => covering()") == [], size


CUT_NAMES = """() => Array.from(document.querySelectorAll(".spread .caption b"))
  .filter((name) => shown(name) && name.scrollWidth > name.clientWidth + 1)
  .map((name) => name.textContent)"""


def with_long_trick(visit: Visit) -> Visitor:
    """Return a reader at a table of seven who has to play to a trick with three cards or more."""
    while True:
        visitor = sit_down(visit, "auction-pitch", 7)
        robot = Robot(visitor, seed=5)
        while robot.wait():
            if visitor.ask("() => wire.board.phase === 'play' && wire.board.trick.plays.length > 2"):
                return visitor
            robot.pick(robot.choose())


def test_names_next_to_the_cards_of_seven_seats_are_whole_on_a_tablet(visit: Visit):
    visitor = with_long_trick(visit)
    for size in TABLETS[1:]:
        resize(visitor, size)
        visitor.ask(AT_REST)
        assert visitor.ask(CUT_NAMES) == [], size
        assert visitor.ask("() => covering()") == [], size
