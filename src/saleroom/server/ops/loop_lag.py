"""Measurement of the event loop's lag, during which this process serves no person."""

from __future__ import annotations

import asyncio
import time

from saleroom.server.ops import metrics

EVERY = 0.5
"""Seconds between two measurements."""


async def measure_lag() -> None:
    """Until cancelled, regularly measure how late a timer of the event loop is."""
    while True:
        due = time.perf_counter() + EVERY
        await asyncio.sleep(EVERY)
        metrics.LOOP_LAG.observe(max(0.0, time.perf_counter() - due))
