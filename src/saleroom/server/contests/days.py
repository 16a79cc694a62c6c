"""Days in UTC, and the seeds of their deals."""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, date, datetime, timedelta
from typing import Literal

Source = Literal["secret", "date"]
"""What the cards of a daily deal come from: the server's secret, or the date."""

LAST = date(9999, 12, 30)


def today(now: float) -> date:
    """The day of a time in seconds since the epoch."""
    return datetime.fromtimestamp(now, UTC).date()


def parse(text: str) -> date:
    """A day from ``2026-11-23``; `ValueError` for anything else."""
    day = date.fromisoformat(text)
    if text != day.isoformat() or day > LAST:
        raise ValueError(f"{text[:20]!r} is no day")
    return day


def after(day: date) -> date:
    """The next day."""
    return day + timedelta(days=1)


def begins_at(day: date) -> float:
    """When a day begins, in seconds since the epoch."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def closes_at(day: date) -> float:
    """When a day ends, in seconds since the epoch."""
    return begins_at(after(day))


def contest_name(day: date, game: str) -> str:
    """The contest that is a day's deal of a game."""
    return f"daily/{day.isoformat()}/{game}"


def day_of(contest: str) -> date:
    """The day of such a contest."""
    return date.fromisoformat(contest.split("/")[1])


def seed(contest: str, source: Source, secret: bytes) -> bytes:
    """The 32 bytes that stand for the server's seed: nobody without the secret can compute them, or anybody can."""
    if source == "secret":
        return hmac.digest(secret, contest.encode(), "sha256")
    return hashlib.sha256(f"saleroom {contest}".encode()).digest()
