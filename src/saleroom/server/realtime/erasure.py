"""Erasure of a person. The person first leaves unfinished matches; the server then removes all references to the person
from tables.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from functools import partial

from saleroom.server.core.decide import CommandContext, seats
from saleroom.server.protocol import commands
from saleroom.server.realtime.hub import Hub


async def erase(hub: Hub, holders: Sequence[str], identity: str) -> list[str]:
    """Erase the person who has the devices `holders`, and the person's bots; return the ids of their tables.

    After an interruption, call the function again to erase the rest.
    """
    own = [bot.holder for bot, _ in await hub.store.bots.of(identity)]
    holders = [*holders, *own, *await hub.store.erasure.seats_on_device(holders)]
    table_ids = await hub.store.erasure.tables_with(holders)
    for table_id in table_ids:
        await leave_seats(hub, table_id, holders)
        await hub.rewrite(table_id, partial(hub.store.erasure.erase, table_id, holders, identity))
    await hub.store.people.forget(identity)
    return table_ids


async def leave_seats(hub: Hub, table_id: str, holders: Sequence[str]) -> None:
    """Give up the seats of the devices `holders` in an unfinished match; a bot continues in their place."""
    listing = await hub.lobby.summary(table_id)
    if listing is None or listing[1].status == "over":
        return
    table = await hub.find(table_id)
    if table is None:
        return
    state = table.state
    command = commands.Leave(type="leave", id=secrets.token_hex(8))
    for holder in holders:
        seat = state.seat_of(holder)
        if seat is not None and not state.over:  # this also works in contests, where the command `Leave` is refused
            await table.commit(
                partial(seats.leave, CommandContext(state, command, holder, seat, (), None, time.time()))
            )
