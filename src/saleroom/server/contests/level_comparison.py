"""Scores of each built-in bot level with the cards of a contest. The bots play in the background."""

from __future__ import annotations

import asyncio
import logging

from saleroom.bots.levels import LEVELS, THINKING, TRAINED
from saleroom.match.match import Match
from saleroom.server.core.apply import replay
from saleroom.server.core.contests import ContestCards, attempt_table
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.tasks import cancel_all
from saleroom.server.realtime.hub import Hub
from saleroom.server.workers.search_queue import Demand, Share

log = logging.getLogger("saleroom.server")

COMPARED = tuple(level for level in LEVELS if level != TRAINED)
"""Bot levels whose scores are shown for comparison."""


class Comparisons:
    """Comparisons with bots: each bot level plays the contest in the contestant's seat."""

    def __init__(self, hub: Hub) -> None:
        self._hub, self._store = hub, hub.store.contests
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def complete(self, cards: ContestCards, known: dict[str, int]) -> dict[str, int | None]:
        """Return each bot level's score; None if the score is not known yet. Start to compute missing scores in the
        background.
        """
        if any(level not in known for level in COMPARED) and cards.contest not in self._tasks:
            task = self._tasks[cards.contest] = asyncio.create_task(self._compare(cards, set(known)), name="compare")
            task.add_done_callback(lambda _: self._tasks.pop(cards.contest, None))
        return {level: known.get(level) for level in COMPARED}

    async def close(self) -> None:
        """Cancel the background tasks; the next request computes the missing scores."""
        await cancel_all(self._tasks.values())

    async def _compare(self, cards: ContestCards, known: set[str]) -> None:
        try:
            if not await self._hub.store.leases.claim(cards.contest):
                return  # another process computes the scores of this contest
            for level in COMPARED:
                if level not in known:
                    await self._store.add_house_score(cards.contest, level, await self.score(cards, level))
        except Exception:  # the next request starts the computation again
            log.exception("the house could not play a contest's cards", extra={FACTS: {"contest": cards.contest}})

    async def score(self, cards: ContestCards, level: str) -> int:
        """Play the contest with a bot level in the contestant's seat, and return its score."""
        pool = self._hub.bot_pool
        if level in THINKING:
            await pool.search_ready(cards.game)
        demand = Demand(Share.BACKGROUND, cards.contest)
        match: Match = await pool.run(_begun, cards, level)
        while not match.over:
            seat = match.to_act[0]
            bot = level if seat == cards.seat else cards.players[seat]
            match.act(seat, await pool.choose(match, seat, bot, lambda: demand))
            match.run_table()
        return match.scores[cards.seat]


def _begun(cards: ContestCards, level: str) -> Match:
    """Return the match of a contest before its first move; it is the same for all contestants."""
    state = replay(*attempt_table(cards, level, level, level, 0.0))
    assert state.match is not None
    return state.match
