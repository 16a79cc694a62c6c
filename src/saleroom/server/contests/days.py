"""Days in UTC, and the seeds of their deals."""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, date, datetime, timedelta
from typing import Literal

Source = Literal["secret", "date"]
"""Source of the cards of a daily deal: the server's secret, or the date."""

LAST = date(9999, 12, 30)


def today(now: float) -> date:
    """Return the day of a time in seconds since the epoch."""
    return datetime.fromtimestamp(now, UTC).date()


def parse(text: str) -> date:
    """Parse a day such as ``2026-11-23``; raise `ValueError` for other texts."""
    day = date.fromisoformat(text)
    if text != day.isoformat() or day > LAST:
        raise ValueError(f"{text[:20]!r} is no day")
    return day


def after(day: date) -> date:
    """Return the next day."""
    return day + timedelta(days=1)


def begins_at(day: date) -> float:
    """Return the start of a day, in seconds since the epoch."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def closes_at(day: date) -> float:
    """Return the end of a day, in seconds since the epoch."""
    return begins_at(after(day))


def contest_name(day: date, game: str) -> str:
    """Return the contest name of a day's deal of a game."""
    return f"daily/{day.isoformat()}/{game}"


def day_of(contest: str) -> date:
    """Return the day of such a contest."""
    return date.fromisoformat(contest.split("/")[1])


def seed(contest: str, source: Source, secret: bytes) -> bytes:
    """Return the 32-byte server seed: it can be computed only with the secret, or, from source ``date``, publicly."""
    if source == "secret":
        return hmac.digest(secret, contest.encode(), "sha256")
    return hashlib.sha256(f"saleroom {contest}".encode()).digest()
