"""Tests with several people at one table: friends, a spectator, a person who takes another's seat, a second device."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.audit import look, small_targets
from tests.browser.cases import sample_cases
from tests.browser.house import House
from tests.browser.opening import choose_short, found
from tests.browser.robot import Robot
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

WICKED = '<img src=x onerror="window.hacked=1"> & <b>bold</b>'


@pytest.fixture
def friends(visit: Visit, house: House) -> tuple[Visitor, Visitor, Visitor]:
    """Return Ann, who invites, Bob, who sat down with her link, and a spectator."""
    ann, bob, eve = visit(url=house.public), visit("phone", url=house.public), visit(url=house.public)
    ann.go("new/auction-pitch")
    choose_short(ann, "auction-pitch")
    ann.page.get_by_role("textbox", name="Your name at the table").fill("Ann")
    ann.push("Invite friends")
    ann.page.wait_for_url("**/table/*")
    ann.push("QR code")
    link = ann.page.get_by_label("Link to this table").input_value()
    assert link == ann.page.url and link.startswith(house.public)
    ann.page.keyboard.press("Escape")
    bob.go(link)
    expect(bob.page.get_by_role("textbox", name="A word for the shuffle")).to_have_count(0)
    expect(bob.page.get_by_text("Fingerprint of the cards:")).to_be_visible()
    bob.page.get_by_label("Your name", exact=True).fill("Bob <b>")
    bob.push("Sit here, on seat 2")
    for seat in (3, 4):
        ann.page.get_by_label(f"Who sits on seat {seat}").select_option("Bot: Rules of thumb")
    eve.go(link)
    expect(ann.page.get_by_role("list", name="Seats").get_by_text("Bob <b>", exact=True)).to_be_visible()
    ann.push("Start the match")
    for visitor in (ann, bob, eve):
        visitor.until("() => wire.board")
    return ann, bob, eve


def alternate(*robots: Robot, until: str = "false") -> None:
    """Let the robots play until the match is over or `until` holds on the first robot's page."""
    for _ in range(200):
        for robot in robots:
            if robot.over() or robots[0].visitor.ask(f"() => {until}"):
                return
            robot.visitor.page.wait_for_timeout(20)
            if robot.visitor.ask("() => wire.calm && lit().length > 0"):
                robot.check()
                robot.pick(robot.choose())
    raise AssertionError("no end")


def test_two_friends_and_a_spectator(friends: tuple[Visitor, Visitor, Visitor]):
    ann, bob, eve = friends
    expect(eve.page.get_by_text("You are watching. You see what all may see.")).to_be_visible()
    expect(ann.page.get_by_text("one watching").first).to_be_visible()
    bob.push("Chat")
    bob.page.get_by_label("Your line").fill(WICKED)
    bob.push("Say it")
    bob.page.keyboard.press("Escape")
    for visitor in (ann, eve):
        visitor.push("Chat, one new line")
        expect(visitor.page.get_by_role("complementary", name="Chat").get_by_text(WICKED)).to_be_visible()
        assert visitor.ask("() => window.hacked === undefined && !document.querySelector('main img, main b')")
        visitor.page.keyboard.press("Escape")
    players = Robot(ann, 1), Robot(bob, 2)
    alternate(*players)
    for visitor in (ann, bob, eve):
        visitor.until("() => wire.status === 'over'")
        expect(visitor.page.get_by_role("heading", name="win").first).to_be_visible()
    saw_no_hand(eve, ann, bob)
    rematch(ann, bob, eve)


def saw_no_hand(eve: Visitor, *players: Visitor) -> None:
    """Check that the spectator saw each card only after it had been played face up."""
    assert eve.ask("() => document.querySelectorAll('[data-hand]').length") == 0
    told = eve.ask("() => wire.heard")
    assert all(message["you"]["mine"] is None for message in told if "you" in message)
    hands = [
        set(player.ask("() => wire.heard.findLast((one) => one.you?.mine?.hand.length === 6).you.mine.hand"))
        for player in players
    ]
    played: set[str] = set()
    for message in told:
        if message["type"] == "update" and not message.get("sheet"):
            played |= {event.split()[2] for event in message["events"] if event.split()[1:2] in (["play"], ["pitch"])}
            known = cards_in(message)
            assert all(not (hand & known) - played for hand in hands), (message, played)


def cards_in(thing: Any) -> set[str]:
    """Return all cards that a message names."""
    words = json.dumps(thing).replace('"', " ").replace(",", " ").replace("]", " ").replace("[", " ").split()
    return {word for word in words if len(word) == 2 and word[0] in "23456789TJQKA" and word[1] in "CDHS"}


def rematch(ann: Visitor, bob: Visitor, eve: Visitor) -> None:
    """Check a rematch: its proposer is taken to the new table, the others get a link, and all keep their seats."""
    old = ann.table
    ann.push("Rematch")
    ann.page.wait_for_url(lambda url: "/table/" in url and old not in url)
    bob.push("To the rematch", "link")
    bob.page.wait_for_url(f"**/table/{ann.table}")
    for visitor, name in ((ann, "Ann"), (bob, "Bob <b>")):
        visitor.until("() => wire.last && wire.status !== 'over'")
        seat = visitor.ask("() => wire.last.you.seat")
        assert visitor.ask("() => wire.heard.findLast((one) => one.table).table.chairs")[seat]["name"] == name
    eve.push("To the rematch", "link")
    eve.until("() => wire.last && wire.status !== 'over' && wire.last.you.seat === null")


def test_taking_back_needs_everybody(friends: tuple[Visitor, Visitor, Visitor]):
    ann, bob, eve = friends
    players = Robot(ann, 3), Robot(bob, 4)
    alternate(
        *players, until="wire.board.phase === 'play' && wire.last.you.may_undo && wire.last.you.mine.hand.length < 6"
    )
    held = len(ann.ask("() => wire.last.you.mine.hand"))
    ann.push("Take back")
    asked = re.compile(r"^\s*Ann asks to take back their last move( and what followed it)?\.")
    expect(bob.page.get_by_text(asked).first).to_be_visible()
    expect(eve.page.get_by_role("button", name="Agree")).to_have_count(0)
    bob.push("Decline")
    expect(ann.page.get_by_role("button", name="Never mind")).to_have_count(0)
    expect(bob.page.get_by_role("button", name="Agree")).to_have_count(0)
    assert len(ann.ask("() => wire.last.you.mine.hand")) == held
    ann.push("Take back")
    bob.push("Agree")
    ann.until(f"() => wire.last.you.mine.hand.length === {held + 1}")
    expect(ann.page.get_by_text(re.compile("Ann takes back a move|You takes? back a move")).first).to_be_attached()
    alternate(*players, until="wire.last.you.mine.hand.length < 4")


def test_who_is_away_is_stood_in_for(friends: tuple[Visitor, Visitor, Visitor]):
    ann, bob, eve = friends
    table = bob.page.url
    bob.page.goto("about:blank")
    expect(eve.page.locator("[data-spot='seat-1'] .unseen").first).to_contain_text("away")
    alternate(Robot(ann, 5), until="wire.heard.some((one) => one.what?.by_house && one.what.seat === 1)")
    bob.go(table)
    bob.until("() => wire.last?.you.seat === 1")
    asked = "wire.heard.filter((one) => one.what?.by_house && one.what.seat === 1).length"
    before = bob.ask(f"() => {asked}")
    alternate(Robot(ann, 6), Robot(bob, 7))
    assert bob.ask(f"() => {asked}") == before, "the house continued to play for a present person"


def test_the_host_replaces_a_player(friends: tuple[Visitor, Visitor, Visitor]):
    ann, bob, _ = friends
    ann.page.keyboard.press("t")
    settings = ann.page.get_by_role("dialog", name="Table settings")
    settings.get_by_label("Who sits on seat 2").select_option("Bot: Rules of thumb")
    bob.until("() => wire.last.you.seat === null")
    expect(bob.page.get_by_text("You are watching.").first).to_be_visible()
    ann.page.keyboard.press("Escape")
    ann.push("Table menu")
    ann.push("Table settings")
    settings.get_by_label("Who sits on seat 2").select_option("Free the seat")
    expect(bob.page.get_by_text("You are watching. A seat is open:")).to_be_visible()
    bob.push("Sit here")
    bob.push("Sit here, on seat 2")
    bob.until("() => wire.last.you.seat === 1")
    ann.page.keyboard.press("Escape")
    alternate(Robot(ann, 8), Robot(bob, 9))


def test_a_second_device_takes_over(visit: Visit, house: House):
    desk, phone = visit(url=house.public), visit("phone", url=house.public)
    table = found(desk, "auction-pitch", ["me", "house", "house", "house"], options={"deals": 1})
    desk.page.keyboard.press("i")
    desk.push("Show a code")
    code = desk.page.get_by_text("Code: ").inner_text().removeprefix("Code: ")
    desk.page.keyboard.press("Escape")
    phone.go(f"table/{table}")
    phone.push("I have a code")
    phone.page.get_by_label("Code from the other device").fill(code)
    phone.push("Take over my seat")
    phone.until("() => wire.last?.you.seat === 0")
    alternate(Robot(desk, 1), Robot(phone, 2))
    assert desk.ask("() => wire.orders('act').length") and phone.ask("() => wire.orders('act').length")
    assert desk.ask("() => wire.refused") == phone.ask("() => wire.refused") == []


SLOW_GUESTS = """(() => {
  const real = window.fetch;
  window.fetch = async (path, ...more) => {
    const answer = await real(path, ...more);
    if (String(path).endsWith("api/guests")) await new Promise((done) => setTimeout(done, 3000));
    return answer;
  };
})()"""
PLAY = "Play Auction Hearts now against bots"


@pytest.mark.parametrize("secure", [True, False], ids=["https", "http"])
def test_a_new_person_who_plays_in_two_tabs_at_once_is_one_person(visit: Visit, house: House, secure: bool):
    visitor = visit(url=house.url if secure else house.public)
    visitor.context.add_init_script(SLOW_GUESTS)
    tabs = [visitor.page, visitor.context.new_page()]
    for tab in tabs:
        tab.goto("")
        expect(tab.get_by_role("button", name=PLAY)).to_be_visible()
        assert tab.evaluate("() => isSecureContext") is secure
    for tab in tabs:
        tab.get_by_role("button", name=PLAY).evaluate("(button) => button.click()")
    for tab in tabs:
        tab.wait_for_url("**/table/*")
        tab.wait_for_function("() => wire.last?.you.seat === 0")
    assert tabs[0].url != tabs[1].url
    tokens = [tab.evaluate("() => wire.sent.find(({ type }) => type === 'hello').token") for tab in tabs]
    assert tokens[0] == tokens[1]
    for tab in tabs:
        tab.reload()
        tab.wait_for_function("() => wire.last?.you.seat === 0")


def test_a_portrait_that_is_chosen_at_the_table_is_seen_by_the_others(
    friends: tuple[Visitor, Visitor, Visitor],
):
    ann, bob, _ = friends
    ann.push("Preferences")
    ann.push("Choose a portrait")
    ann.page.get_by_role("radio", name="Portrait 7: flat cap, grey beard").check(force=True)
    for visitor in (ann, bob):
        visitor.until("() => wire.heard.some(({ table }) => table?.chairs[0].picture === 'p07')")


@pytest.mark.parametrize("size", sample_cases([(1280, 800), (667, 375), (320, 568)], 2))
def test_an_evening_starts_with_open_chairs_and_goes_from_match_to_match(
    visit: Visit, house: House, size: tuple[int, int]
):
    kind = "desktop" if size[0] > 999 else "phone"
    more = {"viewport": {"width": size[0], "height": size[1]}, "reduced_motion": "reduce"}
    ann, bob = visit(url=house.public, **more), visit(kind, url=house.public, **more)
    table = found(ann, "auction-draw", ["me", "open", "open"], start=False, options={"deals": 1})
    ann.push("Start, bots take the open seats")
    ann.until("() => wire.board")
    bob.go(f"table/{table}")
    expect(bob.page.get_by_text("You can sit down in place of a bot:")).to_be_visible()
    bob.push("Sit here")
    bob.page.get_by_label("Your name", exact=True).fill("Bob")
    bob.check_width()
    bob.push(re.compile("Sit down in place of .*, on seat 2"))
    bob.until("() => wire.last.you.seat === 1")
    alternate(Robot(ann, 1), Robot(bob, 2))
    for visitor in (ann, bob):
        visitor.until("() => wire.status === 'over'")
        expect(visitor.page.get_by_role("button", name="Next: Auction Flop Poker")).to_be_visible()
        assert visitor.page.get_by_text("This evening").count() == 0
        visitor.check_width()
    follow(ann, bob, "Rematch, new seats")
    alternate(Robot(ann, 3), Robot(bob, 4))
    for visitor in (ann, bob):
        visitor.until("() => wire.status === 'over'")
        expect(visitor.page.get_by_role("heading", name="This evening: 2 matches")).to_be_visible()
        lines = visitor.page.locator("[data-evening]").all_inner_texts()
        assert len(lines) == 3 and sum("of 2" in line for line in lines) >= 2
        visitor.check_width()
        look(visitor, "the result with the score of the evening")
        if visitor.size == "phone":
            assert not small_targets(visitor)
    follow(ann, bob, "Next: Auction Flop Poker")
    assert bob.ask("() => wire.heard.findLast((one) => one.table).table.game") == "auction-flop-poker"


def follow(ann: Visitor, bob: Visitor, choice: str) -> None:
    """Check that the next match starts as soon as both have come: Ann by her choice, Bob by the link."""
    old = ann.table
    ann.push(choice)
    ann.page.wait_for_url(lambda url: "/table/" in url and old not in url)
    expect(ann.page.get_by_text("The match starts when all have come.")).to_be_visible()
    bob.push("To the rematch", "link")
    bob.page.wait_for_url(f"**/table/{ann.table}")
    for visitor in (ann, bob):
        visitor.until("() => wire.board && wire.status === 'playing'")


def test_strangers_are_seated_together(visit: Visit, house: House):
    ann, bob = visit(url=house.public), visit("phone", url=house.public)
    ann.go()
    ann.push(re.compile("Play with others: Auction Draw"))
    ann.page.wait_for_url("**/table/*")
    ann.until("() => wire.board")
    bob.go()
    tables = bob.page.get_by_role("region", name="Open tables")
    row = tables.get_by_role("link", name="Auction Draw")
    expect(row).to_contain_text("no clock · about")
    expect(row).to_contain_text("Join")
    expect(bob.page.get_by_role("button", name="Play Auction House")).to_be_in_viewport(ratio=1)
    bob.push(re.compile(r"^\d+ open tables?, \d+ (person|people)$"))
    expect(row).to_be_in_viewport(ratio=1)
    expect(tables.get_by_role("heading", name="Open tables")).to_be_focused()
    look(bob, "the lobby with an open table")
    assert not small_targets(bob)
    bob.push(re.compile("Play with others: Auction Draw"))
    bob.page.wait_for_url("**/table/*")
    assert bob.page.url.split("/")[-1] == ann.page.url.split("/")[-1]
    bob.until("() => wire.last?.you.seat > 0")
    ann.until("() => wire.heard.some(({ what }) => what?.kind === 'sit')")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_an_owner_finds_people_with_one_tap(visit: Visit, size: str):
    ann, ben = visit(size, reduced_motion="reduce"), visit(size, reduced_motion="reduce")
    at_table = found(ann, "auction-pitch", ["me", "open", "open", "open"], start=False)
    page = ann.go(f"table/{at_table}")
    expect(page.get_by_role("button", name="Find people", exact=True)).to_be_visible()
    look(ann, "a table that can be listed")
    ann.push("Find people")
    expect(page.get_by_role("button", name="Find people")).to_have_count(0)
    in_lobby = found(ann, "auction-draw", ["me", "open"], start=False)
    page = ann.go()
    expect(page.get_by_role("button", name=re.compile("Find people: .*Auction Draw"))).to_be_visible()
    look(ann, "an own table that can be listed")
    ann.check_width()
    if size == "phone":
        assert not small_targets(ann)
        for width in (320, 340, 360, 375, 390):
            page.set_viewport_size({"width": width, "height": 700})
            assert ann.ask("() => broken()") is None, width
    ann.push(re.compile("Find people: .*Auction Draw"))
    expect(page.get_by_text("The lobby shows your table of Auction Draw.")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Find people"))).to_have_count(0)
    guest = ben.go()
    for table in (at_table, in_lobby):
        expect(guest.locator(f'a[href$="table/{table}"]')).to_be_visible()
