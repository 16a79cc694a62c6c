"""Decisions of a seat, from a replay: each moment with more than one legal action, and the seat's view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from saleroom.match.events import TABLE
from saleroom.match.match import Match


@dataclass(frozen=True)
class Decision:
    """Action of a seat that had more than one legal action."""

    deal: int
    """Number of the deal, from 1."""
    number: int
    """Number of the event in its deal, from 1."""
    before: tuple[str, ...]
    """Actions of other seats since this seat's last action in the deal, as public events."""
    views: Any
    """View of the seat at that moment, as an array of one record."""
    action: int


def decisions(match: Match, seat: int) -> Iterator[Decision]:
    """Yield the moments of a match at which a seat had a choice, in the order of the record."""
    again = Match(match.game, match.options, match.players, seed=0, first=match.deals[0].dealer)
    unseen = match.game.sealed.keys() | match.game.private
    for number, deal in enumerate(match.deals, 1):
        since: list[str] = []
        for place, event in enumerate(deal.events, 1):
            text = event.text()
            if event.actor == str(seat):
                if len(again.legal_ids(seat)) > 1:
                    action = again.resolve_action(seat, text.partition(" ")[2])
                    yield Decision(number, place, tuple(since), again.views(seat), action)
                since.clear()
            elif event.actor != TABLE and event.verb not in unseen:
                since.append(text)
            again.apply_event(text)
