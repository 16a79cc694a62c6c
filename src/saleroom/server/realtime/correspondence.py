"""Clocks of correspondence tables, at which people have days for a move.

A background task checks these clocks, because correspondence tables are rarely in memory.
"""

from __future__ import annotations

import asyncio
import logging
import time

from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.outage import log_trouble

log = logging.getLogger("saleroom.server")

EVERY = 20.0
"""Seconds between two checks of the clocks."""


async def watch_clocks(hub: Hub) -> None:
    """Until cancelled, regularly make moves for players whose time has run out, even if no server was running at that
    moment.
    """
    while True:
        try:
            await move_where_due(hub)
        except StoreTrouble as trouble:
            log_trouble(trouble)
        except Exception:
            log.exception("the clocks of slow tables could not be checked")
        await asyncio.sleep(EVERY)


async def move_where_due(hub: Hub) -> None:
    """Load the correspondence tables at which a bot has to act or a player's time has run out. The process that owns a
    table then makes the moves.
    """
    for table_id in await hub.store.overdue(time.time()):
        table = await hub.find(table_id)
        if table is not None:
            table.autoplay.wake()
