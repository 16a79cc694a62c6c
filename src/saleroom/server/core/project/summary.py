"""What the lobby tells of a table."""

from __future__ import annotations

from dataclasses import dataclass

from saleroom.server.core.state.table import TableState


@dataclass(frozen=True)
class TableSummary:
    """A table in the lobby. It follows from the events and is written a little after them."""

    status: str
    names: list[str]
    """Who sits where; an open seat is empty."""
    scores: list[int]
    winners: list[int]
    holders: dict[str, int]
    """Who may act for which seat."""
    last_at: float
    bots_due: bool = False
    """Whether bots are to act, so that the table goes on by itself when a server starts."""
    due_at: float | None = None
    """By correspondence, when a bot is to act, or time runs out for a person and the house moves for them."""


def summarise(state: TableState) -> TableSummary:
    """The table as the lobby shows it now."""
    match = state.match
    return TableSummary(
        status=state.status,
        names=[seat.name for seat in state.seats],
        scores=match.scores if match else [0] * len(state.seats),
        winners=match.winners if match else [],
        holders={holder: index for index, seat in enumerate(state.seats) for holder in seat.holders},
        last_at=state.last_event.at if state.last_event else state.header.made_at,
        bots_due=bool(state.bots_to_act()),
        due_at=state.due_at,
    )
