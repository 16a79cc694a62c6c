"""Who sits where at a table, whose the table is, and who may act for a seat."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from saleroom.server.rows import Header
from saleroom.server.texts import distinct, looks
from saleroom.server.wire import Chair

HOUSE = "house"
"""The player that stands in for people."""

_STAFF = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo")
"""What the house's players are called, by seat."""


@dataclass
class Place:
    """One seat, and who has it."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    player: str | None = None
    """Which of the house's players, where it is one."""
    holders: list[str] = field(default_factory=list)
    """Who may act for it: the same person's devices."""


class Seating:
    """The seats of one table."""

    def __init__(self, header: Header) -> None:
        """All seats open."""
        self.places = [Place() for _ in range(header.seats)]
        self.owner = header.owner
        self.owner_name = header.owner_name
        self.words: dict[int, str] = {}
        """What the people who sit there gave for the seed, by seat, in the order in which they sat down."""
        self.began: list[str | None] = []
        """Which of the house's players sat where at the first deal; None for people."""
        self._seen: dict[str, int] = {}
        """Whose hand each holder has seen in the match."""

    def seat_of(self, holder: str | None) -> int | None:
        """Where a holder sits. Every comparison is made, and each takes the same time whatever it finds."""
        found = None
        for seat, place in enumerate(self.places):
            for known in place.holders:
                if _same(known, holder):
                    found = seat
        return found

    def is_owner(self, holder: str | None) -> bool:
        """Whether the table is this holder's; each of an owner's devices will do."""
        seat = self.owner_seat
        return _same(self.owner, holder) or (seat is not None and seat == self.seat_of(holder))

    @property
    def owner_seat(self) -> int | None:
        """Where the owner sits."""
        return self.seat_of(self.owner)

    def people(self) -> Iterator[int]:
        """The seats of people."""
        return (seat for seat, place in enumerate(self.places) if place.kind == "human")

    def names(self) -> list[str]:
        """What each seat is called; an open one is empty."""
        return [place.name for place in self.places]

    def chairs(self) -> list[Chair]:
        """Who sits where, for everybody."""
        owner = self.owner_seat
        return [
            Chair(kind=place.kind, name=place.name, player=place.player, owner=seat == owner)
            for seat, place in enumerate(self.places)
        ]

    def new_name(self, wanted: str, seat: int) -> str:
        """A name for whoever comes to a seat that nobody else at the table has."""
        return distinct(wanted, (place.name for other, place in enumerate(self.places) if other != seat))

    def staff_name(self, seat: int) -> str:
        """A pleasant name for a player of the house."""
        taken = {looks(place.name) for place in self.places}
        size = len(_STAFF)
        free = (_STAFF[(seat + turn) % size] for turn in range(size))
        return next((name for name in free if looks(name) not in taken), self.new_name(_STAFF[seat % size], seat))

    def has_seen_another(self, holder: str, seat: int) -> bool:
        """Whether a holder has held another hand in this match, so that this one would tell him too much."""
        return self._seen.get(holder, seat) != seat

    # What changes it

    def begin(self) -> None:
        """The first deal is dealt: from now on a seat is a hand."""
        self.began = [place.player for place in self.places]
        self._seen = {holder: seat for seat in self.people() for holder in self.places[seat].holders}

    def sit(self, seat: int, name: str, holder: str, word: str | None, playing: bool) -> None:
        """A person takes an open seat."""
        self.places[seat] = Place("human", name, None, [holder])
        if word is not None:
            self.words[seat] = word
        if playing:
            self._seen[holder] = seat
        if _same(self.owner, holder):
            self.owner_name = name

    def add_device(self, seat: int, holder: str, playing: bool) -> None:
        """Another device of the same person."""
        self.places[seat].holders.append(holder)
        if playing:
            self._seen[holder] = seat

    def give(self, seat: int, player: str | None, name: str) -> None:
        """A seat is given to a player of the house, or opened; a person's table goes to the next one who sits there."""
        was_owner = seat == self.owner_seat
        self.places[seat] = Place("bot" if player else "open", name, player)
        self.words.pop(seat, None)
        if was_owner:
            self._hand_over(seat)

    def _hand_over(self, seat: int) -> None:
        size = len(self.places)
        heirs = (self.places[(seat + turn) % size] for turn in range(1, size))
        for heir in heirs:
            if heir.kind == "human":
                self.owner, self.owner_name = heir.holders[0], heir.name
                return


def _same(known: str, holder: str | None) -> bool:
    return hmac.compare_digest(known.encode(), (holder or "").encode())
