"""Tests of what owners see about strangers, and of the avoid list at the table and on My page."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.audit import look, small_targets
from tests.browser.house import House
from tests.browser.opening import found
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

CALM = {"reduced_motion": "reduce"}


def good(visitor: Visitor, where: str) -> None:
    look(visitor, where)
    if visitor.size == "phone":
        assert not small_targets(visitor), where


def make_account(house: House, visitor: Visitor, table: str, finished: list[bool]) -> None:
    """Store an account and results of matches with people for a visitor."""
    token = visitor.ask("() => localStorage.getItem('saleroom.guest')")
    holder = hashlib.sha256(token.encode()).hexdigest()
    with closing(sqlite3.connect(house.folder / "house.sqlite3", timeout=30)) as connection, connection:
        connection.execute("INSERT INTO people VALUES (?, 1.0)", (holder[:32],))
        connection.execute("INSERT INTO devices VALUES (?, ?, 1.0)", (holder, holder[:32]))
        connection.execute(
            "INSERT INTO passkeys VALUES (?, ?, x'00', 0, 'localhost', 'key', 1.0, 1.0)", (holder[:8], holder[:32])
        )
        connection.executemany(
            "INSERT INTO results (table_id, seat, identity, game, seats, level, people, score, place, won, bids_made,"
            " bids_set, undone, whole, stayed, rated, over_at, finished)"
            " VALUES (?, ?, ?, 'auction-pitch', 4, '', 2, 0, 1, 0, 0, 0, 0, 1, 1, 0, ?, ?)",
            [(table, 10 + number, holder[:32], float(number), each) for number, each in enumerate(finished)],
        )


def person(visitor: Visitor, name: str) -> Locator:
    """Return the part of the table's settings about a person."""
    return visitor.page.get_by_role("dialog").get_by_role("group", name=name, exact=True)


def sit(visitor: Visitor, table: str, name: str, seat: int) -> None:
    visitor.go(f"table/{table}")
    visitor.page.get_by_label("Your name", exact=True).fill(name)
    visitor.push(f"Sit here, on seat {seat}")
    expect(visitor.page.get_by_role("button", name="Leave the table")).to_be_visible()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_owners_see_who_finishes_and_people_avoid_each_other(visit: Visit, house: House, size: str):
    ann, ben, cay = visit(size, **CALM), visit(**CALM), visit(**CALM)
    table = found(ann, "auction-pitch", ["me", "open", "open", "house"], start=False)
    for visitor, name, seat in ((ben, "Ben", 2), (cay, "Cay", 3)):
        sit(visitor, table, name, seat)
    seats = ann.page.get_by_role("list", name="Seats")
    expect(seats.get_by_text("A guest: unknown how often they finish")).to_have_count(2)
    make_account(house, ben, table, [True] * 19 + [False])
    ann.page.reload()
    expect(seats.get_by_text("Finishes 95% of matches with people")).to_be_visible()
    expect(ben.page.get_by_text("of matches with people")).to_have_count(0)
    good(ann, "gathering")
    ann.push("Start the match")
    cay.until("() => wire.board")
    cay.push("Table menu")
    cay.push("Table settings")
    cay.push("Leave the table")
    cay.page.get_by_role("dialog").get_by_role("button", name="Leave", exact=False).last.click()
    ann.until("() => wire.board")
    ann.push("Table menu")
    ann.push("Table settings")
    expect(person(ann, "Ben").get_by_text("Finishes 95% of matches with people")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="No longer at the table")).to_be_visible()
    good(ann, "people")
    for name in ("Ben", "Cay"):
        ann.press(person(ann, name).get_by_role("button", name=f"Avoid {name}"))
        expect(person(ann, name).get_by_text("no longer seats you and")).to_be_visible()
        good(ann, "question")
        ann.press(person(ann, name).get_by_role("button", name=f"Put {name} on your list"))
        expect(person(ann, name).get_by_text("On your avoid list")).to_be_visible()
    good(ann, "people avoided")
    assert not ben.ask("() => JSON.stringify(wire.heard).includes('avoid')")
    ann.go("me")
    expect(ann.page.get_by_role("heading", name="People you avoid")).to_be_visible()
    expect(ann.page.get_by_text("You have not played a match with people that counts yet.")).to_be_visible()
    good(ann, "My page")
    for name in ("Ben", "Cay"):
        ann.push(f"No longer avoid {name}")
    expect(ann.page.get_by_role("heading", name="People you avoid")).to_have_count(0)
    ben.go("me")
    expect(ben.page.get_by_text("You have finished 19 of your latest 20 matches with people.")).to_be_visible()
    expect(ben.page.get_by_text("sees the share, rounded down to 5%")).to_be_visible()
