"""The players of the house at work, in threads of their own: a slow one keeps nobody waiting but its own table."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter
from typing import Any

from saleroom.bots.players import player
from saleroom.bots.prepare import prepare
from saleroom.games import load
from saleroom.kernel.game import Game
from saleroom.match.match import Match
from saleroom.server import metrics

THREADS = 32
"""More than there are cores: players let go of Python while they think, and the machine divides itself among them."""


class Players:
    """Chooses moves, and makes a game's machine code before its first table needs it."""

    def __init__(self, threads: int = THREADS) -> None:
        """`threads` players think at a time; a table has at most one of them."""
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="player")
        self._ready: dict[str, asyncio.Task[None]] = {}

    async def ready(self, game: str) -> None:
        """Returns once a game can be played without anybody waiting for a compiler."""
        task = self._ready.get(game)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._ready[game] = asyncio.ensure_future(self.run(_warm, load(game)))
        if not task.done():
            await asyncio.shield(task)

    async def choose(self, match: Match, seat: int, name: str) -> int:
        """The action that the player `name` would choose, from the view of `seat` alone."""
        began = perf_counter()
        action = await self.run(_choose, name, match.game, match.views(seat), seat)
        metrics.CHOOSING.observe(perf_counter() - began)
        return action

    async def run(self, function: Any, *arguments: Any) -> Any:
        """Anything that may take a while, in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, partial(function, *arguments))

    def close(self) -> None:
        """Wait for nobody."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _choose(name: str, game: Game, views: Any, seat: int) -> int:
    return player(name, game, os.urandom(16)).choose(views, seat)


def _warm(game: Game) -> None:
    """Compile a game, or read its machine code from the disk, by playing a move of it."""
    prepare(game)
    seats = game.usual_seats
    match = Match(game, game.settle_options({}, seats), ["house"] * seats).start()
    seat = match.to_act[0]
    match.legal(seat)
    match.act(seat, _choose("house", game, match.views(seat), seat))
