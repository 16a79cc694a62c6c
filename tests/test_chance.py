"""Tests of the cards dealt from a seed. The stream is compared with published test vectors, and every shuffle with a
second implementation.
"""

from __future__ import annotations

import itertools
import math
import random
import struct

import numpy as np
import pytest

from saleroom.games import FOLDERS, load
from saleroom.kernel import chance
from saleroom.kernel.chance import chacha20_block, draw, shuffle
from saleroom.kernel.game import set_seeds
from tests.contract.chance import every_table, is_missing, moments, random_matches, times
from tests.seedcards import Stream, chacha20, pieces_of, seed_of

# RFC 8439, section 2.3.2 and appendix A.1: key, counter, nonce, the block as words.
VECTORS = [
    (bytes(range(32)), 1, "000000090000004a00000000", """
        e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3
        466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2"""),
    (bytes(32), 0, "000000000000000000000000", """
        ade0b876 903df1a0 e56a5d40 28bd8653 b819d2bd 1aed8da0 ccef36a8 c70d778b
        7c5941da 8d485751 3fe02477 374ad8b8 f4b8436a 1ca11815 69b687c3 8665eeb2"""),
    (bytes(32), 1, "000000000000000000000000", """
        bee7079f 7a385155 7c97ba98 0d082d73 a0290fcb 6965e348 3e53c612 ed7aee32
        7621b729 434ee69c b03371d5 d539d874 281fed31 45fb0a51 1f0ae1ac 6f4d794b"""),
    (bytes(31) + b"\x01", 1, "000000000000000000000000", """
        2452eb3a 9249f8ec 8d829d9b ddd4ceb1 e8252083 60818b01 f38422b8 5aaa49c9
        bb00ca8e da3ba7b4 c4b592d1 fdf2732f 4436274e 2561b3c8 ebdd4aa6 a0136c00"""),
    (b"\x00\xff" + bytes(30), 2, "000000000000000000000000", """
        fb4dd572 4bc42ef1 df922636 327f1394 a78dea8f 5e269039 a1bebbc1 caf09aae
        a25ab213 48a6b46c 1b9d9bcb 092c5be6 546ca624 1bec45d5 87f47473 96f0992e"""),
    (bytes(32), 0, "000000000000000000000002", """
        374dc6c2 3736d58c b904e24a cd3f93ef 88228b1a 96a4dfb3 5b76ab72 c727ee54
        0e0e978a f3145c95 1b748ea8 f786c297 99c28f5f 628314e8 398a19fa 6ded1b53"""),
]  # fmt: skip


def engine_block(key: bytes, counter: int, nonce: bytes) -> list[int]:
    """Return a block of keystream as computed by the engine."""
    out = np.zeros(16, np.uint32)
    words = np.frombuffer(key, "<u4").astype(np.uint32)
    chacha20_block(words, counter, *struct.unpack("<3I", nonce), out)
    return out.tolist()


@pytest.mark.parametrize(("key", "counter", "nonce", "block"), VECTORS, ids=range(len(VECTORS)))
def test_the_published_vectors(key, counter, nonce, block):
    expected = [int(word, 16) for word in block.split()]
    assert engine_block(key, counter, bytes.fromhex(nonce)) == expected
    assert chacha20(key, counter, bytes.fromhex(nonce)) == expected


def test_the_second_implementation_agrees_on_any_block():
    rng = random.Random(1)
    for _ in range(times(60)):
        key, counter, nonce = rng.randbytes(32), rng.choice([0, 1, 2**32 - 1, rng.getrandbits(32)]), rng.randbytes(12)
        assert engine_block(key, counter, nonce) == chacha20(key, counter, nonce)


# The engine's shuffle works on a game's state. Here, it can be any game's state.


def a_state(seed: bytes):
    """Return a state with a seed, and with a pile of 91 pieces to shuffle."""
    name = next(name for name in FOLDERS if not is_missing(name))
    game = load(name)
    states = game.blank(1, game.settle_options({}, game.usual_seats), game.usual_seats)
    set_seeds(states, [seed])
    return states[0]


def engine_shuffle(state, size: int, places: int, deal: int, stage: int) -> list[int]:
    """Return the pieces 0 … size-1 after the engine has shuffled the first `places` positions."""
    pieces = np.arange(size, dtype=np.int32)
    shuffle(state, pieces, size, places, deal, stage)
    return pieces.tolist()


def test_shuffles_of_every_size_agree_with_the_second_implementation():
    rng = random.Random(2)
    refused = 0
    for size in range(1, 92):
        seed = rng.randbytes(32)
        state = a_state(seed)
        for places in {size, max(0, size - 13), rng.randint(0, size)}:
            deal, stage = rng.randint(0, 10_000), rng.randint(0, 15)
            stream = Stream(seed, deal, stage)
            assert engine_shuffle(state, size, places, deal, stage) == stream.shuffled(list(range(size)), places)
            refused += stream.refused
    assert refused > 0, "no word fell into the sliver that is refused"


@pytest.mark.parametrize(("size", "places"), [(60_000, 1), (1_600, 2), (250, 3)])
def test_a_group_of_fewer_than_four_refuses_no_word_that_favours_none_of_its_draws(size, places):
    """Check pile sizes for which about every sixth word would be refused if the group had one more draw."""
    for number in range(40):
        seed = number.to_bytes(32, "big")
        shuffled = Stream(seed, 1, 0).shuffled(list(range(size)), places)
        assert engine_shuffle(a_state(seed), size, places, 1, 0)[:places] == shuffled[:places]


def test_numbers_agree_with_the_second_implementation_also_when_words_are_refused():
    rng = random.Random(3)
    refused = 0
    for bound in (1, 2, 4, 7, 8, 52, 2**16 + 1, 3 * 2**30, 2**31 + 1, 2**32 - 1):
        seed = rng.randbytes(32)
        state, deal = a_state(seed), rng.randint(0, 10_000)
        for stage in range(10):
            stream = Stream(seed, deal, stage)
            assert draw(state, bound, deal, stage) == stream.number(bound)
            refused += stream.refused
    assert refused > 5


def test_the_refused_sliver_is_exactly_what_is_left_over():
    for product in (3, 5, 52, 91 * 90 * 89 * 88, 2**31 + 1):
        left = 2**32 % product
        for rest, expected in ((0, left > 0), (left - 1, left > 0), (left, False), (product - 1, product - 1 < left)):
            if rest >= 0:
                assert chance._refused(np.uint64(rest), np.uint64(product)) == expected
    for power in (1, 2, 4, 1024):
        assert not chance._refused(np.uint64(0), np.uint64(power))  # a power of two leaves no remainder


def chi_square(counts: list[int]) -> float:
    """Return the chi-square statistic of the counts against equal counts, in standard deviations from its mean."""
    mean, freedom = sum(counts) / len(counts), len(counts) - 1
    return (sum((count - mean) ** 2 / mean for count in counts) - freedom) / math.sqrt(2 * freedom)


@pytest.mark.integration
def test_every_order_of_five_pieces_is_equally_likely():
    counts = dict.fromkeys(itertools.permutations(range(5)), 0)
    state = a_state(bytes(range(32)))
    for deal in range(times(6_000)):
        counts[tuple(engine_shuffle(state, 5, 5, deal, 0))] += 1
    assert -4 < chi_square(list(counts.values())) < 4


@pytest.mark.integration
def test_every_card_is_equally_likely_at_every_place():
    at = np.zeros((52, 52), int)
    state = a_state(bytes(range(1, 33)))
    for deal in range(times(3000)):
        at[np.arange(52), engine_shuffle(state, 52, 52, deal, 0)] += 1
    for counts in (*at, *at.T):
        assert -4.5 < chi_square(counts.tolist()) < 4.5


@pytest.mark.integration
def test_every_dealer_is_equally_likely():
    for seats in range(2, 9):
        counts = [0] * seats
        for number in range(times(600)):
            counts[draw(a_state(number.to_bytes(32, "big")), seats, 0, 0)] += 1
        assert chi_square(counts) < 4.5


# Cards dealt in every game. The `test_chance.py` of a game checks the pieces that are turned over later.


@every_table
def test_dealers_and_hands_come_from_the_seed(name, seats):
    for match, rng in random_matches(name, seats, 3, "hands from the seed"):
        for _ in moments(match, rng):
            pass
        first = Stream(seed_of(match), 0, 0).number(seats)
        pieces, places, hand = pieces_of(match)
        for number, deal in enumerate(match.deals, 1):
            assert deal.dealer == (first + number - 1) % seats
            order = Stream(seed_of(match), number, 0).shuffled(pieces, places)
            turned = [event for event in deal.events if event.actor == "table"]
            dealt = [event for event in turned if event.words.startswith("deal ")]
            hands = [sorted(order[hand * seat : hand * (seat + 1)]) for seat in range(seats if hand else 0)]
            assert [sorted(event.pieces) for event in dealt] == hands
            if not hand:
                assert [piece for event in turned for piece in event.pieces] == order[: len(turned)]
