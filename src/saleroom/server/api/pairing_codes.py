"""Typed codes that give another device of the same person their seat, or link it with all their data."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from saleroom.server.storage.one_time_codes import Codes

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without letters that look alike
CODE_LENGTH = 8
CODE_LIFETIME = 300  # seconds
PAIRING, LINK = "pairing", "link"


class PairedSeat(NamedTuple):
    """Meaning of a seat's code."""

    table: str
    seat: int
    holder: str
    """Holder who requested it."""


class TypedCodes:
    """The valid codes of one kind."""

    def __init__(self, codes: Codes) -> None:
        """Store the codes in `codes`."""
        self._codes = codes

    async def new(self, meaning: str) -> str:
        """Create a code; an older one with the same meaning expires."""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        await self._codes.put(code, meaning)
        return code

    async def redeem(self, typed: str) -> str | None:
        """Redeem a code and return its meaning; None if it is unknown or has expired."""
        code = "".join(letter for letter in typed.upper() if letter in LETTERS)
        return await self._codes.take(code) if len(code) == CODE_LENGTH else None


class PairingCodes(TypedCodes):
    """Codes for seats."""

    async def issue(self, table: str, seat: int, holder: str) -> str:
        """Create a code; an older one for the same seat by the same holder expires."""
        return await self.new(f"{table} {seat} {holder}")

    async def seat(self, typed: str) -> PairedSeat | None:
        """Redeem a code and return its seat."""
        meaning = await self.redeem(typed)
        if meaning is None:
            return None
        table, seat, holder = meaning.split()
        return PairedSeat(table, int(seat), holder)
