"""Link between the processes that share tables, as a table uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from saleroom.server.protocol.commands import Command

if TYPE_CHECKING:
    from saleroom.server.realtime.live_table import LiveTable


class Elsewhere(Exception):
    """Error: another process owns the table and must be asked."""


class Relay(Protocol):
    """Link that sends commands and changes of a table to other processes, and agrees with them on its owner."""

    async def carry_out(self, table: LiveTable, command: Command, holder: str | None) -> bytes:
        """Have the owner of the table carry out a command; return the encoded answer."""
        ...

    async def settle(self, table: LiveTable) -> None:
        """Take ownership of a table that has just been loaded, or follow its owner."""
        ...

    def event(self, table: LiveTable) -> None:
        """Report an event that has been broadcast."""
        ...

    def people(self, table: LiveTable) -> None:
        """Report that people have connected or disconnected."""
        ...

    def shown(self, table: LiveTable, message: bytes) -> None:
        """Report a message that has been sent to connections but is not stored."""
        ...
