"""The deals of a match as one watcher saw them, made whole or brought up to date after a move."""

from __future__ import annotations

from saleroom.match.events import Deal, Watcher
from saleroom.match.match import Match
from saleroom.toolkit.display.scenes import SeenDeal


def see(match: Match, watcher: Watcher) -> list[SeenDeal]:
    """All the deals so far; also after an undo, when what was seen before no longer holds."""
    return [_whole(match, deal, watcher) for deal in match.deals]


def follow(match: Match, watcher: Watcher, deals: list[SeenDeal]) -> list[str]:
    """Bring `deals` up to date after a move: the events to tell, those first whose sealed pieces have come to light."""
    told: list[str] = []
    for number in range(max(len(deals) - 1, 0), len(match.deals)):
        if number == len(deals):
            deals.append(SeenDeal(match.deals[number].dealer))
        told += _catch_up(match, match.deals[number], watcher, deals[number])
    return told


def _whole(match: Match, deal: Deal, watcher: Watcher) -> SeenDeal:
    seen = SeenDeal(deal.dealer)
    _catch_up(match, deal, watcher, seen)
    return seen


def _catch_up(match: Match, deal: Deal, watcher: Watcher, seen: SeenDeal) -> list[str]:
    """The events of one deal that are new or opened. Only a sealed choice changes what stands before the end."""
    seat = None if watcher == "public" else watcher
    fresh = deal.events[len(seen.events) :]
    just_settled = seen.score is None and deal.score is not None
    seen.score, seen.carry = deal.score, deal.carry
    sealed = match.game.sealed
    if not (sealed and (just_settled or any(event.verb in sealed for event in fresh))):
        told = [event.seen_from(seat, False) for event in fresh]
        seen.tell(told)
        return told
    still = match.game.still_sealed(match.state) if deal.score is None else frozenset()
    before = set(seen.events)
    seen.tell_anew([event.seen_from(seat, event.verb in still) for event in deal.events])
    return [event for event in seen.events if event not in before]
