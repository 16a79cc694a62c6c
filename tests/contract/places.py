"""Helpers for sets of pieces, stored as bits of a number, and for `places` in `tests/games/<game>/worlds.py`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def overlap(sets: list[int]) -> int:
    """Return the set of pieces that are in more than one of `sets`."""
    seen = twice = 0
    for pieces in sets:
        twice |= seen & pieces
        seen |= pieces
    return twice


def pack_of(match: Any) -> int:
    """Return the set of all pieces in a match. Piece numbers start at 0."""
    tiles = match.options.get("set")
    count = len(match.game.pieces) if tiles is None else (tiles + 1) * (tiles + 2) // 2
    return (1 << count) - 1


def set_of(pieces: Iterable[Any]) -> int:
    """Return the set of the numbers in `pieces`. Ignore -1, which stands for no piece."""
    return sum(1 << int(piece) for piece in pieces if piece >= 0)


def rows(field: Any, seats: int) -> list[int]:
    """Return each seat's set from a field with one row a seat. A set of two 64-bit words becomes one number."""
    return [sum(int(word) << 64 * at for at, word in enumerate(row.reshape(-1))) for row in field[:seats]]


def in_tricks(state: Any) -> list[int]:
    """Return the sets of pieces in a trick game: the trick on the table, each hand, and the tricks won by each seat."""
    seats = int(state.seats)
    return [int(state.trick), *rows(state.hand, seats), *rows(state.taken, seats)]
