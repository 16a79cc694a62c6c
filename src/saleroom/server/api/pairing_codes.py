"""Codes that people type: how another device of the same person comes to their seat, or to all that is theirs."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from saleroom.server.storage.one_time_codes import Codes

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that is taken for another
CODE_LENGTH = 8
CODE_LIFETIME = 300  # seconds
PAIRING, LINK = "pairing", "link"


class Seat(NamedTuple):
    """What a code for a seat stands for."""

    table: str
    seat: int
    holder: str
    """Who asked for it."""


class TypedCodes:
    """The codes of one kind that hold now."""

    def __init__(self, codes: Codes) -> None:
        """Kept in `codes`."""
        self._codes = codes

    async def new(self, meaning: str) -> str:
        """A new code; an older one that stands for the same holds no more."""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        await self._codes.put(code, meaning)
        return code

    async def redeem(self, typed: str) -> str | None:
        """What a code stood for, once; None when it holds no more, or never did."""
        code = "".join(letter for letter in typed.upper() if letter in LETTERS)
        return await self._codes.take(code) if len(code) == CODE_LENGTH else None


class PairingCodes(TypedCodes):
    """Codes for seats."""

    async def issue(self, table: str, seat: int, holder: str) -> str:
        """A new code; an older one for the same seat by the same holder holds no more."""
        return await self.new(f"{table} {seat} {holder}")

    async def seat(self, typed: str) -> Seat | None:
        """The seat that a code stood for, once."""
        meaning = await self.redeem(typed)
        if meaning is None:
            return None
        table, seat, holder = meaning.split()
        return Seat(table, int(seat), holder)
