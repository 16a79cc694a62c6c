"""A table in memory: events are decided on, stored, applied and broadcast here, one after the other."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from time import perf_counter
from typing import Protocol

import orjson

from saleroom.server.core.apply import apply
from saleroom.server.core.decide import Refusal
from saleroom.server.core.project.projection import Projection
from saleroom.server.core.project.summary import summarise
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import TableState
from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS
from saleroom.server.protocol.common import Reaction
from saleroom.server.protocol.messages import Reacted
from saleroom.server.realtime.autoplay import Autoplay, AutoplayDelays
from saleroom.server.realtime.presence import Listener, Presence
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.leases import Lease
from saleroom.server.storage.store import Overtaken, Store
from saleroom.server.workers.bot_pool import BotPool

log = logging.getLogger("saleroom.server")

MAX_ATTEMPTS = 25
"""How often an event is decided on anew because another process was first."""

Decide = Callable[[], TableEvent | None]
"""The next event, from the state as it is then; None when there is nothing to do. May raise `Refusal`."""

_SAME_PEOPLE = ("move", "say", "ask", "agree", "refuse", "undo", "settle", "rematch", "mute")
"""Events after which everybody sits where they sat."""


class Elsewhere(Exception):
    """Another process owns the table; it is to be asked."""


def cannot_read(table_id: str, error: ValueError) -> str:
    """That a newer version of this program has written to a table, most likely, in one line."""
    return f"table {table_id} waits for a process of a newer version: {error}"


class Relay(Protocol):
    """Tells other processes of what happens at a table here, and settles with them who owns it."""

    async def settle(self, table: LiveTable) -> None:
        """Own a table that has just been loaded, or follow its owner."""
        ...

    def event(self, table: LiveTable) -> None:
        """An event has been broadcast."""
        ...

    def people(self, table: LiveTable) -> None:
        """People have come or gone."""
        ...

    def shown(self, table: LiveTable, message: bytes) -> None:
        """People have been sent a message that is not kept."""
        ...


class LiveTable:
    """One table, its connections and its bots.

    Invariants: nothing is broadcast before it is durable; the state changes under `lock` only; applying an event and
    broadcasting it is one step without an await, so that nobody misses an event and nobody gets one twice.
    """

    def __init__(
        self,
        state: TableState,
        store: Store,
        bot_pool: BotPool,
        build: str,
        delays: AutoplayDelays,
        edition: int = 0,
        epoch: int | None = None,
        relay: Relay | None = None,
    ) -> None:
        """`state` as it was read from the store, of this edition; `epoch` where this process owns the table.

        `relay` where other processes can be asked; without one, whoever is to act takes the table over.
        """
        self._relay = relay
        self.owner: str | None = None
        """The other process that owns the table and is to be asked; empty where it is not known yet which."""
        self.state, self.edition = state, edition
        self._epoch = epoch
        """Of the lease that this process took last; None where another one owns the table, or nobody does."""
        self.taken = epoch or 0
        """The newest epoch that this process took: whatever is older is known to be over."""
        self.id = state.header.id
        self.projection = Projection(state)
        self.presence = Presence(state.header.seats)
        self.autoplay = Autoplay(
            state,
            self.presence,
            bot_pool,
            self._commit_for_bots,
            delays,
            lambda: self.decided,
            lambda: self.owner is not None,
        )
        self.presence.on_change = self._people_changed
        self._store, self._build = store, build
        self.lock = asyncio.Lock()
        self.outdated = False
        """What is stored has been rewritten: this table carries out nothing more."""
        self.let_go = False
        """The hub has dropped this object from memory: a new connection asks the hub for the table again."""
        self.on_over: Callable[[LiveTable], None] = lambda table: None
        """Called when the match ends."""
        self.on_turn: Callable[[LiveTable], None] = lambda table: None
        """Called when something has happened at a slow table that this process owns."""
        self.on_outdated: Callable[[LiveTable], None] = lambda table: None
        """Called when what is stored turns out to have been rewritten."""
        self._due: tuple[bool, float | None] = (False, None)
        """Whether bots are to act, and when time runs out, as it was last stored."""

    # Events

    async def commit(
        self, decide: Decide, command: str | None = None, holder: str | None = None, polite: bool = False
    ) -> int | None:
        """Store, apply and broadcast the event that `decide` gives; its number, or None when it gives none.

        A command that has been carried out before, here or in another process, is not decided on again. Where another
        process owns the table, this one takes it over: what the other has stored comes in, and `decide` is asked then.
        If storing fails, the event may be stored all the same: the next one finds its number taken, and it comes in.
        `polite` leaves the table to another process that lives and can be asked: `Elsewhere`.
        """
        async with self.lock:
            for _ in range(MAX_ATTEMPTS):
                if self._epoch is None and not self.outdated:
                    await self._take_over(polite)
                if self.outdated and command is None:
                    return None
                if self.outdated:
                    raise Refusal("trouble", "server.loading")
                version = self.state.version_of(command, holder)
                if version is not None:
                    return version
                event = decide()
                if event is None:
                    return None
                assert self._epoch is not None
                try:
                    await self._store.append(self.id, event, self._epoch)
                except Overtaken:
                    self._epoch = None
                    continue
                self._apply_and_broadcast(event)
                return event.number
        raise Refusal("trouble", "server.busy")

    async def _commit_for_bots(self, decide: Decide) -> int | None:
        try:
            return await self.commit(decide, polite=True)
        except Elsewhere:
            return None

    async def refresh(self) -> None:
        """Take in what other processes have stored."""
        async with self.lock:
            await self._catch_up()

    async def was_behind(self) -> bool:
        """Whether other processes have stored what this one did not know; it does now."""
        known = self.state.version
        if not self.outdated:
            await self.refresh()
        return self.state.version != known

    async def own(self, polite: bool) -> Lease | None:
        """Own the table from now on; `Elsewhere` where another process does, lives and is left in peace."""
        async with self.lock:
            lease = None if self.outdated else await self._take_over(polite)
        self.autoplay.wake()
        return lease

    def follow(self, owner: str) -> None:
        """Leave the table to another process."""
        if self.owner != owner:
            self.owner, self._epoch = owner, None
            self.presence.forget_elsewhere()

    async def _take_over(self, polite: bool) -> Lease:
        """Own the table, and know all that is stored of it: nobody else adds anything after that."""
        polite = polite and self._relay is not None
        lease = await self._store.leases.take(self.id, polite)
        if lease is None:
            self.follow(self.owner or "")
            raise Elsewhere
        self.taken = lease.epoch
        if lease.edition != self.edition:
            self.on_outdated(self)
            return lease
        if self.owner is not None:
            self.owner = None
            self.presence.forget_elsewhere()
        await self._catch_up()
        self._epoch = lease.epoch
        return lease

    async def _catch_up(self) -> None:
        for event in await self._store.events_after(self.id, self.state.version):
            self._apply_and_broadcast(event)

    def _apply_and_broadcast(self, event: TableEvent) -> None:
        """Must not await: a listener that joins in between would miss the event or get it twice."""
        state = self.state
        try:
            apply(state, event)
        except ValueError as error:
            self.on_outdated(self)
            raise StoreTrouble(cannot_read(self.id, error)) from None
        if event.kind not in _SAME_PEOPLE:
            for listener in self.presence.listeners:
                self._seat(listener)
            self.presence.update()
        try:
            self._broadcast()
        except Exception:  # the event is stored: listeners that missed it must connect again
            log.exception("an event could not be broadcast", extra={FACTS: {"table": self.id, "kind": event.kind}})
            self.presence.drop_all(1011, "trouble")
        deal_ended = state.progress is not None and state.progress.ended_deal is not None
        if event.kind not in _SAME_PEOPLE or deal_ended or self._due != (bool(state.bots_to_act()), state.due_at):
            self.store_summary()
        if self._relay is not None and self.owner is None:
            self._relay.event(self)
        self.autoplay.wake()
        if state.over and event.kind == "move":
            self.on_over(self)
        if state.slow and self.owner is None:
            self.on_turn(self)

    def _broadcast(self) -> None:
        """Send everybody the last event; each message is made once for all who get the same."""
        began, now = perf_counter(), time.time()
        messages: dict[tuple[int | None, bool], bytes] = {}
        for listener in list(self.presence.listeners):
            key = (listener.seat, listener.owner)
            message = messages.get(key)
            if message is None:
                message = messages[key] = self.projection.update_bytes(*key, now)
            listener.send(message)
        metrics.BROADCAST.observe(perf_counter() - began)

    def show_reaction(self, seat: int, what: Reaction) -> None:
        """Show everybody a seat's reaction, which is not kept."""
        message = orjson.dumps(Reacted(type="reacted", seat=seat, what=what))
        self.show(message)
        if self._relay is not None:
            self._relay.shown(self, message)

    def show(self, message: bytes) -> None:
        """Send everybody who is connected here a message that is not kept."""
        for listener in list(self.presence.listeners):
            listener.send(message)

    @property
    def decided(self) -> bool:
        """Whether nothing that anybody may still do in this deal changes what it scores."""
        return self.projection.decided

    def store_summary(self) -> None:
        """Have the lobby's summary follow: who sits here, the scores after each deal, whether bots are to act."""
        summary = summarise(self.state)
        self._due = (summary.bots_due, summary.due_at)
        if self.owner is not None:
            return  # its owner does
        self._store.note_summary(self.id, summary, self.edition, self._epoch)

    # Connections

    def join(self, listener: Listener) -> None:
        """Add a connection: it is sent a snapshot, then every event."""
        self._seat(listener)
        self.presence.join(listener)
        present, watchers = self.presence.present(), self.presence.watchers()
        listener.send(
            self.projection.snapshot_bytes(listener.seat, listener.owner, self._build, present, watchers, time.time())
        )
        log.info("joined", extra={FACTS: {"table": self.id, "seat": listener.seat}})

    def leave(self, listener: Listener) -> None:
        """Remove a connection that has ended."""
        self.presence.leave(listener)
        log.info("left", extra={FACTS: {"table": self.id, "seat": listener.seat}})

    def has_room(self, holder: str | None, max_devices: int, max_watchers: int) -> bool:
        """Whether one more may connect: people have a few connections each, and spectators so many together."""
        seated = self.state.seat_of(holder) is not None
        if seated:
            return self.presence.count(holder) < max_devices
        return self.presence.watchers() < max_watchers and (holder is None or self.presence.count(holder) < max_devices)

    def _seat(self, listener: Listener) -> None:
        listener.seat = self.state.seat_of(listener.holder)
        listener.owner = self.state.is_owner(listener.holder)

    def _people_changed(self) -> None:
        self.autoplay.wake()
        if self._relay is not None:
            self._relay.people(self)

    @property
    def needed(self) -> bool:
        """Whether somebody is connected here, or the match goes on by itself."""
        alone = bool(self.state.bots_to_act()) and any(True for _ in self.state.people())
        return bool(self.presence.listeners) or alone or (self.state.goes_on_alone and not self.state.over)

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and nothing is under way."""
        if self.state.goes_on_alone and not self.state.over and self.owner is None:
            return False
        somebody = self.presence.listeners if self.owner is not None else self.presence.anybody
        return not somebody and not self.lock.locked() and not self.autoplay.busy

    async def close(self) -> None:
        """Drop all connections and stop the bots."""
        self.presence.drop_all(1012, "the server is closing")
        await self.autoplay.close()
