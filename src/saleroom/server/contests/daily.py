"""Daily deals: every day and game one short match, with the same cards for everybody."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from saleroom.games import NAMES, load
from saleroom.kernel.refusals import Refusal
from saleroom.match import fair_deals
from saleroom.server.contests import days
from saleroom.server.contests.level_comparison import Comparisons
from saleroom.server.contests.results import store_result
from saleroom.server.core.contests import Cards, attempt_id, attempt_table, daily_cards
from saleroom.server.protocol import contest_bodies
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.contests import ContestStore, DailyDeal, Field, Result
from saleroom.server.storage.datafile import StoreTrouble

log = logging.getLogger("saleroom.server")

SECRET = "daily deals"
RANKED = 20
"""How many accounts are ranked by name."""
PUBLISHES_EVERY = 600.0
"""Seconds after which a server looks whether the next day's deals are published."""


class NoDeal(Refusal):
    """There is no deal of that day here; the text says why, in one line."""


class Dailies:
    """The daily deals of one server."""

    def __init__(self, hub: Hub, public: bool, clock: Callable[[], float] = time.time) -> None:
        """`public`: whether people may know it by a public URL. `clock` gives seconds since the epoch."""
        self._hub, self._public, self._clock = hub, public, clock
        self._store: ContestStore = hub.store.contests
        self._secret: bytes | None = None
        self._comparisons = Comparisons(hub)

    # Publishing

    async def publish_for_ever(self) -> None:
        """Publish the commitments to today's and tomorrow's deals, and those of the days to come."""
        while True:
            with contextlib.suppress(StoreTrouble):
                await self.publish()
            await asyncio.sleep(PUBLISHES_EVERY)

    async def publish(self) -> None:
        """Publish today's and tomorrow's deals, unless that has been done.

        Tomorrow's cards come from the secret: nobody can know them, and the server can choose them no more. Where
        yesterday nothing was published, a private server takes today's from the date, as every such server does; a
        public one does not, because anybody could work out those cards beforehand.
        """
        today, now = days.today(self._clock()), self._clock()
        sources: dict[date, days.Source] = {today: "secret" if self._public else "date", days.after(today): "secret"}
        deals = []
        for day, source in sources.items():
            for game in NAMES:
                contest = days.contest_name(day, game)
                commit = fair_deals.commitment(days.seed(contest, source, await self._key()))
                deals.append(DailyDeal(contest, source, commit, now))
        await self._store.publish(deals)

    async def _key(self) -> bytes:
        if self._secret is None:
            self._secret = await self._store.secret(SECRET)
        return self._secret

    async def _published(self, contests: list[str]) -> dict[str, DailyDeal]:
        found = await self._store.daily_deals(contests)
        if len(found) < len(contests):
            await self.publish()
            found = await self._store.daily_deals(contests)
        return found

    async def _cards(self, deal: DailyDeal, game: str) -> Cards:
        seed = days.seed(deal.contest, deal.source, await self._key())  # type: ignore
        return daily_cards(deal.contest, load(game), seed)

    async def close(self) -> None:
        """Stop what goes on in the background."""
        await self._comparisons.close()

    # Playing

    async def play(self, game: str, holder: str, name: str) -> str:
        """The id of the table where somebody plays today's deal: their only one."""
        now = self._clock()
        contest = days.contest_name(days.today(now), game)
        identity = await self._store.identity_of(holder)
        table_id = await self._store.attempt(contest, holder) or attempt_id(contest, identity)
        if await self._hub.find(table_id) is None:
            deal = (await self._published([contest]))[contest]
            cards = await self._cards(deal, game)
            self._hub.bot_pool.want(game)
            made = await self._hub.bot_pool.run(attempt_table, cards, identity, holder, name, now)
            await self._hub.create_once(*made)
        return table_id

    # Looking

    async def overview(self, holder: str | None) -> list[contest_bodies.DailyBrief]:
        """Today's deals, one for each game."""
        day, identity = days.today(self._clock()), await self._identity(holder)
        contests = {game: days.contest_name(day, game) for game in NAMES}
        counts = await self._store.counts(list(contests.values()))
        results = await self._store.results_of(identity, list(contests.values())) if identity else []
        known = {result.contest: result for result in results}
        found = []
        for game, contest in contests.items():
            own = await self._own(contest, holder, known.get(contest))
            found.append(_brief(game, contest, counts.get(contest, 0), own))
        return found

    async def page(self, game: str, day: date, holder: str | None) -> contest_bodies.DailyDeal:
        """A day's deal, as far as the asker may know; `NoDeal` where there is none."""
        deal, identity = await self._deal(game, day), await self._identity(holder)
        field = await self._store.field(deal.contest, identity, RANKED)
        own = await self._own(deal.contest, holder, field.own)
        if own.result is not field.own:  # it was stored just now
            field = await self._store.field(deal.contest, identity, RANKED)
        cards = await self._cards(deal, game)
        opened = own.result is not None or self._clock() >= days.closes_at(day)
        return contest_bodies.DailyDeal(
            **_brief(game, deal.contest, sum(field.scores.values()), own).model_dump(),
            unit=load(game).unit,  # type: ignore
            options={name: value for name, value in cards.options.items() if value is not None},
            opponents=cards.players,
            source=deal.source,  # type: ignore
            commit=deal.commit,
            published_at=deal.published_at,
            opened=self._opened(cards, field) if opened else None,
        )

    async def _deal(self, game: str, day: date) -> DailyDeal:
        """A day's deal as it was published, or is published now."""
        today, contest = days.today(self._clock()), days.contest_name(day, game)
        if day > today:
            raise NoDeal("daily.not-begun")
        found = await (self._published([contest]) if day == today else self._store.daily_deals([contest]))
        if contest not in found:
            raise NoDeal("daily.nothing")
        return found[contest]

    def _opened(self, cards: Cards, field: Field) -> contest_bodies.DailyResults:
        """What everybody made of a deal."""
        scores = field.scores
        return contest_bodies.DailyResults(
            server_seed=cards.server_seed.hex(),
            scores=[contest_bodies.ScoreCount(score=score, people=people) for score, people in scores.items()],
            beaten=None if field.own is None else share_beaten(scores, field.own.score),
            best=next((_ranked(result, scores) for result in field.best), None),
            ranking=[_ranked(result, scores) for result in field.ranked],
            house=self._comparisons.complete(cards, field.house),
        )

    async def _own(self, contest: str, holder: str | None, result: Result | None) -> _Own:
        """How far somebody is with a contest; `result` as far as it is stored."""
        if holder is None:
            return _Own("open", None, None)
        if result is not None:
            return _Own("over", result.table_id, result)
        table_id = await self._store.attempt(contest, holder)
        summary = None if table_id is None else await self._hub.summary(table_id)
        if table_id is None or summary is None:
            return _Own("open", None, None)
        if summary[1].status != "over":
            return _Own("playing", table_id, None)
        table = await self._hub.find(table_id)
        if table is not None:
            await store_result(self._store, table.state, edition=table.edition)
        return _Own("over", table_id, await self._store.result(contest, await self._identity(holder)))

    async def _identity(self, holder: str | None) -> str | None:
        return None if holder is None else await self._store.identity_of(holder)


class _Own(NamedTuple):
    """Somebody's own attempt at a contest."""

    status: contest_bodies.Standing
    table: str | None
    result: Result | None
    """None too where it ended after the day."""


def share_beaten(scores: dict[int, int], own: int) -> float | None:
    """The share of the others who had a lower score, 0 to 1; None where there are no others."""
    others = sum(scores.values()) - 1
    return None if others < 1 else sum(people for score, people in scores.items() if score < own) / others


def _ranked(result: Result, scores: dict[int, int]) -> contest_bodies.Ranked:
    rank = 1 + sum(people for score, people in scores.items() if score > result.score)
    return contest_bodies.Ranked(rank=rank, name=result.name, score=result.score, table=result.table_id)


def _brief(game: str, contest: str, players: int, own: _Own) -> contest_bodies.DailyBrief:
    day = days.day_of(contest)
    return contest_bodies.DailyBrief(
        game=game,
        title=load(game).title,
        day=day.isoformat(),
        closes_at=days.closes_at(day),
        players=players,
        status=own.status,
        table=own.table,
        score=own.result.score if own.result else None,
    )
