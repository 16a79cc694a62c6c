"""Results of a match: one for each person at each seat, computed from the table's events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from saleroom.kernel.auctions import Auction
from saleroom.match.events import Event
from saleroom.match.match import Match
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import TableState, is_bot_account


@dataclass(frozen=True)
class PersonResult:
    """Result of a match for one person."""

    seat: int
    holder: str
    """The device that sat down there; other devices of the same person are not listed."""
    game: str
    seats: int
    level: str
    """House players at the first deal, each level once, in alphabetical order: ``easy,hard``."""
    people: int
    """Number of seats that people have had in the match."""
    score: int
    place: int
    """1 for winners, shared by equals; players who left have the last place."""
    won: bool
    bids_made: int
    """Auctions won that gained more than they cost; for people who came later or left, those of the whole seat."""
    bids_set: int
    """Auctions won that did not."""
    undone: bool
    """Whether a move of the seat was undone."""
    whole: bool
    """Whether they played from the first deal to the last."""
    stayed: bool
    """Whether they were there at the end."""
    rated: bool
    """Whether it counts for ratings: a rated table, and there at the first deal."""
    over_at: float


@dataclass(eq=False)
class SeatStay:
    """A person's time at a seat."""

    seat: int
    holders: list[str] = field(default_factory=list)
    first: bool = False
    """Whether they were there at the first deal."""
    there: bool = True


def results(state: TableState, events: Sequence[TableEvent]) -> list[PersonResult]:
    """Return the results of all people of a finished match; `events` are all events of the table.

    A match that began at a position has none, because its cards were known.
    """
    if state.header.position is not None:
        return []
    match, seat_stays = state.match, stays(events)
    assert match is not None and match.over
    people = len({stay.seat for stay in seat_stays})
    undone = {event.seat for event in events if event.kind == "undo"}
    over_at = max(event.at for event in events if event.kind == "move")
    bids_made, set_back = bids(match)
    return [
        PersonResult(
            seat=stay.seat,
            holder=stay.holders[0],
            game=match.game.name,
            seats=match.seats,
            level=",".join(sorted({bot for bot in state.first_bots if bot})),
            people=people,
            score=match.scores[stay.seat],
            place=place(match, stay.seat) if stay.there else match.seats,
            won=stay.there and stay.seat in match.winners,
            bids_made=bids_made[stay.seat],
            bids_set=set_back[stay.seat],
            undone=stay.seat in undone,
            whole=stay.first and stay.there,
            stayed=stay.there,
            rated=state.header.rated and stay.first and not is_bot_account(stay.holders[0]),
            over_at=over_at,
        )
        for stay in seat_stays
    ]


def place(match: Match, seat: int) -> int:
    """Return the place of a seat, from 1: winners first, then by score; equals share a place."""
    standing = [(opponent in match.winners, score) for opponent, score in enumerate(match.scores)]
    return 1 + sum(opponent > standing[seat] for opponent in standing)


def bids(match: Match) -> tuple[list[int], list[int]]:
    """Return how many bids each seat made, and how many were set.

    A bid is made if the deal brought its seat more than it cost.
    """
    bids_made, set_back = [0] * match.seats, [0] * match.seats
    for deal in match.deals:
        for seat in buyers(match.game.auction, deal.events):
            (bids_made if (deal.score or [0] * match.seats)[seat] > 0 else set_back)[seat] += 1
    return bids_made, set_back


def buyers(auction: Auction | None, events: Iterable[Event]) -> Iterator[int]:
    """Yield the winner of each auction with a bid in a settled deal."""
    if auction is None:
        return
    bidder: str | None = None
    for event in events:
        if auction.price_of(event.words) is not None:
            bidder = event.actor
        elif bidder is not None and event.words != auction.passing:
            yield int(bidder)
            bidder = None
    if bidder is not None:
        yield int(bidder)


def stays(events: Iterable[TableEvent]) -> list[SeatStay]:
    """Return the people who had each seat of a match; a person who came back to their seat counts once."""
    seated: dict[int, SeatStay] = {}
    match_stays: list[SeatStay] | None = None
    for event in events:
        if event.kind == "start":
            match_stays = list(_first(seated))
        elif event.seat is not None:
            _follow(seated, match_stays, event)
    return match_stays or []


def _first(seated: dict[int, SeatStay]) -> Iterator[SeatStay]:
    for _, stay in sorted(seated.items()):
        stay.first = True
        yield stay


def _follow(seated: dict[int, SeatStay], match_stays: list[SeatStay] | None, event: TableEvent) -> None:
    """Follow an event: sit down, add a device, or get up."""
    seat, holder = event.seat, event.holder
    assert seat is not None
    if event.kind == "sit" and holder is not None:
        seated[seat] = _known(match_stays or [], seat, holder) or SeatStay(seat, [holder])
        seated[seat].there = True
        if match_stays is not None and seated[seat] not in match_stays:
            match_stays.append(seated[seat])
    elif event.kind == "device" and holder is not None and seat in seated:
        seated[seat].holders.append(holder)
    elif event.kind in ("leave", "remove", "reseat") and seat in seated:
        seated.pop(seat).there = False


def _known(match_stays: list[SeatStay], seat: int, holder: str) -> SeatStay | None:
    return next((stay for stay in match_stays if stay.seat == seat and holder in stay.holders), None)
