"""Queue of all searches of a server. Each kind of search has threads of its own, and waiting searches take turns by
address and by person.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from saleroom.server.ops import metrics

log = logging.getLogger("saleroom.server")

AT_ONCE = max(1, (os.cpu_count() or 1) - 1)
"""Maximum number of concurrent searches for tables where a person sits, each on one core.

One core stays free for people who play and watch. With two cores, this halves their waiting time, and bots make as many
moves as before.
"""
MAX_REMEMBERED = 10_000
"""Maximum number of addresses and people whose last turn is remembered."""


class Share(StrEnum):
    """Kind of a search, which decides its threads."""

    SEATED = "seated"
    """Moves at tables where a connected person sits."""
    ADVICE = "advice"
    """Hints and reviews."""
    BACKGROUND = "background"
    """Moves for which no connected person with a seat waits, and daily positions."""


class ShareLimits(NamedTuple):
    """Threads of a share."""

    threads: int
    niceness: int
    """Niceness of the threads (Linux). The event loop, which serves people, has a lower niceness than all searches."""


SHARES = {
    Share.SEATED: ShareLimits(AT_ONCE, 10),
    Share.ADVICE: ShareLimits(max(1, AT_ONCE // 2), 10),
    Share.BACKGROUND: ShareLimits(max(1, AT_ONCE // 4), 19),
}


class Demand(NamedTuple):
    """Who needs a search. Searches of a share take turns by address, and those of an address by person."""

    share: Share
    address: str
    """Network address of the person, or a name for work that needs none."""
    person: str = ""


UNKNOWN = Demand(Share.BACKGROUND, "")

Need = Callable[[], Demand | None]
"""Function that returns who needs a search now; None if the search is not needed any longer."""


class NotNeeded(Exception):
    """Error: a search has been dropped, because it is not needed any longer."""


@dataclass(eq=False)
class _Search:
    """A search that waits."""

    call: Callable[[], Any]
    need: Need
    result: asyncio.Future[Any]
    began: float = field(default_factory=perf_counter)
    demand: Demand | None = UNKNOWN
    """The last answer of `need`."""

    def ask(self) -> Demand | None:
        """Return who needs the search now. After a failure of `need`, its last answer remains valid, because other
        searches must not wait for this one.
        """
        try:
            self.demand = self.need()
        except Exception:
            log.exception("it is unknown who needs a search")
            self.need = lambda: self.demand
        return self.demand


class SearchQueue:
    """All searches of a server, running and waiting."""

    def __init__(self) -> None:
        self._threads = {
            share: ThreadPoolExecutor(
                limits.threads, f"{share}-search", initializer=_set_niceness, initargs=(limits.niceness,)
            )
            for share, limits in SHARES.items()
        }
        self._waiting: list[_Search] = []
        self._running = dict.fromkeys(Share, 0)
        self._turns = 0
        self._last_turns: OrderedDict[tuple[str, ...], int] = OrderedDict()
        """Number of the last turn of each address, and of each person at an address; the most recent ones."""

    async def run(self, need: Need, function: Callable[..., Any], *arguments: Any) -> Any:
        """Run a search when its turn comes, and return its result. Call `need` while the search waits; raise
        `NotNeeded` if it returns None.
        """
        search = _Search(partial(function, *arguments), need, asyncio.get_running_loop().create_future())
        self._waiting.append(search)
        self._start_searches()
        try:
            return await search.result
        finally:
            if search in self._waiting:  # the caller has been cancelled
                self._waiting.remove(search)

    def _start_searches(self) -> None:
        """Drop the searches that are not needed any longer, and start as many others as there are free threads."""
        waiting: list[tuple[_Search, Demand]] = []
        for search in self._waiting:
            demand = search.ask()
            if demand is not None:
                waiting.append((search, demand))
            elif not search.result.done():
                search.result.set_exception(NotNeeded())
        for share, limits in SHARES.items():
            due = [each for each in waiting if each[1].share is share]
            while due and self._running[share] < limits.threads:
                next_up = min(due, key=lambda each: self._rank(each[1]))
                due.remove(next_up)
                waiting.remove(next_up)
                self._start(*next_up)
            metrics.SEARCHES_WAITING.labels(share).set(len(due))
        self._waiting = [search for search, _ in waiting]

    def _rank(self, demand: Demand) -> tuple[int, int]:
        """Return the last turns of an address and of a person. Between equals, the longest wait decides."""
        share, address, person = demand
        return self._last_turns.get((share, address), 0), self._last_turns.get((share, address, person), 0)

    def _start(self, search: _Search, demand: Demand) -> None:
        share, address, person = demand
        metrics.SEARCH_WAIT.labels(share).observe(perf_counter() - search.began)
        self._turns += 1
        for key in ((share, address), (share, address, person)):
            self._last_turns[key] = self._turns
            self._last_turns.move_to_end(key)
        while len(self._last_turns) > MAX_REMEMBERED:
            self._last_turns.popitem(last=False)
        self._running[share] += 1
        running = asyncio.get_running_loop().run_in_executor(self._threads[share], search.call)
        running.add_done_callback(partial(self._ended, search, share))

    def _ended(self, search: _Search, share: Share, running: asyncio.Future[Any]) -> None:
        self._running[share] -= 1
        error = None if running.cancelled() else running.exception()
        if search.result.done():
            pass  # the caller has been cancelled
        elif running.cancelled():
            search.result.cancel()
        elif error is not None:
            search.result.set_exception(error)
        else:
            search.result.set_result(running.result())
        self._start_searches()

    def close(self) -> None:
        """Stop without waiting for running threads."""
        for search in self._waiting:
            search.result.cancel()
        self._waiting.clear()
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)


def _set_niceness(niceness: int) -> None:
    """Lower the priority of this thread if the system supports it. Searches can wait; moves of other bots cannot."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
