"""Many rows, one transaction: whatever waits when the disk is free again is written together.

A disk makes some hundred transactions durable in a second, however many rows are in each. So the rows of all tables
that came while one transaction was being written go into the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

MOST = 500
"""Rows in one transaction."""
WAITING = 5000
"""Rows that may wait; whoever comes then waits for a place."""


@dataclass(eq=False, slots=True)
class Entry:
    """One row on its way to the disk."""

    values: dict[str, Any]
    done: asyncio.Future[None]


@dataclass
class Writer:
    """Takes rows, and has them written by `commit`, which settles every entry that it is given."""

    commit: Callable[[Sequence[Entry], Sequence[dict[str, Any]]], Awaitable[None]]
    _queue: asyncio.Queue[Entry | None] = field(default_factory=lambda: asyncio.Queue(WAITING))
    _notes: dict[str, dict[str, Any]] = field(default_factory=dict)
    _task: asyncio.Task[None] | None = None

    async def append(self, values: dict[str, Any]) -> None:
        """Returns once the row is durable; raises what kept it from being written."""
        self._start()
        entry = Entry(values, asyncio.get_running_loop().create_future())
        await self._queue.put(entry)
        await entry.done

    def note(self, key: str, values: dict[str, Any]) -> None:
        """Have `values` written some time soon; a later note of the same key replaces an earlier one."""
        self._start()
        self._notes[key] = values
        if self._queue.empty():
            self._queue.put_nowait(None)

    def _start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="writer")

    async def _run(self) -> None:
        while True:
            entries = [await self._queue.get()]
            while len(entries) < MOST and not self._queue.empty():
                entries.append(self._queue.get_nowait())
            notes, self._notes = list(self._notes.values()), {}
            await self.commit([entry for entry in entries if entry is not None], notes)
            for _ in entries:
                self._queue.task_done()

    async def close(self) -> None:
        """Write what waits, and stop."""
        if self._task is not None:
            await self._queue.join()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
