"""Change of a person's portrait at the tables where they sit."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from saleroom.server.protocol import commands
from saleroom.server.realtime.commands import carry_out
from saleroom.server.realtime.hub import Hub


async def show_portrait(hub: Hub, holders: Sequence[str]) -> None:
    """Update the portrait of the person with the devices `holders` at all their tables that are open or in memory."""
    for header, summary in await hub.lobby.tables_of(*holders):
        if summary.status == "over" and hub.in_memory(header.id) is None:
            continue
        table = await hub.find(header.id)
        for holder in holders if table is not None else ():
            if table is not None and table.state.seat_of(holder) is not None:
                command = commands.ShowPortrait(type="portrait", id=secrets.token_hex(8))
                await carry_out(hub, table, command, holder)
                break
