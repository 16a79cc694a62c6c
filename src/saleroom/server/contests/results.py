"""Results of contests. A contest result is stored together with the other results of its match, or earlier if a page
needs it.
"""

from __future__ import annotations

from collections.abc import Sequence

from saleroom.server.contests import days
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import DAILY, EVENT, TableState
from saleroom.server.storage.contests import ContestResult, ContestStore

CHALLENGE, LADDER = "challenge", "ladder"
"""Kinds of contests where each contestant has a table of their own, as in daily deals (`DAILY`). Tournament rounds have
their own kind, `EVENT`.
"""


def kind_of(contest: str) -> str:
    """Return the kind of a contest, which is the first part of its name."""
    return contest.split("/", maxsplit=1)[0]


async def store_result(
    store: ContestStore, state: TableState, events: Sequence[TableEvent] = (), edition: int = 0
) -> None:
    """Store the result of a finished contest table. Ignore other tables, and daily deals that the person finished after
    the day.
    """
    contest, progress = state.header.contest, state.progress
    if contest is None or progress is None or progress.over_at is None or kind_of(contest) == EVENT:
        return
    if kind_of(contest) != DAILY or progress.over_at < days.closes_at(days.day_of(contest)):
        who, account = await store.who_is(state.header.owner)
        result = _result(state, contest, who, account, progress.over_at)
        if result is not None:
            await store.add_result(result, edition)


def _result(state: TableState, contest: str, who: str, account: bool, over_at: float) -> ContestResult | None:
    """Return the contestant's result; None if they have left the table."""
    seat, match = state.seat_of(state.header.owner), state.match
    if seat is None or match is None:
        return None
    return ContestResult(contest, who, state.header.id, state.seats[seat].name, account, match.scores[seat], over_at)
