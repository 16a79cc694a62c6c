"""Lines of the lobby's lists of tables, as one caller sees them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from saleroom.games import load
from saleroom.server.core.project.summary import TableSummary
from saleroom.server.core.state.events import TableHeader
from saleroom.server.protocol.bodies import ListedTable
from saleroom.server.protocol.common import Picture


def listed_table(
    header: TableHeader,
    summary: TableSummary,
    devices: Collection[str],
    now: float,
    *,
    minutes: int | None,
    portraits: Mapping[str | None, Picture],
) -> ListedTable:
    """Return a table's line for the person who has the given devices; `now` is in seconds since the epoch, `minutes`
    is the median length of a match, and `portraits` holds the portraits of people by their devices.
    """
    seat = seat_of(summary, devices)
    return ListedTable(
        id=header.id,
        game=header.game,
        title=load(header.game).title,
        status=summary.status,  # type: ignore
        names=summary.names,
        pictures=pictures(summary.holders, len(summary.names), portraits),
        scores=summary.scores,
        winners=summary.winners,
        seat=seat,
        acting=sorted(map(int, summary.turns or {})),
        left=_seconds_left(summary, seat, now),
        awaited=awaits(summary, devices),
        removable=may_be_removed(header, summary),
        may_list=may_be_listed(header, summary, devices),
        free=free_seats(summary),
        clock=header.clock if summary.free is None else summary.clock_now,  # type: ignore
        minutes=minutes,
        hints=header.hints if summary.hints_now is None else summary.hints_now,
        rated=header.rated,
        language=summary.preview_language,  # type: ignore
        made_at=header.made_at,
        last_at=summary.last_at,
    )


def pictures(holders: Mapping[str, int], seats: int, portraits: Mapping[str | None, Picture]) -> list[Picture | None]:
    """Return the portrait of the person at each seat, and None at seats of bots and at open seats. `holders` are the
    seats of devices and bot accounts; `portraits` holds the portraits of people by their devices.
    """
    at_seats: dict[int, Picture] = {seat: portraits[device] for device, seat in holders.items() if device in portraits}
    return [at_seats.get(seat) for seat in range(seats)]


def seat_of(summary: TableSummary, devices: Collection[str]) -> int | None:
    """Return the seat of a person by their devices; None if they have no seat."""
    return next((summary.holders[device] for device in devices if device in summary.holders), None)


def free_seats(summary: TableSummary) -> list[int]:
    """Return the seats at which people may sit down."""
    if summary.free is None:
        return [seat for seat, name in enumerate(summary.names) if not name]
    return summary.free


def awaits(summary: TableSummary, devices: Collection[str]) -> bool:
    """Return whether a table waits for a person: they have to act, and their time runs out or other people play."""
    seat, turns = seat_of(summary, devices), summary.turns or {}
    if seat is None or str(seat) not in turns:
        return False
    return turns[str(seat)] is not None or len(set(summary.holders.values())) > 1


def may_be_removed(header: TableHeader, summary: TableSummary) -> bool:
    """Return whether people may remove a table from their list.

    Rated and contest matches stay, and so do matches in progress with days for a move, at which people are awaited.
    """
    casual = header.contest is None and not header.rated
    return casual and not (summary.status == "playing" and summary.due_at is not None)


def may_be_listed(header: TableHeader, summary: TableSummary, devices: Collection[str]) -> bool:
    """Return whether a person can have the lobby list their table: it has open seats and is not listed yet."""
    listed = header.listed if summary.listed_now is None else summary.listed_now
    is_private = header.contest is None and not listed and summary.status != "over"
    return is_private and header.owner in devices and bool(free_seats(summary))


def _seconds_left(summary: TableSummary, seat: int | None, now: float) -> float | None:
    turns = summary.turns or {}
    times = [turns[str(seat)]] if str(seat) in turns else list(turns.values())
    ends = [time for time in times if time is not None]
    return max(0.0, round(min(ends) - now, 1)) if ends else None
