"""Deals of a match as one viewer saw them, computed from the start or updated after a move."""

from __future__ import annotations

from collections import Counter

from saleroom.match.events import Deal, Watcher, still_sealed
from saleroom.match.match import Match
from saleroom.renamed import earlier_names
from saleroom.toolkit.display.scenes import SeenDeal

__getattr__ = earlier_names(__name__, see="seen_deals", follow="update_seen_deals")


def seen_deals(match: Match, watcher: Watcher) -> list[SeenDeal]:
    """Return all deals so far as `watcher` saw them. After an undo, call this function again."""
    return [_whole(match, deal, watcher) for deal in match.deals]


def update_seen_deals(match: Match, watcher: Watcher, deals: list[SeenDeal]) -> list[str]:
    """Update `deals` after a move; return the new events for the viewer.

    Newly opened sealed events come first.
    """
    events: list[str] = []
    for number in range(max(len(deals) - 1, 0), len(match.deals)):
        if number == len(deals):
            deals.append(SeenDeal(match.deals[number].dealer))
        events += _catch_up(match, match.deals[number], watcher, deals[number])
    return events


def _whole(match: Match, deal: Deal, watcher: Watcher) -> SeenDeal:
    seen = SeenDeal(deal.dealer)
    _catch_up(match, deal, watcher, seen)
    return seen


def _catch_up(match: Match, deal: Deal, watcher: Watcher, seen: SeenDeal) -> list[str]:
    """Return the new events and newly opened sealed events of one deal."""
    seat = None if watcher == "public" else watcher
    fresh = deal.events[len(seen.events) :]
    sealed, seen.sealed = seen.sealed, still_sealed(match.game, match.state, deal)
    seen.score, seen.carry = deal.score, deal.carry
    if sealed == seen.sealed:
        events = [event.seen_from(seat, False) for event in fresh]
        seen.append_events(events)
        return events
    before = Counter(seen.events)
    seen.replace_events([event.seen_from(seat, place in seen.sealed) for place, event in enumerate(deal.events)])
    return _added(seen.events, before)


def _added(events: list[str], before: Counter[str]) -> list[str]:
    """Return the events that are not in `before`. Of equal events, the later ones count as new."""
    added = []
    for event in events:
        if before[event]:
            before[event] -= 1
        else:
            added.append(event)
    return added
