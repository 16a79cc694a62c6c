"""Interface of the link to other processes, as tables and the hub use it."""

from __future__ import annotations

from typing import Protocol, TypeVar

from saleroom.server.core.state.events import TableEvent
from saleroom.server.protocol.commands import Command

Table_contra = TypeVar("Table_contra", contravariant=True)
"""Type of the tables. A table has a relay, so this module cannot import it."""


class Relay(Protocol[Table_contra]):
    """Link to other processes. The link sends them commands and changes of tables, and agrees with them on the owner of
    each table.
    """

    async def carry_out(self, table: Table_contra, command: Command, holder: str | None) -> bytes:
        """Have the owner of the table carry out a command; return the encoded answer."""
        ...

    async def resolve_ownership(self, table: Table_contra) -> None:
        """Take ownership of a table that has just been loaded; if it already has an owner, follow the owner."""
        ...

    def event(self, table: Table_contra, event: TableEvent | None = None) -> None:
        """Report an event that was stored and broadcast."""
        ...

    def people(self, table: Table_contra) -> None:
        """Report that people have connected or disconnected."""
        ...

    def shown(self, table: Table_contra, message: bytes) -> None:
        """Report a message that was sent to connections but is not stored."""
        ...
