"""Helpers for each game's function `places` (`tests/games/<game>/worlds.py`), and for sets of pieces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def overlap(sets: list[int]) -> int:
    """Return the pieces that are in more than one of the sets."""
    seen = twice = 0
    for pieces in sets:
        twice |= seen & pieces
        seen |= pieces
    return twice


def pack_of(match: Any) -> int:
    """Return the set of pieces that a match is played with. Piece numbers start at 0."""
    tiles = match.options.get("set")
    count = len(match.game.pieces) if tiles is None else (tiles + 1) * (tiles + 2) // 2
    return (1 << count) - 1


def set_of(pieces: Iterable[Any]) -> int:
    """Return the set of pieces in an array, ignoring -1."""
    return sum(1 << int(piece) for piece in pieces if piece >= 0)


def rows(field: Any, seats: int) -> list[int]:
    """Return the set of each seat. A set of two 64-bit words becomes one number."""
    return [sum(int(word) << 64 * at for at, word in enumerate(row.reshape(-1))) for row in field[:seats]]


def in_tricks(state: Any) -> list[int]:
    """Return the hands, the tricks won and the trick on the table."""
    seats = int(state.seats)
    return [int(state.trick), *rows(state.hand, seats), *rows(state.taken, seats)]
