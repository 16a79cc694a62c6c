"""Daily deals. Each game has one short match a day, with the same cards for all players."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple

from saleroom.games import NAMES, load
from saleroom.kernel.refusals import Refusal
from saleroom.match import fair_deals
from saleroom.server.contests import days
from saleroom.server.contests.access import Access
from saleroom.server.contests.level_comparison import Comparisons
from saleroom.server.contests.results import store_result
from saleroom.server.core.contests import ContestCards, attempt_id, attempt_table, daily_cards
from saleroom.server.protocol import contest_bodies
from saleroom.server.protocol.common import Picture
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.contests import ContestField, ContestResult, ContestStore, DailyDeal
from saleroom.server.storage.datafile import StoreTrouble

log = logging.getLogger("saleroom.server")

SECRET = "daily deals"
RANKED = 20
"""Maximum number of accounts ranked by name."""
PUBLISHES_EVERY = 600.0
"""Seconds between checks whether the next day's deals are published."""


class NoDeal(Refusal):
    """Error: this server has no deal for that day; the text says why in one line."""


class Dailies:
    """The daily deals of one server."""

    def __init__(self, hub: Hub, public: bool, clock: Callable[[], float] = time.time) -> None:
        """Use `hub`. `public` says whether the server has a public URL, and `clock` returns seconds since the epoch."""
        self._hub, self._public, self._clock = hub, public, clock
        self._store: ContestStore = hub.store.contests
        self._secret: bytes | None = None
        self._access = Access(self._store, clock)
        self._comparisons = Comparisons(hub)

    # Publishing

    async def publish_daily(self) -> None:
        """Publish the commitments to today's and tomorrow's deals, every day until cancelled."""
        while True:
            with contextlib.suppress(StoreTrouble):
                await self.publish()
            await asyncio.sleep(PUBLISHES_EVERY)

    async def publish(self) -> None:
        """Publish the commitments to today's and tomorrow's deals, unless they are already published.

        Tomorrow's cards are derived from a secret. Players cannot know the cards, and after the commitment, the server
        cannot change them. If today's deal was not published yesterday, a private server derives today's cards from the
        date; all private servers then have the same cards. A public server always uses the secret, because players
        could compute cards from a date in advance.
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
        deals = await self._store.daily_deals(contests)
        if len(deals) < len(contests):
            await self.publish()
            deals = await self._store.daily_deals(contests)
        return deals

    async def _cards(self, deal: DailyDeal, game: str) -> ContestCards:
        seed = days.seed(deal.contest, deal.source, await self._key())  # type: ignore
        return daily_cards(deal.contest, load(game), seed)

    async def close(self) -> None:
        """Stop background work."""
        await self._comparisons.close()

    # Playing

    async def play(self, game: str, holder: str, name: str) -> str:
        """Return the id of a person's only table for today's deal; create the table if necessary."""
        now = self._clock()
        contest = days.contest_name(days.today(now), game)
        identity = await self._store.identity_of(holder)
        table_id = await self._store.attempt(contest, holder) or attempt_id(contest, identity)
        if await self._hub.find(table_id) is None:
            deal = (await self._published([contest]))[contest]
            cards = await self._cards(deal, game)
            self._hub.bot_pool.want(game)
            new_table = await self._hub.bot_pool.run(attempt_table, cards, identity, holder, name, now)
            await self._hub.create_once(*new_table)
        return table_id

    # Viewing

    async def overview(self, holder: str | None) -> list[contest_bodies.ListedDaily]:
        """Return a summary of today's deals, one for each game."""
        day, identity = days.today(self._clock()), await self._identity(holder)
        contests = {game: days.contest_name(day, game) for game in NAMES}
        counts = await self._store.counts(list(contests.values()))
        results = await self._store.results_of(identity, list(contests.values())) if identity else []
        known = {result.contest: result for result in results}
        listed = []
        for game, contest in contests.items():
            own = await self._own(contest, holder, known.get(contest))
            listed.append(_listed_daily(game, contest, counts.get(contest, 0), own))
        return listed

    async def page(self, game: str, day: date, holder: str | None) -> contest_bodies.DailyDeal:
        """Return a day's deal as the caller may see it now; raise `NoDeal` if there is none."""
        deal, identity = await self._deal(game, day), await self._identity(holder)
        field = await self._store.field(deal.contest, identity, RANKED)
        own = await self._own(deal.contest, holder, field.own)
        if own.result is not field.own:  # read again, because `_own` may have stored the person's result
            field = await self._store.field(deal.contest, identity, RANKED)
        cards = await self._cards(deal, game)
        opened = await self._access.may_open(deal.contest, holder)
        shown = opened or own.result is not None
        ranked = [result.identity for result in (*field.best, *field.ranked)] if shown else []
        pictures = await self._hub.store.people.pictures_of(ranked)
        return contest_bodies.DailyDeal(
            **_listed_daily(game, deal.contest, sum(field.scores.values()), own).model_dump(),
            unit=load(game).unit,  # type: ignore
            options={name: value for name, value in cards.options.items() if value is not None},
            opponents=cards.players,
            source=deal.source,  # type: ignore
            commit=deal.commit,
            published_at=deal.published_at,
            opened=self._results(cards, field, pictures, opened) if shown else None,
        )

    async def _deal(self, game: str, day: date) -> DailyDeal:
        """Return a day's published deal; publish today's deal if necessary."""
        today, contest = days.today(self._clock()), days.contest_name(day, game)
        if day > today:
            raise NoDeal("daily.not-begun")
        deals = await (self._published([contest]) if day == today else self._store.daily_deals([contest]))
        if contest not in deals:
            raise NoDeal("daily.nothing")
        return deals[contest]

    def _results(
        self, cards: ContestCards, field: ContestField, pictures: Mapping[str, Picture], opened: bool
    ) -> contest_bodies.DailyResults:
        """Return the results of all people who have played a daily deal, with the seed if it is `opened`."""
        scores = field.scores
        return contest_bodies.DailyResults(
            server_seed=cards.server_seed.hex() if opened else None,
            scores=[contest_bodies.ScoreCount(score=score, people=people) for score, people in scores.items()],
            beaten=None if field.own is None else share_beaten(scores, field.own.score),
            best=next((_ranked(result, scores, pictures) for result in field.best), None),
            ranking=[_ranked(result, scores, pictures) for result in field.ranked],
            house=self._comparisons.complete(cards, field.house),
        )

    async def _own(self, contest: str, holder: str | None, result: ContestResult | None) -> _OwnAttempt:
        """Return a person's attempt at a contest; `result` is the person's stored result, if any."""
        if holder is None:
            return _OwnAttempt("open", None, None)
        if result is not None:
            return _OwnAttempt("over", result.table_id, result)
        table_id = await self._store.attempt(contest, holder)
        summary = None if table_id is None else await self._hub.lobby.summary(table_id)
        if table_id is None or summary is None:
            return _OwnAttempt("open", None, None)
        if summary[1].status != "over":
            return _OwnAttempt("playing", table_id, None)
        table = await self._hub.find(table_id)
        if table is not None:
            await store_result(self._store, table.state, edition=table.edition)
        return _OwnAttempt("over", table_id, await self._store.result(contest, await self._identity(holder)))

    async def _identity(self, holder: str | None) -> str | None:
        return None if holder is None else await self._store.identity_of(holder)


class _OwnAttempt(NamedTuple):
    """A person's attempt at a contest."""

    status: contest_bodies.Standing
    table: str | None
    result: ContestResult | None
    """Their stored result; None if the attempt has not ended, or ended after the day."""


def share_beaten(scores: dict[int, int], own: int) -> float | None:
    """Return the share of other players whose score is lower than `own`, from 0 to 1; None if there are no other
    players.
    """
    others = sum(scores.values()) - 1
    return None if others < 1 else sum(people for score, people in scores.items() if score < own) / others


def _ranked(result: ContestResult, scores: dict[int, int], pictures: Mapping[str, Picture]) -> contest_bodies.Ranked:
    rank = 1 + sum(people for score, people in scores.items() if score > result.score)
    return contest_bodies.Ranked(
        rank=rank,
        name=result.name,
        picture=pictures[result.identity],
        score=result.score,
        table=result.table_id,
    )


def _listed_daily(game: str, contest: str, players: int, own: _OwnAttempt) -> contest_bodies.ListedDaily:
    day = days.day_of(contest)
    return contest_bodies.ListedDaily(
        game=game,
        title=load(game).title,
        day=day.isoformat(),
        closes_at=days.closes_at(day),
        players=players,
        status=own.status,
        table=own.table,
        score=own.result.score if own.result else None,
    )
