"""Days in UTC, and the seeds of the daily deals."""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, date, datetime, timedelta
from typing import Literal

Source = Literal["secret", "date"]
"""Source of a daily deal's seed: the server's secret, or only the date."""

LAST = date(9999, 12, 30)


def today(now: float) -> date:
    """Return the UTC date of a time given in seconds since the epoch."""
    return datetime.fromtimestamp(now, UTC).date()


def parse(text: str) -> date:
    """Parse a day such as ``2026-11-23``; raise `ValueError` for other texts."""
    day = date.fromisoformat(text)
    if text != day.isoformat() or day > LAST:
        raise ValueError(f"{text[:20]!r} is no day")
    return day


def after(day: date) -> date:
    """Return the day after `day`."""
    return day + timedelta(days=1)


def begins_at(day: date) -> float:
    """Return the start of a day, in seconds since the epoch."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def closes_at(day: date) -> float:
    """Return the end of a day, in seconds since the epoch."""
    return begins_at(after(day))


def contest_name(day: date, game: str) -> str:
    """Return the contest name of the daily deal of a game."""
    return f"daily/{day.isoformat()}/{game}"


def day_of(contest: str) -> date:
    """Return the day of the daily deal with the given contest name."""
    return date.fromisoformat(contest.split("/")[1])


def seed(contest: str, source: Source, secret: bytes) -> bytes:
    """Return the server seed of a daily deal, 32 bytes. Players can compute the seed if `source` is ``date``, but not
    if it is ``secret``.
    """
    if source == "secret":
        return hmac.digest(secret, contest.encode(), "sha256")
    return hashlib.sha256(f"saleroom {contest}".encode()).digest()
