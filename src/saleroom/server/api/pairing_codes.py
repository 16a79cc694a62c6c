"""Codes that a person types on another device, to share a seat or to link the two devices."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from saleroom.server.storage.one_time_codes import Codes

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no letters and digits that look alike
CODE_LENGTH = 8
CODE_LIFETIME = 300  # seconds
PAIRING, LINK = "pairing", "link"


class PairedSeat(NamedTuple):
    """Seat to which a code gives access."""

    table: str
    seat: int
    holder: str
    """Device that requested the code."""


class TypedCodes:
    """Valid codes of one kind."""

    def __init__(self, codes: Codes) -> None:
        """Create and redeem codes that are stored in `codes`."""
        self._codes = codes

    async def new(self, meaning: str, address: str) -> str:
        """Create a code for a person at a network address; an older code with the same meaning expires."""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        await self._codes.store(code, meaning, address)
        return code

    async def redeem(self, typed: str) -> str | None:
        """Redeem a code and return its meaning; None if the code is unknown or has expired."""
        code = "".join(letter for letter in typed.upper() if letter in LETTERS)
        return await self._codes.take(code) if len(code) == CODE_LENGTH else None


class PairingCodes(TypedCodes):
    """Codes with which a device can share a seat."""

    async def issue(self, table: str, seat: int, holder: str, address: str) -> str:
        """Create a code; an older code from the same device for the same seat expires."""
        return await self.new(f"{table} {seat} {holder}", address)

    async def seat(self, typed: str) -> PairedSeat | None:
        """Redeem a code and return its seat; None if the code is unknown or has expired."""
        meaning = await self.redeem(typed)
        if meaning is None:
            return None
        table, seat, holder = meaning.split()
        return PairedSeat(table, int(seat), holder)
