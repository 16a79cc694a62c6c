"""Link between the processes that share tables, as a table sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from saleroom.server.protocol.commands import Command

if TYPE_CHECKING:
    from saleroom.server.realtime.live_table import LiveTable


class Elsewhere(Exception):
    """Another process owns the table and must be asked."""


class Relay(Protocol):
    """Link to other processes: sends them commands and the changes of a table, and settles its owner with them."""

    async def carry_out(self, table: LiveTable, command: Command, holder: str | None) -> bytes:
        """Have the owner of the table carry out a command; return the encoded answer."""
        ...

    async def settle(self, table: LiveTable) -> None:
        """Own a table that has just been loaded, or follow its owner."""
        ...

    def event(self, table: LiveTable) -> None:
        """Report an event that has been broadcast."""
        ...

    def people(self, table: LiveTable) -> None:
        """Report that people have connected or disconnected."""
        ...

    def shown(self, table: LiveTable, message: bytes) -> None:
        """Report a message that has been shown and is not stored."""
        ...
