"""Practice functions for the API: overview, positions and answers."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from saleroom.games import NAMES, load
from saleroom.match.match import Match
from saleroom.match.referee import replay as replay_record
from saleroom.server.core.apply import replay
from saleroom.server.practice import repetition
from saleroom.server.practice.daily import DailyPositions
from saleroom.server.practice.question import in_words, is_right, match_at, question
from saleroom.server.protocol import match_bodies
from saleroom.server.protocol import practice as wire
from saleroom.server.storage.practice import PracticeProgress, PracticeStore, StoredCard, StoredPosition
from saleroom.server.storage.store import Store
from saleroom.server.workers.bot_pool import BotPool
from saleroom.server.workers.result_cache import ResultCache


class NoPosition(Exception):
    """Error: the person has no position with the given id."""


class NotAnswered(Exception):
    """Error: the last answer was not right, so the person cannot rate it."""


class PracticeService:
    """Practice on one server: positions, answers and repetitions."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        busy: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Use `store`. `busy` returns whether people are playing now, and `clock` returns seconds since the epoch."""
        self._tables, self._bot_pool, self._clock = store, bot_pool, clock
        self.store = PracticeStore(store.database)
        self.daily = DailyPositions(self.store, bot_pool, self.today, busy, store.leases.claim)
        self._matches = ResultCache()
        """Cache of matches, each up to a practice position."""

    def today(self) -> str:
        """Return the date, in UTC."""
        return datetime.fromtimestamp(self._clock(), UTC).date().isoformat()

    def forget_all(self) -> None:
        """Drop all matches from memory."""
        self._matches.clear()

    async def add_review(self, person: str, table: str, game: str, review: match_bodies.Review) -> None:
        """Add the positions before costly decisions in `review` to the person's own positions."""
        now = self._clock()
        positions = [_own_position(table, game, review.seat, remark) for remark in review.remarks]
        await self.store.add(person, positions, repetition.new_card(now), now)

    async def overview(self, person: str) -> wire.Practice:
        """Return an overview of the positions that a person can practise today."""
        day = self.today()
        self.daily.want()
        known = await self.store.known(person, self._clock())
        daily = await self.store.of_day(day, person)
        games = [
            await self._game(name, known.get(name, PracticeProgress([], 0, None)), daily.get(name)) for name in NAMES
        ]
        return wire.Practice(day=day, games=games)

    async def _game(
        self, name: str, known: PracticeProgress, daily: list[tuple[str, bool | None]] | None
    ) -> wire.PracticeGame:
        return wire.PracticeGame(
            game=name,
            title=load(name).title,
            due=known.due,
            kept=known.kept,
            next_due=known.next_due,
            daily=[await self._daily(position_id, right) for position_id, right in daily or []],
            preparing=daily is None,
        )

    async def _daily(self, position_id: str, right: bool | None) -> wire.DailyPosition:
        share = None if right is None else await self._share(position_id)
        return wire.DailyPosition(id=position_id, right=right, share=share)

    async def _share(self, position_id: str) -> wire.Share:
        people, right = await self.store.share(position_id)
        return wire.Share(people=people, right=right)

    async def position(self, person: str, position_id: str) -> wire.PracticePosition:
        """Return one of the person's own positions or of today's positions, without the answer; raise `NoPosition` for
        any other id.
        """
        position, _ = await self._find(person, position_id)
        return await self._bot_pool.run(question, position, await self._match(position))

    async def answer(self, person: str, position_id: str, action: str) -> wire.PracticeAnswer:
        """Judge an answer, and schedule the next repetition; raise `IllegalAction` if the action is not legal.

        If the position is not due, the answer is judged but changes nothing.
        """
        position, card = await self._find(person, position_id)
        words = in_words(await self._match(position), position.seat, action)
        remark, now = match_bodies.Remark(**position.remark), self._clock()
        right = is_right(remark, words)
        if card is None or card.due <= now:
            card = _after(card, right, now)
            await self.store.put_card(person, position_id, card)
        return wire.PracticeAnswer(
            right=right,
            action=words,
            remark=remark,
            table=position.table_id,
            share=await self._share(position_id) if position.day else None,
            due=card.due,
        )

    async def felt(self, person: str, position_id: str, how: repetition.Felt) -> float:
        """Store how easy the last right answer felt, and return the time of the next repetition."""
        _, card = await self._find(person, position_id)
        if card is None or card.before is None:
            raise NotAnswered
        changed = repetition.felt(card.before, how, self._clock())
        again = replace(card, card=changed, due=repetition.due(changed))
        await self.store.put_card(person, position_id, again)
        return again.due

    async def _find(self, person: str, position_id: str) -> tuple[StoredPosition, StoredCard | None]:
        """Return one of the person's own positions or of today's positions, and the person's card for it."""
        position = await self.store.position(position_id)
        card = await self.store.card(person, position_id)
        if position is None or (card is None and position.day != self.today()):
            raise NoPosition
        return position, card

    async def _match(self, position: StoredPosition) -> Match:
        return await self._matches.get((position.id, await self._edition(position)), self._load, position)

    async def _edition(self, position: StoredPosition) -> int:
        """Return the edition of the position's table, 0 without a table. Raise `NoPosition` if the operator has closed
        the table.
        """
        if position.table_id is None:
            return 0
        if await self._tables.administration.is_closed(position.table_id):
            raise NoPosition
        return await self._tables.leases.edition(position.table_id)

    async def _load(self, position: StoredPosition) -> Match:
        whole = await (self._of_table if position.table_id else self._of_day)(position)
        if whole is None:
            raise NoPosition
        return await self._bot_pool.run(match_at, whole, position.deal, position.step)

    async def _of_table(self, position: StoredPosition) -> Match | None:
        stored = await self._tables.load(position.table_id or "")
        return None if stored is None else (await self._bot_pool.run(replay, *stored)).match

    async def _of_day(self, position: StoredPosition) -> Match | None:
        record = await self.store.record(position.day or "", position.game)
        return None if record is None else await self._bot_pool.run(replay_record, record)


def _own_position(table: str, game: str, seat: int, remark: match_bodies.Remark) -> StoredPosition:
    """Return the practice position to which a remark of a review refers.

    The position's id is a hash of its table, seat, deal and step, so the id does not reveal them.
    """
    place = f"{table} {seat} {remark.deal} {remark.step}"
    return StoredPosition(
        id=hashlib.sha256(place.encode()).hexdigest()[:24],
        game=game,
        table_id=table,
        day=None,
        seat=seat,
        deal=remark.deal,
        step=remark.step,
        remark=remark.model_dump(),
    )


def _after(card: StoredCard | None, right: bool, now: float) -> StoredCard:
    """Return the learning state (card) to store after an answer."""
    before = card.card if card else repetition.new_card(now)
    after = repetition.answered(before, right, now)
    first = right if card is None or card.first_right is None else card.first_right
    return StoredCard(repetition.due(after), after, before if right else None, first)
