"""Autoplay: bots move at their seats, and one moves for people who are away."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from saleroom.server.core.decide.system_events import bot_move, resolve_undo_request
from saleroom.server.core.project.moments import Stage, seconds_to_look, stage
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import AUTOPLAY_BOT, TableState, is_person, seats_program
from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS
from saleroom.server.realtime.presence import Presence
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.workers.bot_pool import BotPool

log = logging.getLogger("saleroom.server")

PACES = MappingProxyType({"quick": 0.25, "easy": 0.9, "slow": 2.0})
LOOKS = MappingProxyType({"quick": 0.45, "easy": 1.0, "slow": 1.25})
"""How much of the time to look at what happened there is at each pace."""

Commit = Callable[[Callable[[], TableEvent | None]], Awaitable[int | None]]


@dataclass(frozen=True)
class AutoplayDelays:
    """How long autoplay waits, in seconds."""

    paces: Mapping[str, float] = field(default_factory=lambda: PACES)
    """Before a bot's move, by the pace that the table has."""
    away: float = 20.0
    """Before it moves for a person who is away."""
    retry: float = 2.0
    """Before it tries again what failed."""
    unwatched: float = 60.0
    """For how long a table of bots alone goes on with nobody connected."""
    nudge: float = 2.0
    """For how long somebody must have been away before others may have autoplay move for them at once."""
    looks: Mapping[str, float] = field(default_factory=lambda: LOOKS)
    """By pace, how much of the time to look at what just happened bots wait before their next move."""


class Turn(NamedTuple):
    """A move that autoplay is to make."""

    seat: int
    bot: str
    for_person: bool
    """Whether it is a person's, who is away."""


class Autoplay:
    """Makes the moves of bots at one table, one at a time, in a task of its own."""

    def __init__(
        self,
        state: TableState,
        presence: Presence,
        bot_pool: BotPool,
        commit: Commit,
        delays: AutoplayDelays,
        decided: Callable[[], bool] = lambda: False,
        elsewhere: Callable[[], bool] = lambda: False,
    ) -> None:
        """Asleep until `wake`; `commit` carries out the event that a function decides on.

        `decided` says whether nothing can change what the deal scores, `elsewhere` whether another process plays here.
        """
        self._elsewhere = elsewhere
        self._state, self._presence, self._bot_pool, self._commit = state, presence, bot_pool, commit
        self._delays = delays
        self._task: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._stopped = False
        self._began = time.time()
        """No clock of this table ran before: its people could not reach it."""
        self._decided = decided
        self._resting: dict[int, int] = {}
        """The seats of people who let the house play until the deal of that number is over."""
        self._version = 0
        """Of the last event that was looked at, and …"""
        self._stage: Stage | None = None
        self._look_until = 0.0
        """… by the loop's clock, until when people look at what it brought …"""
        self._skipped: set[int] = set()
        """… but for those who have seen it."""
        self._seen = asyncio.Event()

    @property
    def busy(self) -> bool:
        """Whether a move is on its way."""
        return self._task is not None

    def wake(self) -> None:
        """Something has happened: see whether there is something to do, now or later."""
        self._look()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._stopped or self._task is not None or self._elsewhere():
            return
        if self._next_turn() is not None or self._undo_resolution() is not None:
            self._task = asyncio.create_task(self._run(), name="autoplay")
        elif (delay := self._next_check()) is not None:
            self._alarm = asyncio.get_running_loop().call_later(max(delay, 0.01), self.wake)

    def skip(self, seat: int | None) -> None:
        """Whoever sits there has seen what happened; once all who are there have, bots go on."""
        if seat is not None:
            self._skipped.add(seat)
        present = self._presence.present()
        if all(other in self._skipped for other in self._state.people() if present[other]):
            self._seen.set()

    def rest(self, seat: int) -> None:
        """Move for a person until the deal is over, while nothing can change what it scores."""
        if self._state.match is not None:
            self._resting[seat] = len(self._state.match.deals)
            self.wake()

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

    def _next_turn(self) -> Turn | None:
        """The next move that is to be made now."""
        if self._bots_go_on():
            for seat, bot in self._state.bots_to_act():
                return Turn(seat, bot, False)
        for seat in self._state.people_to_act():
            if self._rests(seat):
                return Turn(seat, AUTOPLAY_BOT, True)
        for seat in self._waited_for():
            if self._patience(seat) <= 0:
                return Turn(seat, AUTOPLAY_BOT, True)
        return None

    def _rests(self, seat: int) -> bool:
        """Whether the house moves for a person because nothing depends on it any more."""
        match = self._state.match
        return match is not None and self._resting.get(seat) == len(match.deals) and self._decided()

    def _bots_go_on(self) -> bool:
        """Whether bots play: with people they stop when a person is to act; alone, only while somebody watches."""
        people = any(True for _ in self._state.people())
        return people or self._presence.empty_for() < self._delays.unwatched

    def _waited_for(self) -> list[int]:
        """The seats of people who are to act, are away or may be late, and keep others waiting."""
        return [seat for seat in self._state.people_to_act() if self._keeps_waiting(seat)]

    def _keeps_waiting(self, seat: int) -> bool:
        return self._state.keeps_time or self._is_missed(seat)

    def _is_missed(self, seat: int) -> bool:
        """Whether a person or program is away while others wait for them."""
        if self._state.slow or self._presence.away_for(seat) <= 0:
            return False
        return self._state.goes_on_alone or self._presence.others_present(seat, self._state.people())

    def _patience(self, seat: int) -> float:
        """For how many seconds more such a seat has time: until its clock has run out, or its people are long away."""
        progress, clock = self._state.progress, self._state.clock
        assert progress is not None
        left = self._delays.away - self._presence.away_for(seat) if self._is_missed(seat) else math.inf
        if clock is not None and self._state.keeps_time:
            began = progress.turn_began_at[seat]
            left = min(left, clock - (time.time() - (began if self._state.slow else max(self._began, began))))
        return left

    def _undo_resolution(self) -> TableEvent | None:
        """What becomes of an undo request that nobody answers."""
        request = self._state.undo_request
        if request is None:
            return None
        present = self._presence.present_within(self._delays.away)
        present[request.seat] = self._presence.present()[request.seat]
        return resolve_undo_request(self._state, present, time.time())

    def _next_check(self) -> float | None:
        """In how many seconds there may be something to do though nothing happens until then."""
        if self._state.undo_request is not None:
            return self._delays.retry
        return min((self._patience(seat) for seat in self._waited_for()), default=None)

    # Doing it

    async def _run(self) -> None:
        try:
            while not self._stopped and not self._elsewhere():
                turn = self._next_turn()
                if turn is None and self._undo_resolution() is None:
                    break
                try:
                    await (self._commit(self._undo_resolution) if turn is None else self._move(turn))
                except StoreTrouble as trouble:
                    log.error("a bot's move could not be stored: %s", trouble)
                    await asyncio.sleep(self._delays.retry)
                except Exception as trouble:
                    facts = {"table": self._state.header.id, "trouble": type(trouble).__name__}
                    log.exception("a bot's move failed", extra={FACTS: facts})
                    await asyncio.sleep(self._delays.retry)
        finally:
            self._task = None
        self.wake()

    def _look(self) -> None:
        """Note for how long people look at what the last event brought."""
        state = self._state
        if state.progress is None or state.version == self._version:
            return
        self._version = state.version
        if state.cards_version != state.version:
            return
        seconds = seconds_to_look(self._stage, state.progress) * self._delays.looks.get(state.pace, 1.0)
        self._stage = stage(state.progress.match)
        self._look_until = asyncio.get_running_loop().time() + seconds
        self._skipped.clear()
        self._seen.clear()

    async def _wait(self) -> None:
        """Wait as long as the table's pace wants it, and until people have seen what happened."""
        if self._nobody_looks():
            return
        if all(self._rests(seat) for seat in self._state.people()):
            await asyncio.sleep(min(self._delays.paces.values()))
            return
        await asyncio.sleep(self._delays.paces[self._state.pace])
        left = self._look_until - asyncio.get_running_loop().time()
        if left > 0 and self._presence.anybody:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._seen.wait()

    def _nobody_looks(self) -> bool:
        """Whether programs play here without people, and nobody watches."""
        seats = self._state.seats
        return any(map(seats_program, seats)) and not any(map(is_person, seats)) and not self._presence.watchers()

    async def _move(self, turn: Turn) -> None:
        await self._wait()
        if self._next_turn() != turn or self._state.match is None:
            return
        version = self._state.turn_version(turn.seat)
        action = await self._bot_pool.choose(self._state.match, turn.seat, turn.bot)

        def decide() -> TableEvent | None:
            if self._next_turn() != turn:
                return None  # the person is back, or the table has moved on
            return bot_move(self._state, turn.seat, action, turn.for_person, time.time(), version)

        if await self._commit(decide) is not None:
            metrics.HOUSE_MOVES.labels("away" if turn.for_person else "bot").inc()
