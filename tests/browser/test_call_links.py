"""Tests of a call for the people at a table or in a tournament, and of dates for their calendars."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.audit import look, small_targets
from tests.browser.house import House
from tests.browser.opening import found
from tests.browser.robot import Robot
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

HOST = "meet.example.org:8443"
CALL = f"https://{HOST}/room-7?pwd=x"
EVENING = "2026-12-03T20:00"
CALM = {"reduced_motion": "reduce"}


def good(visitor: Visitor, where: str) -> None:
    """Check accessibility and width, and on a phone also the sizes of touch targets."""
    look(visitor, where)
    if visitor.size == "phone":
        assert not small_targets(visitor), where


def call_of(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("link", name=f"Open the call at {HOST}")


def save_call(visitor: Visitor, address: str) -> None:
    """Type and store the address of a call."""
    field = visitor.page.get_by_label("Address of a call")
    if not field.is_visible():
        visitor.press(visitor.page.get_by_text("Talk while you play", exact=True))
    field.fill(address)
    visitor.push("Save")


def file_of(visitor: Visitor) -> str:
    """Return the calendar file that a link on the page leads to."""
    with visitor.page.expect_download() as download:
        visitor.push("Add to a calendar", "link")
    return Path(download.value.path()).read_text()


def know_nothing(*visitors: Visitor) -> None:
    """Check that neither the pages nor the messages of these visitors contain the call."""
    for visitor in visitors:
        assert "meet.example" not in visitor.page.content()
        assert not visitor.ask("() => JSON.stringify(wire.heard).includes('meet.example')")


def test_a_call_for_the_people_at_a_table(visit: Visit, house: House):
    ann, ben, eve = visit(**CALM), visit("phone", **CALM), visit(**CALM)
    table = found(ann, "auction-pitch", ["me", "open", "house", "house"], start=False)
    for visitor in (ben, eve):
        visitor.go(f"table/{table}")
    save_call(ann, "https://you@meet.example.org/")
    expect(ann.page.get_by_role("alert")).to_contain_text("This is not the address of a call.")
    save_call(ann, f"  {CALL} ")
    expect(call_of(ann)).to_have_attribute("href", CALL)
    expect(call_of(ann)).to_have_attribute("rel", "noopener noreferrer nofollow")
    expect(call_of(ann)).to_have_attribute("target", "_blank")
    good(ann, "gathering")
    know_nothing(ben, eve)
    ben.page.get_by_label("Your name", exact=True).fill("Ben")
    ben.push("Sit here, on seat 2")
    expect(call_of(ben)).to_be_visible()
    good(ben, "gathering, friend")
    ann.push("Start the match")
    for visitor in (ann, ben, eve):
        visitor.until("() => wire.board")
        visitor.push("Table menu")
    for visitor in (ann, ben):
        expect(call_of(visitor)).to_be_visible()
        good(visitor, "menu")
    know_nothing(eve)
    ann.push("Table settings")
    ann.page.get_by_text("Talk while you play", exact=True).click()
    ann.push("Remove the call")
    expect(call_of(ben)).to_have_count(0)
    save_call(ann, CALL)
    expect(call_of(ben)).to_be_visible()
    know_nothing(eve)
    assert "meet.example" not in house.log()


def test_a_weekly_date_leads_to_the_latest_rematch(visit: Visit):
    ann = visit(timezone_id="Europe/Berlin", **CALM)
    table = found(ann, "auction-pitch", ["me", "house", "house", "house"], options={"deals": 1})
    ann.page.keyboard.press("i")
    ann.page.get_by_text("Plan a date", exact=True).click()
    ann.page.get_by_label("Date and time").fill(EVENING)
    once = file_of(ann)
    assert "DTSTART:20261203T190000Z" in once and "RRULE" not in once
    ann.page.get_by_role("switch", name="Each week").check()
    weekly = file_of(ann)
    assert "DTSTART;TZID=Europe/Berlin:20261203T200000" in weekly and "RRULE:FREQ=WEEKLY" in weekly
    good(ann, "date")
    address = re.search(r"URL:(.*\?latest)", weekly.replace("\r\n ", ""))
    assert address is not None and f"/table/{table}?latest" in address[1]
    ann.page.keyboard.press("Escape")
    Robot(ann, 1).play()
    ann.push("Rematch")
    ann.page.wait_for_url(lambda url: table not in url)
    rematch = ann.table
    ann.go(f"table/{table}?latest")
    ann.page.wait_for_url(f"**/table/{rematch}?latest")
    ann.go(f"table/{table}")
    ann.until("() => wire.status === 'over'")
    assert ann.table == table


def test_a_planned_tournament_with_a_call(visit: Visit):
    ann, ben = visit(timezone_id="Europe/Berlin", **CALM), visit("phone", timezone_id="America/New_York", **CALM)
    page = ann.go("new-event/auction-pitch")
    page.get_by_label("Planned time (optional)").fill(EVENING)
    ann.push("Make the event")
    page.wait_for_url("**/event/*")
    expect(page.get_by_text("Planned for Thursday, 3 December 2026 at 20:00 CET")).to_be_visible()
    ben.go(page.url)
    expect(ben.page.get_by_text("Planned for Thursday, 3 December 2026 at 14:00")).to_be_visible()
    assert "DTSTART:20261203T190000Z" in file_of(ann)
    save_call(ann, CALL)
    expect(call_of(ann)).to_be_visible()
    know_nothing(ben)
    ben.page.get_by_role("textbox", name="Your name at the table").fill("Ben")
    ben.push("Take part")
    expect(call_of(ben)).to_be_visible()
    good(ben, "participant")
    page.get_by_text("Plan the time", exact=True).click()
    page.get_by_label("Date and time").fill("2026-12-10T21:30")
    with page.expect_response(lambda answer: answer.request.method == "GET" and "/api/events/" in answer.url):
        pass  # the page reads the tournament again, and keeps what is being typed
    page.wait_for_timeout(100)
    good(ann, "organiser")
    page.get_by_role("button", name="Save").first.click()
    expect(ben.page.get_by_text("Planned for Thursday, 10 December 2026 at 15:30")).to_be_visible()
    ann.push("Remove the time")
    ann.push("Remove the call")
    expect(ben.page.get_by_text("Planned for")).to_have_count(0)
    expect(call_of(ben)).to_have_count(0)
