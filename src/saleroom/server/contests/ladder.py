"""Ladder of bots: each plays matches of its own, and the house replays every one from the same seat.

A bot is rated by its score difference from a level of the house with the same cards against the same others. This
removes the luck of the cards. Bots play different matches, so that none learns another's cards. A match must be
finished before the next begins, so that no bot drops bad ones.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import fmean, stdev
from typing import NamedTuple

from saleroom.games import load
from saleroom.server.contests import days
from saleroom.server.contests.level_comparison import Comparisons
from saleroom.server.contests.results import LADDER, kind_of, store_result
from saleroom.server.core.contests import OPPONENTS, ContestCards, attempt_id, attempt_table, ladder_cards
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import TableState
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.bots import BotAccount
from saleroom.server.storage.contests import ContestStore
from saleroom.statistics import sequences

SECRET = "ladder"


class LadderMatch(NamedTuple):
    """A match that a bot has to play."""

    table: str
    number: int
    """From 1."""
    seat: int


class LadderStanding(NamedTuple):
    """A bot's results compared with a level of the house with the same cards."""

    bot: str
    name: str
    matches: int
    mean: float
    """Mean difference of a match from the house's score, in points or chips."""
    half: float | None
    """Half the width of the interval, which is valid at every look; None below `sequences.FIRST` matches."""


class Ladder:
    """The ladder of one server, for every game."""

    def __init__(self, hub: Hub, clock: Callable[[], float] = time.time) -> None:
        """Use `hub` and `clock`, which returns seconds since the epoch."""
        self._hub, self._clock = hub, clock
        self._store: ContestStore = hub.store.contests
        self._house = Comparisons(hub)

    async def play(self, game: str, bot: BotAccount) -> LadderMatch:
        """Return a bot's unfinished match, or its next one."""
        while True:
            number = 1 + await self._store.finished(bot.holder, _begins(game, bot.id))
            cards = await self._cards(game, bot.id, number)
            table_id = attempt_id(cards.contest, bot.holder)
            table = await self._hub.find(table_id)
            if table is None:
                header, events = await self._hub.bot_pool.run(
                    attempt_table, cards, bot.holder, bot.holder, bot.name, self._clock()
                )
                await self._hub.create_once(replace(header, pace="quick"), events)
            elif table.state.over:  # its result is stored a moment later
                await store_result(self._store, table.state, edition=table.edition)
                continue
            return LadderMatch(table_id, number, cards.seat)

    async def _cards(self, game: str, bot: str, number: int) -> ContestCards:
        contest = f"{_begins(game, bot)}{number}"
        seed = days.seed(contest, "secret", await self._store.secret(SECRET))
        return ladder_cards(contest, load(game), seed, number)

    async def note_end(self, state: TableState, events: list[TableEvent], edition: int) -> None:
        """Have the house play the cards of a finished match."""
        contest = state.header.contest or ""
        if kind_of(contest) == LADDER:
            _, game, bot, number = contest.split("/")
            cards = await self._cards(game, bot, int(number))
            await self._store.add_house_score(contest, OPPONENTS, await self._house.score(cards, OPPONENTS))

    async def standings(self, game: str) -> list[LadderStanding]:
        """Return all bots that have finished a match of a game, the best first."""
        scores_by_bot: dict[tuple[str, str], list[int]] = defaultdict(list)
        for bot, name, score in await self._store.differences(f"{LADDER}/{game}/", OPPONENTS):
            scores_by_bot[bot, name].append(score)
        lines = [standing(*who, scores) for who, scores in scores_by_bot.items()]
        return sorted(lines, key=lambda line: (-line.mean, line.name))


def _begins(game: str, bot: str) -> str:
    """Return the prefix of the contest names of a bot's matches."""
    return f"{LADDER}/{game}/{bot}/"


def standing(bot: str, name: str, scores: Sequence[int]) -> LadderStanding:
    """Return the standing that follows from the differences of all matches."""
    count, half = len(scores), None
    if count >= sequences.FIRST:
        half = sequences.reach(count) * stdev(scores) / math.sqrt(count)
    return LadderStanding(bot, name, count, fmean(scores), half)
