"""Cache of the pieces that the table turns over, by the numbers in the state that determine these pieces."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from saleroom.kernel.game import Game
from saleroom.match.events import TABLE

MOST_REMEMBERED = 1 << 14


class Columns(dict[str, list[Any]]):
    """Fields of several states as lists, each created when it is first read."""

    def __init__(self, states: Any) -> None:
        """Store `states`, an array of records."""
        super().__init__()
        self.states = states

    def __missing__(self, name: str) -> list[Any]:
        """Return a field of all states."""
        values = self[name] = self.states[name].tolist()
        return values


class _Turned(NamedTuple):
    """`Turn` as an event: its text, then the pieces from `start` to `end`."""

    words: str
    pile: str
    start: int
    end: int
    ordered: bool


class _Node:
    """Node of a decision tree: either the next field to read, or a result."""

    def __init__(self) -> None:
        self.name = ""
        """Field to read next; empty in a leaf."""
        self.branches: dict[int, _Node] = {}
        """Next node, by the value of that field."""
        self.turns: list[_Turned] | None = None


class TurnMemory:
    """Cache of the table's events from `Game.turns`, by the numbers that `Game.turns` reads from the state.

    Its result depends only on the state, so the values read so far determine which field it reads next.
    """

    def __init__(self, game: Game) -> None:
        """Start with an empty cache."""
        self._game = game
        self._root = _Node()
        self._size = 0

    def events(self, columns: Columns, row: int) -> list[str]:
        """Return the events of the table that follow a state, each as the record writes it."""
        node: _Node | None = self._root
        while node is not None and node.name:
            node = node.branches.get(columns[node.name][row])
        turns = None if node is None else node.turns
        if turns is None:
            turns = self._read(columns.states[row])
        return [self._text(turned, columns, row) for turned in turns]

    def _text(self, turned: _Turned, columns: Columns, row: int) -> str:
        if not turned.pile:
            return turned.words
        pieces: list[int] = columns[turned.pile][row][turned.start : turned.end]
        if not turned.ordered:
            pieces.sort()
        return " ".join([turned.words, *(self._game.pieces[piece] for piece in pieces)])

    def _read(self, state: Any) -> list[_Turned]:
        """Call `Game.turns`, and cache its result if it has read only single numbers."""
        reader = _Reader(state)
        turns = [
            _Turned(f"{TABLE} {turn.words}", turn.pile, turn.start, turn.start + turn.count, turn.ordered)
            for turn in self._game.turns(reader)
        ]
        numbers = reader.numbers_read()
        if numbers and self._size < MOST_REMEMBERED:
            self._remember(numbers, turns)
        return turns

    def _remember(self, numbers: list[tuple[str, int]], turns: list[_Turned]) -> None:
        node = self._root
        for name, number in numbers:
            node.name = name
            node = node.branches.setdefault(number, _Node())
        node.turns = turns
        self._size += 1


class _Reader:
    """Wrapper of a state that notes which numbers are read."""

    def __init__(self, state: Any) -> None:
        self._state = state
        self._numbers: dict[str, int] = {}
        self._only_numbers = True

    def __getattr__(self, name: str) -> Any:
        if name in self._state.dtype.names:
            return self[name]
        self._only_numbers = False
        return getattr(self._state, name)

    def __getitem__(self, name: str) -> Any:
        value = self._state[name]
        if np.ndim(value):
            self._only_numbers = False
        else:
            self._numbers.setdefault(name, int(value))
        return value

    def numbers_read(self) -> list[tuple[str, int]]:
        """Return the numbers read so far, in order; empty if anything other than single numbers was read."""
        return list(self._numbers.items()) if self._only_numbers else []
