"""Events: what happened in a deal, in the notation of the record, and which seats saw which pieces."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from saleroom.kernel.game import HIDDEN, Game, State, sealed_places

TABLE = "table"

Watcher = int | Literal["public"]
"""Viewer: a seat, or any spectator."""


@dataclass(frozen=True)
class Event:
    """Event of a deal.

    Its text ends with the `pieces`. If `owner` is not None, only the seat `owner` sees the pieces.
    """

    actor: str
    words: str
    pieces: tuple[str, ...] = ()
    owner: int | None = None

    @property
    def verb(self) -> str:
        """First word of the action, such as ``play``."""
        return self.words.split(" ", 1)[0]

    def text(self) -> str:
        """Return the whole event, as the record writes it."""
        return " ".join((self.actor, self.words, *self.pieces))

    def seen_from(self, seat: int | None, sealed: bool) -> str:
        """Return the event as `seat` (None: a spectator) saw it when it happened; `sealed` hides its pieces."""
        if self.owner is None and not sealed:
            return self.text()
        if seat is not None and str(seat) in (self.actor, str(self.owner)):
            return self.text()
        return " ".join((self.actor, self.words, *(HIDDEN for _ in self.pieces)))


@dataclass
class Deal:
    """Deal with its dealer and events; once it is settled, also its score and carry."""

    dealer: int
    events: list[Event] = field(default_factory=list)
    score: list[int] | None = None
    carry: int | None = None


def of_action(game: Game, seat: int, words: str) -> Event:
    """Return the event of an action. If other seats may not see its pieces, these are stored separately."""
    verb, *pieces = words.split(" ")
    if verb in game.private:
        return Event(str(seat), verb, tuple(pieces), seat)
    if verb in game.sealed:
        return Event(str(seat), verb, tuple(pieces))
    return Event(str(seat), words)


def still_sealed(game: Game, state: State, deal: Deal) -> frozenset[int]:
    """Return the indices of a deal's events whose pieces only the acting seat has seen so far.

    `state` is the current state of the match, or any view of it.
    """
    if deal.score is not None or not game.sealed:
        return frozenset()
    return sealed_places((event.verb for event in deal.events), game.still_sealed(state))


def insert_sealed(events: list[Event], event: Event, first: int, seats: int, others: int) -> None:
    """Insert a sealed choice among the last `others` events, in the order of the seats, clockwise from `first`.

    `others` is the number of earlier choices in the same round that are still hidden.
    """
    at = len(events)
    while at > len(events) - others and _place(events[at - 1], first, seats) > _place(event, first, seats):
        at -= 1
    events.insert(at, event)


def _place(event: Event, first: int, seats: int) -> int:
    return (int(event.actor) - first) % seats
