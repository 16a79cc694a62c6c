"""Tests of interruptions between a page and its table: a reload, a lost connection, a server crash, a proxy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.opening import found, set_up
from tests.browser.proxy import Proxy, Silence
from tests.browser.robot import Robot
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

JOINED = "wire.heard.filter((message) => message.type === 'snapshot').length"
BETWEEN = "[1, 2].includes(wire.board.trick.plays.length)"
HAND = "() => Array.from(document.querySelectorAll('[data-hand] [data-piece]'), (one) => one.dataset.piece).sort()"


def in_mid_trick(visitor: Visitor, seed: int) -> Robot:
    """Play Hearts with a robot up to the visitor's turn in the middle of a trick, and return the robot.

    Some seats have played to the trick, and others have yet to play. The trick is not the last one.
    """
    found(visitor, "auction-hearts", ["me", "house", "house", "house"])
    robot = Robot(visitor, seed)
    while not visitor.ask(f"() => wire.board?.phase === 'play' && {BETWEEN} && wire.last.you.mine.hand.length > 1"):
        robot.play(moves=1)
        assert robot.wait()
    return robot


def same_board(visitor: Visitor, hand: list[str], trick: list[str]) -> None:
    """Check that the page shows the given hand and trick, and that the server has the same hand."""
    assert visitor.ask(HAND) == sorted(hand)
    assert visitor.ask(HAND) == sorted(visitor.ask("() => wire.last.you.mine.hand"))
    for card in trick:
        expect(visitor.page.locator(f"[data-table] [data-piece='{card}']:visible").first).to_be_visible()


def lie(visitor: Visitor) -> tuple[list[str], list[str]]:
    """Return the cards of the hand and of the trick that the page shows."""
    return visitor.ask(HAND), visitor.ask("() => wire.board.trick.plays.map((play) => play.card)")


def test_reload_in_mid_trick(visit: Visit):
    visitor = visit()
    robot = in_mid_trick(visitor, 1)
    hand, trick = lie(visitor)
    visitor.page.reload()
    robot.wait()
    same_board(visitor, hand, trick)
    assert visitor.ask(f"() => {JOINED}") == 1
    robot.play(moves=2)


def test_a_move_on_a_dead_line_is_made_once(visit: Visit):
    visitor = visit()
    robot = in_mid_trick(visitor, 2)
    hand, _ = lie(visitor)
    moves = robot.moves()
    visitor.expects_no_way = True
    visitor.context.set_offline(True)
    visitor.ask("() => wire.open.forEach((socket) => socket.close())")
    expect(visitor.page.get_by_text("The connection is lost. Trying again …").first).to_be_visible()
    choice = robot.choose()
    visitor.press(visitor.page.locator("[data-legal]:visible").nth(choice.at))
    assert visitor.ask(HAND) == hand, "a card has left the hand before the server confirmed it"
    assert robot.moves() == moves, "there is no connection that could have sent it"
    visitor.context.set_offline(False)
    visitor.until(f"() => {JOINED} > 1 && wire.orders('act').length > {moves}")
    robot.wait()
    made_once(visitor, hand)
    robot.play(moves=1)


def test_a_move_whose_answer_was_lost_is_made_once(visit: Visit):
    visitor = visit()
    robot = in_mid_trick(visitor, 3)
    hand, _ = lie(visitor)
    visitor.expects_no_way = True
    # Close the connection after an `act` command is sent and before its answer is read.
    visitor.ask(
        """() => {
          const [socket] = wire.open;
          const send = socket.send.bind(socket);
          socket.send = (text) => {
            send(text);
            if (JSON.parse(text).type !== "act") return;
            socket.onmessage = null;
            setTimeout(() => socket.close(4999), 300);
            setTimeout(() => socket.onclose?.(new CloseEvent("close", { code: 1006 })), 300);
          };
        }"""
    )
    choice = robot.choose()
    visitor.press(visitor.page.locator("[data-legal]:visible").nth(choice.at))
    visitor.until(f"() => {JOINED} > 1")
    robot.wait()
    acts = visitor.ask("() => wire.orders('act').slice(-2).map((order) => order.id)")
    assert acts[0] == acts[1], "it was sent again, with the same id"
    made_once(visitor, hand)


def made_once(visitor: Visitor, hand: list[str]) -> None:
    """Check that the visitor has made exactly one move since holding `hand`, and that the page shows the move."""
    assert len(visitor.ask("() => wire.last.you.mine.hand")) == len(hand) - 1
    same_board(visitor, visitor.ask("() => wire.last.you.mine.hand"), [])
    assert visitor.ask("() => wire.refused") == []


@pytest.fixture
def line(house: House) -> Iterator[Proxy]:
    """Yield a proxy that can go silent, between a page and the server."""
    with Proxy("") as proxy:
        proxy.send_to(house.port)
        yield proxy


CONNECTING, LOST = "Connecting …", "The connection is lost. Trying again …"


def test_a_page_that_only_waits_sees_that_its_connection_is_dead(visit: Visit, house: House, line: Proxy):
    ann, ben = visit(url=line.url), visit(url=house.url)
    ann.expects_no_way = True
    table = found(ann, "auction-pitch", ["me", "open", "open", "open"], start=False)
    ann.page.wait_for_timeout(6_000)
    assert ann.ask("() => wire.tries") == 1, "a working connection was replaced"
    line.fall_silent()
    ben.go(f"table/{table}")
    ben.page.get_by_label("Your name", exact=True).fill("Ben")
    ben.push("Sit here, on seat 2")
    expect(ann.page.get_by_text(CONNECTING).first).to_be_visible()
    line.speak()
    expect(ann.page.get_by_role("list", name="Seats").get_by_text("Ben", exact=True)).to_be_visible()
    expect(ann.page.get_by_text(CONNECTING)).to_be_hidden()


@pytest.mark.parametrize("when", ["at once", "after the handshake"])
def test_a_try_that_is_never_answered_is_given_up(visit: Visit, line: Proxy, when: Silence):
    visitor = visit(url=line.url)
    robot = in_mid_trick(visitor, 5)
    hand, _ = lie(visitor)
    visitor.expects_no_way = True
    tries = visitor.ask("() => wire.tries")
    line.fall_silent(when)
    line.cut()
    expect(visitor.page.get_by_text(LOST).first).to_be_visible()
    choice = robot.choose()
    visitor.press(visitor.page.locator("[data-legal]:visible").nth(choice.at))
    visitor.until(f"() => wire.tries >= {tries} + 3")
    line.speak()
    visitor.until(f"() => {JOINED} > 1 && wire.calm")
    made_once(visitor, hand)


def test_a_move_on_a_silent_line_is_made_once(visit: Visit, line: Proxy):
    visitor = visit(url=line.url)
    robot = in_mid_trick(visitor, 6)
    hand, _ = lie(visitor)
    visitor.expects_no_way = True
    line.fall_silent()
    choice = robot.choose()
    visitor.press(visitor.page.locator("[data-legal]:visible").nth(choice.at))
    expect(visitor.page.get_by_text(CONNECTING).first).to_be_visible()
    line.speak()
    visitor.until(f"() => {JOINED} > 1 && wire.calm")
    made_once(visitor, hand)


def test_the_server_falls_over_in_mid_trick(visit: Visit, house: House):
    visitor = visit()
    robot = in_mid_trick(visitor, 4)
    visitor.expects_no_way = True
    for kill, told in ((False, "The server restarts. Hold on, the table is kept."), (True, "The connection is lost.")):
        hand, trick = lie(visitor)
        joined = visitor.ask(f"() => {JOINED}")
        house.close(kill)
        expect(visitor.page.get_by_text(told).first).to_be_visible()
        choice = robot.choose()
        visitor.press(visitor.page.locator("[data-legal]:visible").nth(choice.at))
        same_board(visitor, hand, trick)
        house.open()
        visitor.until(f"() => wire.calm && {JOINED} > {joined}")
        made_once(visitor, hand)
        robot.play(moves=1)
        robot.wait()


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Proxy]]:
    """Yield a server that is served below a path, and the proxy in front of it."""
    with Proxy("/cards") as proxy:
        house = House(tmp_path_factory.mktemp("behind"), public=proxy.url)
        proxy.send_to(house.port)
        yield house, proxy
        house.close()
        assert not house.faults()


@pytest.mark.parametrize("strips", [True, False], ids=["stripped", "whole"])
def test_under_a_path_behind_a_proxy(visit: Visit, behind: tuple[House, Proxy], strips: bool):
    _, proxy = behind
    proxy.strips = strips
    visitor = visit(url=proxy.url)
    set_up(visitor, "auction-pitch")
    assert visitor.page.url.startswith(f"{proxy.url}table/")
    robot = Robot(visitor, seed=1)
    robot.play(moves=2)
    visitor.page.reload()
    robot.play()
    visitor.push("See the match", "link")
    expect(visitor.page.get_by_text("Every card came from the seed.")).to_be_visible()
    visitor.push("Saleroom, to the lobby", "link")
    expect(visitor.page).to_have_url(proxy.url)
    expect(visitor.page.get_by_role("heading", name="Your tables")).to_be_visible()
