"""Cache of results about finished matches. Each result is computed only once, in a thread; the cache keeps the most
recently used results.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from inspect import iscoroutinefunction
from typing import Any

MAX_RESULTS = 64
AT_ONCE = 2  # computing a match story uses a whole core for some time


class ResultCache:
    """Cache of results, by key."""

    def __init__(self, limit: int = MAX_RESULTS) -> None:
        """Create an empty cache for at most `limit` results."""
        self._limit = limit
        self._tasks: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()
        self._room = asyncio.Semaphore(AT_ONCE)

    def __contains__(self, key: Hashable) -> bool:
        """Return whether a result exists or is being computed."""
        return key in self._tasks

    def forget(self, first: Hashable) -> None:
        """Drop all results whose key is a tuple that begins with `first`; the next request computes them again."""
        for key in [key for key in self._tasks if isinstance(key, tuple) and key[0] == first]:
            del self._tasks[key]

    def clear(self) -> None:
        """Drop all results."""
        self._tasks.clear()

    async def get(self, key: Hashable, make: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of `make(*arguments)`, from the cache if possible; a key must always be used with the same
        arguments.

        If `make` is a coroutine function, it must itself run slow work in threads, and limit that work.
        """
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(self._make(make, *arguments))
            if len(self._tasks) > self._limit:
                self._tasks.popitem(last=False)
        self._tasks.move_to_end(key)
        try:
            return await asyncio.shield(task)
        except Exception:
            self._tasks.pop(key, None)
            raise

    async def _make(self, make: Callable[..., Any], *arguments: Any) -> Any:
        if iscoroutinefunction(make):
            return await make(*arguments)
        async with self._room:
            return await asyncio.to_thread(make, *arguments)
