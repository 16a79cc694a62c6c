"""Clocks of tables where people have days for a move: these tables are rarely in memory, so a task checks them."""

from __future__ import annotations

import asyncio
import logging
import time

from saleroom.server.ops.logs import FACTS
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.datafile import StoreTrouble

log = logging.getLogger("saleroom.server")

EVERY = 20.0
"""Seconds between two checks of the clocks."""


async def watch_clocks(hub: Hub) -> None:
    """Move for players whose time has run out, also while no server ran; run until cancelled."""
    while True:
        try:
            await move_where_due(hub)
        except StoreTrouble as trouble:
            log.error("store", extra={FACTS: {"trouble": str(trouble)}})
        except Exception:
            log.exception("the clocks of slow tables could not be checked")
        await asyncio.sleep(EVERY)


async def move_where_due(hub: Hub) -> None:
    """Load the tables where bots have to act or time has run out; the process that owns them makes the moves."""
    for table_id in await hub.store.overdue(time.time()):
        table = await hub.find(table_id)
        if table is not None:
            table.autoplay.wake()
