"""One device that people pass round: between turns, no byte of the page depends on a hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import create_engine

from saleroom.games import load
from saleroom.server.core.apply import replay
from saleroom.server.core.project.projection import Projection
from saleroom.server.storage.table_transactions import load_table
from tests.browser.cases import sample_cases
from tests.browser.house import House
from tests.browser.opening import GAMES, choose_short
from tests.browser.robot import Robot
from tests.browser.visitor import Visit, Visitor
from tests.games import short

pytestmark = pytest.mark.integration

PEOPLE = ("Ines", "Jon", "Kim")
RANKS = {
    **dict(zip("AKQJT", ("ace", "king", "queen", "jack", "ten"), strict=True)),
    **dict(zip("98765432", ("nine", "eight", "seven", "six", "five", "four", "three", "two"), strict=True)),
}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
NUMBERS = ["blank", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

OPEN = """async ([asked, people]) => {
  const post = async (path, body, token) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const token = localStorage.getItem("saleroom.guest") ?? (await post("api/guests", {})).token;
  localStorage.setItem("saleroom.guest", token);
  const { id, tokens } = await post("api/hot-seats", asked, token);
  localStorage.setItem("saleroom.hotSeat", JSON.stringify([[id, tokens]]));
  return id;
}"""

EVERYTHING = """async () => {
  const stored = (storage) => Object.entries(storage).flat();
  const databases = await Promise.all((await indexedDB.databases()).map(({ name }) => new Promise((done, fail) => {
    const opening = indexedDB.open(name);
    opening.onerror = fail;
    opening.onsuccess = () => {
      const [database, found] = [opening.result, []];
      const names = [...database.objectStoreNames];
      const finish = () => (database.close(), done(found));
      if (!names.length) return finish();
      const reading = database.transaction(names);
      for (const name of names) {
        const all = reading.objectStore(name).getAll();
        all.onsuccess = () => found.push(JSON.stringify(all.result));
      }
      reading.oncomplete = finish;
    };
  })));
  return [
    document.documentElement.outerHTML,
    document.title,
    location.href,
    JSON.stringify(history.state),
    document.cookie,
    window.name,
    ...[...document.querySelectorAll("input, textarea, select")].map(({ value }) => value),
    ...stored(localStorage),
    ...stored(sessionStorage),
    ...databases.flat(),
  ];
}"""
"""All that a page shows, hides, or stores."""

SINCE = """() => {
  const start = wire.heard.findLastIndex(({ type }) => type === "snapshot");
  return wire.heard.slice(start);
}"""
"""The messages of the current connection."""


def opened(visitor: Visitor, game: str, people: int = 2, **options: Any) -> str:
    """Create a table with people in the first seats and bots in the rest, and open its page."""
    seats = max(load(game).usual_seats, people)
    chairs: list[dict[str, str]] = [{"name": name} for name in PEOPLE[:people]]
    chairs += [{"player": "house"} for _ in range(seats - people)]
    asked = {"game": game, "name": "Ann", "chairs": chairs, "pace": "quick"}
    asked["options"] = {**short.options(game), **short.deals(game, 1), **options}
    visitor.go()
    table = visitor.ask(OPEN, [asked, list(PEOPLE)])
    visitor.go(f"table/{table}")
    curtain(visitor)
    return table


# What the page must not show


@cache
def naming(game: str) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return the pieces of a game by their names in the notation and in words, and a pattern that finds these names."""
    names = {name: piece for piece in load(game).pieces for name in (piece, name_of(piece))}
    notation, words = ("|".join(part) for part in (load(game).pieces, map(name_of, load(game).pieces)))
    return names, re.compile(rf"(?<![\w.-])(?:{notation}|(?i:{words}))(?![\w.-])")


def name_of(piece: str) -> str:
    """Return the name of a card or tile as the page writes it."""
    if piece[0].isdigit() and "-" in piece:
        high, low = (NUMBERS[int(number)] for number in piece.split("-"))
        return f"double {high}" if high == low else f"{high}-{low}"
    return f"{RANKS[piece[0]]} of {SUITS[piece[1]]}"


def pieces_in(text: str, game: str) -> set[str]:
    """Return all cards or tiles that a text names in the notation of the record, or in English words."""
    names, pattern = naming(game)
    return {names[name] if name in names else names[name.lower()] for name in pattern.findall(text)}


def private_pieces(house: House, table: str) -> dict[int, set[str]]:
    """Return for each seat the pieces that only its player knows; the stored events of the table determine them."""
    engine = create_engine(f"sqlite:///file:{house.folder / 'house.sqlite3'}?mode=ro&uri=true")
    with engine.connect() as connection:
        stored = load_table(connection, table)
    engine.dispose()
    assert stored is not None
    state = replay(*stored)
    shown = Projection(state)
    snapshot: Callable[[int | None], str] = lambda watcher: json.dumps(  # noqa: E731
        shown.snapshot(watcher, False, build="", present=[], spectators=0, now=0.0)
    )
    public = pieces_in(snapshot(None), state.header.game)
    return {seat: pieces_in(snapshot(seat), state.header.game) - public for seat in range(state.header.seats)}


def shown_pieces(page: Page, game: str) -> set[str]:
    """Return all pieces that the page shows, hides or stores."""
    everything = page.evaluate(EVERYTHING)
    texts = [re.sub(r'\sd="[^"]*"|\spoints="[^"]*"', "", text) for text in everything if text]
    return set().union(*(pieces_in(text, game) for text in texts))


def check_nothing_private(page: Page, house: House, game: str, table: str) -> int:
    """Check that the page names no piece that only one player knows. Return the number of such pieces."""
    heard = page.evaluate(SINCE)
    assert all(
        message["you"]["mine"] is None and message["you"]["seat"] is None for message in heard if "you" in message
    )
    assert page.evaluate("() => wire.sent.findLast(({ type }) => type === 'hello').token") == page.evaluate(
        "() => localStorage.getItem('saleroom.guest')"
    )
    private = private_pieces(house, table)
    shown = shown_pieces(page, game)  # before the messages: bots can play on, and what they play is public
    secret = set().union(*private.values()) - pieces_in(json.dumps(page.evaluate(SINCE)), game)
    leaked = shown & secret
    assert leaked == set(), f"{leaked} of {private}: {page.evaluate('() => document.body.innerText')}"
    return len(secret)


# The device


HIDDEN = "document.querySelector('[data-curtain]') && wire.last?.you.seat === null"


def curtain(visitor: Visitor | Page) -> None:
    """Wait until the page shows no hand and asks who holds the device."""
    page = visitor.page if isinstance(visitor, Visitor) else visitor
    page.wait_for_function(f"() => {HIDDEN}")


def take(visitor: Visitor, name: str) -> None:
    """Say who holds the device."""
    button = visitor.page.get_by_role("button", name=f"I am {name}")
    if not button.is_visible():
        visitor.press(visitor.page.get_by_text("Another person"))
    expect(button).to_have_attribute("aria-disabled", "false")
    visitor.press(button)
    visitor.until(f"() => wire.last.you.seat === {PEOPLE.index(name)}")


def hide(visitor: Visitor) -> None:
    """Withdraw the hand, unless the page has done so or the match is over."""
    if visitor.ask("() => wire.last.you.seat !== null && wire.status !== 'over'"):
        visitor.page.get_by_role("button", name="Hide my cards").evaluate_all("(all) => all[0]?.click()")
    visitor.until(f"() => wire.status === 'over' || ({HIDDEN})")


def next_person(visitor: Visitor) -> str | None:
    """Wait until the page asks for a person; return the name, or None if the match is over."""
    visitor.until(
        """() => {
          document.querySelector("[data-go-on]")?.click();
          return wire.status === "over" || document.querySelector("[data-curtain] .next");
        }"""
    )
    if visitor.ask("() => wire.status === 'over'"):
        return None
    words = visitor.page.locator("[data-curtain] .next").inner_text()
    return words.removeprefix("I am ").strip()


def play_turn(robot: Robot) -> None:
    """Play one move of the person who holds the device."""
    before = robot.moves()
    while robot.moves() == before and robot.wait():
        robot.pick(robot.choose())


@pytest.mark.parametrize("game", sample_cases(GAMES, 3))
def test_between_turns_no_byte_of_the_page_names_a_card_of_a_hand(visit: Visit, house: House, game: str):
    visitor = visit()
    table = opened(visitor, game)
    robot, turns, checked = Robot(visitor, 1), list[str](), 0
    while name := next_person(visitor):
        checked += check_nothing_private(visitor.page, house, game, table)
        public = pieces_in(json.dumps(visitor.ask(SINCE)), game)
        take(visitor, name)
        seat, hand = PEOPLE.index(name), set(visitor.ask("() => wire.last.you.mine.hand"))
        visitor.until("() => document.querySelector('[data-hand] [data-piece]')")
        assert hand <= shown_pieces(visitor.page, game), "the check finds cards that are shown"
        assert hand <= private_pieces(house, table)[seat] | public, "the hand is among the private pieces"
        play_turn(robot)
        turns.append(name)
        hide(visitor)
        if visitor.ask("() => wire.status === 'over'"):
            break
        checked += check_nothing_private(visitor.page, house, game, table)
    visitor.until("() => wire.status === 'over'")
    assert set(turns) == set(PEOPLE[:2]) and checked > 20
    assert visitor.ask("() => wire.refused") == []
    again(visitor, table)


def again(visitor: Visitor, table: str) -> None:
    """Check that the rematch keeps the people of the device."""
    visitor.push("Rematch")
    visitor.page.wait_for_url(lambda url: "/table/" in url and table not in url)
    curtain(visitor)
    name = next_person(visitor)
    assert name is not None
    take(visitor, name)


def test_no_way_back_to_a_hand(visit: Visit, house: House):
    game, visitor = "auction-pitch", visit()
    table = opened(visitor, game)
    page, address = visitor.page, visitor.page.url
    name = next_person(visitor)
    assert name is not None
    ways: dict[str, Callable[[], Any]] = {
        "reload": page.reload,
        "another page and back": lambda: (page.goto("about:blank"), page.go_back()),
        "the lobby and back": lambda: (
            page.get_by_role("link", name="Saleroom, to the lobby").click(),
            page.wait_for_url(house.url),
            page.go_back(),
        ),
        "back and forward": lambda: (page.go_back(), page.wait_for_timeout(300), page.go_forward()),
        "the address again": lambda: page.goto(address),
        "out of sight": lambda: page.evaluate(
            """() => {
              Object.defineProperty(document, "hidden", { value: true, configurable: true });
              document.dispatchEvent(new Event("visibilitychange"));
              delete document.hidden;
            }"""
        ),
        "page kept by the browser": lambda: page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))"),
    }
    for way, go in ways.items():
        take(visitor, name)
        page.get_by_role("button", name="Hint").click()
        visitor.until("() => wire.heard.some(({ type }) => type === 'hinted')")
        go()
        curtain(visitor)
        assert check_nothing_private(page, house, game, table) > 6, way
        visitor.page.wait_for_timeout(300)
        assert check_nothing_private(page, house, game, table) > 6, way
    assert "/table/" in page.url


def test_a_withdrawn_hand_is_gone_at_once(visit: Visit, house: House):
    game, visitor = "auction-pitch", visit()
    table = opened(visitor, game)
    name = next_person(visitor)
    assert name is not None
    for event in ("pagehide", "hide"):
        take(visitor, name)
        visitor.until("() => document.querySelector('[data-hand] [data-piece]')")
        hand = set(visitor.ask("() => wire.last.you.mine.hand"))
        html = visitor.ask(
            """async (event) => {
              if (event === "pagehide") dispatchEvent(new PageTransitionEvent("pagehide"));
              else document.querySelector("[data-hide] button").click();
              if (event === "hide") await Promise.resolve();
              return document.documentElement.outerHTML;
            }""",
            event,
        )
        assert not hand & pieces_in(html, game)
        curtain(visitor)
    assert check_nothing_private(visitor.page, house, game, table)


def test_a_key_or_tap_meant_for_a_card_shows_no_other_hand(visit: Visit, house: House):
    visitor = visit()
    opened(visitor, "auction-pitch")
    name = next_person(visitor)
    assert name is not None
    take(visitor, name)
    visitor.page.get_by_role("button", name="Hide my cards").click()
    visitor.page.wait_for_selector("[data-curtain] .next button[aria-disabled=true]")
    visitor.ask("() => document.querySelector('[data-curtain] .next button').click()")
    for _ in range(3):
        visitor.page.keyboard.press("Enter")
        visitor.page.keyboard.press(" ")
    curtain(visitor)
    expect(visitor.page.locator("[data-curtain] .next button")).to_have_attribute("aria-disabled", "false")
    visitor.page.keyboard.press("Enter")
    curtain(visitor)
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")
    visitor.until(f"() => wire.last.you.seat === {PEOPLE.index(name)}")


def test_two_tabs_never_show_two_hands(visit: Visit, house: House):
    game, visitor = "auction-pitch", visit()
    table = opened(visitor, game, 3)
    name = next_person(visitor)
    assert name is not None
    take(visitor, name)
    other = visitor.context.new_page()
    other.goto(visitor.page.url)
    curtain(other)
    check_nothing_private(other, house, game, table)
    friend = next(person for person in PEOPLE if person != name)
    other.get_by_text("Another person").click()
    button = other.get_by_role("button", name=f"I am {friend}")
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()
    other.wait_for_function(f"() => wire.last.you.seat === {PEOPLE.index(friend)}")
    curtain(visitor)
    check_nothing_private(visitor.page, house, game, table)


def test_the_device_goes_to_the_next_person_automatically(visit: Visit, house: House):
    visitor = visit()
    table = opened(visitor, "auction-house", 3)
    robot = Robot(visitor, 2)
    for _ in range(4):
        name = next_person(visitor)
        assert name is not None
        take(visitor, name)
        play_turn(robot)
        visitor.until(
            """() => {
              const { acting } = wire.board;
              const seat = wire.last.you.seat;
              return document.querySelector("[data-curtain]") || acting.length === 0 || acting.includes(seat);
            }"""
        )
        hide(visitor)
        check_nothing_private(visitor.page, house, "auction-house", table)


def test_taking_back_is_answered_by_those_whose_hands_were_shown(visit: Visit, house: House):
    visitor = visit()
    opened(visitor, "auction-pitch", 3)
    robot = Robot(visitor, 4)
    while True:
        name = next_person(visitor)
        assert name is not None
        take(visitor, name)
        play_turn(robot)
        visitor.until("() => wire.calm")
        if visitor.ask("() => wire.last.you.may_undo && wire.last.you.asked === null"):
            break
        hide(visitor)
    hide(visitor)
    shown = next_person(visitor)
    assert shown is not None and shown != name
    take(visitor, shown)
    hide(visitor)
    take(visitor, name)
    visitor.page.get_by_role("button", name="Take back").click()
    visitor.until("() => wire.heard.findLast(({ table }) => table)?.table.taking_back?.waits_for.length === 1")
    curtain(visitor)
    assert next_person(visitor) == shown
    take(visitor, shown)
    visitor.push("Agree")
    visitor.until("() => wire.heard.some(({ what }) => what?.kind === 'undo')")
    hide(visitor)
    assert next_person(visitor) == name


SMALL = [(320, 640), (390, 844), (667, 375), (1280, 800), (2560, 1440)]


def test_a_device_is_set_up_on_the_page_for_new_tables(visit: Visit, house: House):
    visitor = visit("phone")
    visitor.go("new/auction-pitch")
    choose_short(visitor, "auction-pitch")
    visitor.page.get_by_label("Your name at the table").fill("Ines")
    visitor.page.get_by_label("Seat 2", exact=True).select_option("A person at this device")
    visitor.page.get_by_label("Name on seat 2").fill("Jon")
    for gone in ("Invite friends", "Rated", "Show it in the lobby"):
        expect(visitor.page.get_by_text(gone, exact=True)).to_have_count(0)
    visitor.check_width()
    visitor.push("Start on this device")
    visitor.page.wait_for_url("**/table/*")
    curtain(visitor)
    assert next_person(visitor) in PEOPLE[:2]
    assert visitor.ask("() => wire.heard.find(({ table }) => table).table.chairs.map(({ kind }) => kind)") == [
        *["human"] * 2,
        *["bot"] * 2,
    ]
    visitor.go()
    expect(visitor.page.get_by_role("heading", name="Your tables")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_curtain_fits_every_screen(visit: Visit, house: House, language: str):
    visitor = visit(locale=language)
    opened(visitor, "auction-pitch", 3)
    next_person(visitor)
    for width, height in SMALL:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.ask(f"() => {{ window.pageWidth = {width}; return painted(); }}")
        visitor.check_width()
        button = visitor.page.locator("[data-curtain] .next button")
        box = button.bounding_box()
        assert box is not None and box["height"] >= 44 and box["y"] + box["height"] <= height, (width, height, box)
        assert visitor.ask("() => overfull()") == []
        summary = visitor.page.locator("[data-curtain] summary")
        summary.click()
        for each in visitor.page.locator("[data-curtain] .others button").all():
            each.scroll_into_view_if_needed()
            around = each.bounding_box()
            assert around is not None and around["height"] >= 44
        visitor.check_width()
        summary.click()
    visitor.page.locator("[data-curtain] .next button").click()
    visitor.until("() => wire.last.you.seat !== null")
    for width, height in SMALL:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.ask(f"() => {{ window.pageWidth = {width}; return painted(); }}")
        visitor.check_width()
        assert visitor.ask(
            """() => {
              const button = document.querySelector("[data-hide] button");
              const { x, y, width, height } = button.getBoundingClientRect();
              const top = document.elementFromPoint(x + width / 2, y + height / 2);
              return width >= 44 && height >= 44 && button.contains(top);
            }"""
        ), (width, height)
