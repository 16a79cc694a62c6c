"""A seat's legal actions (`Choices`), as a set of action ids that is cheap to create.

The ids 0..255 are the possible members of a set of four 64-bit words. A game can also have *amounts*, such as bids in
chips: consecutive ids from `low` to `high` - 1, above all other ids. Choices are always ordered by ascending id.
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
def from_word(a):
    """Return the ids 0..63 in the word `a` as choices."""
    return Choices(a, NONE, NONE, NONE, 0, 0)


@rule
def from_word_and_range(a, low, high):
    """Return as choices the ids 0..63 in the word `a`, and the amounts from `low` to `high` - 1."""
    return Choices(a, NONE, NONE, NONE, low, max(low, high))


@rule
def from_words(a, b, c, d):
    """Return the ids 0..255 in the words `a` to `d` as choices."""
    return Choices(a, b, c, d, 0, 0)


@rule
def size(choices):
    """Return the number of choices."""
    plain = count(choices.a) + count(choices.b) + count(choices.c) + count(choices.d)
    return plain + choices.high - choices.low


@rule
def pick(choices, index):
    """Return the choice at `index`, in ascending order of ids."""
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
    """Return whether an action id is among the choices."""
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
    """Return a uniformly random choice."""
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
    """Write every choice, in order, into the array `ids`; return the number of choices."""
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
    """Write a flag for each of the first `members` bits of a word into row `i` of `masks`, from column `at` on."""
    write_all_flags(word, np.uint64(members), masks, np.uint64(i), np.uint64(at))


@rule
def mark(choices, masks, i):
    """Write the choices as flags into row `i` of `masks`, an array of uint8.

    Columns are action ids. A column is 1 if its id is among the choices, else 0.
    """
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
def store_choices(choices, kept, i):
    """Write choices into row `i` of `kept`, an array with six words per row."""
    kept[i, 0], kept[i, 1], kept[i, 2], kept[i, 3] = choices.a, choices.b, choices.c, choices.d
    kept[i, 4], kept[i, 5] = choices.low, choices.high


@rule
def kept(words, i):
    """Return the choices in row `i` of an array with six words per row."""
    return Choices(words[i, 0], words[i, 1], words[i, 2], words[i, 3], np.int64(words[i, 4]), np.int64(words[i, 5]))


def ids(choices: Choices) -> list[int]:
    """Return every choice, in order, for Python callers."""
    plain = int(choices.a) | int(choices.b) << 64 | int(choices.c) << 128 | int(choices.d) << 192
    return bits.members(plain) + list(range(choices.low, choices.high))
