"""Bots in separate threads, so that a slow bot delays only its own table."""

from __future__ import annotations

import asyncio
import hashlib
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter
from typing import Any

from saleroom import notices
from saleroom.bots.levels import LEVELS
from saleroom.bots.players import check, is_outside, player
from saleroom.bots.prepare import prepare, start_apart
from saleroom.games import load
from saleroom.kernel import readiness
from saleroom.kernel.game import Game
from saleroom.match.match import Match
from saleroom.server.ops import metrics
from saleroom.server.workers.external_players import ExternalPlayers
from saleroom.server.workers.search_queue import Demand, Need, SearchQueue, Share

THREADS = 32
"""Number of threads for players; more than cores, because players release the GIL while they think."""

SMALLEST = "search:1"

RULES_OF_THUMB = "house"
_NO_PERSON = Demand(Share.BACKGROUND, "")
Warm = Callable[[Game], None]
Part = tuple[Warm, str]
"""Unit of compilation: a function that compiles a game or its search, and the game's name."""


class BotPool:
    """Threads in which bots choose moves. The threads also compile each game before the first table needs it."""

    def __init__(self, threads: int = THREADS) -> None:
        """Let up to `threads` bots choose moves simultaneously; each table has at most one such bot."""
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="player")
        self._searches = SearchQueue()
        self._outside = ExternalPlayers()
        self._ready: dict[Part, asyncio.Future[None]] = {}
        self._due: list[Part] = []
        self._work: asyncio.Task[None] | None = None
        self._compiler: subprocess.Popen[bytes] | None = None
        readiness.never_compile_here()
        notices.silence()

    def want(self, game: str) -> None:
        """Compile a game, and then its search, before other games. Until a game is compiled, Python interprets it."""
        for part in ((_warm_search, game), (_warm, game)):
            self._ordered(part)
            if part in self._due:
                self._due.remove(part)
                self._due.insert(0, part)

    async def ready(self, game: str) -> None:
        """Wait until a game is compiled."""
        await asyncio.shield(self._ordered((_warm, game)))

    async def search_ready(self, game: str) -> None:
        """Wait until the search of a game is compiled; only players that search need this."""
        await asyncio.shield(self._ordered((_warm_search, game)))

    def can_search(self, game: str) -> bool:
        """Return whether the search for a game is compiled now."""
        done = self._ready.get((_warm_search, game))
        return done is not None and _succeeded(done)

    def _ordered(self, part: Part) -> asyncio.Future[None]:
        """Return the future of the compilation of `part`; if an earlier compilation failed, try again."""
        done = self._ready.get(part)
        if done is None or (done.done() and not _succeeded(done)):
            done = self._ready[part] = asyncio.get_running_loop().create_future()
            self._due.append(part)
            if self._work is None or self._work.done():
                self._work = asyncio.create_task(self._compile(), name="compile")
        return done

    async def _compile(self) -> None:
        """Compile the requested parts one after the other, so that a processor core stays free for people who play."""
        while self._due:
            part = self._due.pop(0)
            warm, game = part
            try:
                await self._compile_apart(load(game), search=warm is _warm_search)
                await self.run(warm, load(game))
            except Exception as error:
                self._ready[part].set_exception(error)
                self._ready[part].exception()  # mark the error as seen, because there may be no caller who waits for it
            else:
                self._ready[part].set_result(None)
                metrics.COMPILED.labels(game, "search" if warm is _warm_search else "game").set(1)

    async def _compile_apart(self, game: Game, search: bool) -> None:
        """Compile in another process, because a compiler holds the GIL. If that process fails, this one compiles."""
        self._compiler = start_apart(game, search)
        if self._compiler is not None:
            await self.run(self._compiler.wait)

    async def choose(self, match: Match, seat: int, name: str, need: Need = lambda: _NO_PERSON) -> int:
        """Return the action that the player `name` would choose, given only the view of `seat`. If the player searches,
        call `need` while the search waits; raise `NotNeeded` if it returns None.

        Until the search of the game is compiled, a player that searches plays like the `house` bot. If a third-party
        player fails, the `house` bot moves in its place.
        """
        began = perf_counter()
        action = await self._choose_outside(match, seat, name) if is_outside(name) else None
        if action is None:
            action = await self._choose_here(match, seat, RULES_OF_THUMB if is_outside(name) else name, need)
        metrics.CHOOSING.observe(perf_counter() - began)
        return action

    async def _choose_outside(self, match: Match, seat: int, name: str) -> int | None:
        seed = _player_seed(match, name, seat)
        return await self._outside.choose(name, match.game, match.views(seat), seat, seed)

    async def _choose_here(self, match: Match, seat: int, name: str, need: Need) -> int:
        game, views = match.game, match.views(seat)
        searches = check(name) is not None and self.can_search(game.name)
        who = name if searches or check(name) is None else RULES_OF_THUMB
        run = partial(self.think, need) if searches else self.run
        return await run(_choose, who, game, views, seat, _player_seed(match, who, seat))

    async def think(self, need: Need, function: Any, *arguments: Any) -> Any:
        """Run a search in one of the few threads for searches; raise `NotNeeded` if it is dropped while it waits."""
        return await self._searches.run(need, function, *arguments)

    async def run(self, function: Any, *arguments: Any) -> Any:
        """Run any slow function in one of the threads for players."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, partial(function, *arguments))

    def close(self) -> None:
        """Stop without waiting for running threads."""
        if self._work is not None:
            self._work.cancel()
        if self._compiler is not None:
            self._compiler.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._searches.close()
        self._outside.close()


def _succeeded(part: asyncio.Future[None]) -> bool:
    return part.done() and not part.cancelled() and part.exception() is None


def _player_seed(match: Match, name: str, seat: int) -> bytes:
    """Return a seed for one player. The seed looks random, but it is the same at all tables with the same cards.

    A bot with a level keeps one seed for the whole match. Cards that it has forgotten in a deal therefore stay
    forgotten.
    """
    moment = "" if name in LEVELS else f" {len(match.deals)} {len(match.deals[-1].events)}"
    return hashlib.sha256(f"{match.seed_text} {seat}{moment}".encode()).digest()


def _choose(name: str, game: Game, views: Any, seat: int, seed: bytes = b"") -> int:
    return player(name, game, seed, threads=1).choose(views, seat)


def _warm(game: Game) -> None:
    """Play one move, which compiles a game or loads its machine code from the disk."""
    prepare(game)
    seats = game.usual_seats
    match = Match(game, game.settle_options({}, seats), ["house"] * seats).run_table()
    seat = match.to_act[0]
    match.legal(seat)
    match.act(seat, _choose("house", game, match.views(seat), seat))


def _warm_search(game: Game) -> None:
    """Run the smallest search, which compiles the search for a game or loads its machine code from the disk."""
    prepare(game, search=True)
    match = Match(game, game.settle_options({}, game.usual_seats), ["house"] * game.usual_seats).run_table()
    seat = match.to_act[0]
    player(SMALLEST, game, threads=1).choose(match.views(seat), seat)
