"""Numbering of dominoes, the same in all sets. Tile (high, low) has the number high * (high + 1) / 2 + low.

A larger set only adds tiles at the end: double-six is 0..27, double-nine 0..54 and double-twelve 0..90. A set of tiles
is a row of two words; tile t is member t % 64 of word t // 64.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from saleroom.kernel.bits import ALL, NONE, below, bit, count, without
from saleroom.kernel.compile import rule

MOST = 12  # highest number on any tile
NUMBERS = MOST + 1
TILES = 91
TILE_SET = (0, 2**64 - 1)  # range of one word of a set of tiles


_HALVES = [(high, low) for high in range(NUMBERS) for low in range(high + 1)]
NAMES = [f"{high}-{low}" for high, low in _HALVES]
HIGH: Any = np.array([high for high, _ in _HALVES])
LOW: Any = np.array([low for _, low in _HALVES])
PIPS = HIGH + LOW


def _rows(members: list[list[int]]) -> np.ndarray:
    """Return sets of tiles as rows of two words."""
    sets = [sum(1 << tile for tile in tiles) for tiles in members]
    return np.array([[tiles & (1 << 64) - 1, tiles >> 64] for tiles in sets], np.uint64)


SHOWING = _rows([[tile for tile, halves in enumerate(_HALVES) if number in halves] for number in range(NUMBERS)])
"""Set of tiles that show each number; the index is the number."""


@rule
def tiles_in(most):
    """Return the number of tiles in the double-`most` set."""
    return (most + 1) * (most + 2) // 2


@rule
def whole_set(most, word):
    """Return one of the two words of the double-`most` set."""
    tiles = tiles_in(most) - 64 * word
    if tiles >= 64:
        return ALL
    return below(tiles) if tiles > 0 else NONE


@rule
def put_in(tiles, tile):
    """Add a tile to a set."""
    tiles[tile >> 6] |= bit(tile & 63)


@rule
def take_out(tiles, tile):
    """Take a tile out of a set."""
    tiles[tile >> 6] = without(tiles[tile >> 6], bit(tile & 63))


@rule
def clear(tiles):
    """Remove all tiles from a set."""
    tiles[0] = NONE
    tiles[1] = NONE


@rule
def all_shown(tiles, number, most):
    """Return whether a set has every tile of the double-`most` set that shows `number`."""
    return count(tiles[0] & SHOWING[number, 0]) + count(tiles[1] & SHOWING[number, 1]) == most + 1


def as_bits(tiles) -> int:
    """Return a set as one integer, for Python callers."""
    return int(tiles[0]) | int(tiles[1]) << 64
