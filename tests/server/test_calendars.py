"""Calendar files, read by a parser of their own: lines, escapes, times and time zones."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from saleroom.server.http.calendar_file import CalendarEvent, calendar_file
from saleroom.server.ops.quiet_hours import find_zone
from saleroom.server.ops.settings import public_url
from tests.server.http_client import opened
from tests.server.live_tables import token

NOW = datetime(2026, 11, 26, 16, 5, 9, tzinfo=UTC).timestamp()
ANN = {"authorization": f"Bearer {token('Ann')}"}
NAME_VALUE = re.compile(r"([A-Z-]+)((?:;[A-Z-]+=[^:;]+)*):(.*)")
Component = dict[str, Any]


def parsed(text: str) -> Component:
    """Return the calendar as nested components, each with its properties and a list `parts`; check the lines."""
    assert text.endswith("\r\n") and "\n" not in text.replace("\r\n", "")
    physical = text.removesuffix("\r\n").split("\r\n")
    assert all(0 < len(line.encode()) <= 75 for line in physical)
    stack: list[Component] = [{"parts": []}]
    for line in re.sub(r"\r\n[ \t]", "", text).removesuffix("\r\n").split("\r\n"):
        match = NAME_VALUE.fullmatch(line)
        assert match is not None, line
        name, parameters, value = match.groups()
        if name == "BEGIN":
            stack.append({"kind": value, "parts": []})
            stack[-2]["parts"].append(stack[-1])
        elif name == "END":
            assert stack.pop()["kind"] == value
        else:
            assert name not in stack[-1], f"{name} twice"
            stack[-1][name] = parameters + value if parameters else value
    (calendar,) = stack[0]["parts"]
    assert len(stack) == 1 and calendar["kind"] == "VCALENDAR"
    assert calendar["VERSION"] == "2.0" and calendar["PRODID"]
    return calendar


def event_of(text: str) -> Component:
    return next(part for part in parsed(text)["parts"] if part["kind"] == "VEVENT")


def plain(value: str) -> str:
    """Return a text without its escapes."""
    return re.sub(r"\\(.)", r"\1", value)


def offset(text: str) -> timedelta:
    sign = -1 if text[0] == "-" else 1
    return sign * timedelta(hours=int(text[1:3]), minutes=int(text[3:5]))


def offset_at(zone: Component, local: datetime) -> timedelta:
    """Return the offset at a local time: that of the last observance that has begun (RFC 5545, 3.6.5)."""
    begun = [part for part in zone["parts"] if datetime.strptime(part["DTSTART"], "%Y%m%dT%H%M%S") <= local]
    return offset(max(begun, key=lambda part: part["DTSTART"])["TZOFFSETTO"])


def test_a_single_date_has_its_time_in_utc():
    event = event_of(calendar_file(CalendarEvent("table-a@saleroom", "Pitch", "https://x.example/table/a", NOW), NOW))
    assert event == {
        "kind": "VEVENT",
        "parts": [],
        "UID": "table-a@saleroom",
        "DTSTAMP": "20261126T160509Z",
        "DTSTART": "20261126T160509Z",
        "DURATION": "PT2H",
        "SUMMARY": "Pitch",
        "DESCRIPTION": "https://x.example/table/a",
        "URL": "https://x.example/table/a",
    }


@pytest.mark.parametrize(
    "title",
    [
        "Cards; and, more \\ n",
        "\u00fc\u20ac\U0001f0a1" * 30,
        "x" * 200,
        "END:VEVENT\r\nBEGIN:VALARM",
        "a\n\u2028\x0bb\x00c\u202e",
    ],
)
def test_any_title_is_one_text(title):
    event = event_of(calendar_file(CalendarEvent("a", title, "https://x.example/", NOW), NOW))
    shown = "".join(letter for letter in " ".join(title.split()) if letter.isprintable())
    assert plain(event["SUMMARY"]) == shown
    assert not re.search(r"(?<!\\)(?:\\\\)*[;,]", event["SUMMARY"])


@pytest.mark.parametrize(
    "name",
    [
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Asia/Kathmandu",
        "Europe/Dublin",
        "UTC",
        "Asia/Tokyo",
    ],
)
def test_a_weekly_date_keeps_its_local_time(name):
    zone = ZoneInfo(name)
    begins = datetime(2026, 12, 3, 20, tzinfo=zone)
    text = calendar_file(CalendarEvent("a", "Pitch", "https://x.example/", begins.timestamp(), zone), NOW)
    parts = {part["kind"]: part for part in parsed(text)["parts"]}
    assert parts["VEVENT"]["DTSTART"] == f";TZID={name}20261203T200000"
    assert parts["VEVENT"]["RRULE"] == "FREQ=WEEKLY"
    assert parts["VTIMEZONE"]["TZID"] == name
    assert all(part["kind"] in ("STANDARD", "DAYLIGHT") for part in parts["VTIMEZONE"]["parts"])
    for week in range(52 * 9):
        local = begins + timedelta(weeks=week)
        assert offset_at(parts["VTIMEZONE"], local.replace(tzinfo=None)) == local.utcoffset(), local


def test_the_clocks_change_at_the_right_minute():
    begins = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
    text = calendar_file(CalendarEvent("a", "b", "https://x.example/", begins, ZoneInfo("Europe/Berlin")), NOW)
    changes = [part for part in parsed(text)["parts"][0]["parts"] if part["DTSTART"].startswith("2026")]
    assert [(part["kind"], part["DTSTART"], part["TZOFFSETFROM"], part["TZOFFSETTO"]) for part in changes] == [
        ("DAYLIGHT", "20260329T020000", "+0100", "+0200"),
        ("STANDARD", "20261025T030000", "+0200", "+0100"),
    ]


@pytest.mark.parametrize("name", ["", "../etc/passwd", "/etc/passwd", "Mars/Olympus", "a\x00b", "Europe"])
def test_another_text_is_no_time_zone(name):
    assert find_zone(name) is None


@pytest.fixture
def browser(tmp_path):
    with opened(tmp_path / "house.db", public=public_url("https://cards.example.org/salon")) as found:
        yield found


@pytest.fixture
def table(browser):
    """Create a table, and return the address of its calendar file."""
    asked = {"game": "auction-pitch", "name": "Ann", "chairs": [{"kind": "me"}] + [{"kind": "open"}] * 3}
    made = browser.post("/api/tables", json=asked, headers=ANN).json()["id"]
    return f"/api/tables/{made}/calendar.ics"


def test_a_table_has_a_date_once_or_each_week(browser, table):
    answer = browser.get(f"{table}?begins_at={NOW}")
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-disposition"].endswith('.ics"')
    once, weekly = event_of(answer.text), event_of(browser.get(f"{table}?begins_at={NOW}&weekly_in=Europe/Paris").text)
    link = f"https://cards.example.org/salon/table/{table.split('/')[3]}"
    assert (once["SUMMARY"], once["URL"], "RRULE" in once) == ("Saleroom: Auction Pitch", link, False)
    assert (weekly["URL"], weekly["DTSTART"]) == (f"{link}?latest", ";TZID=Europe/Paris20261126T170509")
    assert once["UID"] == weekly["UID"]
    assert "Ann" not in answer.text


def test_a_wrong_request_has_no_file(browser, table):
    wrong = ("", "?begins_at=x", "?begins_at=-1", "?begins_at=1e300", "?begins_at=nan", "?begins_at=1&more=1")
    zones = ("Mars/Olympus", "..%2Fx", "Europe%0d%0aX", "")
    for query in (*wrong, *(f"?begins_at=1&weekly_in={zone}" for zone in zones)):
        assert browser.get(f"{table}{query}").status_code == 422, query
    assert browser.get("/api/tables/unknown/calendar.ics?begins_at=1").status_code == 404
    assert browser.get("/api/events/unknown/calendar.ics").status_code == 404


def test_a_table_of_a_contest_has_no_date(browser):
    daily = browser.post("/api/daily/auction-pitch", json={"name": "Ann"}, headers=ANN).json()["id"]
    assert browser.get(f"/api/tables/{daily}/calendar.ics?begins_at=1").status_code == 403


def test_a_tournament_has_a_date_if_a_time_is_planned(browser):
    asked = {"game": "auction-pitch", "title": "Cards; at, Ann\u2019s", "name": "Ann"}
    ids = [browser.post("/api/events", json={**asked, "begins_at": at}, headers=ANN).json()["id"] for at in (None, NOW)]
    unplanned, planned = (browser.get(f"/api/events/{event}/calendar.ics") for event in ids)
    assert (unplanned.status_code, unplanned.json()["key"]) == (409, "calendar.no-time")
    event = event_of(planned.text)
    assert plain(event["SUMMARY"]) == asked["title"]
    assert event["URL"] == f"https://cards.example.org/salon/event/{ids[1]}"
    assert event["DTSTART"] == "20261126T160509Z"


def test_without_a_public_url_the_link_has_the_address_of_the_request(tmp_path):
    with opened(tmp_path / "house.db") as browser:
        asked = {"game": "auction-pitch", "title": "Friday", "name": "Ann", "begins_at": NOW}
        made = browser.post("/api/events", json=asked, headers=ANN).json()["id"]
        answer = browser.get(f"/api/events/{made}/calendar.ics", headers={"host": "192.0.2.7:8642"})
        assert event_of(answer.text)["URL"] == f"http://192.0.2.7:8642/event/{made}"
        assert browser.get(f"/api/events/{made}/calendar.ics", headers={"host": "evil.example"}).status_code == 421
