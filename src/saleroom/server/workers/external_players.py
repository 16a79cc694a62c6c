"""Third-party players at web tables, called in separate threads with a time limit."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from saleroom.bots.players import PlayerFailed, UnknownPlayer, at_tables, player
from saleroom.kernel.game import Game
from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS

log = logging.getLogger("saleroom.server")

THREADS = 4
PATIENCE = 10.0
"""Maximum time in seconds for a player's move."""


class ExternalPlayers:
    """Pool of threads that request moves from third-party players. Players keep no internal state from one move to the
    next.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        """Set the time limit `patience`. A player that exceeds it is excluded until this process ends, because its
        thread cannot be stopped.
        """
        self._patience = patience
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="outside")
        self._hung: set[str] = set()

    async def choose(self, name: str, game: Game, views: Any, seat: int, seed: bytes) -> int | None:
        """Return a player's action. If the player fails, log the failure and return `None`, so that a bot can move
        instead.
        """
        if name not in at_tables():
            return self._without(name, "not-admitted")
        if name in self._hung:
            return self._without(name, "hung")
        call = partial(_choose, name, game, views, seat, seed)
        try:
            async with asyncio.timeout(self._patience):
                return await asyncio.get_running_loop().run_in_executor(self._pool, call)
        except TimeoutError:
            self._hung.add(name)
            log.error("a player took too long and is not asked again", extra={FACTS: {"player": name}})
            return self._without(name, "hung")
        except (PlayerFailed, UnknownPlayer) as failure:
            log.error("%s", failure, extra={FACTS: {"player": name, "game": game.name}})
            return self._without(name, "failed")

    def _without(self, name: str, why: str) -> None:
        metrics.RELIEVED.labels(name, why).inc()

    def close(self) -> None:
        """Stop without waiting for running threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _choose(name: str, game: Game, views: Any, seat: int, seed: bytes) -> int:
    return player(name, game, seed).choose(views, seat)
