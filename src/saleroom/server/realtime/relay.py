"""Interface of the link to other processes, as tables and the hub use it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from saleroom.server.core.state.events import TableEvent
from saleroom.server.protocol.commands import Command

if TYPE_CHECKING:  # a table has a relay, and the relay's methods take tables
    from saleroom.server.realtime.live_table import LiveTable


class Relay(Protocol):
    """Link to other processes. The link sends them commands and changes of tables, and agrees with them on the owner of
    each table.
    """

    async def carry_out(self, table: LiveTable, command: Command, holder: str | None) -> bytes:
        """Have the owner of the table carry out a command; return the encoded answer."""
        ...

    async def resolve_ownership(self, table: LiveTable) -> None:
        """Take ownership of a table that has just been loaded; if it already has an owner, follow the owner."""
        ...

    def event(self, table: LiveTable, event: TableEvent | None = None) -> None:
        """Report an event that was stored and broadcast."""
        ...

    def people(self, table: LiveTable) -> None:
        """Report that people have connected or disconnected."""
        ...

    def shown(self, table: LiveTable, message: bytes) -> None:
        """Report a message that was sent to connections but is not stored."""
        ...
