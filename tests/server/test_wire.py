"""The TCP proxy of the tests leaves no connection open, no matter when the proxy is cut."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
from contextlib import closing

import pytest

from tests.server.clusters import Wire

STEPS = 20
"""Number of event loop steps after which the proxy has certainly accepted a connection and connected to its target."""


async def knock(port: int) -> None:
    """Connect, send one byte, and wait for the end of the connection."""
    with contextlib.suppress(OSError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with closing(writer), contextlib.suppress(OSError):
            writer.write(b"x")
            await reader.read(1)


async def cut_after(steps: int) -> None:
    """Cut a proxy `steps` event loop steps after five clients have started to connect."""
    with socket.create_server(("127.0.0.1", 0)) as target:
        async with Wire.to(target.getsockname()[1]) as wire:
            clients = [asyncio.create_task(knock(wire.port)) for _ in range(5)]
            for _ in range(steps):
                await asyncio.sleep(0)
        await asyncio.wait_for(asyncio.gather(*clients), 20)


@pytest.mark.parametrize("steps", range(STEPS))
async def test_a_proxy_that_is_cut_leaves_no_connection_open(steps: int) -> None:
    for _ in range(5):
        await cut_after(steps)
    gc.collect()
