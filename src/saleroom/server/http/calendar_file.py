"""Calendar files (iCalendar, RFC 5545) with one event: a date for the players of a table or a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

DURATION = "PT2H"
"""Time that the event takes in the calendar, since the length of matches varies."""
YEARS = 10
"""Number of years whose changes of the clocks a file contains. Most calendars know the time zone anyway."""
_STEP = 7
"""Days between two times at which the offset of a zone is compared."""
_LINE = 75
"""Maximum number of octets in a line."""


@dataclass(frozen=True)
class CalendarEvent:
    """Date at which people meet."""

    uid: str
    """Id that stays the same. A calendar that gets another file with the same id moves the event."""
    title: str
    link: str
    begins_at: float
    """Time in seconds since the epoch."""
    weekly_in: ZoneInfo | None = None
    """Time zone in which people meet each week at the same time; None if they meet once."""


def calendar_file(event: CalendarEvent, now: float) -> str:
    """Return the text of the file; `now` is the time of its creation, in seconds since the epoch."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Saleroom//Saleroom//EN"]
    lines += [*_event_lines(event, now), "END:VCALENDAR"]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event_lines(event: CalendarEvent, now: float) -> Iterator[str]:
    """Yield the time zone, if the file needs one, and the event."""
    zone = event.weekly_in
    if zone is not None:
        yield from _zone_lines(zone, datetime.fromtimestamp(event.begins_at, zone).year)
    yield "BEGIN:VEVENT"
    yield f"UID:{_escaped(event.uid)}"
    yield f"DTSTAMP:{_utc(now)}"
    if zone is None:
        yield f"DTSTART:{_utc(event.begins_at)}"
    else:
        yield f"DTSTART;TZID={zone.key}:{_local(datetime.fromtimestamp(event.begins_at, zone))}"
        yield "RRULE:FREQ=WEEKLY"
    yield f"DURATION:{DURATION}"
    yield f"SUMMARY:{_escaped(event.title)}"
    yield f"DESCRIPTION:{_escaped(event.link)}"
    yield f"URL:{event.link}"
    yield "END:VEVENT"


# Values


def _local(time: datetime) -> str:
    return f"{time:%Y%m%dT%H%M%S}"


def _utc(seconds: float) -> str:
    return f"{_local(datetime.fromtimestamp(seconds, UTC))}Z"


def _escaped(text: str) -> str:
    """Return a text without control characters, and with escapes for the characters that separate values."""
    printable = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    return printable.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> str:
    """Return a line in pieces of at most 75 octets; each piece but the first begins with a space."""
    pieces, octets = [""], 0
    for letter in line:
        size = len(letter.encode())
        if octets + size > _LINE:
            pieces, octets = [*pieces, " "], 1
        pieces[-1] += letter
        octets += size
    return "\r\n".join(pieces)


# Time zones


@lru_cache(maxsize=64)
def _zone_lines(zone: ZoneInfo, year: int) -> tuple[str, ...]:
    """Return the lines of a time zone, with each change of its clocks from the end of the year before `year`."""
    return tuple(_lines_of_zone(zone, year))


def _lines_of_zone(zone: ZoneInfo, year: int) -> Iterator[str]:
    first = datetime(year - 1, 12, 31, tzinfo=UTC)
    yield "BEGIN:VTIMEZONE"
    yield f"TZID:{zone.key}"
    yield from _observance(zone, first, first)
    for before, after in _changes(zone, first):
        yield from _observance(zone, before, after)
    yield "END:VTIMEZONE"


def _observance(zone: tzinfo, before: datetime, after: datetime) -> Iterator[str]:
    """Yield the offset that a zone has from the moment `after`; `before` is a moment with the offset before it."""
    old, new = before.astimezone(zone), after.astimezone(zone)
    kind = "DAYLIGHT" if new.dst() else "STANDARD"
    yield f"BEGIN:{kind}"
    yield f"DTSTART:{_local(after + (old.utcoffset() or timedelta()))}"
    yield f"TZOFFSETFROM:{_offset(old)}"
    yield f"TZOFFSETTO:{_offset(new)}"
    yield f"END:{kind}"


def _offset(time: datetime) -> str:
    """Return the offset from UTC in hours and minutes."""
    minutes = round((time.utcoffset() or timedelta()).total_seconds() / 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{abs(minutes) % 60:02}"


def _changes(zone: tzinfo, first: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield the last moment before and the first moment after each change of the clocks, to the minute.

    Between two changes are more than `_STEP` days; the shortest such time, Ramadan in Morocco, has about 30 days.
    """
    for day in (first + timedelta(days=number) for number in range(0, YEARS * 366, _STEP)):
        before, after = day, day + timedelta(days=_STEP)
        if before.astimezone(zone).utcoffset() == after.astimezone(zone).utcoffset():
            continue
        while after - before > timedelta(minutes=1):
            middle = before + timedelta(minutes=(after - before) // timedelta(minutes=2))
            same = middle.astimezone(zone).utcoffset() == before.astimezone(zone).utcoffset()
            before, after = (middle, after) if same else (before, middle)
        yield before, after
