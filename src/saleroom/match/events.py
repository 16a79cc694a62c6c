"""Events: what happened in a deal, in the words of the record, and who saw which pieces."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from saleroom.kernel.game import HIDDEN, Game

TABLE = "table"

Watcher = int | Literal["public"]
"""Who a view or a record is made for: a seat, or any spectator."""


@dataclass(frozen=True)
class Event:
    """One event. `pieces` stand at its end; when `owner` is not None only that seat saw them."""

    actor: str
    words: str
    pieces: tuple[str, ...] = ()
    owner: int | None = None

    @property
    def verb(self) -> str:
        """What was done, such as ``play``."""
        return self.words.split(" ", 1)[0]

    def text(self) -> str:
        """The whole event, as the record has it."""
        return " ".join((self.actor, self.words, *self.pieces))

    def seen_from(self, seat: int | None, sealed: bool) -> str:
        """The event as a seat (None: a spectator) saw it when it happened."""
        if self.owner is None and not sealed:
            return self.text()
        if seat is not None and str(seat) in (self.actor, str(self.owner)):
            return self.text()
        return " ".join((self.actor, self.words, *(HIDDEN for _ in self.pieces)))


@dataclass
class Deal:
    """One deal: what happened, the actions taken, and once it is settled its score and carry."""

    dealer: int
    events: list[Event] = field(default_factory=list)
    score: list[int] | None = None
    carry: int | None = None


def of_action(game: Game, seat: int, words: str) -> Event:
    """The event of an action, its pieces apart where others may not see them."""
    verb, *pieces = words.split(" ")
    if verb in game.private:
        return Event(str(seat), verb, tuple(pieces), seat)
    if verb in game.sealed:
        return Event(str(seat), verb, tuple(pieces))
    return Event(str(seat), words)


def insert(events: list[Event], event: Event, first: int | None, seats: int) -> None:
    """Add an event; a sealed choice (`first` is not None) goes to its place clockwise from `first` among its like."""
    at = len(events)
    if first is not None:
        while (
            at
            and events[at - 1].verb == event.verb
            and _place(events[at - 1], first, seats) > _place(event, first, seats)
        ):
            at -= 1
    events.insert(at, event)


def _place(event: Event, first: int, seats: int) -> int:
    return (int(event.actor) - first) % seats
