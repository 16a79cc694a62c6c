"""Random cards from a 256-bit seed, by ChaCha20 (RFC 8439) and an unbiased shuffle.

The seed is the ChaCha20 key. The nonce holds the number of the deal and the number of the stage within the deal. The
cards of a deal therefore depend only on the seed and these numbers. `docs/reference/chance.md` describes each step, so
that you can check it with other tools.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.kernel.bits import added, multiplied
from saleroom.kernel.compile import rule

if TYPE_CHECKING:
    from saleroom.kernel.states import ChanceState

MATCH = 0  # number in place of the deal's number for what is drawn once per match
_LOW = np.uint64(0xFFFFFFFF)
_C0, _C1, _C2, _C3 = (np.uint32(c) for c in (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574))


@rule
def _sum(a, b):
    return np.uint32(np.uint64(a) + np.uint64(b) & _LOW)


@rule
def _rotated(a, left):
    up = np.uint64(a) << np.uint64(left)
    return np.uint32((up | (np.uint64(a) >> np.uint64(32 - left))) & _LOW)


@rule
def _quarter(a, b, c, d):
    """Apply the quarter round, RFC 8439 section 2.1."""
    a = _sum(a, b)
    d = _rotated(d ^ a, 16)
    c = _sum(c, d)
    b = _rotated(b ^ c, 12)
    a = _sum(a, b)
    d = _rotated(d ^ a, 8)
    c = _sum(c, d)
    b = _rotated(b ^ c, 7)
    return a, b, c, d


@rule
def chacha20_block(key, counter, nonce0, nonce1, nonce2, out):
    """Write one keystream block (RFC 8439 section 2.3) from the 8 words of `key` to the 16 of `out`, all `uint32`."""
    counter, n0, n1, n2 = np.uint32(counter), np.uint32(nonce0), np.uint32(nonce1), np.uint32(nonce2)
    a0, a1, a2, a3 = _C0, _C1, _C2, _C3
    b0, b1, b2, b3 = key[0], key[1], key[2], key[3]
    c0, c1, c2, c3 = key[4], key[5], key[6], key[7]
    d0, d1, d2, d3 = counter, n0, n1, n2
    for _ in range(10):
        a0, b0, c0, d0 = _quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = _quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = _quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = _quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = _quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = _quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = _quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = _quarter(a3, b0, c1, d2)
    out[0], out[1], out[2], out[3] = _sum(a0, _C0), _sum(a1, _C1), _sum(a2, _C2), _sum(a3, _C3)
    out[4], out[5], out[6], out[7] = _sum(b0, key[0]), _sum(b1, key[1]), _sum(b2, key[2]), _sum(b3, key[3])
    out[8], out[9], out[10], out[11] = _sum(c0, key[4]), _sum(c1, key[5]), _sum(c2, key[6]), _sum(c3, key[7])
    out[12], out[13], out[14], out[15] = _sum(d0, counter), _sum(d1, n0), _sum(d2, n1), _sum(d3, n2)


@rule
def _stream(s: ChanceState, deal, stage, at):
    """Return word `at` of the stream for a stage of a deal. Words must be read in order, because only one block is
    stored.
    """
    if at & 15 == 0:
        chacha20_block(s.seed, at >> 4, deal, stage, 0, s.stream)
    return np.uint64(s.stream[at & 15])


@rule
def _refused(rest, product):
    """Return whether to reject a word to avoid bias. Of the 2^32 words, 2^32 mod `product` are rejected."""
    return rest < product and rest < (np.uint64(1) << np.uint64(32)) % product


@rule
def draw(s: ChanceState, bound, deal, stage):
    """Return a uniformly random integer in 0..bound-1."""
    product = np.uint64(bound)
    at = 0
    while True:
        scaled = _stream(s, deal, stage, at) * product
        if not _refused(scaled & _LOW, product):
            return np.int64(scaled >> np.uint64(32))
        at += 1


@rule
def _swap(pieces, at, ahead):
    pieces[at], pieces[at + ahead] = pieces[at + ahead], pieces[at]


@rule
def shuffle(s: ChanceState, pieces, size, top, deal, stage):
    """Shuffle the first `size` pieces, and put the first `top` of them into the first `top` places.

    This is a Fisher-Yates shuffle with four draws from each 32-bit word, by repeated multiplication (Brackett-Rozinsky
    and Lemire, "Batched Ranged Random Integer Generation", 2024). A word that would cause bias is rejected, and the
    next word is used.
    """
    at = 0
    place = 0
    while place < top:
        b0 = np.uint64(size - place)
        b1 = np.uint64(size - place - 1 if place + 1 < top else 1)
        b2 = np.uint64(size - place - 2 if place + 2 < top else 1)
        b3 = np.uint64(size - place - 3 if place + 3 < top else 1)
        x0 = _stream(s, deal, stage, at) * b0
        x1 = (x0 & _LOW) * b1
        x2 = (x1 & _LOW) * b2
        x3 = (x2 & _LOW) * b3
        at += 1
        if _refused(x3 & _LOW, b0 * b1 * b2 * b3):
            continue
        _swap(pieces, place, np.int64(x0 >> np.uint64(32)))
        if place + 1 < top:
            _swap(pieces, place + 1, np.int64(x1 >> np.uint64(32)))
        if place + 2 < top:
            _swap(pieces, place + 2, np.int64(x2 >> np.uint64(32)))
        if place + 3 < top:
            _swap(pieces, place + 3, np.int64(x3 >> np.uint64(32)))
        place += 4


# Playouts and `imagine` use a fast generator that is independent of the seed.

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)


@rule
def roll(rng):
    """Return 64 fast random bits (SplitMix64, Steele, Lea and Flood 2014).

    `rng` is an array of one `uint64`, which can have any value.
    """
    state = added(rng[0], _STEP)
    rng[0] = state
    x = multiplied(state ^ (state >> np.uint64(30)), _MIX1)
    x = multiplied(x ^ (x >> np.uint64(27)), _MIX2)
    return x ^ (x >> np.uint64(31))


@rule
def roll_below(rng, bound):
    """Return a fast random number in 0..bound-1, `bound` below 2^32; its bias is below bound / 2^32."""
    return np.int64(((roll(rng) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@rule
def fresh_chance(s: ChanceState, rng):
    """Set a random seed from `rng`, so that a search in an imagined deal does not see the real future cards."""
    for i in range(0, 8, 2):
        x = roll(rng)
        s.seed[i] = np.uint32(x & _LOW)
        s.seed[i + 1] = np.uint32(x >> np.uint64(32))
    for i in range(16):
        s.stream[i] = 0
