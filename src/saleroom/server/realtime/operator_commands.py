"""What whoever runs the server does by command is heeded by the servers that run meanwhile.

The command (`administration.py`) works on the store and not on a server: it takes over the tables that it changes, as
any process may. Its log tells servers to look again.
"""

from __future__ import annotations

import asyncio
import logging

from saleroom.server.ops.logs import FACTS
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.administration import Mark
from saleroom.server.storage.datafile import StoreTrouble

log = logging.getLogger("saleroom.server")

EVERY = 1.5
"""Seconds between two looks at the log."""


async def heed_for_ever(hub: Hub) -> None:
    """Have this server heed what is logged from now on."""
    mark = Mark()
    while True:
        await asyncio.sleep(EVERY)
        try:
            now = await hub.store.administration.mark()
            if now != mark:
                await heed(hub)
                mark = now
        except StoreTrouble as trouble:
            log.error("store", extra={FACTS: {"trouble": str(trouble)}})
        except Exception:
            log.exception("what the operator did could not be heeded")


async def heed(hub: Hub) -> None:
    """Heed what holds now."""
    hub.restrictions = await hub.store.administration.restrictions()
    await hub.look_again()
