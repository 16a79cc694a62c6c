"""Running score over an evening: the matches that the same people played one after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from saleroom.server.core.project.summary import TableSummary
from saleroom.server.protocol.bodies import Evening, EveningLine

Player = tuple[str | None, str]
"""A person's identity, or None for a bot, and the name. A person who takes another name counts as another player, so
that the score does not show that two names belong to one person.
"""


def evening(current: TableSummary, matches: Sequence[TableSummary], identities: Mapping[str, str]) -> Evening:
    """Return the score over finished matches for the players who have seats at the current table.

    `identities` gives the person of each device. Players who are no longer at the table have no line, because a
    newcomer need not learn who played before.
    """
    finished = [players(summary, identities) for summary in matches]
    winners = [{seats[seat] for seat in summary.winners} for seats, summary in zip(finished, matches, strict=True)]
    lines = [
        EveningLine(
            seat=seat,
            played=sum(player in seats for seats in finished),
            won=sum(player in won for won in winners),
        )
        for seat, player in enumerate(players(current, identities))
    ]
    return Evening(matches=len(finished), lines=lines)


def players(summary: TableSummary, identities: Mapping[str, str]) -> list[Player]:
    """Return the player at each seat of a table."""
    people = {seat: identities.get(device, device) for device, seat in summary.holders.items()}
    return [(people.get(seat), name) for seat, name in enumerate(summary.names)]
