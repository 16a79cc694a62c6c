"""Quiet tables: CPU use of a server for pages without moves, which only listen or also send pings.

A page sends a ping after 4 seconds of silence. Pages of older versions only listened. `python -m
benchmarks.tables.quiet --listening` measures only such pages, which any version of the server supports.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import time
from collections.abc import Sequence

from benchmarks.figures import Figure
from benchmarks.tables import crowd
from benchmarks.tables.cores import ALL, CROWD, keep_to
from benchmarks.tables.measure import ours
from benchmarks.tables.processes import cpu, many_sockets
from benchmarks.timing import Effort

TABLES, QUICK_TABLES = 1000, 100
SECONDS, QUICK_SECONDS = 60.0, 15.0
QUIET = 4.0
"""Seconds of silence after which a page sends a ping."""
SETTLED = 12.0
"""Seconds before the first measurement, in which the server handles the arrival of the crowd."""
PING = '{"type":"ping"}'


class Page:
    """The connection of one page."""

    def __init__(self, socket: crowd.ClientConnection, number: int) -> None:
        self._socket, self.asks = socket, False
        # the pages differ, so that not all of them send pings at the same time
        self._heard = time.monotonic() - QUIET * (number % 40) / 40
        self.messages = 0

    async def read(self) -> None:
        """Read messages until cancelled."""
        async for _ in self._socket:
            self._heard = time.monotonic()
            self.messages += 1

    async def ask_if_quiet(self, now: float) -> None:
        """Send a ping if no message has arrived for `QUIET` seconds."""
        if self.asks and now - self._heard >= QUIET:
            self._heard = now
            await self._socket.send(PING)


async def measure(tables: int, seconds: float, asking: Sequence[bool]) -> list[tuple[bool, float, float]]:
    """Return for each kind of page whether it sends pings, the load in percent of a core, and messages per second."""
    async with ours(tables, [], stored=False) as played:
        seated = [table for table in played.tables if isinstance(table, crowd.Saleroom)]
        for table in seated:
            for reader in table.readers:
                reader.cancel()
        pages = [Page(socket, number) for table in seated for number, socket in enumerate(table.sockets)]
        tasks = [asyncio.create_task(page.read()) for page in pages]
        tasks.append(asyncio.create_task(_ask(pages)))
        try:
            return [await _spent(played.pid, pages, asks, seconds) for asks in asking]
        finally:
            for task in tasks:
                task.cancel()


async def _ask(pages: Sequence[Page]) -> None:
    while True:
        await asyncio.sleep(0.1)
        now = time.monotonic()
        for page in pages:
            with contextlib.suppress(Exception):
                await page.ask_if_quiet(now)


async def _spent(pid: int, pages: Sequence[Page], asks: bool, seconds: float) -> tuple[bool, float, float]:
    for page in pages:
        page.asks = asks
    await asyncio.sleep(SETTLED)
    before, begun, received = cpu(pid), time.monotonic(), sum(page.messages for page in pages)
    await asyncio.sleep(seconds)
    lasted = time.monotonic() - begun
    return asks, 100 * (cpu(pid) - before) / lasted, (sum(page.messages for page in pages) - received) / lasted


def quiet(effort: Effort) -> list[Figure]:
    """Measure percent of a core for 1,000 quiet tables of four sockets; pages only listen, or also send pings."""
    full = effort.rounds > 3
    tables, seconds = (TABLES, SECONDS) if full else (QUICK_TABLES, QUICK_SECONDS)
    return _figures(tables, seconds, (False, True))


def _figures(tables: int, seconds: float, asking: Sequence[bool]) -> list[Figure]:
    keep_to(CROWD)
    try:
        with many_sockets():
            results = asyncio.run(measure(tables, seconds, asking))
    finally:
        keep_to(ALL)
    return [
        Figure(
            f"{tables} quiet tables, pages that {'ask' if asks else 'listen'}: CPU",
            "% of a core",
            percent,
            note=f"four sockets a table, {messages:.0f} messages a second in all, over {seconds:.0f} s",
            alone=True,
        )
        for asks, percent, messages in results
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables.quiet", description=quiet.__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--listening", action="store_true", help="only pages that do not ask")
    given = parser.parse_args()
    for figure in _figures(given.tables, given.seconds, (False,) if given.listening else (False, True)):
        print(f"{figure.measure}: {figure.ours:.2f} {figure.unit} ({figure.note})")


if __name__ == "__main__":
    main()
