"""Reviews of finished matches. A search judges every decision of one seat, and uses only that seat's view."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from itertools import islice

from saleroom.bots.search.action_costs import judge
from saleroom.bots.search.explain import Explanation
from saleroom.match.decisions import Decision, decisions
from saleroom.match.match import Match
from saleroom.server.core.project.match_story import step_before
from saleroom.server.protocol.match_bodies import Remark, Review
from saleroom.server.workers import hints
from saleroom.server.workers.bot_pool import BotPool
from saleroom.server.workers.result_cache import ResultCache
from saleroom.server.workers.search_queue import Demand, NotNeeded, Share

PROGRESS_AFTER = 1.0
"""Seconds after which a caller gets the progress of a review instead of the result."""
WANTED_FOR = 60.0
"""Seconds without a request after which a review in progress is dropped."""


Keep = Callable[[tuple[str, int], Review], Awaitable[None]]
"""Function called with a table id, a seat and the review of that seat."""


class ReviewsBusy(Exception):
    """Error: another review is already in progress for the caller."""


@dataclass
class ReviewProgress:
    """Progress of an unfinished review."""

    judged: int = 0
    decisions: int = 0
    requested_at: float = 0.0
    """Time of the last request, by `time.monotonic`."""


class Reviews:
    """Computation of reviews. Each is computed only once."""

    def __init__(self, bot_pool: BotPool, keep: Keep | None = None) -> None:
        """Prepare to compute reviews in the threads of `bot_pool`; call `keep` with each finished review."""
        self._bot_pool, self._keep = bot_pool, keep
        self._cache = ResultCache()
        self._progress: dict[Hashable, ReviewProgress] = {}
        self._in_progress: dict[str, Hashable] = {}
        """Review in progress for each caller."""

    async def get(self, asker: str, table: str, match: Match, seat: int, address: str) -> Review:
        """Return the review of a seat in a finished match; if the review is not ready, return its progress. The review
        is dropped if it is not requested again within `WANTED_FOR` seconds.

        Raise `ReviewsBusy` if another review is in progress for the caller.
        """
        key = (table, seat)
        if self._in_progress.get(asker, key) != key:
            raise ReviewsBusy
        if key not in self._cache:
            self._in_progress[asker] = key
            self._progress[key] = ReviewProgress()
        if key in self._progress:
            self._progress[key].requested_at = time.monotonic()
        try:
            async with asyncio.timeout(PROGRESS_AFTER):
                return await self._cache.get(key, self._make, key, match, seat, Demand(Share.ADVICE, address, asker))
        except TimeoutError:
            progress = self._progress.get(key, ReviewProgress())
            return _review(seat, progress.judged, progress.decisions, [], ready=False)

    async def _make(self, key: tuple[str, int], match: Match, seat: int, demand: Demand) -> Review:
        progress = self._progress[key]

        def need() -> Demand | None:
            return demand if time.monotonic() - progress.requested_at < WANTED_FOR else None

        try:
            await self._bot_pool.search_ready(match.game.name)
            own = await self._bot_pool.run(list, decisions(match, seat))
            progress.decisions = len(own)
            remarks = []
            for decision in own:  # judge one decision at a time, so that bots and hints can run in between
                remarks.append(await self._bot_pool.think(need, judge_decision, match, seat, decision))
                progress.judged += 1
            certain = [remark for remark in remarks if remark is not None]
            review = _review(seat, len(own), len(own), certain, ready=True)
            if self._keep is not None:
                await self._keep(key, review)
            return review
        except NotNeeded:
            self._cache.forget(key[0])
            raise
        finally:
            self._progress.pop(key, None)
            self._in_progress = {asker: each for asker, each in self._in_progress.items() if each != key}


def judge_decision(match: Match, seat: int, decision: Decision) -> Remark | None:
    """Return the remark on a decision; None if the search found no action that is certainly better."""
    explanation = hints.searcher(match.game, "deal").explain(decision.views, seat, also=decision.action)
    verdict = judge(explanation, decision.action)
    played, better = explanation.option(decision.action), explanation.option(verdict.best)
    if not (verdict.cost or verdict.wins_cost) or played is None or better is None:
        return None
    return Remark(
        deal=decision.deal,
        step=step_before(match, decision.deal, decision.number),
        played=played.words,
        better=better.words,
        cost=round(verdict.cost, 2),
        margin=round(verdict.unsure, 2),
        wins=round(verdict.wins_cost, 3),
        reasons=list(islice(hints.differences(explanation, better, played), hints.MAX_REASONS)),
        also=[
            option.words
            for option in explanation.options
            if option is not better and _is_sound(explanation, option.action)
        ],
    )


def _is_sound(explanation: Explanation, action: int) -> bool:
    """Return whether the search found no action that is certainly better than `action`."""
    verdict = judge(explanation, action)
    return not (verdict.cost or verdict.wins_cost)


def _review(seat: int, judged: int, decisions: int, remarks: list[Remark], ready: bool) -> Review:
    cost = round(sum(remark.cost for remark in remarks), 2)
    return Review(seat=seat, ready=ready, judged=judged, decisions=decisions, cost=cost, remarks=remarks)
