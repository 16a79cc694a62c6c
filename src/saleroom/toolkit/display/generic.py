"""Scene for games that do not define one: the public fields that the record declares, and the pieces of a seat.

A client can show the fields with their meanings, the hand, and the legal actions as buttons. This is enough to play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from typing_extensions import TypedDict

from saleroom.kernel.bits import members
from saleroom.kernel.fields import CHANCE, MATCH, PIECE_SETS, Field
from saleroom.kernel.game import Game, sealed_places
from saleroom.kernel.options import Value
from saleroom.toolkit.display import scenes
from saleroom.toolkit.display.scenes import SUITS, Common, Legal, Mine, SeenDeal, Settled
from saleroom.toolkit.display.view import ViewFields

WORD_BITS = 64
MOST_PIECES = 8
"""Maximum number of pieces in a set that is shown. A larger set describes what a hand may contain, and is not shown."""

HIDDEN_UNITS = ("card key", "place", "turns")
"""Units of fields that are not shown, because only the rules need these fields."""


class Fact(TypedDict):
    """Public field of the game's record."""

    name: str
    """Name, such as ``trump``."""
    meaning: str
    unit: str
    by_seat: bool
    values: list[list[str]]
    """Values: one list for each seat, or a single list. Pieces are given as names, suits as letters.

    A field with several elements, such as the goods on sale, has them in one list; elements that mean "nothing" are
    left out.
    """


class GenericBoard(Common):
    """Public board of a game without a scene; `held` is empty."""

    game: str
    unit: Literal["points", "chips"]
    facts: list[Fact]
    last: Settled | None


@dataclass(frozen=True)
class GenericScene:
    """Implementation of the interface of `display/scene.py` for any game."""

    game: Game
    Board = GenericBoard

    @property
    def format_action(self) -> Callable[[Any, int, int], str]:
        """Function that returns the text of an action in a given view.

        It passes the view's record to the game's `format_action`.
        """
        return lambda view, seat, action: self.game.format_action(view.record, seat, action)

    def board(self, view: ViewFields, deals: Sequence[SeenDeal]) -> GenericBoard:
        """Return the public board."""
        last_deal = self.game.bounds(options_of(self.game, view), view.seats).deals
        return {
            "game": self.game.name,
            **scenes.common(view, self.game.phases, last_deal, []),
            "unit": "chips" if self.game.unit == "chips" else "points",
            "facts": self.facts(view),
            "last": scenes.settlement(view, deals, lambda settled, _: scenes.settled(settled)),
        }

    def mine(self, view: ViewFields, seat: int, legal: Legal, deals: Sequence[SeenDeal]) -> Mine:
        """Return what only `seat` sees."""
        log = deals[-1].log.all
        sealed = set(sealed_places((event.verb for event in log), self.game.still_sealed(view.record)))
        chosen = (event.words for place, event in enumerate(log) if place in sealed and event.seat == seat)
        return scenes.own(self.hand(view, seat), legal, chosen=next(chosen, None))

    def note(self, deal: SeenDeal, score: list[int], options: Mapping[str, Value]) -> None:
        """Return no note for the score sheet."""

    def facts(self, view: ViewFields) -> list[Fact]:
        """Return the public fields that have a value now."""
        return [self._fact(field, view) for field in self._public_fields(view)]

    def hand(self, view: ViewFields, seat: int) -> list[str]:
        """Return the pieces of a seat, from the record's `hand` field. Without such a field, return an empty list."""
        field = self.game.record.hand
        return self._names(joined(np.reshape(getattr(view, field)[seat], -1).tolist())) if field else []

    def _public_fields(self, view: ViewFields) -> Iterator[Field]:
        known = {field.name for field in (*CHANCE, *MATCH)} | {option.name for option in self.game.options}
        for field in self.game.record.fields[1:]:
            shown = field.see == "public" and field.name not in known and field.unit not in HIDDEN_UNITS
            if shown and not field.past and is_set(field, view):
                yield field

    def _fact(self, field: Field, view: ViewFields) -> Fact:
        value = getattr(view, field.name)
        values = value[: view.seats] if field.by_seat else [value]
        return {
            "name": field.name,
            "meaning": field.tells,
            "unit": field.unit,
            "by_seat": field.by_seat,
            "values": [
                [word for element in self._elements(field, one) for word in self._words(field, element)]
                for one in values
            ],
        }

    def _elements(self, field: Field, value: Any) -> list[int]:
        """Return the elements of `value` as numbers. A set counts as one element.

        `value` is the value of a field, or its value for one seat.
        """
        in_words = field.unit in PIECE_SETS and len(self.game.pieces) > WORD_BITS
        if not in_words:
            return np.reshape(value, -1).tolist()
        return [joined(words) for words in np.reshape(value, (-1, np.shape(value)[-1])).tolist()]

    def _words(self, field: Field, value: int) -> list[str]:
        """Return the words for one element of a field. The list is empty if the element means "nothing"."""
        if field.nothing and value == field.nothing[0]:
            return []
        if value in field.senses:
            return [field.senses[value]]
        if field.unit in PIECE_SETS:
            pieces = self._names(value)
            return pieces if len(pieces) <= MOST_PIECES else []
        if field.unit == "seat set":
            return [str(seat) for seat in members(value)]
        if field.unit in ("card", "tile"):
            return [self.game.pieces[value]]
        return [SUITS[value] if field.unit == "suit" else str(value)]

    def _names(self, pieces: int) -> list[str]:
        """Return the names of the pieces in the bit set `pieces`."""
        return [self.game.pieces[piece] for piece in members(pieces)]


def joined(words: Sequence[int]) -> int:
    """Join the 64-bit words of a bit set into one integer."""
    return sum(word << WORD_BITS * place for place, word in enumerate(words))


def is_set(field: Field, view: ViewFields) -> bool:
    """Return whether a field has a value in this view."""
    return not any(all(int(getattr(view, name)) in values for name, values in clause.items()) for clause in field.unset)


def label(name: str) -> str:
    """Return a field's name as a label: ``called_suit`` becomes ``Called suit``."""
    return name.replace("_", " ").capitalize()


def options_of(game: Game, view: ViewFields) -> dict[str, Value]:
    """Return the options of the match to which `view` belongs."""
    numbers = {option.name: int(getattr(view, option.name)) for option in game.options}
    return {
        option.name: option.values[numbers[option.name]] if option.words else numbers[option.name]
        for option in game.options
    }
