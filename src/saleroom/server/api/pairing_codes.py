"""Pairing codes: how another device of the same person comes to their seat. They live in memory, briefly."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that is taken for another
CODE_LENGTH = 8
CODE_LIFETIME = 300  # seconds
MAX_CODES = 1000  # codes at a time; the oldest make room


@dataclass(frozen=True)
class Seat:
    """What a code stands for."""

    table: str
    seat: int
    holder: str
    """Who asked for it."""
    until: float


class PairingCodes:
    """The codes that hold now."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds."""
        self._clock = clock
        self._codes: OrderedDict[str, Seat] = OrderedDict()

    def issue(self, table: str, seat: int, holder: str) -> str:
        """A new code; an older one for the same seat by the same holder holds no more."""
        for code, known in list(self._codes.items()):
            if known.until <= self._clock() or (known.table, known.holder) == (table, holder):
                del self._codes[code]
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        self._codes[code] = Seat(table, seat, holder, self._clock() + CODE_LIFETIME)
        if len(self._codes) > MAX_CODES:
            self._codes.popitem(last=False)
        return code

    def redeem(self, typed: str) -> Seat | None:
        """What a code stood for, once; None when it holds no more, or never did."""
        code = "".join(letter for letter in typed.upper() if letter not in " -")
        known = self._codes.pop(code, None)
        return known if known is not None and known.until > self._clock() else None
