"""Second implementation of the dealing of cards from a seed, in plain Python. It follows the text of
`kernel/chance.py`, not its code.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from saleroom.match.match import Match
from tests.games import part_or
from tests.twin.registry import TWINS

PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
MASK = 2**32 - 1
ROUND = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
ROUND += [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]


def chacha20(key: bytes, counter: int, nonce: bytes) -> list[int]:
    """Return one block of RFC 8439 as sixteen words."""
    initial = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter]
    initial += struct.unpack("<3I", nonce)
    words = list(initial)

    def add_xor_rotate(into: int, other: int, turned: int, left: int) -> None:
        words[into] = (words[into] + words[other]) & MASK
        mixed = words[turned] ^ words[into]
        words[turned] = ((mixed << left) | (mixed >> (32 - left))) & MASK

    for _ in range(10):
        for a, b, c, d in ROUND:
            add_xor_rotate(a, b, d, 16)
            add_xor_rotate(c, d, b, 12)
            add_xor_rotate(a, b, d, 8)
            add_xor_rotate(c, d, b, 7)
    return [(word + start) & MASK for word, start in zip(words, initial, strict=True)]


@dataclass
class Stream:
    """Stream of 32-bit words for one stage of one deal."""

    seed: bytes
    deal: int
    stage: int
    refused: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._words = self._read()

    def _read(self) -> Iterator[int]:
        for counter in range(2**32):
            yield from chacha20(self.seed, counter, struct.pack("<3I", self.deal, self.stage, 0))

    def draws(self, bounds: list[int]) -> list[int]:
        """Draw one word, and return a uniform number below each of the bounds.

        A word that would cause bias is skipped.
        """
        ways = 1
        for bound in bounds:
            ways *= bound
        while True:
            numbers, rest = [], next(self._words)
            for bound in bounds:
                number, rest = divmod(rest * bound, 2**32)
                numbers.append(number)
            if rest >= 2**32 % ways:
                return numbers
            self.refused += 1

    def number(self, bound: int) -> int:
        """Return a uniform number below `bound`."""
        return self.draws([bound])[0]

    def shuffled(self, pieces: list, places: int) -> list:
        """Return the pieces with the first `places` positions drawn at random, four at a time."""
        pieces = list(pieces)
        for start in range(0, places, 4):
            group = list(range(start, min(start + 4, places)))
            ahead = self.draws([len(pieces) - place for place in group])
            for place, step in zip(group, ahead, strict=True):
                pieces[place], pieces[place + step] = pieces[place + step], pieces[place]
        return pieces


def seed_of(match: Match) -> bytes:
    """Return the seed of a match. If the match is over, read it from the record."""
    return bytes.fromhex(match.record()["seed"] if match.over else match.seed_text or "")


def pieces_of(match: Match) -> tuple[list[str], int, int]:
    """Return the pieces shuffled before a deal, the number of shuffled places, and the number of pieces dealt to each
    seat.

    The pack and the hand size come from the game's twin, its slow second implementation. By default, as many places are
    shuffled as the hands need. A `shuffle.py` in the tests of a game can define `order(pack)`, which returns the order
    before the shuffle, and `places(pack)`, which returns the number of shuffled places.
    """
    name = match.game.name
    twin = TWINS[name](match.options, match.seats, 0)
    pack, hand = part_or(name, "shuffle", "order", list)(twin.whole_pack()), twin.hand_size()
    return pack, part_or(name, "shuffle", "places", lambda pack: hand * match.seats)(pack), hand
