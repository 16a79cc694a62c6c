"""Clocks of correspondence tables, at which people have days for a move.

A background task checks these clocks, because correspondence tables are rarely in memory.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial

from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.outage import try_job

EVERY = 20.0
"""Seconds between two checks of the clocks."""
FAILURE = "the clocks of slow tables could not be checked"


async def watch_clocks(hub: Hub) -> None:
    """Until cancelled, regularly make moves for players whose time has run out, even if no server was running at that
    moment.
    """
    while True:
        await try_job(partial(move_where_due, hub), FAILURE)
        await asyncio.sleep(EVERY)


async def move_where_due(hub: Hub) -> None:
    """Load the correspondence tables at which a bot has to act or a player's time has run out. The process that owns a
    table then makes the moves.
    """
    for table_id in await hub.store.overdue(time.time()):
        if not await try_job(partial(_wake, hub, table_id), FAILURE, table=table_id):
            return


async def _wake(hub: Hub, table_id: str) -> None:
    table = await hub.find(table_id)
    if table is not None:
        table.autoplay.wake()
