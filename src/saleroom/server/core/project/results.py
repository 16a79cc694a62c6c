"""Results of a match, computed from the table's events; there is one result for each person and seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from saleroom.kernel.auctions import Auction
from saleroom.match.events import Event
from saleroom.match.match import Match
from saleroom.server.core.state.events import STARTS, TableEvent
from saleroom.server.core.state.table import TableState, is_bot_account


@dataclass(frozen=True)
class PersonResult:
    """Result of a match for one person."""

    seat: int
    holder: str
    """Device with which the person sat down, or the bot account; the person's other devices are not listed."""
    game: str
    seats: int
    level: str
    """Levels of the bots in the first deal, each once, in alphabetical order, such as ``easy,hard``."""
    people: int
    """Number of seats that people had at any time during the match."""
    score: int
    place: int
    """Rank: 1 for winners; players with equal scores share a rank, and players who left get the last rank."""
    won: bool
    bids_made: int
    """Number of bids that the seat made (`bids`). The count includes all players who had the seat during the match."""
    bids_set: int
    """Number of bids that the seat failed to make, counted in the same way."""
    undone: bool
    """Whether a move of the seat was undone."""
    whole: bool
    """Whether the person played from the first deal to the last."""
    stayed: bool
    """Whether the person had the seat at the end."""
    finished: bool | None
    """Whether the person finished what they began; None if the match does not count for that (`SeatStay.finished`)."""
    rated: bool
    """Whether the result counts for ratings: the table is rated, and the person played from the first deal."""
    over_at: float


@dataclass(eq=False)
class SeatStay:
    """A person's time at a seat."""

    seat: int
    holders: list[str] = field(default_factory=list)
    first: bool = False
    """Whether the person had the seat at the first deal."""
    there: bool = True
    met_people: bool = False
    """Whether another person had a seat during the match at the same time."""
    left_people: bool = False
    """Whether the person gave the seat up while another person had a seat, or after they had removed one."""
    removed_people: bool = False
    """Whether the person, as the owner, removed another person from the match whom no bot had replaced."""
    replaced: bool = False
    """Whether a bot made the seat's last move so far for the person, and the person had not asked for it."""

    @property
    def finished(self) -> bool | None:
        """Whether the person finished what they began: they had the seat at the end, and no bot replaced them in its
        last move.

        It is None without other people, and for a person who lost the seat through no act or absence of their own.
        """
        if not self.met_people:
            return None
        if self.there or self.left_people or self.replaced:
            return self.there and not self.replaced
        return None


def results(state: TableState, events: Sequence[TableEvent]) -> list[PersonResult]:
    """Return the results of all people who played in a finished match; `events` are all events of the table.

    A match that began from a position has no results, because its cards were not secret. A match on one device has
    none, because its people have no lasting identities.
    """
    if state.header.position is not None or state.hot_seat:
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
            finished=stay.finished,
            rated=state.header.rated and stay.first and not is_bot_account(stay.holders[0]),
            over_at=over_at,
        )
        for stay in seat_stays
    ]


def place(match: Match, seat: int) -> int:
    """Return the rank of a seat, counted from 1. Winners come first, then the other seats by score; seats with equal
    scores share a rank.
    """
    standing = [(opponent in match.winners, score) for opponent, score in enumerate(match.scores)]
    return 1 + sum(opponent > standing[seat] for opponent in standing)


def bids(match: Match) -> tuple[list[int], list[int]]:
    """Return two lists with a count for each seat: bids that the seat made, and bids that it failed to make.

    A bid is made if the bidder's score for the deal, which includes the cost of the bid, is at least the auction's
    `least_made`.
    """
    bids_made, set_back = [0] * match.seats, [0] * match.seats
    auction = match.game.auction
    if auction is None:
        return bids_made, set_back
    for deal in match.deals:
        for seat in buyers(auction, deal.events):
            made = (deal.score or [0] * match.seats)[seat] >= auction.least_made
            (bids_made if made else set_back)[seat] += 1
    return bids_made, set_back


def buyers(auction: Auction, events: Iterable[Event]) -> Iterator[int]:
    """Yield the winner of each auction with a bid in a settled deal."""
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
    """Return each person's stay at a seat during the match. A person who left a seat and came back to it has one
    stay.
    """
    seated: dict[int, SeatStay] = {}
    match_stays: list[SeatStay] | None = None
    for event in events:
        if event.kind in STARTS:
            match_stays = list(_first(seated))
            _note_company(seated)
        elif event.seat is not None:
            _follow(seated, match_stays, event)
    return match_stays or []


def _first(seated: dict[int, SeatStay]) -> Iterator[SeatStay]:
    for _, stay in sorted(seated.items()):
        stay.first = True
        yield stay


def _follow(seated: dict[int, SeatStay], match_stays: list[SeatStay] | None, event: TableEvent) -> None:
    """Update the stays for an event in which a person sits down, adds a device, moves, or leaves."""
    seat, holder = event.seat, event.holder
    assert seat is not None
    if event.kind == "move" and seat in seated:
        seated[seat].replaced = event.data["by_house"] and not event.data.get("requested", False)
    elif event.kind == "sit" and holder is not None:
        _sit(seated, match_stays, seat, holder)
    elif event.kind == "device" and holder is not None and seat in seated:
        seated[seat].holders.append(holder)
    elif event.kind in ("leave", "remove", "reseat") and seat in seated:
        _give_up(seated, event)


def _give_up(seated: dict[int, SeatStay], event: TableEvent) -> None:
    """Free a seat, and note a removal in the stay of the person who removed another person."""
    assert event.seat is not None
    stay = seated.pop(event.seat)
    stay.there = False
    if event.kind == "leave":
        stay.left_people = stay.removed_people or any(_people(seated))
    elif stay.met_people and not stay.replaced:
        for remover in seated.values():
            remover.removed_people |= event.holder in remover.holders


def _sit(seated: dict[int, SeatStay], match_stays: list[SeatStay] | None, seat: int, holder: str) -> None:
    """Seat a person. A substitute in a tournament takes the seat from the person who had it."""
    if seat in seated:
        seated.pop(seat).there = False
    stay = seated[seat] = _known(match_stays or [], seat, holder) or SeatStay(seat, [holder])
    stay.there, stay.left_people = True, False
    if match_stays is not None:
        if stay not in match_stays:
            match_stays.append(stay)
        _note_company(seated)


def _known(match_stays: list[SeatStay], seat: int, holder: str) -> SeatStay | None:
    return next((stay for stay in match_stays if stay.seat == seat and holder in stay.holders), None)


def _note_company(seated: dict[int, SeatStay]) -> None:
    """If at least two people have seats, note it in their stays."""
    together = list(_people(seated))
    for stay in together if len(together) > 1 else ():
        stay.met_people = True


def _people(seated: dict[int, SeatStay]) -> Iterator[SeatStay]:
    return (stay for stay in seated.values() if not is_bot_account(stay.holders[0]))
