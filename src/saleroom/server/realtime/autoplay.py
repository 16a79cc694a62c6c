"""Autoplay: moves of bots, moves for people who are away, and other events that the server causes."""

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

from saleroom.bots.players import any_searches
from saleroom.server.core.decide.system_events import bot_move, resolve_undo_request, start_when_all_are_here
from saleroom.server.core.project.bot_pauses import MatchStage, seconds_to_look, stage
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import AUTOPLAY_BOT, TableState, is_person, seats_bot_account
from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS, set_context
from saleroom.server.ops.tasks import cancel_all
from saleroom.server.realtime.presence import Presence
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.outage import log_trouble
from saleroom.server.workers.bot_pool import BotPool
from saleroom.server.workers.search_queue import Demand, NotNeeded, Share

log = logging.getLogger("saleroom.server")

PACES = MappingProxyType({"quick": 0.25, "easy": 0.9, "slow": 2.0})
LOOKS = MappingProxyType({"quick": 0.45, "easy": 1.0, "slow": 1.25})
"""Factor for the time that people get to look at an event, by the table's pace."""

Commit = Callable[[Callable[[], TableEvent | None]], Awaitable[int | None]]


@dataclass(frozen=True)
class AutoplayDelays:
    """Delays of autoplay, in seconds."""

    paces: Mapping[str, float] = field(default_factory=lambda: PACES)
    """Delay before a bot's move, by the table's pace."""
    away: float = 20.0
    """Delay before a move for a person who is away."""
    retry: float = 2.0
    """Delay before a failed move is tried again."""
    unwatched: float = 60.0
    """Seconds for which a table with only bots continues without any connection. Bots that search do not."""
    nudge: float = 2.0
    """Seconds for which a person must be away before other players may have autoplay move for the person immediately.
    """
    looks: Mapping[str, float] = field(default_factory=lambda: LOOKS)
    """Factor for the time that bots wait while people look at an event, by the table's pace."""


class AutoplayTurn(NamedTuple):
    """Move that autoplay has to make."""

    seat: int
    bot: str
    for_person: bool
    """Whether autoplay moves for a person, not for a bot in its own seat."""
    requested: bool = False
    """Whether the person has asked for the move, with the command `Rest`."""


class Autoplay:
    """Automatic moves at one table. A separate task makes them one after the other."""

    def __init__(
        self,
        state: TableState,
        presence: Presence,
        bot_pool: BotPool,
        *,
        commit: Commit,
        delays: AutoplayDelays,
        decided: Callable[[], bool] = lambda: False,
        elsewhere: Callable[[], bool] = lambda: False,
    ) -> None:
        """Prepare autoplay, which starts when `wake` is called. `commit` calls a function that returns an event, and
        carries out this event.

        `decided` returns whether the deal's score can no longer change; `elsewhere` returns whether another process
        moves the bots.
        """
        self._elsewhere = elsewhere
        self._state, self._presence, self._bot_pool, self._commit = state, presence, bot_pool, commit
        self._delays = delays
        self._task: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._stopped = False
        self._began = time.time()
        """Time before which clocks do not run, because people could not connect; correspondence clocks ignore it."""
        self._decided = decided
        self._resting: dict[int, int] = {}
        """Seats of people for whom a bot plays until the end of a deal, with that deal's number."""
        self._version = 0
        """Version of the event for which `_look` last ran."""
        self._stage: MatchStage | None = None
        self._look_until = 0.0
        """Event-loop time until which bots wait, so that people can look at the last event."""
        self._skipped: set[int] = set()
        """Seats whose players no longer need to look at the last event."""
        self._seen = asyncio.Event()

    @property
    def busy(self) -> bool:
        """Whether a move is in progress."""
        return self._task is not None

    def wake(self) -> None:
        """After a change, start the next move or schedule the next check."""
        self._look()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._stopped or self._task is not None or self._elsewhere():
            return
        if self._next_turn() is not None or self._due_event() is not None:
            self._task = asyncio.create_task(self._run(), name="autoplay")
        elif (delay := self._next_check()) is not None:
            self._alarm = asyncio.get_running_loop().call_later(max(delay, 0.01), self.wake)

    def skip(self, seat: int | None) -> None:
        """Record that the people at a seat have seen the last event. When all connected people at the table have seen
        it, bots move.
        """
        if seat is not None:
            self._skipped.add(seat)
        present = self._presence.present()
        if all(other_seat in self._skipped for other_seat in self._state.people() if present[other_seat]):
            self._seen.set()

    def rest(self, seat: int) -> None:
        """Make a person's moves until the end of the deal, as long as the deal's score can no longer change."""
        if self._state.match is not None:
            self._resting[seat] = len(self._state.match.deals)
            self.wake()

    def stop(self) -> None:
        """Make no further moves."""
        self._stopped = True
        self.wake()

    async def close(self) -> None:
        """Stop immediately; cancel a move in progress."""
        self.stop()
        if self._task is not None:
            await cancel_all([self._task])

    # Next move

    def _next_turn(self) -> AutoplayTurn | None:
        """Return the move to make now, if any."""
        if self._bots_may_move():
            for seat, bot in self._state.bots_to_act():
                if not any_searches([bot]) or self._demand() is not None:
                    return AutoplayTurn(seat, bot, False)
        for seat in self._state.people_to_act():
            if self._rests(seat):
                return AutoplayTurn(seat, AUTOPLAY_BOT, True, requested=True)
        for seat in self._waited_for():
            if self._patience(seat) <= 0:
                return AutoplayTurn(seat, AUTOPLAY_BOT, True)
        return None

    def _demand(self) -> Demand | None:
        """Return who needs searches of this table's bots; None if no person does.

        A connected person with a seat is served first. A spectator is not, because watching is free to forge.
        """
        state, addresses = self._state, self._presence.addresses()
        waiting = (addresses[seat] for seat in sorted(addresses) if is_person(state.seats[seat]))
        address = next(waiting, None)
        if address is not None:
            return Demand(Share.SEATED, address, state.owner)
        if state.header.contest is not None or any(True for _ in state.people()) or self._presence.is_connected:
            return Demand(Share.BACKGROUND, state.header.contest or "", state.owner)
        return None

    def _rests(self, seat: int) -> bool:
        """Return whether a bot moves for a person because the deal's score is already certain."""
        match = self._state.match
        return match is not None and self._resting.get(seat) == len(match.deals) and self._decided()

    def _bots_may_move(self) -> bool:
        """Return whether the bots at this table may move.

        Bots always may move at a table with people. If only bots have seats, a connection must have existed in the last
        `unwatched` seconds.
        """
        people = any(True for _ in self._state.people())
        return people or self._presence.empty_for() < self._delays.unwatched

    def _waited_for(self) -> list[int]:
        """Return the seats that have to act and for which autoplay will move: their clock is running, or their people
        are away while others wait.
        """
        return [seat for seat in self._state.people_to_act() if self._keeps_waiting(seat)]

    def _keeps_waiting(self, seat: int) -> bool:
        return self._state.keeps_time or self._is_missed(seat)

    def _is_missed(self, seat: int) -> bool:
        """Return whether the person or bot account at a seat is away, and other players wait or the match continues
        without people. If people pass one device round, none of them counts as away.
        """
        if self._state.slow or self._state.hot_seat or self._presence.away_for(seat) <= 0:
            return False
        return self._state.continues_without_people or self._presence.others_present(seat, self._state.people())

    def _patience(self, seat: int) -> float:
        """Return the seconds until autoplay moves for a seat whose clock runs out or whose people are away for too
        long.
        """
        progress, clock = self._state.progress, self._state.clock
        assert progress is not None
        left = self._delays.away - self._presence.away_for(seat) if self._is_missed(seat) else math.inf
        if clock is not None and self._state.keeps_time:
            began = progress.turn_began_at[seat]
            left = min(left, clock - (time.time() - (began if self._state.slow else max(self._began, began))))
        return left

    def _due_event(self) -> TableEvent | None:
        """Return the event that is due now and is no move: the end of an undo request, or the start of the next match
        of an evening.
        """
        start = start_when_all_are_here(self._state, self._presence.present(), time.time())
        return self._undo_resolution() if start is None else start

    def _undo_resolution(self) -> TableEvent | None:
        """If an undo request has to end now, return the event that ends it."""
        request = self._state.undo_request
        if request is None:
            return None
        present = self._presence.present_within(self._delays.away)
        present[request.seat] = self._presence.present()[request.seat]
        return resolve_undo_request(self._state, present, time.time())

    def _next_check(self) -> float | None:
        """Return the seconds until autoplay has to check again whether to move; None if only a new event can make a
        move necessary.
        """
        if self._state.undo_request is not None:
            return self._delays.retry
        return min((self._patience(seat) for seat in self._waited_for()), default=None)

    # Loop

    async def _run(self) -> None:
        set_context(table=self._state.header.id)
        try:
            while not self._stopped and not self._elsewhere():
                turn = self._next_turn()
                if turn is None and self._due_event() is None:
                    break
                try:
                    await (self._commit(self._due_event) if turn is None else self._move(turn))
                except NotNeeded:
                    break
                except StoreTrouble as trouble:
                    log_trouble(trouble)
                    await asyncio.sleep(self._delays.retry)
                except Exception as trouble:
                    log.exception("a bot's move failed", extra={FACTS: {"trouble": type(trouble).__name__}})
                    await asyncio.sleep(self._delays.retry)
        finally:
            self._task = None
        self.wake()

    def _look(self) -> None:
        """Set the time until which bots wait while people look at the last event."""
        state = self._state
        if state.progress is None or state.version == self._version:
            return
        self._version = state.version
        if state.cards_version != state.version:
            return
        before, self._stage = self._stage, stage(state.progress.match)
        seconds = seconds_to_look(before, self._stage, state.progress) * self._delays.looks.get(state.pace, 1.0)
        self._look_until = asyncio.get_running_loop().time() + seconds
        self._skipped.clear()
        self._seen.clear()

    async def _wait(self) -> None:
        """Wait for the delay of the table's pace; then wait until people have seen the last event."""
        if self._plays_unseen():
            return
        if all(self._rests(seat) for seat in self._state.people()):
            await asyncio.sleep(min(self._delays.paces.values()))
            return
        await asyncio.sleep(self._delays.paces[self._state.pace])
        left = self._look_until - asyncio.get_running_loop().time()
        if left > 0 and self._presence.is_connected:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._seen.wait()

    def _plays_unseen(self) -> bool:
        """Return whether this table has bot accounts, but neither people nor spectators."""
        seats = self._state.seats
        return any(map(seats_bot_account, seats)) and not any(map(is_person, seats)) and not self._presence.spectators()

    async def _move(self, turn: AutoplayTurn) -> None:
        await self._wait()
        if self._next_turn() != turn or self._state.match is None:
            return
        version = self._state.turn_version(turn.seat)
        action = await self._bot_pool.choose(
            self._state.match, turn.seat, turn.bot, lambda: self._demand() if self._next_turn() == turn else None
        )

        def decide() -> TableEvent | None:
            if self._next_turn() != turn:
                return None  # the person has come back, or the table has changed
            return bot_move(
                self._state,
                turn.seat,
                action,
                time.time(),
                for_person=turn.for_person,
                requested=turn.requested,
                turn_version=version,
            )

        if await self._commit(decide) is not None:
            metrics.HOUSE_MOVES.labels("away" if turn.for_person else "bot").inc()
