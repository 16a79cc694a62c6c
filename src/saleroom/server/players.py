"""The players of the house at work, in threads of their own: a slow one keeps nobody waiting but its own table."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter
from typing import Any

from saleroom.bots.players import check, player
from saleroom.bots.prepare import prepare, prepare_apart
from saleroom.games import load
from saleroom.kernel.game import Game
from saleroom.match.match import Match
from saleroom.server import metrics

THREADS = 32
"""More than there are cores: players let go of Python while they think, and the machine divides itself among them."""

AT_ONCE = max(1, (os.cpu_count() or 1) - 1)
"""So many searches at a time, each on one core; the rest wait their turn. A core is left to those who play and watch:
on two, that halves the time for which everybody else is kept waiting, at the same number of moves."""


SMALLEST = "search:1"

Warm = Callable[[Game], None]


class Players:
    """Chooses moves, and makes a game's machine code before its first table needs it."""

    def __init__(self, threads: int = THREADS) -> None:
        """`threads` players think at a time; a table has at most one of them."""
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="player")
        self._thinking = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="thinker")
        self._ready: dict[tuple[Warm, str], asyncio.Task[None]] = {}

    async def ready(self, game: str) -> None:
        """Returns once a game can be played without anybody waiting for a compiler."""
        await self._warmed(_warm, game)

    async def search_ready(self, game: str) -> None:
        """Returns once the search of a game is compiled as well; only who wants to think ahead waits for it."""
        await self._warmed(_warm_search, game)

    def can_search(self, game: str) -> bool:
        """Whether the search of a game is ready now."""
        task = self._ready.get((_warm_search, game))
        return task is not None and _succeeded(task)

    async def _warmed(self, warm: Warm, game: str) -> None:
        task = self._ready.get((warm, game))
        if task is None or (task.done() and not _succeeded(task)):
            task = self._ready[warm, game] = asyncio.ensure_future(self.run(warm, load(game)))
        if not task.done():
            await asyncio.shield(task)

    async def choose(self, match: Match, seat: int, name: str) -> int:
        """The action that the player `name` would choose, from the view of `seat` alone."""
        game, views = match.game, match.views(seat)
        searches = check(name) is not None
        if searches:
            await self.search_ready(game.name)
        began = perf_counter()
        action = await (self.think if searches else self.run)(_choose, name, game, views, seat)
        metrics.CHOOSING.observe(perf_counter() - began)
        return action

    async def think(self, function: Any, *arguments: Any) -> Any:
        """A search, in one of the few threads for those."""
        return await asyncio.get_running_loop().run_in_executor(self._thinking, partial(function, *arguments))

    async def run(self, function: Any, *arguments: Any) -> Any:
        """Anything that may take a while, in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, partial(function, *arguments))

    def close(self) -> None:
        """Wait for nobody."""
        for pool in (self._pool, self._thinking):
            pool.shutdown(wait=False, cancel_futures=True)


def _succeeded(task: asyncio.Task[None]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None


def _choose(name: str, game: Game, views: Any, seat: int) -> int:
    return player(name, game, os.urandom(16), threads=1).choose(views, seat)


def _warm(game: Game) -> None:
    """Compile a game, or read its machine code from the disk, by playing a move of it."""
    prepare_apart(game)
    prepare(game)
    seats = game.usual_seats
    match = Match(game, game.settle_options({}, seats), ["house"] * seats).start()
    seat = match.to_act[0]
    match.legal(seat)
    match.act(seat, _choose("house", game, match.views(seat), seat))


def _warm_search(game: Game) -> None:
    """The same for the search, by the least that there is of it."""
    prepare_apart(game, search=True)
    prepare(game, search=True)
    match = Match(game, game.settle_options({}, game.usual_seats), ["house"] * game.usual_seats).start()
    seat = match.to_act[0]
    player(SMALLEST, game, threads=1).choose(match.views(seat), seat)
