"""Accessibility tests of every page and every state of the table, including the sizes of touch targets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.audit import look, small_targets
from tests.browser.cases import covering_cases
from tests.browser.opening import GAMES, found, title
from tests.browser.robot import Robot
from tests.browser.visitor import SIZES, Visit, Visitor

pytestmark = pytest.mark.integration

CALM = {"reduced_motion": "reduce", "color_scheme": "dark"}
PANELS = {
    "?": "Keys",
    "r": "Rules in force",
    "s": "Scores",
    "c": "Chat",
    "w": "What happened",
    "i": "Invite friends",
    "t": "Table settings",
}


def sizes_are_enough(visitor: Visitor, where: str) -> None:
    """Check that all touch targets are large enough."""
    small = small_targets(visitor)
    assert not small, f"{where}: " + "\n".join(small)


def both(visitor: Visitor, where: str) -> None:
    """Check accessibility, and on a phone also the sizes of touch targets."""
    look(visitor, where)
    if visitor.size == "phone":
        sizes_are_enough(visitor, where)


def test_pages_before_a_table(visit: Visit):
    visitor = visit("phone", **CALM)
    page = visitor.go()
    expect(page.get_by_role("heading", name="Auction Flop Poker")).to_be_visible()
    both(visitor, "lobby")
    visitor.push("Preferences")
    expect(page.get_by_role("dialog", name="Preferences")).to_be_visible()
    both(visitor, "preferences")
    for game in ("auction-draw", "auction-hearts"):
        visitor.go(f"new/{game}")
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        for summary in page.locator("summary").all():
            if not summary.evaluate("(one) => one.parentElement.open"):
                visitor.press(summary)
        both(visitor, f"new {game}")
    visitor.go("rules/auction-pitch")
    expect(page.get_by_role("article").get_by_role("heading").first).to_be_visible()
    both(visitor, "rules")
    visitor.press(page.get_by_role("link", name="bidding four"))
    expect(page.get_by_role("heading", name="2 The auction")).to_be_in_viewport()
    visitor.press(page.get_by_role("link", name="Score sheet to print"))
    expect(page.get_by_role("columnheader", name="Player 4")).to_be_visible()
    both(visitor, "score sheet")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("heading", name="Score sheet of Auction Pitch")).to_be_hidden()
    expect(page.get_by_role("columnheader", name="Player 4")).to_be_visible()
    page.emulate_media(media="screen")
    visitor.expects_no_way = True
    visitor.go("match/none-such")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    both(visitor, "no such match")
    visitor.go("table/none-such")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    both(visitor, "no such table")


PLAYS = "[aria-labelledby=games] .acts > :first-child"
"""Button of each game in the lobby that starts a match."""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_on_a_desktop_every_game_can_be_played_from_the_first_screen(visit: Visit, language: str):
    visitor = visit(locale=language, **CALM)
    page = visitor.go()
    plays = page.locator(PLAYS)
    expect(plays).to_have_count(len(GAMES))
    for play in plays.all():
        expect(play).to_be_in_viewport(ratio=1)
    for game in GAMES[:3]:
        found(visitor, game, ["me", "open", "open", "open"], start=False)
    visitor.go()
    expect(page.locator("a[href*='table/']")).to_have_count(3)  # the reader's own tables are above the games
    for play in plays.all():
        expect(play).to_be_in_viewport(ratio=1)


BANNER = """() => {
  const boxes = Array.from(document.querySelectorAll(".hero :is(h1, .welcome, .gist, label, input, .button)"))
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const box = (element.matches("input, .button") ? element : range).getBoundingClientRect();
      return { box, name: element.textContent || element.tagName };
    });
  return boxes.flatMap(({ box: a, name }, at) => boxes.slice(at + 1).filter(({ box: b }) =>
    Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top))
    .map((other) => `${name} covers ${other.name}`));
}"""
"""Script that returns which texts and controls of the lobby's banner cover each other."""
BANNER_SIZES = [(width, height) for width in (*range(320, 1600, 32), 1920, 2560) for height in (375, 800)]


@pytest.mark.parametrize(("language", "returns"), covering_cases(["en", "de", "fr"], [False, True]))
def test_nothing_in_the_banner_of_the_lobby_covers_a_text(visit: Visit, language: str, returns: bool):
    visitor = visit(locale=language, **CALM)
    if returns:
        found(visitor, GAMES[0], ["me", "open", "open", "open"], start=False)
    page = visitor.go()
    expect(page.locator(PLAYS)).to_have_count(len(GAMES))
    wrong = []
    for width, height in BANNER_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width} × {height}: {fault}" for fault in visitor.ask(BANNER)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_word_of_the_lobby_is_broken_in_a_low_window(visit: Visit, language: str):
    visitor = visit(locale=language, **CALM)
    page = visitor.go()
    expect(page.locator(PLAYS)).to_have_count(len(GAMES))
    for width in range(640, 1600, 64):
        page.set_viewport_size({"width": width, "height": 375})
        assert visitor.ask("() => broken()") is None, width


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_new_visitor_sees_at_once_what_the_site_is_and_which_game_to_try(visit: Visit, language: str):
    visitor = visit("phone", locale=language, **CALM)
    page = visitor.go()
    main = page.locator("main .button.brass")
    expect(page.locator(PLAYS)).to_have_count(len(GAMES))
    expect(main).to_have_count(1)  # the suggestion is the only main action
    expect(main).to_contain_text("Auction Pitch")
    for width, height in [(320, 568), (390, 844), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        for part in (page.locator(".welcome"), main, page.locator(".first a"), page.locator(".first p")):
            expect(part).to_be_in_viewport(ratio=1)
    found(visitor, GAMES[0], ["me", "open", "open", "open"], start=False)
    visitor.go()
    expect(main).to_have_count(len(GAMES))
    expect(page.locator(".first")).to_have_count(0)


FIRST_SCREENS = [(390, 844), (844, 390), (320, 640)]
"""Window sizes of phones on which a page's first button needs no scrolling."""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_on_a_phone_the_first_game_and_todays_deal_can_be_played_from_the_first_screen(visit: Visit, language: str):
    visitor = visit("phone", locale=language, **CALM)
    page = visitor.page
    for tables in range(2):
        for width, height in FIRST_SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            visitor.go()
            expect(page.locator("a[href*='table/']")).to_have_count(tables)  # the reader's own table is above the games
            expect(page.locator("main .button.brass").first).to_be_in_viewport(ratio=1)
        found(visitor, GAMES[0], ["me", "open", "open", "open"], start=False)
    visitor.go()
    page.locator("a[href*='daily/']").last.click()
    for width, height in FIRST_SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator("main .button.brass").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", SIZES)
def test_the_menu_of_a_table_leads_to_the_lobby(visit: Visit, size: str):
    visitor = visit(size, **CALM)
    found(visitor, "auction-draw", ["me", "house", "house"], options={"deals": 1})
    Robot(visitor, seed=1).wait()
    visitor.push("Table menu")
    visitor.push("To the lobby", "link")
    tables = visitor.page.get_by_role("region", name="Your tables")
    expect(tables.get_by_role("link", name="Auction Draw")).to_be_visible()


def test_the_page_that_is_not_there(visit: Visit):
    visitor = visit(**CALM)
    visitor.expects_no_way = True
    for address in ("no/such/page", "api/nothing", "api/tables/none/record", "table"):
        response = visitor.page.goto(address)
        assert response and response.status == 404
        expect(visitor.page.get_by_role("heading", name="There is no such page")).to_be_visible()
    both(visitor, "not found")
    visitor.push("To the lobby", "link")
    expect(visitor.page.get_by_role("heading", name="Saleroom")).to_be_visible()


@pytest.mark.parametrize(("locale", "title"), [("de", "Diese Seite gibt es nicht"), ("fr", "Cette page n’existe pas")])
def test_the_page_that_is_not_there_speaks_the_readers_language(visit: Visit, locale: str, title: str):
    visitor = visit(**CALM, locale=locale)
    visitor.expects_no_way = True
    visitor.go("no/such/page")
    expect(visitor.page.get_by_role("heading", name=title)).to_be_visible()


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.soak)])
def test_gathering(visit: Visit, size: str):
    ann, bob = visit(size, **CALM), visit(size, **CALM)
    table = found(ann, "auction-flop-poker", ["me", "open", "open"], start=False)
    expect(ann.page.get_by_role("heading", name="Ann’s table")).to_be_visible()
    both(ann, "gathering, the host")
    bob.go(f"table/{table}")
    expect(bob.page.get_by_role("button", name="Sit here, on seat 2")).to_be_visible()
    both(bob, "gathering, a friend")


PHASES: dict[str, tuple[str, ...]] = {
    "auction-house": ("bid", "lay", "kitty", "play"),
    "auction-hearts": ("bid", "name", "play"),
    "auction-pitch": ("bid", "pitch", "play"),
    "auction-draw": ("lead", "play", "bid"),
    "auction-flop-poker": ("discard", "bid", "take", "keep"),
}


@pytest.mark.parametrize("game", GAMES)
def test_tables_in_play(visit: Visit, game: str):
    visitor = visit("phone", **CALM)
    seen: set[str] = set()
    while len(seen & set(PHASES[game])) < 2:  # with some hands, a match reaches only one phase
        look_at_a_match(visitor, game, seen)


def look_at_a_match(visitor: Visitor, game: str, seen: set[str]) -> None:
    """Play until the match is over or every phase is in `seen`.

    Audit the table in each new phase, and add the phase to `seen`.
    """
    deals = {"rounds": 2} if game == "auction-house" else {"deals": 3}
    found(visitor, game, ["me", "house", "house", "house"], options=deals)
    robot = Robot(visitor, seed=11)
    while robot.wait() and not seen >= set(PHASES[game]):
        phase = visitor.ask("() => wire.board.phase")
        if phase not in seen:
            both(visitor, f"{title(game)}, {phase}")
            seen.add(phase)
        if visitor.ask("() => !!wire.board.last") and "settled" not in seen:
            both(visitor, f"{title(game)}, settled")
            seen.add("settled")
        robot.play(moves=1)


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.soak)])
def test_what_opens_at_a_table(visit: Visit, size: str):
    visitor = visit(size, **CALM)
    found(visitor, "auction-pitch", ["me", "house", "house", "house"], options={"deals": 1}, clock=30)
    robot = Robot(visitor, seed=5)
    robot.play(moves=2)
    robot.wait()
    page = visitor.page
    for key, name in PANELS.items():
        page.keyboard.press(key)
        opened = page.get_by_role("heading", name=name, exact=True)
        expect(opened).to_be_visible()
        both(visitor, name)
        expect(page.get_by_text(re.compile(r"\(.*ruling|The source is"))).to_have_count(0)
        page.keyboard.press("Escape")
        expect(opened).to_have_count(0)
    visitor.push("Table menu")
    both(visitor, "menu")
    visitor.push("Leave the table")
    both(visitor, "leaving")
    visitor.push("Stay")
    page.keyboard.press("h")
    expect(page.get_by_text("In your place: ").first).to_be_visible()
    page.keyboard.press("l")
    both(visitor, "hint and last trick")
    robot.play()
    expect(page.get_by_role("heading", name="win").first).to_be_visible()
    both(visitor, "the result")
    visitor.push("See the match", "link")
    expect(page.get_by_text("Every card came from the seed.")).to_be_visible()
    visitor.push("Next step")
    both(visitor, "match")


def test_match_page_of_chips(visit: Visit):
    visitor = visit("phone", **CALM)
    found(visitor, "auction-flop-poker", ["me", "house", "house"], options={"deals": 1})
    Robot(visitor, seed=6).play()
    visitor.push("See the match", "link")
    buy_in = visitor.page.get_by_label("Buy-in of each player")
    buy_in.fill("20")
    visitor.until(
        """() => {
          const rows = Array.from(document.querySelectorAll("[aria-label='Shares, scrolls sideways'] tbody tr"));
          const money = rows.reduce((sum, row) => sum + parseFloat(row.cells[3].innerText), 0);
          return Math.abs(money - 3 * 20) < 0.05;
        }"""
    )
    both(visitor, "match of chips")


@pytest.mark.parametrize("game", [*GAMES[:2], *(pytest.param(game, marks=pytest.mark.soak) for game in GAMES[2:])])
def test_lesson_from_start_to_end(visit: Visit, game: str):
    visitor = visit("phone" if GAMES.index(game) % 2 else "desktop", **CALM)
    page = visitor.go(f"learn/{game}")
    expect(page.get_by_role("heading", name="Step 1 of")).to_be_visible()
    steps = int(page.get_by_role("heading", name="Step 1 of").inner_text().split()[-1])
    assert steps > 6
    for step in range(1, steps + 1):
        expect(page.get_by_role("heading", name=f"Step {step} of {steps}")).to_be_visible()
        if step % 5 == 1:
            both(visitor, f"lesson of {title(game)}, step {step}")
        if step == steps:
            break
        follow(visitor)
    expect(page.get_by_text("That was your first deal.")).to_be_visible()
    visitor.push("Play now", "link")
    expect(page.get_by_role("heading", name=f"A table of {title(game)}")).to_be_focused()


def follow(visitor: Visitor) -> None:
    """Follow the lesson at the table: use the element that it points to or, if there is none, its button."""
    page = visitor.page
    if page.get_by_role("button", name="Next", exact=True).count():
        visitor.push("Next")
        return
    step = page.get_by_role("heading", name="Step ")
    before = step.inner_text()
    for _ in range(6):  # select cards before discarding them, and a tile before choosing its end
        pointed = "button.hinted:not([aria-pressed=true]):visible, .hinted:visible button"
        visitor.press(page.locator(pointed).first)
        if step.inner_text() != before:
            return
    raise AssertionError(f"{before}: what it points at does not lead on")


NOWHERE = ("event/zzzz", "series/zzzz", "class/zzzz", "match/zzzz", "challenge/zzzz", "new/whist", "learn/whist")


@pytest.mark.parametrize("size", SIZES)
def test_an_address_that_leads_to_nothing_shows_a_page_with_a_way_to_the_lobby(visit: Visit, size: str):
    visitor = visit(size, reduced_motion="reduce")
    visitor.expects_no_way = True  # the browser reports the status 404
    for address in NOWHERE:
        page = visitor.go(address)
        expect(page.get_by_role("heading", name="There is no such page", level=2)).to_be_visible()
        expect(page.locator("h1")).to_have_count(1)
        expect(page.locator("head title")).to_have_count(1)
        expect(page.get_by_role("button", name="Try again")).to_have_count(0)
        expect(page.get_by_role("main").get_by_role("link", name="To the lobby")).to_be_visible()
        visitor.check_width()
