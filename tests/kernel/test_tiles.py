"""Tests that a tile has the same number in every domino set."""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.kernel import tiles


def a_set(*names: str) -> np.ndarray:
    row = np.zeros(2, np.uint64)
    for name in names:
        tiles.put_in(row, tiles.NAMES.index(name))
    return row


@pytest.mark.parametrize(("most", "size"), [(0, 1), (6, 28), (9, 55), (10, 66), (12, 91)])
def test_a_set_has_every_pair_of_numbers_once(most, size):
    assert tiles.tiles_in(most) == size
    whole = tiles.as_bits([tiles.whole_set(most, word) for word in (0, 1)])
    assert whole == (1 << size) - 1
    assert tiles.NAMES[size - 1] == f"{most}-{most}"


def test_a_tile_is_put_in_and_taken_out_of_either_word():
    row = a_set("1-0", "10-8", "12-12")
    assert tiles.as_bits(row) == 1 << 1 | 1 << 63 | 1 << 90
    tiles.take_out(row, 63)
    tiles.take_out(row, 90)
    assert row.tolist() == [2, 0]
    tiles.put_in(row, 64)
    assert row.tolist() == [2, 1]
    tiles.clear(row)
    assert row.tolist() == [0, 0]


@pytest.mark.parametrize("most", [6, 12])
def test_a_number_is_all_shown_by_as_many_tiles_as_the_set_has_numbers(most):
    names = [f"{max(5, other)}-{min(5, other)}" for other in range(most + 1)]
    assert tiles.all_shown(a_set(*names), 5, most)
    assert not tiles.all_shown(a_set(*names), 4, most)
    for left_out in (0, most):
        rest = [name for name in names if name != names[left_out]]
        assert not tiles.all_shown(a_set(*rest, "4-4"), 5, most)


def test_tables_tell_halves_and_pips():
    place = tiles.NAMES.index("12-7")
    assert (tiles.HIGH[place], tiles.LOW[place], tiles.PIPS[place]) == (12, 7, 19)
    shown = [tiles.as_bits(row) for row in tiles.SHOWING]
    assert [name for tile, name in enumerate(tiles.NAMES) if shown[12] >> tile & 1] == [f"12-{n}" for n in range(13)]
    assert all(bits.bit_count() == 13 for bits in shown)
