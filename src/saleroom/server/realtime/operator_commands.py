"""Application of the operator's commands to running servers.

An operator's command (`administration.py`) changes the store directly, without a server. Like any process, it takes
ownership of the tables that it changes. Servers watch the log of these commands, and apply new entries.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.administration import LogMark
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.outage import log_trouble

log = logging.getLogger("saleroom.server")

EVERY = 1.5
"""Seconds between two checks of the log."""


async def follow_operator_log(hub: Hub, on_change: Callable[[], None]) -> None:
    """Apply new entries of the operator's log until cancelled; call `on_change` after new entries."""
    mark = LogMark()
    while True:
        await asyncio.sleep(EVERY)
        try:
            now = await hub.store.administration.mark()
            if now != mark:
                await apply_operator_log(hub)
                on_change()
                mark = now
        except StoreTrouble as trouble:
            log_trouble(trouble)
        except Exception:
            log.exception("the operator's changes could not be applied")


async def apply_operator_log(hub: Hub) -> None:
    """Apply the operator's current restrictions to all tables in memory."""
    hub.restrictions = await hub.store.administration.restrictions()
    await hub.refresh_all()
