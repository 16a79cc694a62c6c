"""Table summaries for the lobby."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from saleroom.server.core.state.table import TableState


@dataclass(frozen=True)
class TableSummary:
    """Summary of a table for the lobby. The summary is computed from the table's events, and stored shortly after
    them.
    """

    status: str
    names: list[str]
    """Name of the player at each seat; empty for an open seat."""
    scores: list[int]
    winners: list[int]
    holders: dict[str, int]
    """Seat of each device or bot account that may act."""
    last_at: float
    bots_due: bool = False
    """Whether bots have to act; a server loads such tables when it starts, so that the bots continue."""
    due_at: float | None = None
    """Time at which the server has to move for a bot or a late person; only at correspondence tables."""
    turns: dict[str, float | None] | None = None
    """For each seat of a person who has to act, the time at which the person's time runs out, or None at tables without
    days for a move. Keys are seat numbers as text. The whole field is None in summaries of earlier versions.
    """
    clock_now: int | None = None
    """Seconds for a move; None for no clock, and in summaries of earlier versions. The owner can change the clock and
    the hints of the header.
    """
    hints_now: bool | None = None
    """Whether people can ask for hints; None in summaries of earlier versions."""
    listed_now: bool | None = None
    """Whether the lobby lists the table; None in summaries of earlier versions. The owner can change the header's
    value.
    """
    free: list[int] | None = None
    """Seats at which people may sit down: open seats, and those of substitute bots. None in summaries of earlier
    versions.
    """
    preview_language: str | None = None
    """Language of link previews; None for the language of each reader."""
    preview_name: str | None = None
    """Name of the owner, if link previews show it."""


class Turns(NamedTuple):
    """Part of a table's summary that most moves change. The fields are those of `TableSummary`."""

    bots_due: bool
    due_at: float | None
    turns: dict[str, float | None]


def summarise(state: TableState) -> TableSummary:
    """Return the summary of the table as it is now."""
    match = state.match
    return TableSummary(
        status=state.status,
        names=[seat.name for seat in state.seats],
        scores=match.scores if match else [0] * len(state.seats),
        winners=match.winners if match else [],
        holders={holder: index for index, seat in enumerate(state.seats) for holder in seat.holders},
        last_at=state.last_event.at if state.last_event else state.header.made_at,
        **turns_of(state)._asdict(),
        clock_now=state.clock,
        hints_now=state.hints,
        listed_now=state.listed,
        free=_free_seats(state),
        preview_language=state.invitation.language,
        preview_name=state.owner_name if state.invitation.names_owner else None,
    )


def _free_seats(state: TableState) -> list[int]:
    """Return the value of `TableSummary.free`."""
    if state.over or state.hot_seat:
        return []
    return [seat for seat in range(len(state.seats)) if state.may_be_taken(seat)]


def turns_of(state: TableState) -> Turns:
    """Return the part of the summary that most moves change."""
    turns = {str(seat): state.runs_out_at(seat) for seat in state.people_to_act()}
    return Turns(bool(state.bots_to_act()), state.due_at, turns)
