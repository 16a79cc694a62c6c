"""Scores and numbers of moves at a tournament table, as they are stored after its match."""

from __future__ import annotations

from collections.abc import Sequence

from saleroom.match.match import Match
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import TableState


def finished_deals(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return the score changes of each finished deal."""
    return tuple(tuple(deal.score) for deal in match.deals if deal.score is not None)


def count_moves(state: TableState, events: Sequence[TableEvent]) -> tuple[list[list[int]], list[list[int]]]:
    """Return the columns `moves` and `substitutes` of a `RoundTable`, for a table with these events.

    A move counts for the person at the seat. Moves that a bot made for them count separately, unless they asked for it.
    """
    first = [[0, 0] for _ in state.seats]
    current, later = list(first), []
    for event in events:
        if event.seat is None:
            continue
        if event.kind == "sit" and "person" in event.data:
            current[event.seat] = [0, 0]
            later.append(current[event.seat])
        if event.kind == "move":
            current[event.seat][0] += 1
            current[event.seat][1] += event.data["by_house"] and not event.data.get("requested", False)
    return first, [[*one, *moves] for one, moves in zip(state.substitutions, later, strict=True)]
