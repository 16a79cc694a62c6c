"""Where each game's pieces are: sets that have no piece in common and together are all the pieces that it uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def overlap(sets: list[int]) -> int:
    """The pieces that are in more than one of the sets."""
    seen = twice = 0
    for pieces in sets:
        twice |= seen & pieces
        seen |= pieces
    return twice


def pack_of(match: Any) -> int:
    """The pieces that a match is played with: the numbers from 0, as a set."""
    tiles = match.options.get("set")
    count = len(match.game.pieces) if tiles is None else (tiles + 1) * (tiles + 2) // 2
    return (1 << count) - 1


def _set(pieces: Iterable[Any]) -> int:
    """A set of the pieces of an array; -1 stands for none."""
    return sum(1 << int(piece) for piece in pieces if piece >= 0)


def _rows(field: Any, seats: int) -> list[int]:
    """Each seat's set; one of two words is one number."""
    return [sum(int(word) << 64 * at for at, word in enumerate(row.reshape(-1))) for row in field[:seats]]


def _in_tricks(state: Any) -> list[int]:
    seats = int(state.seats)
    return [int(state.trick), *_rows(state.hand, seats), *_rows(state.taken, seats)]


def _house(state: Any) -> list[int]:
    return [*_in_tricks(state), _set(state.kitty[: state.seats]), _set(state.courts)]


def _pitch(state: Any) -> list[int]:
    """Out of play is what was not dealt: all but six cards a seat."""
    dealt = _in_tricks(state)
    out = (1 << 52) - 1 & ~sum(dealt)
    return [*dealt, out] if out.bit_count() == 52 - 6 * int(state.seats) else dealt


def _draw(state: Any) -> list[int]:
    most = int(state.set) if int(state.set) > 2 else (6, 9, 12)[int(state.set)]
    tiles = (most + 1) * (most + 2) // 2
    return [
        _set(state.deck[int(state.drawn) : tiles]),
        *_rows(state.tiles, int(state.seats)),
        *_rows(state.laid[None], 1),
    ]


def _flop(state: Any) -> list[int]:
    stock = _set(state.deck[int(state.top) : int(state.top) + int(state.stock)])
    return [stock, int(state.pile), int(state.flop), *_rows(state.hand, int(state.seats))]


PLACES: dict[str, Callable[[Any], list[int]]] = {
    "house": _house,
    "hearts": _in_tricks,
    "pitch": _pitch,
    "draw": _draw,
    "flop": _flop,
}
