"""Quiet hours: the part of each day in which a person gets no messages, in the person's own time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MINUTES_A_DAY = 24 * 60


@dataclass(frozen=True)
class QuietHours:
    """Daily interval in minutes after midnight; it can include midnight."""

    start: int
    end: int
    time_zone: str
    """IANA name, such as ``Europe/Berlin``."""

    def end_after(self, now: float) -> float | None:
        """Return when the quiet hours end, in seconds since the epoch; None if `now` is outside them."""
        zone = find_zone(self.time_zone)
        if zone is None:
            return None
        local = datetime.fromtimestamp(now, zone)
        minute = local.hour * 60 + local.minute
        if (minute - self.start) % MINUTES_A_DAY >= (self.end - self.start) % MINUTES_A_DAY:
            return None
        days = minute >= self.end
        end = local.replace(hour=self.end // 60, minute=self.end % 60, second=0, microsecond=0, fold=0)
        return max(now, (end + timedelta(days=days)).timestamp())  # local time can jump while the clocks change


def find_zone(name: str) -> ZoneInfo | None:
    """Return the time zone with this IANA name; None if it is unknown here."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
