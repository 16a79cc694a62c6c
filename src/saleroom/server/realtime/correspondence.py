"""Tables where people have days for a move: they are rarely in memory, so somebody has to look at the clock."""

from __future__ import annotations

import asyncio
import logging
import time

from saleroom.server.ops.logs import FACTS
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.datafile import StoreTrouble

log = logging.getLogger("saleroom.server")

EVERY = 20.0
"""Seconds between two looks at the clocks."""


async def watch_for_ever(hub: Hub) -> None:
    """Have the house move where time has run out, from now on, and where it did while no server ran."""
    while True:
        try:
            await move_where_due(hub)
        except StoreTrouble as trouble:
            log.error("store", extra={FACTS: {"trouble": str(trouble)}})
        except Exception:
            log.exception("the clocks of slow tables could not be looked at")
        await asyncio.sleep(EVERY)


async def move_where_due(hub: Hub) -> None:
    """Load the tables where bots are to act or time has run out; the house moves at whichever process owns them."""
    for table_id in await hub.store.overdue(time.time()):
        table = await hub.find(table_id)
        if table is not None:
            table.autoplay.wake()
