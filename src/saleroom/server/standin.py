"""The house's players at a table: its bots, and whoever stands in for a person who is away."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from saleroom.server.datafile import StoreTrouble
from saleroom.server.judging import stand_in
from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS
from saleroom.server.rows import Row

if TYPE_CHECKING:
    from saleroom.server.live import Live

log = logging.getLogger("saleroom.server")

PACES = MappingProxyType({"quick": 0.25, "easy": 0.9, "slow": 2.0})


@dataclass(frozen=True)
class Tempo:
    """How long the house waits before it moves, in seconds."""

    paces: Mapping[str, float] = field(default_factory=lambda: PACES)
    """Before a bot's move, by the pace that the table has."""
    grace: float = 20.0
    """Before the house moves for a person who is away."""
    again: float = 2.0
    """Before it tries again what did not succeed."""
    alone: float = 60.0
    """For how long a table of bots alone goes on with nobody there to see it."""
    left: float = 2.0
    """For how long somebody must have been away before others may have the house play for them at once."""


class Turn(NamedTuple):
    """A move that the house is to make."""

    seat: int
    player: str
    away: bool
    """Whether it is a person's, who is away."""


class StandIn:
    """Makes the house's moves at one table, one at a time, in a task of its own."""

    def __init__(self, live: Live, tempo: Tempo) -> None:
        """Asleep."""
        self._live, self._tempo = live, tempo
        self._task: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Whether a move is on its way."""
        return self._task is not None

    def wake(self) -> None:
        """Something has happened: see whether there is something to do, now or later."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._stopped or self._task is not None:
            return
        if self._turn() is not None or self._overdue() is not None:
            self._task = asyncio.create_task(self._work(), name="house")
        elif (wait := self._wait()) is not None:
            self._alarm = asyncio.get_running_loop().call_later(max(wait, 0.01), self.wake)

    def stop(self) -> None:
        """Make no more moves."""
        self._stopped = True
        self.wake()

    async def close(self) -> None:
        """Stop at once."""
        self.stop()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # What is due

    def _turn(self) -> Turn | None:
        """The next move that the house is to make now."""
        if self._goes_on():
            for seat, player in self._live.table.bots_due():
                return Turn(seat, player, False)
        for seat in self._missed():
            if self._live.presence.away_for(seat) >= self._tempo.grace:
                return Turn(seat, stand_in(None), True)
        return None

    def _goes_on(self) -> bool:
        """Whether bots play: where a person sits they come to a stop when he is due; alone, they want to be watched."""
        people = any(True for _ in self._live.table.seating.people())
        return people or self._live.presence.empty_for() < self._tempo.alone

    def _missed(self) -> list[int]:
        """The seats of people who are to act and are away while somebody else waits for them."""
        table, presence = self._live.table, self._live.presence
        return [
            seat
            for seat in table.humans_due()
            if presence.away_for(seat) > 0 and presence.others_here(seat, table.seating.people())
        ]

    def _overdue(self) -> Row | None:
        """What becomes of a request to take back that nobody answers."""
        table, presence = self._live.table, self._live.presence
        if table.taking_back is None:
            return None
        here, asker = presence.around(self._tempo.grace), table.taking_back["seat"]
        here[asker] = presence.present()[asker]
        return table.overdue_row(here, time.time())

    def _wait(self) -> float | None:
        """In how many seconds there may be something to do though nothing happens until then."""
        if self._live.table.taking_back is not None:
            return self._tempo.again
        waits = [self._tempo.grace - self._live.presence.away_for(seat) for seat in self._missed()]
        return min(waits, default=None)

    # Doing it

    async def _work(self) -> None:
        try:
            while not self._stopped:
                turn = self._turn()
                if turn is None and self._overdue() is None:
                    break
                try:
                    await (self._live.do(self._overdue) if turn is None else self._take(turn))
                except StoreTrouble as trouble:
                    log.error("a move of the house cannot be kept: %s", trouble)
                    await asyncio.sleep(self._tempo.again)
                except Exception as trouble:
                    facts = {"table": self._live.header.id, "trouble": type(trouble).__name__}
                    log.exception("a move of the house failed", extra={FACTS: facts})
                    await asyncio.sleep(self._tempo.again)
        finally:
            self._task = None
        self.wake()

    async def _take(self, turn: Turn) -> None:
        live = self._live
        await asyncio.sleep(self._tempo.paces[live.table.pace])
        if self._turn() != turn or live.table.match is None:
            return
        asked = live.table.asked(turn.seat)
        action = await live.bot_pool.choose(live.table.match, turn.seat, turn.player)

        def judge() -> Row | None:
            if self._turn() != turn:
                return None  # he has come back, or the table has moved on
            return live.table.house_row(turn.seat, action, turn.away, time.time(), asked)

        if await live.do(judge) is not None:
            metrics.HOUSE_MOVES.labels("away" if turn.away else "bot").inc()
