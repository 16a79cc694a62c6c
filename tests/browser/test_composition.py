"""Tests of what is where on the felt: portraits, badges, pieces, bids and the medallion of trump."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.cases import covering_cases, sample_cases
from tests.browser.opening import found
from tests.browser.test_sizes import AT_REST, DECISION, FULLEST_PLATES, resize, sit_down
from tests.browser.test_sizes import SIZES as ALL_SIZES
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

SIZES = [(320, 568), (360, 740), (390, 844), (430, 932), (667, 375), (740, 360), (844, 390), (1280, 800)]
NAME = "Maximilian"
FACES = """() => Array.from(document.querySelectorAll("[data-spot^='seat-'] .portrait"), (face) => {
  const { left, top, width, height } = face.getBoundingClientRect();
  const centre = { left: left + width / 4, top: top + height / 4, right: left + width * 3 / 4,
    bottom: top + height * 3 / 4 };
  const plate = face.closest("[data-spot]");
  const marks = plate.querySelectorAll(".dealer, .held, .call, .note, .strip, .name, .score");
  const over = [...marks].filter(shown).filter((mark) => {
    const box = mark.getBoundingClientRect();
    return Math.min(box.right, centre.right) > Math.max(box.left, centre.left)
      && Math.min(box.bottom, centre.bottom) > Math.max(box.top, centre.top)
      && document.elementsFromPoint(left + width / 2, top + height / 2).indexOf(mark) >= 0;
  });
  const box = plate.getBoundingClientRect();
  return { width: Math.round(width), over: over.map((mark) => mark.className), centred: centre.top >= box.top };
})"""
"""Script that returns the width of each portrait and the elements that cover its central area."""


def least(size: tuple[int, int], seats: int) -> int:
    """Return the minimum width of a portrait in pixels."""
    if seats > 6:
        return 28
    return 44 if seats == 6 and size[1] < 600 and size[0] < size[1] else 56


def at_full_table(visit: Visit, seats: int, language: str = "en") -> Visitor:
    """Return a visitor who sees as much text as possible on every plate."""
    visitor = visit(reduced_motion="reduce", locale=language)
    found(visitor, "auction-flop-poker", ["me", *["house"] * (seats - 1)], options={"deals": 1, "chips": 40})
    visitor.until(DECISION)
    visitor.ask(FULLEST_PLATES, [seats - 1, seats, NAME])
    visitor.until("() => document.querySelectorAll('[data-acts] [data-legal]').length === 2")
    return visitor


@pytest.mark.parametrize("seats", sample_cases([2, 3, 4, 5, 6, 7, 8], 3))
def test_portraits_are_large_and_no_badge_covers_a_face(visit: Visit, seats: int):
    visitor = at_full_table(visit, seats)
    wrong = []
    for size in SIZES:
        resize(visitor, size)
        visitor.ask(AT_REST)
        faces = visitor.ask(FACES)
        assert len(faces) == seats
        wrong += [f"{size}: {face}" for face in faces if face["over"] or face["width"] < least(size, seats)]
    assert not wrong, "\n".join(wrong)


CUT = """() => Array.from(document.querySelectorAll(
    "[data-spot^='seat-'] :is(.score, .call, .held > span, .facts > span)"))
  .filter((text) => shown(text) && text.clientWidth > 0 && text.scrollWidth > text.clientWidth + 1)
  .filter((text) => text.getBoundingClientRect().top < text.parentElement.getBoundingClientRect().bottom - 4)
  .map((text) => `${text.textContent} has ${text.clientWidth} of ${text.scrollWidth} px`)"""
"""Script that returns the numbers and calls of plates that are cut off."""
DISCARDED = """(count) => {
  const snapshot = structuredClone(wire.heard.find(({ type }) => type === "snapshot"));
  const seats = snapshot.board.scores.length;
  snapshot.version = wire.last.version;
  Object.assign(snapshot.board, { phase: "discard", acting: [0], discarded: Array(seats).fill(count) });
  wire.pretend(snapshot);
}"""


@pytest.mark.parametrize(("seats", "language"), covering_cases([4, 8], ["en", "de", "fr"]))
def test_no_number_on_a_plate_is_cut_off(visit: Visit, seats: int, language: str):
    visitor = at_full_table(visit, seats, language)
    wrong = []
    for size in SIZES:
        resize(visitor, size)
        visitor.ask(AT_REST)
        wrong += [f"{size}: {text}" for text in visitor.ask(CUT)]
    for count in (0, 2):
        visitor.ask(DISCARDED, count)
        visitor.until("() => document.querySelectorAll('.call').length > 0")
        for size in SIZES:
            resize(visitor, size)
            visitor.ask(AT_REST)
            wrong += [f"{size}, discarded {count}: {text}" for text in visitor.ask(CUT)]
    assert not wrong, "\n".join(wrong)


LEGIBLE = """() => Array.from(document.querySelectorAll(".facts :is(.full, .brief)"))
  .filter((text) => text.clientWidth > 4).length"""
COUNTS = """(count) => {
  const snapshot = structuredClone(wire.heard.find(({ type }) => type === "snapshot"));
  snapshot.version = wire.last.version;
  const { board } = snapshot;
  Object.assign(board, { phase: "play", pitcher: 0, counts: board.scores.map(() => count) });
  Object.assign(board.auction, { open: false, bid: 2, bidder: 0 });
  wire.pretend(snapshot);
}"""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_winnings_are_words_that_fit_or_a_picture_with_the_number(visit: Visit, language: str):
    visitor = visit(reduced_motion="reduce", locale=language)
    found(visitor, "auction-pitch", ["me", "house", "house", "house"], options={"deals": 1})
    visitor.until(DECISION)
    visitor.ask(COUNTS, 23)
    visitor.until("() => document.querySelectorAll('.facts .full').length === 4")
    for size in SIZES:
        resize(visitor, size)
        visitor.ask(AT_REST)
        assert visitor.ask(CUT) == [], size
        assert visitor.ask(LEGIBLE) == 4, size


FELT = """() => {
  const widths = (selector) => Array.from(document.querySelectorAll(selector), (piece) => piece.clientWidth);
  const [felt, hand] = [widths(":is(.head, .keep) li svg"), widths(".dock [data-hand] li svg")];
  return { felt: Math.min(...felt), hand: Math.max(...hand) };
}"""


def test_cards_for_sale_are_as_large_as_those_of_the_hand(visit: Visit):
    visitor = sit_down(visit, "auction-flop-poker", 4)
    visitor.ask(FULLEST_PLATES, [1, 4, NAME])
    visitor.until("() => document.querySelector('.head li svg')")
    wrong = []
    for size in SIZES:
        resize(visitor, size)
        widths = visitor.ask(FELT)
        if widths["felt"] < widths["hand"]:
            wrong.append(f"{size}: {widths}")
    assert not wrong, "\n".join(wrong)


LINE = """([line, newest, phase]) => {
  const snapshot = structuredClone(wire.heard.find(({ type }) => type === "snapshot"));
  snapshot.version = wire.last.version;
  Object.assign(snapshot.board, { phase, line, ends: { left: 6, right: 1 }, newest });
  wire.pretend(snapshot);
}"""
"""Script that shows a line of tiles with its newest end, in a phase."""
TILES = """() => {
  const width = (selector) => Math.min(...Array.from(document.querySelectorAll(selector), (piece) =>
    Math.min(piece.getBoundingClientRect().width, piece.getBoundingClientRect().height)));
  return { felt: width(".line li svg"), hand: width(".dock [data-hand] li svg") };
}"""


def test_tiles_of_a_short_line_are_as_large_as_those_of_the_hand(visit: Visit):
    visitor = sit_down(visit, "auction-draw", 4)
    visitor.until(DECISION)
    visitor.ask(LINE, [["6-4", "4-1"], "right", "play"])
    visitor.until("() => document.querySelectorAll('.line li').length === 2")
    wrong = []
    for size in SIZES:
        resize(visitor, size)
        visitor.ask(AT_REST)
        widths = visitor.ask(TILES)
        if widths["felt"] < widths["hand"] - 1:
            wrong.append(f"{size}: {widths}")
    assert not wrong, "\n".join(wrong)


HALVES = [
    *(number for number in range(13) for _ in range(2)),
    0,
    *(step * turn % 13 for step in range(2, 7) for turn in range(1, 14)),
]
LONGEST_LINE = [f"{before}-{after}" for before, after in pairwise(HALVES)]
"""All 91 tiles of a double-twelve set, in a line."""
ENDS_IN_SIGHT = """() => {
  const box = (place) => document.querySelector(place).getBoundingClientRect();
  const [edges, view, tile] = ["section.line", ".line .viewport", ".line .newest"].map(box);
  const badges = Array.from(document.querySelectorAll(".line [data-drop]:not(li)")).filter((badge) => {
    const { left, right, top, bottom } = badge.getBoundingClientRect();
    const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return on === badge && left >= edges.left - 1 && right <= edges.right + 1;
  }).map((badge) => badge.dataset.drop + badge.textContent.match(/[0-9]+/)[0]);
  return badges.sort().join() === "L6,R1" && tile.top >= view.top - 1 && tile.bottom <= view.bottom + 1;
}"""
"""Script that returns whether the numbers of both ends are visible, and the newest tile is in sight."""


@pytest.mark.parametrize("newest", ["left", "right"])
def test_both_ends_of_the_longest_line_can_be_read_and_the_newest_tile_is_in_sight(visit: Visit, newest: str):
    visitor = sit_down(visit, "auction-draw", 8)
    visitor.until(DECISION)
    visitor.ask(LINE, [["6-4"], newest, "play"])
    visitor.until("() => document.querySelectorAll('.line li').length === 1")
    for size in ALL_SIZES:
        resize(visitor, size)
        for line in (LONGEST_LINE[:-1], LONGEST_LINE):
            visitor.ask(LINE, [line, newest, "play"])
        visitor.until("() => document.querySelectorAll('.line li').length === 91")
        visitor.until(ENDS_IN_SIGHT)


def test_the_middle_of_a_line_is_between_its_ends_in_the_document(visit: Visit):
    visitor = sit_down(visit, "auction-draw", 4)
    visitor.until(DECISION)
    resize(visitor, (320, 568))
    visitor.ask(LINE, [LONGEST_LINE, "right", "bid"])
    visitor.until("() => document.querySelector('.line .between')")
    assert visitor.page.locator(".line li").nth(1).get_attribute("class").startswith("between")


CALLS = ["1 bid 1", "2 pass", "3 bid 2", "0 bid 3", "1 bid 4", "3 pass"]
AUCTION = """(calls) => {
  const snapshot = structuredClone(wire.heard.find(({ type }) => type === "snapshot"));
  snapshot.version = wire.last.version;
  snapshot.events = [...snapshot.events.filter((event) => event.startsWith("table")), ...calls];
  const said = [null, null, null, null];
  for (const call of calls) said[Number(call[0])] = call.slice(2);
  const { board, you } = snapshot;
  const flop = ["8C", "JD", "6H"];
  const flops = [{ cards: ["2C", "3C", "4C"], taker: 2, kept: 1, paid: 5 }];
  Object.assign(board, { phase: "bid", dealer: 0, acting: [0], ...("flops" in board && { flop, flops }) });
  Object.assign(you, { asked: 9, mine: { ...you.mine, legal: ["pass"], bids: { low: 5, high: 20 } } });
  Object.assign(board.auction, { open: true, bid: 4, bidder: 1, said, calls: calls.length, to_speak: [0] });
  wire.pretend(snapshot);
}"""
"""Script that shows an auction with the given calls of four seats, after one flop was taken."""
ROWS = """(table) => Array.from(document.querySelectorAll(`${table} tbody tr`), (row) =>
  Array.from(row.cells, (cell) => cell.textContent))"""
ROUNDS = [["1", "pass", "2", "3"], ["4", "", "pass", ""]]
WIDE = (1280, 800)
"""Window size at which the ticket has room for the calls."""


@pytest.mark.parametrize("size", sample_cases([size for size in SIZES if size != WIDE], 4))
def test_one_tap_shows_every_call_of_the_auction(visit: Visit, size: tuple[int, int]):
    visitor = sit_down(visit, "auction-hearts", 4)
    resize(visitor, size)
    visitor.ask(AUCTION, CALLS)
    visitor.press(visitor.page.locator("[data-bid-history]"))
    visitor.page.locator(".calls table").wait_for()
    assert visitor.ask(ROWS, ".calls") == ROUNDS
    visitor.check_width()
    visitor.page.keyboard.press("Escape")
    visitor.until("() => !document.querySelector('.calls')")
    assert visitor.ask("() => unreachable()") == []


def test_while_the_ticket_shows_the_calls_their_button_is_for_keyboards_and_screen_readers(visit: Visit):
    visitor = sit_down(visit, "auction-hearts", 4)
    resize(visitor, WIDE)
    visitor.ask(AUCTION, CALLS)
    button = visitor.page.get_by_role("button", name="Bids", exact=True)
    visitor.until("() => document.querySelector('[data-bid-history]').parentElement.parentElement.offsetWidth === 1")
    assert visitor.ask(ROWS, ".history") == ROUNDS
    button.focus()
    visitor.until("() => document.querySelector('[data-bid-history]').parentElement.parentElement.offsetWidth > 1")
    visitor.page.keyboard.press("Enter")
    assert visitor.ask(ROWS, ".calls") == ROUNDS


@pytest.mark.parametrize("size", sample_cases(SIZES, 4))
def test_the_taken_flops_can_be_opened_during_an_auction(visit: Visit, size: tuple[int, int]):
    visitor = sit_down(visit, "auction-flop-poker", 4)
    resize(visitor, size)
    visitor.ask(AUCTION, CALLS)
    page = visitor.page
    taken = page.get_by_role("button", name="Flops taken: 1")
    page.locator("[data-bid-history]").wait_for()
    visitor.press(taken if taken.is_visible() else page.locator("[data-bid-history]"))
    expect(page.get_by_text("paid 5, kept 1")).to_be_visible()
    expect(page.locator(".shown")).to_be_in_viewport(ratio=1)
    visitor.check_width()


LED = """(named) => {
  const snapshot = structuredClone(wire.heard.find(({ type }) => type === "snapshot"));
  const { you, board } = snapshot;
  const plays = named ? [{ seat: 2, card: "KS" }] : [];
  const [phase, next, trump] = named ? ["play", 3, "S"] : ["pitch", 2, null];
  Object.assign(board, { phase, pitcher: 2, acting: [next], trump });
  Object.assign(board.auction, { open: false, bid: 2, bidder: 2 });
  Object.assign(board.trick, { plays, winner: named ? 2 : null });
  if (!named) return wire.pretend({ ...snapshot, version: wire.last.version });
  const what = { kind: "move", seat: 2, name: "Cleo", text: "", by_house: false, moves: 0 };
  const nothing = { table: null, board: null, events: [], anew: false, sheet: [], settled: null, ticking: [] };
  const update = { ...nothing, type: "update", version: wire.last.version + 1, what, you };
  wire.pretend({ ...update, board, events: ["2 play KS"] });
}"""
"""Script in which seat 2 leads the first card; it names the trump."""
HIDDEN = """async () => {
  const find = (selector) => document.querySelector(selector);
  while (!find("[data-moment] .seal") || !find(".stage.small")) await painted();
  const ends = (moving) => isFinite(moving.effect.getComputedTiming().endTime);
  for (const moving of document.getAnimations().filter(ends)) moving.finish();
  const [seal, card] = ["[data-moment] .seal", ".spread .piece"].map((place) => find(place).getBoundingClientRect());
  return Math.min(seal.right, card.right) > Math.max(seal.left, card.left)
    && Math.min(seal.bottom, card.bottom) > Math.max(seal.top, card.top);
}"""
"""Script that waits for the medallion, and returns whether it covers a part of the card."""


@pytest.mark.parametrize("size", sample_cases(SIZES, 4))
def test_the_medallion_of_trump_does_not_cover_the_led_card(visit: Visit, size: tuple[int, int]):
    visitor = visit(reduced_motion="no-preference")
    found(visitor, "auction-pitch", ["me", "house", "house", "house"], options={"deals": 1}, pace="slow")
    visitor.until(DECISION)
    resize(visitor, size)
    visitor.ask(LED, False)
    visitor.until("() => !document.querySelector('.spread .piece') && !document.querySelector('[data-moment]')")
    visitor.ask(LED, True)
    assert not visitor.ask(HIDDEN)


TRICK = """([cards, winner]) => {
  const snapshot = structuredClone(wire.heard.find(({ type }) => type === "snapshot"));
  snapshot.version = wire.last.version;
  const { board, you } = snapshot;
  const plays = cards.map((card, seat) => ({ seat, card }));
  Object.assign(board, { phase: "play", acting: [0], ...("pitcher" in board && { pitcher: 0 }) });
  Object.assign(board, { ...("trump" in board && { trump: "S" }), ...("pain" in board && { pain: "S" }) });
  Object.assign(board.auction, { open: false });
  Object.assign(board.trick, { plays, winner });
  Object.assign(you, { mine: { ...you.mine, legal: plays.length ? [] : [`play ${you.mine.hand[0]}`], bids: null } });
  wire.pretend(snapshot);
}"""
"""Script that shows a trick with these cards of the seats, from the reader's on, and its winner; without cards, the
reader leads.
"""
HIDDEN_INDICES = """() => Array.from(document.querySelectorAll(".spread .piece"), (piece) => {
  const { left, top, width, height } = piece.getBoundingClientRect();
  const steps = [0.07, 0.17, 0.27];
  const points = steps.flatMap((x) => [0.07, 0.2, 0.33, 0.42].map((y) => [left + x * width, top + y * height]));
  return points.every(([x, y]) => piece.contains(document.elementFromPoint(x, y))) ? null : piece.dataset.piece;
}).filter(Boolean)"""
"""Script that returns the cards of which something covers a part of the rank or suit in the corner."""
LAID = ["TH", "9S", "8D", "7C", "6H", "5S", "4D"]
TRICKS = [
    ("auction-hearts", 4),
    ("auction-pitch", 4),
    ("auction-house", 4),
    *(("auction-pitch", seats) for seats in (5, 6, 7)),
]


@pytest.mark.parametrize("trick", sample_cases(TRICKS, 3))
def test_no_index_of_a_card_in_a_trick_is_covered(visit: Visit, trick: tuple[str, int]):
    game, seats = trick
    visitor = sit_down(visit, game, seats)
    visitor.until(DECISION)
    visitor.ask(TRICK, [LAID[:seats], 1])
    visitor.until(f"() => document.querySelectorAll('.spread .piece').length === {seats}")
    wrong = []
    for size in ALL_SIZES:
        resize(visitor, size)
        visitor.ask(AT_REST)
        wrong += [f"{size}: {card}" for card in visitor.ask(HIDDEN_INDICES)]
        wrong += [f"{size}: {fault}" for fault in visitor.ask("() => covering()")]
    assert not wrong, "\n".join(wrong)


CROWNED_CAPTIONS = """() => {
  const piece = document.querySelector(".spread .best .piece");
  const { left, top } = piece.getBoundingClientRect();
  const crown = getComputedStyle(piece, "::before");
  const [x, y, size] = [crown.left, crown.top, crown.width].map(parseFloat);
  return Array.from(document.querySelectorAll(".spread .caption > *")).filter((text) => {
    const box = text.getBoundingClientRect();
    return Math.min(box.right, left + x + size) > Math.max(box.left, left + x)
      && Math.min(box.bottom, top + y + size) > Math.max(box.top, top + y);
  }).map((text) => text.textContent);
}"""
"""Script that returns the texts next to the cards of a trick that the crown of the winning card covers."""


@pytest.mark.parametrize("trick", sample_cases(TRICKS, 3))
def test_the_crown_of_the_winning_card_covers_no_name(visit: Visit, trick: tuple[str, int]):
    game, seats = trick
    visitor = sit_down(visit, game, seats)
    visitor.until(DECISION)
    wrong = []
    for winner in range(seats):
        visitor.ask(TRICK, [LAID[:seats], winner])
        visitor.until(f"() => document.querySelector('.best .piece')?.dataset.piece === '{LAID[winner]}'")
        for size in ALL_SIZES[winner::seats]:  # other sizes for each winner
            resize(visitor, size)
            visitor.ask(AT_REST)
            wrong += [f"{size}: {text}" for text in visitor.ask(CROWNED_CAPTIONS)]
    assert not wrong, "\n".join(wrong)


LED_BY_READER = """() => {
  const sign = document.querySelector("[data-lead]");
  const [box, felt] = [sign, sign.closest(".felt")].map((element) => element.getBoundingClientRect());
  const sizes = (root, texts) => Array.from(root.querySelectorAll(texts))
    .filter((text) => text.checkVisibility() && text.getBoundingClientRect().width > 2)
    .map((text) => parseFloat(getComputedStyle(text).fontSize));
  const lines = Array.from(sign.querySelectorAll("b, span"), (line) => line.getBoundingClientRect());
  return {
    largest: Math.max(...sizes(sign, "b")) > Math.max(...sizes(document, ".plate .name, [data-facts] *, .now *")),
    inside: lines.every(({ top, bottom }) => top >= felt.top && bottom <= felt.bottom),
    suit: sign.querySelector(".seal").getBoundingClientRect().width >= 40,
  };
}"""
"""Script that returns whether the sign on the empty felt is the largest text, is whole, and shows the suit."""


@pytest.mark.parametrize("game", ["auction-hearts", "auction-house", "auction-pitch"])
def test_the_empty_felt_says_who_leads_and_what_the_deal_is_about(visit: Visit, game: str):
    visitor = sit_down(visit, game, 4)
    visitor.until(DECISION)
    visitor.ask(TRICK, [[], None])
    visitor.page.locator("[data-lead]").wait_for()
    wrong = []
    for size in ALL_SIZES:
        resize(visitor, size)
        visitor.ask(AT_REST)
        sign = visitor.ask(LED_BY_READER)
        if not all(sign.values()):
            wrong.append(f"{size}: {sign}")
        faces = [face["width"] for face in visitor.ask(FACES)]
        if min(faces) < (40 if game == "auction-hearts" and size == (320, 568) else 56):
            wrong.append(f"{size}: portraits of {faces}")
    assert not wrong, "\n".join(wrong)


REQUEST_GAPS = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [felt, request, dock] = [".felt", "[data-request] .status", ".dock"].map(box);
  return [request.top - felt.bottom, dock.top - request.bottom];
}"""


@pytest.mark.parametrize("game", ["auction-hearts", "auction-draw"])
def test_on_a_phone_in_landscape_the_request_is_between_the_felt_and_the_hand(visit: Visit, game: str):
    visitor = sit_down(visit, game, 4)
    visitor.until(DECISION)
    for size in [(667, 375), (740, 360), (844, 390), (932, 430)]:
        resize(visitor, size)
        visitor.ask(AT_REST)
        assert all(0 <= gap < 12 for gap in visitor.ask(REQUEST_GAPS)), (size, visitor.ask(REQUEST_GAPS))


TOUCHED_NAMES = """() => Array.from(document.querySelectorAll("[data-spot^='seat-']")).flatMap((plate) => {
  const [face, name] = [".portrait", ".name"].map((part) => plate.querySelector(part));
  const pen = document.createElement("canvas").getContext("2d");
  const { font, lineHeight } = getComputedStyle(name);
  pen.font = font;
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText("X");
  const box = name.getBoundingClientRect();
  const cap = pen.measureText(name.textContent).actualBoundingBoxAscent;
  const letters = box.top + (parseFloat(lineHeight) - up - down) / 2 + up - cap;
  const { right, bottom } = face.getBoundingClientRect();
  const ring = 3;
  return right <= box.left || bottom + ring <= letters ? [] : [`${name.textContent}: ${bottom + ring} of ${letters}`];
})"""
"""Script that returns the names whose letters the ring of the portrait touches."""


@pytest.mark.parametrize("seats", [4, 8])
def test_no_portrait_touches_the_letters_of_a_name(visit: Visit, seats: int):
    visitor = at_full_table(visit, seats)
    for size in SIZES:
        resize(visitor, size)
        visitor.ask(AT_REST)
        assert visitor.ask(TOUCHED_NAMES) == [], size


CALL_SIZES = """() => Array.from(document.querySelectorAll(".call"), (call) => [
  parseFloat(getComputedStyle(call).fontSize), call.closest("[data-spot]").querySelector(".name")])
  .map(([size, name]) => size / parseFloat(getComputedStyle(name).fontSize))"""


def test_a_call_is_written_larger_than_the_name(visit: Visit):
    visitor = sit_down(visit, "auction-hearts", 4)
    visitor.until(DECISION)
    visitor.ask(AUCTION, CALLS)
    visitor.until("() => document.querySelectorAll('.call').length === 3")
    for size in SIZES:
        resize(visitor, size)
        visitor.ask(AT_REST)
        assert all(ratio >= 1.1 for ratio in visitor.ask(CALL_SIZES)), (size, visitor.ask(CALL_SIZES))
        assert visitor.ask(CUT) == [], size
