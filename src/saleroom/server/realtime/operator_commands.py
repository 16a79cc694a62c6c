"""Applies commands of the operator to running servers.

Such a command (`administration.py`) works on the store and not on a server: it takes over the tables that it changes,
as any process may. Servers watch its log, and apply new entries.
"""

from __future__ import annotations

import asyncio
import logging

from saleroom.server.ops.logs import FACTS
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.administration import LogMark
from saleroom.server.storage.datafile import StoreTrouble

log = logging.getLogger("saleroom.server")

EVERY = 1.5
"""Seconds between two checks of the log."""


async def follow_operator_log(hub: Hub) -> None:
    """Apply new entries of the operator's log until cancelled."""
    mark = LogMark()
    while True:
        await asyncio.sleep(EVERY)
        try:
            now = await hub.store.administration.mark()
            if now != mark:
                await apply_operator_log(hub)
                mark = now
        except StoreTrouble as trouble:
            log.error("store", extra={FACTS: {"trouble": str(trouble)}})
        except Exception:
            log.exception("the operator's changes could not be applied")


async def apply_operator_log(hub: Hub) -> None:
    """Apply the restrictions that are in force now."""
    hub.restrictions = await hub.store.administration.restrictions()
    await hub.refresh_all()
