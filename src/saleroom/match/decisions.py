"""What a seat did whenever it could have done something else, and what it knew: the match is played again for that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from saleroom.match.events import TABLE
from saleroom.match.match import Match


@dataclass(frozen=True)
class Decision:
    """Something that a seat did when it could have done something else."""

    deal: int
    """The number of the deal, from 1."""
    number: int
    """The number of the event in its deal, from 1."""
    before: tuple[str, ...]
    """What the others did since the seat acted last in this deal, as events that everybody saw."""
    views: Any
    """The view of the seat at that moment, as an array of one record."""
    action: int


def decisions(match: Match, seat: int) -> Iterator[Decision]:
    """The moments of a match at which a seat had a choice, in the order of the record."""
    again = Match(match.game, match.options, match.players, seed=0, first=match.deals[0].dealer)
    unseen = match.game.sealed.keys() | match.game.private
    for number, deal in enumerate(match.deals, 1):
        since: list[str] = []
        for place, event in enumerate(deal.events, 1):
            text = event.text()
            if event.actor == str(seat):
                if len(again.legal_ids(seat)) > 1:
                    action = again.understand(seat, text.partition(" ")[2])
                    yield Decision(number, place, tuple(since), again.views(seat), action)
                since.clear()
            elif event.actor != TABLE and event.verb not in unseen:
                since.append(text)
            again.feed(text)
