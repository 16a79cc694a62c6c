"""Game with its options, as `saleroom.game` returns it. It creates matches and batches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from saleroom.games import load
from saleroom.kernel.game import Game
from saleroom.kernel.numbers import whole, whole_in
from saleroom.kernel.options import BadOptions, refuse_unknown, shown
from saleroom.match import rulebook
from saleroom.match.batch import Batch
from saleroom.match.match import Match
from saleroom.match.seeds import Seed, batch_seeds


class ChosenGame:
    """Game with options. Create it with `saleroom.game`."""

    def __init__(self, spec: Game, given: Mapping[str, Any]) -> None:
        """Check the options; raise `BadOptions` if one is unknown or if no number of seats can be played with them."""
        refuse_unknown(spec.options, given, spec.name)
        self.spec = spec
        self.given = dict(given)
        self.seats = [seats for seats in spec.seats if self._playable(seats)]
        """Numbers of seats for which these options are allowed."""
        if not self.seats:
            spec.settle_options(given, spec.usual_seats)

    def _playable(self, seats: int) -> bool:
        try:
            self.spec.settle_options(self.given, seats)
        except BadOptions:
            return False
        return True

    @property
    def name(self) -> str:
        """Full name, such as ``auction-pitch``."""
        return self.spec.name

    def options(self, seats: int | None = None) -> dict[str, Any]:
        """Return the value of every option for a number of seats."""
        return self.spec.settle_options(self.given, self._seats(seats))

    def rules(self, seats: int | None = None, language: str = "en") -> str:
        """Return the text of the rules that apply, as Markdown."""
        return rulebook.applied(self.spec, self.options(seats), language)

    def match(
        self,
        seats: int | None = None,
        seed: Seed = None,
        players: Sequence[str] | None = None,
        first: int | None = None,
        events: Sequence[str] = (),
    ) -> Match:
        """Return a new match, dealt and ready; raise `BadOptions` or `ValueError` for a wrong argument.

        Args:
            seats: number of seats; by default as many as there are `players`, or the usual number.
            seed: 256 bits of chance: a number, 64 hex digits or 32 bytes; random by default.
            players: a name for each seat, for the record.
            first: the first dealer (in Auction Draw the first leader); drawn from the seed by default.
            events: events that have already happened, as the record writes them: for example, ``table deal 0 5C TD …``
                deals the named cards.
        """
        if players is not None and seats is None:
            seats = len(players)
        seats = self._seats(seats)
        options = self.spec.settle_options(self.given, seats)
        names = [f"seat {seat}" for seat in range(seats)] if players is None else list(players)
        if len(names) != seats:
            raise BadOptions(f"{len(names)} players cannot take {seats} seats")
        if not all(isinstance(name, str) for name in names):
            raise BadOptions("the players are named by texts")
        dealer = whole_in(first, range(seats))
        if first is not None and dealer is None:
            raise BadOptions(f"there is no seat {shown(first)} to deal first")
        match = Match(self.spec, options, names, seed, dealer)
        by_chance = [match.apply_event(event) for event in events]
        if not all(by_chance):
            match.seed_text = None  # because of the given events, not all cards came from the seed
        return match.run_table()

    def batch(self, count: int, seats: int | None = None, seed: Seed = None) -> Batch:
        """Return `count` new matches in one array, dealt and ready; match i's seed is SHA-256 of `seed` and i."""
        number = whole(count)
        if number is None or number < 0:
            raise ValueError(f"a batch has 0 or more matches, not {shown(count)}")
        seats = self._seats(seats)
        options = self.spec.settle_options(self.given, seats)
        return Batch(self.spec, options, seats, batch_seeds(seed, number))

    @property
    def usual_seats(self) -> int:
        """Default number of seats."""
        return self.spec.usual_seats if self.spec.usual_seats in self.seats else self.seats[0]

    def _seats(self, seats: int | None) -> int:
        if seats is None:
            return self.usual_seats
        number = whole(seats)
        return seats if number is None else number  # a value that is not a number is rejected later

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.given.items())
        return f"<{self.spec.title}{': ' + chosen if chosen else ''}>"


def game(name: str, **options: Any) -> ChosenGame:
    """Return a game with options, by its full name or any part of the name that no other game has."""
    return ChosenGame(load(name), options)
