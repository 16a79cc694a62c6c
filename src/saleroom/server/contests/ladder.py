"""Ladder of bot accounts.

Each bot account plays its own matches. A built-in bot then plays the same cards from the same seat.

A bot account is rated by the difference between its score and the built-in bot's score, with the same cards and
opponents. The comparison removes the luck of the cards. Each bot account gets different cards, so that it cannot learn
its cards from another account. A bot account must finish each match before it gets another, so that it cannot abandon
bad matches.
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
    """A ladder match that a bot account has to play now."""

    table: str
    number: int
    """Number of the match, counted from 1."""
    seat: int


class LadderStanding(NamedTuple):
    """Results of a bot account, compared with the results of a built-in bot with the same cards."""

    bot: str
    name: str
    matches: int
    mean: float
    """Mean difference per match between the bot account's score and the built-in bot's score, in points or chips."""
    half: float | None
    """Half the width of the interval of `mean`, which is valid after any number of matches; None below
    `sequences.FIRST`.
    """


class Ladder:
    """The ladder of one server, for every game."""

    def __init__(self, hub: Hub, clock: Callable[[], float] = time.time) -> None:
        """Use `hub` and `clock`, which returns seconds since the epoch."""
        self._hub, self._clock = hub, clock
        self._store: ContestStore = hub.store.contests
        self._house = Comparisons(hub)

    async def play(self, game: str, bot: BotAccount) -> LadderMatch:
        """Return a bot account's unfinished match; if there is none, create its next match."""
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
            elif table.state.over:  # the result of the bot account's last match may not be stored yet
                await store_result(self._store, table.state, edition=table.edition)
                continue
            return LadderMatch(table_id, number, cards.seat)

    async def _cards(self, game: str, bot: str, number: int) -> ContestCards:
        contest = f"{_begins(game, bot)}{number}"
        seed = days.seed(contest, "secret", await self._store.secret(SECRET))
        return ladder_cards(contest, load(game), seed, number)

    async def note_end(self, state: TableState, events: list[TableEvent], edition: int) -> None:
        """Let the built-in bot play the cards of a finished match, and store the bot's score."""
        contest = state.header.contest or ""
        if kind_of(contest) == LADDER:
            _, game, bot, number = contest.split("/")
            cards = await self._cards(game, bot, int(number))
            await self._store.add_house_score(contest, OPPONENTS, await self._house.score(cards, OPPONENTS))

    async def standings(self, game: str) -> list[LadderStanding]:
        """Return the standings of all bot accounts that have finished a match of a game, the best first."""
        scores_by_bot: dict[tuple[str, str], list[int]] = defaultdict(list)
        for bot, name, score in await self._store.differences(f"{LADDER}/{game}/", OPPONENTS):
            scores_by_bot[bot, name].append(score)
        lines = [standing(*who, scores) for who, scores in scores_by_bot.items()]
        return sorted(lines, key=lambda line: (-line.mean, line.name))


def _begins(game: str, bot: str) -> str:
    """Return the prefix of the contest names of a bot account's matches."""
    return f"{LADDER}/{game}/{bot}/"


def standing(bot: str, name: str, scores: Sequence[int]) -> LadderStanding:
    """Return a bot account's standing, computed from the score differences of all its matches."""
    count, half = len(scores), None
    if count >= sequences.FIRST:
        half = sequences.reach(count) * stdev(scores) / math.sqrt(count)
    return LadderStanding(bot, name, count, fmean(scores), half)
