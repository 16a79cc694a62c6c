"""Daily positions. Each game has a few a day, from a match between `house` bots; they are the same for all players.

The seed is the date, and the numbers of judged decisions and of simulations are fixed. Every server of the same version
therefore finds the same positions.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from itertools import islice

from saleroom.bots.players import player
from saleroom.games import NAMES, load
from saleroom.match.decisions import Decision, decisions
from saleroom.match.match import Match
from saleroom.server.core.decide.seats import BOT_NAMES
from saleroom.server.core.state.table import AUTOPLAY_BOT
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.tasks import cancel_all
from saleroom.server.protocol.match_bodies import Remark
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.outage import log_trouble
from saleroom.server.storage.practice import PracticeStore, StoredPosition
from saleroom.server.workers.bot_pool import BotPool
from saleroom.server.workers.reviews import judge_decision
from saleroom.server.workers.search_queue import Demand, Share

log = logging.getLogger("saleroom.server")

DECISIONS = 40
"""Number of decisions to judge, all by one seat. At 2,000 simulations each, they take about five seconds of one core.
"""
POSITIONS = 3
"""Maximum number of positions per game and day; the positions with the greatest loss are chosen."""
GAP = 1.0
"""Seconds to wait before each search while people play."""
DEMAND = Demand(Share.BACKGROUND, "daily positions")
CHECK = 300.0
"""Seconds between checks for a new date. Without a request, a search starts only when no people play."""


class DailyPositions:
    """Background search for each day's positions. The search runs once per day, at low priority."""

    def __init__(
        self,
        store: PracticeStore,
        bot_pool: BotPool,
        today: Callable[[], str],
        busy: Callable[[], bool],
        claim: Callable[[str], Awaitable[bool]],
    ) -> None:
        """Prepare the search.

        `busy` returns whether people are playing now; `claim` returns whether this process should do a job.
        """
        self._store, self._bot_pool, self._today, self._busy = store, bot_pool, today, busy
        self._claim = claim
        self._work: asyncio.Task[None] | None = None
        self._watch: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start a background task that finds each day's positions, usually before the first request for them."""
        self._watch = asyncio.create_task(self._keep_ready(), name="watch the date")

    async def _keep_ready(self) -> None:
        while True:
            await asyncio.sleep(CHECK)
            if not self._busy():
                self.want()

    def want(self) -> None:
        """Start a search for today's positions, unless a search is already running."""
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._find(self._today()), name="daily positions")

    async def close(self) -> None:
        """Stop immediately; after a restart, the search for missing positions starts again."""
        await cancel_all(task for task in (self._watch, self._work) if task is not None)

    async def _find(self, day: str) -> None:
        for game in NAMES:
            try:
                if not await self._store.has_day(day, game) and await self._claim(f"practice/{day}/{game}"):
                    await self._find_of(day, game)
            except StoreTrouble as trouble:
                log_trouble(trouble, game=game, day=day)
            except Exception:
                log.exception("today's positions could not be found", extra={FACTS: {"game": game, "day": day}})

    async def _find_of(self, day: str, game: str) -> None:
        await self._bot_pool.search_ready(game)
        match, seat, house_decisions = await self._bot_pool.run(house_match, day, game)
        judgements = []
        for decision in house_decisions:
            if self._busy():
                await asyncio.sleep(GAP)
            judgements.append(await self._bot_pool.think(lambda: DEMAND, judge_decision, match, seat, decision))
        remarks = costliest([remark for remark in judgements if remark is not None])
        positions = [daily_position(day, game, seat, number, remark) for number, remark in enumerate(remarks, 1)]
        await self._store.add_day(day, game, match.record(), positions)


def house_match(day: str, game: str) -> tuple[Match, int, list[Decision]]:
    """Play a match between `house` bots until one seat has made enough decisions or the match ends; return the match,
    that seat and its decisions.
    """
    key = hashlib.sha256(f"saleroom practice {game} {day}".encode()).digest()
    spec = load(game)
    names = [BOT_NAMES[seat % len(BOT_NAMES)] for seat in range(spec.usual_seats)]
    match = Match(spec, spec.settle_options({}, len(names)), names, key).run_table()
    seat, left = key[0] % match.seats, DECISIONS
    bot = player(AUTOPLAY_BOT, spec, key)
    while left and not match.over:
        mover = match.to_act[0]
        left -= mover == seat and len(match.legal_ids(mover)) > 1
        match.act(mover, bot.choose(match.views(mover), mover))
    return match, seat, list(islice(decisions(match, seat), DECISIONS))


def costliest(remarks: Sequence[Remark]) -> list[Remark]:
    """Return the `POSITIONS` remarks with the greatest loss, in the order of the match."""
    worst = sorted(remarks, key=lambda remark: (-remark.cost, -remark.wins))[:POSITIONS]
    return sorted(worst, key=lambda remark: (remark.deal, remark.step))


def daily_position(day: str, game: str, seat: int, number: int, remark: Remark) -> StoredPosition:
    """Return a daily position; `number` counts the positions of its game on that day, from 1."""
    return StoredPosition(
        id=f"{day}.{game}.{number}",
        game=game,
        table_id=None,
        day=day,
        seat=seat,
        deal=remark.deal,
        step=remark.step,
        remark=remark.model_dump(),
    )
