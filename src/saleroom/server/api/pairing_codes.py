"""Pairing codes: how another device of the same person comes to their seat, or to all that is theirs.

They live in memory, briefly.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that is taken for another
CODE_LENGTH = 8
CODE_LIFETIME = 300  # seconds
MAX_CODES = 1000  # codes at a time; the oldest make room

Meaning = TypeVar("Meaning", bound=Hashable)


@dataclass(frozen=True)
class Seat:
    """What a code for a seat stands for."""

    table: str
    seat: int
    holder: str
    """Who asked for it."""


class Codes(Generic[Meaning]):
    """The codes of one kind that hold now, and what each stands for."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds."""
        self._clock = clock
        self._codes: OrderedDict[str, tuple[Meaning, float]] = OrderedDict()

    def new(self, meaning: Meaning) -> str:
        """A new code; an older one that stands for the same holds no more."""
        for code, (known, until) in list(self._codes.items()):
            if until <= self._clock() or known == meaning:
                del self._codes[code]
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        self._codes[code] = meaning, self._clock() + CODE_LIFETIME
        if len(self._codes) > MAX_CODES:
            self._codes.popitem(last=False)
        return code

    def redeem(self, typed: str) -> Meaning | None:
        """What a code stood for, once; None when it holds no more, or never did."""
        code = "".join(letter for letter in typed.upper() if letter not in " -")
        meaning, until = self._codes.pop(code, (None, 0.0))
        return meaning if until > self._clock() else None


class PairingCodes(Codes[Seat]):
    """Codes for seats."""

    def issue(self, table: str, seat: int, holder: str) -> str:
        """A new code; an older one for the same seat by the same holder holds no more."""
        return self.new(Seat(table, seat, holder))


class LinkCodes(Codes[str]):
    """Codes that make another device one with the holder's."""
