"""Bots in threads of their own: a slow one delays only its own table."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter
from typing import Any

from saleroom import notices
from saleroom.bots.levels import LEVELS
from saleroom.bots.players import check, is_outside, player
from saleroom.bots.prepare import prepare, prepare_apart
from saleroom.games import load
from saleroom.kernel import readiness
from saleroom.kernel.game import Game
from saleroom.match.match import Match
from saleroom.server.ops import metrics
from saleroom.server.workers.external_players import ExternalPlayers

THREADS = 32
"""More than there are cores: players release Python's lock while they think, and the system shares the cores."""

AT_ONCE = max(1, (os.cpu_count() or 1) - 1)
"""Maximum number of concurrent searches, each on one core; further ones wait.

One core is left to people who play and watch: with two cores, this halves the waiting time of all others, at the same
number of moves.
"""


SMALLEST = "search:1"

RULES_OF_THUMB = "house"
Warm = Callable[[Game], None]
Part = tuple[Warm, str]
"""Unit of compilation: a game, or its search."""


class BotPool:
    """Chooses moves, and compiles a game before its first table needs it."""

    def __init__(self, threads: int = THREADS) -> None:
        """Let `threads` players think at a time; a table has at most one of them."""
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="player")
        self._thinking = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="thinker", initializer=_let_others_go_first)
        self._outside = ExternalPlayers()
        self._ready: dict[Part, asyncio.Future[None]] = {}
        self._due: list[Part] = []
        self._work: asyncio.Task[None] | None = None
        readiness.never_compile_here()
        notices.silence()

    def want(self, game: str) -> None:
        """Compile a game before others, and then its search; until then it is played interpreted."""
        for part in ((_warm_search, game), (_warm, game)):
            self._ordered(part)
            if part in self._due:
                self._due.remove(part)
                self._due.insert(0, part)

    async def ready(self, game: str) -> None:
        """Wait until a game is compiled."""
        await asyncio.shield(self._ordered((_warm, game)))

    async def search_ready(self, game: str) -> None:
        """Wait until the search of a game is compiled too; needed only for players that search."""
        await asyncio.shield(self._ordered((_warm_search, game)))

    def can_search(self, game: str) -> bool:
        """Return whether the search of a game is ready now."""
        done = self._ready.get((_warm_search, game))
        return done is not None and _succeeded(done)

    def _ordered(self, part: Part) -> asyncio.Future[None]:
        """Return the future of a part's compilation; a failed one is tried again."""
        done = self._ready.get(part)
        if done is None or (done.done() and not _succeeded(done)):
            done = self._ready[part] = asyncio.get_running_loop().create_future()
            self._due.append(part)
            if self._work is None or self._work.done():
                self._work = asyncio.create_task(self._compile(), name="compile")
        return done

    async def _compile(self) -> None:
        """Compile due parts one after the other, which leaves a core to people who play."""
        while self._due:
            part = self._due.pop(0)
            warm, game = part
            try:
                await self.run(warm, load(game))
            except Exception as error:
                self._ready[part].set_exception(error)
                self._ready[part].exception()  # marks the error as seen, as no caller may wait for it
            else:
                self._ready[part].set_result(None)
                metrics.COMPILED.labels(game, "search" if warm is _warm_search else "game").set(1)

    async def choose(self, match: Match, seat: int, name: str) -> int:
        """Return the action that the player `name` would choose, given only the view of `seat`.

        Until the search of the game is compiled, a player that searches uses the rules of thumb. If an outside
        player fails, the house moves in its place.
        """
        began = perf_counter()
        action = await self._choose_outside(match, seat, name) if is_outside(name) else None
        if action is None:
            action = await self._choose_here(match, seat, RULES_OF_THUMB if is_outside(name) else name)
        metrics.CHOOSING.observe(perf_counter() - began)
        return action

    async def _choose_outside(self, match: Match, seat: int, name: str) -> int | None:
        chance = _chance(match, name, seat)
        return await self._outside.choose(name, match.game, match.views(seat), seat, chance)

    async def _choose_here(self, match: Match, seat: int, name: str) -> int:
        game, views = match.game, match.views(seat)
        searches = check(name) is not None and self.can_search(game.name)
        who = name if searches or check(name) is None else RULES_OF_THUMB
        run = self.think if searches else self.run
        return await run(_choose, who, game, views, seat, _chance(match, who, seat))

    async def think(self, function: Any, *arguments: Any) -> Any:
        """Run a search in one of its few threads."""
        return await asyncio.get_running_loop().run_in_executor(self._thinking, partial(function, *arguments))

    async def run(self, function: Any, *arguments: Any) -> Any:
        """Run any slow function in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, partial(function, *arguments))

    def close(self) -> None:
        """Stop without waiting."""
        if self._work is not None:
            self._work.cancel()
        for pool in (self._pool, self._thinking):
            pool.shutdown(wait=False, cancel_futures=True)
        self._outside.close()


def _let_others_go_first() -> None:
    """Give this thread a low priority, if the system supports it: searches may wait, moves may not."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


def _succeeded(part: asyncio.Future[None]) -> bool:
    return part.done() and not part.cancelled() and part.exception() is None


def _chance(match: Match, name: str, seat: int) -> bytes:
    """Return a player's own random seed, the same at all tables with the same cards.

    A level keeps one seed for the whole match, so that what it forgets of a deal stays forgotten.
    """
    moment = "" if name in LEVELS else f" {len(match.deals)} {len(match.deals[-1].events)}"
    return hashlib.sha256(f"{match.seed_text} {seat}{moment}".encode()).digest()


def _choose(name: str, game: Game, views: Any, seat: int, chance: bytes = b"") -> int:
    return player(name, game, chance, threads=1).choose(views, seat)


def _warm(game: Game) -> None:
    """Compile a game, or load its machine code from the disk, by playing a move of it."""
    prepare_apart(game)
    prepare(game)
    seats = game.usual_seats
    match = Match(game, game.settle_options({}, seats), ["house"] * seats).start()
    seat = match.to_act[0]
    match.legal(seat)
    match.act(seat, _choose("house", game, match.views(seat), seat))


def _warm_search(game: Game) -> None:
    """Compile the search of a game, or load its machine code, with the smallest search."""
    prepare_apart(game, search=True)
    prepare(game, search=True)
    match = Match(game, game.settle_options({}, game.usual_seats), ["house"] * game.usual_seats).start()
    seat = match.to_act[0]
    player(SMALLEST, game, threads=1).choose(match.views(seat), seat)
