"""Choices: what a seat may legally do, as a set of action ids that costs nothing to make.

Ids 0..255 are members of four words; above them a game may have *amounts* (bids in chips), a run of ids `low` up to,
not including, `high`. The order of choices is ascending by id, always.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from saleroom.kernel import bits
from saleroom.kernel.bits import NONE, ONE, count, first, has, nth
from saleroom.kernel.chance import roll_below
from saleroom.kernel.compile import rule
from saleroom.kernel.fast.simd import write_all_flags

Choices = namedtuple("Choices", "a b c d low high")


@rule
def only(a):
    """Choices among ids 0..63."""
    return Choices(a, NONE, NONE, NONE, 0, 0)


@rule
def with_amounts(a, low, high):
    """Choices among ids 0..63, and the ids `low` up to, not including, `high`."""
    return Choices(a, NONE, NONE, NONE, low, max(low, high))


@rule
def words(a, b, c, d):
    """Choices among ids 0..255."""
    return Choices(a, b, c, d, 0, 0)


@rule
def size(choices):
    """How many choices there are."""
    plain = count(choices.a) + count(choices.b) + count(choices.c) + count(choices.d)
    return plain + choices.high - choices.low


@rule
def pick(choices, index):
    """The choice with `index` others before it."""
    n = count(choices.a)
    if index < n:
        return nth(choices.a, index)
    index -= n
    n = count(choices.b)
    if index < n:
        return 64 + nth(choices.b, index)
    index -= n
    n = count(choices.c)
    if index < n:
        return 128 + nth(choices.c, index)
    index -= n
    n = count(choices.d)
    if index < n:
        return 192 + nth(choices.d, index)
    return choices.low + index - n


@rule
def contains(choices, action):
    """Whether an action id is among the choices."""
    if action < 0:
        return False
    if choices.low <= action < choices.high:
        return True
    if action < 64:
        return has(choices.a, action)
    if action < 128:
        return has(choices.b, action - 64)
    if action < 192:
        return has(choices.c, action - 128)
    return action < 256 and has(choices.d, action - 192)


@rule
def at_random(choices, rng):
    """A uniformly random choice."""
    return pick(choices, roll_below(rng, size(choices)))


@rule
def _write_word(bits, base, ids, at):
    while bits != NONE:
        ids[at] = base + first(bits)
        bits &= bits - ONE
        at += 1
    return at


@rule
def write(choices, ids):
    """Write every choice, in order, into the array `ids`; how many there are."""
    at = _write_word(choices.a, 0, ids, 0)
    at = _write_word(choices.b, 64, ids, at)
    at = _write_word(choices.c, 128, ids, at)
    at = _write_word(choices.d, 192, ids, at)
    for action in range(choices.low, choices.high):
        ids[at] = action
        at += 1
    return at


@rule
def _mark_word(word, members, masks, i, at):
    """Write a flag for each of so many members."""
    write_all_flags(word, np.uint64(members), masks, np.uint64(i), np.uint64(at))


@rule
def mark(choices, masks, i):
    """Write into row `i` of `masks`, an array of uint8, by id, 1 for each choice and 0 for the others."""
    size = masks.shape[1]
    _mark_word(choices.a, min(size, 64), masks, i, 0)
    if size > 64:
        _mark_word(choices.b, min(size - 64, 64), masks, i, 64)
        _mark_word(choices.c, min(max(size - 128, 0), 64), masks, i, 128)
        _mark_word(choices.d, min(max(size - 192, 0), 64), masks, i, 192)
        for action in range(256, size):
            masks[i, action] = 0
        for action in range(choices.low, choices.high):
            masks[i, action] = 1


@rule
def keep(choices, kept, i):
    """Write choices into row `i` of an array of six words."""
    kept[i, 0], kept[i, 1], kept[i, 2], kept[i, 3] = choices.a, choices.b, choices.c, choices.d
    kept[i, 4], kept[i, 5] = choices.low, choices.high


@rule
def kept(words, i):
    """The choices in row `i` of an array of six words."""
    return Choices(words[i, 0], words[i, 1], words[i, 2], words[i, 3], np.int64(words[i, 4]), np.int64(words[i, 5]))


def ids(choices: Choices) -> list[int]:
    """Every choice, in order, for Python callers."""
    plain = int(choices.a) | int(choices.b) << 64 | int(choices.c) << 128 | int(choices.d) << 192
    return bits.members(plain) + list(range(choices.low, choices.high))
