"""Reviews: a search looks again at every decision of one seat of a finished match, each from that seat's view."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from saleroom.bots.search.judging import judge
from saleroom.kernel.game import Game
from saleroom.match.match import Match
from saleroom.server import advice
from saleroom.server.players import Players
from saleroom.server.rest import Remark, Review
from saleroom.server.shelf import Shelf
from saleroom.server.stories import retold

PATIENCE = 1.0
"""Seconds after which an asker is told how far the work is."""
LEAST = 0.1
"""Points or chips: what costs less is not worth a word."""


class Busy(Exception):
    """Somebody has asked for one review while another of his is still being made."""


@dataclass(frozen=True)
class Decision:
    """A moment of a match at which a seat had a choice, and what it did."""

    deal: int
    """Counted from 1."""
    step: int
    """The step of the deal's story before it, counted from 0."""
    views: Any
    """What the seat knew: its view, alone in its array."""
    action: int


@dataclass
class Progress:
    """A review that is being made."""

    judged: int = 0
    decisions: int = 0


class Reviews:
    """Makes reviews, a few at a time and each once."""

    def __init__(self, players: Players) -> None:
        """`players` lend their threads."""
        self._players = players
        self._shelf = Shelf()
        self._progress: dict[Hashable, Progress] = {}
        self._asked: dict[str, Hashable] = {}
        """What is being made for whom."""

    async def ask(self, asker: str, table: str, match: Match, seat: int) -> Review:
        """The review of a seat of a finished match, or how far it is; `Busy` if another is being made for the asker."""
        key = (table, seat)
        if self._asked.get(asker, key) != key:
            raise Busy
        if key not in self._shelf:
            self._asked[asker] = key
            self._progress[key] = Progress()
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._shelf.get(key, self._make, key, match, seat)
        except TimeoutError:
            progress = self._progress.get(key, Progress())
            return _review(seat, progress.judged, progress.decisions, [], ready=False)

    async def _make(self, key: Hashable, match: Match, seat: int) -> Review:
        progress = self._progress[key]
        try:
            await self._players.search_ready(match.game.name)
            decisions = await self._players.run(decisions_of, match, seat)
            progress.decisions = len(decisions)
            remarks = []
            for decision in decisions:  # one by one, so that bots and hints have their turns between them
                remarks.append(await self._players.think(judged, match.game, seat, decision))
                progress.judged += 1
            certain = [remark for remark in remarks if remark is not None]
            return _review(seat, len(decisions), len(decisions), certain, ready=True)
        finally:
            self._progress.pop(key, None)
            self._asked = {asker: asked for asker, asked in self._asked.items() if asked != key}


def decisions_of(match: Match, seat: int) -> list[Decision]:
    """The moments of a finished match at which a seat had a choice."""
    return list(_decisions(match, seat))


def _decisions(match: Match, seat: int) -> Iterator[Decision]:
    for again, deal, step, event in retold(match):
        if event.actor == str(seat) and len(again.legal_ids(seat)) > 1:
            words = event.text().split(" ", 1)[1]
            yield Decision(deal, step - 1, again.views(seat).copy(), again.understand(seat, words))


def judged(game: Game, seat: int, decision: Decision) -> Remark | None:
    """What is to be said of a decision; None where nothing better was found for certain."""
    found = advice.searcher(game, "deal").explain(decision.views, seat, also=decision.action)
    verdict = judge(found, decision.action)
    played = found.option(decision.action)
    if verdict.cost < LEAST or played is None:
        return None
    return Remark(
        deal=decision.deal,
        step=decision.step,
        played=played.words,
        better=found.best.words,
        cost=round(verdict.cost, 2),
        margin=round(verdict.unsure, 2),
        wins=round(verdict.wins_cost, 3),
        reasons=list(islice(advice.differences(game, found, played), advice.MOST)),
    )


def _review(seat: int, judged: int, decisions: int, remarks: list[Remark], ready: bool) -> Review:
    cost = round(sum(remark.cost for remark in remarks), 2)
    return Review(seat=seat, ready=ready, judged=judged, decisions=decisions, cost=cost, remarks=remarks)
