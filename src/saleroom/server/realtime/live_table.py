"""Tables in memory. A table decides on each event, stores it, applies it and broadcasts it before the next event."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import orjson

from saleroom.server.core.apply import apply
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import TableState
from saleroom.server.ops.logs import FACTS
from saleroom.server.protocol.common import Reaction
from saleroom.server.protocol.messages import Reacted
from saleroom.server.realtime.autoplay import Autoplay, AutoplayDelays
from saleroom.server.realtime.broadcaster import Broadcaster
from saleroom.server.realtime.presence import Listener, Presence
from saleroom.server.realtime.relay import Relay
from saleroom.server.realtime.stored_summary import StoredSummary
from saleroom.server.storage.datafile import OutcomeUnknown, StoreTrouble, StoreUnavailable
from saleroom.server.storage.leases import Lease
from saleroom.server.storage.store import StaleEpoch, Store
from saleroom.server.workers.bot_pool import BotPool

log = logging.getLogger("saleroom.server")

CLOSED = 4403
"""Close code for a browser whose user may not see the table."""
HANDED_OVER = 4409
"""Close code of a connection whose device was passed to another person."""
MAX_ATTEMPTS = 25
"""Maximum number of attempts to add an event while other processes add theirs first."""

Decide = Callable[[], TableEvent | None]
"""Function that returns the next event, or None if there is nothing to do; it can raise `CommandRefusal`."""

_SAME_PEOPLE = ("move", "say", "ask", "agree", "refuse", "undo", "settle", "rematch", "mute", "portrait")
"""Kinds of events that do not change who has which seat."""


def cannot_read(table_id: str, error: ValueError) -> str:
    """Return the error message for an unreadable table, which was probably written by a newer version of Saleroom."""
    return f"table {table_id} waits for a process of a newer version: {error}"


class NotOwner(Exception):
    """Error: another process owns the table and must carry out the command."""


class LiveTable:
    """One table with its connections and its bots.

    Invariants: An event is stored durably before it is broadcast. The state changes only under `lock`. Applying and
    broadcasting an event is one step without an await, so that each listener gets each event exactly once.
    """

    def __init__(
        self,
        state: TableState,
        *,
        store: Store,
        bot_pool: BotPool,
        build: str,
        delays: AutoplayDelays,
        edition: int = 0,
        epoch: int | None = None,
        relay: Relay[LiveTable] | None = None,
    ) -> None:
        """Create the table from its stored `state` and `edition`. If this process owns the table, `epoch` is the epoch
        of its lease.

        `relay` connects to other processes. Without `relay`, a process that has to change the table takes it over.
        """
        self._relay = relay
        self.owner: str | None = None
        """Other process that owns the table; empty if its id is unknown, None if no other process owns the table."""
        self.state, self.edition = state, edition
        self._epoch = epoch
        """Epoch of the lease that this process holds; None if it does not own the table."""
        self._unconfirmed = False
        """Whether the store may contain, or still write, an event of this process that this object does not know."""
        self.taken = epoch or 0
        """Newest epoch that this process has taken; information about owners from older epochs is outdated."""
        self._followed: int | None = None
        """Epoch of the owner that this process follows; None if unknown, or if this process owns the table."""
        self.id = state.header.id
        self.presence = Presence(state.header.seats)
        self._broadcaster = Broadcaster(state, self.presence, build)
        self.projection = self._broadcaster.projection
        self.autoplay = Autoplay(
            state,
            self.presence,
            bot_pool,
            commit=self._commit_for_bots,
            delays=delays,
            decided=lambda: self.decided,
            elsewhere=lambda: self.owner is not None,
        )
        self.presence.on_change = self._people_changed
        self._store = store
        self.lock = asyncio.Lock()
        self.outdated = False
        """Whether the stored events have been rewritten. If they have, this object carries out no further commands."""
        self.evicted = False
        """Whether the hub has dropped this object. If it has, new connections get a new object from the hub."""
        self.on_over: Callable[[LiveTable], None] = lambda table: None
        """Function called when the match ends."""
        self.on_turn: Callable[[LiveTable], None] = lambda table: None
        """Function called after an event at a table in play that this process owns."""
        self.on_outdated: Callable[[LiveTable], None] = lambda table: None
        """Function called when the stored events are found to have been rewritten."""
        self.summary = StoredSummary(
            state, edition, store, epoch=lambda: self._epoch, elsewhere=lambda: self.owner is not None
        )

    # Events

    async def commit(
        self, decide: Decide, command: str | None = None, holder: str | None = None, only_if_unowned: bool = False
    ) -> int | None:
        """Store, apply and broadcast the event that `decide` returns. Return the event's number, or `None` if `decide`
        returns no event.

        If the command has already been carried out, here or in another process, return its event's number and do
        nothing. If another process owns the table, take the table over, and read the events that the other process has
        stored before calling `decide`. With `only_if_unowned`, raise `NotOwner` if the owner is alive.

        While the store is unavailable, repeat for `outage.PATIENCE` seconds; then raise `OutcomeUnknown` if the event
        can have been stored, or another `StoreTrouble` if it has not been stored.
        """
        attempt = partial(self._commit_once, decide, command, holder, only_if_unowned)
        async with self.lock:
            for _ in range(MAX_ATTEMPTS):
                try:
                    return await self._store.database.outage.outlast(attempt)
                except StaleEpoch:
                    continue
        raise CommandRefusal("trouble", "server.busy")

    async def _commit_once(
        self, decide: Decide, command: str | None, holder: str | None, only_if_unowned: bool
    ) -> int | None:
        """Try once to store the next event.

        After `OutcomeUnknown`, the next attempt takes the lease again. The write with the unknown outcome then either
        is in the store or can no longer succeed, because it names an older epoch.
        """
        if self._epoch is None and not self.outdated:
            try:
                await self._take_over(only_if_unowned)
            except StoreUnavailable as error:
                if not await self._has_read_all_writes():
                    raise OutcomeUnknown(str(error)) from None
                if self.state.version_of(command, holder) is None:
                    raise
        if self.outdated and command is None:
            return None
        if self.outdated:
            raise CommandRefusal("trouble", "server.loading")
        version = self.state.version_of(command, holder)
        if version is not None:
            return version
        event = decide()
        if event is None:
            return None
        assert self._epoch is not None
        try:
            await self._store.append(self.id, event, self._epoch)
        except StaleEpoch:
            self._epoch = None
            raise
        except StoreUnavailable as error:
            self.summary.forget()
            if isinstance(error, OutcomeUnknown):
                self._epoch, self._unconfirmed = None, True
            raise
        self._apply_and_broadcast(event)
        return event.number

    async def _has_read_all_writes(self) -> bool:
        """Without the lease, read all stored events; return whether no further event can appear in the store."""
        if self._unconfirmed or self._relay is not None:
            return False
        try:
            await self._apply_stored()
        except StoreUnavailable:
            return False
        return True

    async def _commit_for_bots(self, decide: Decide) -> int | None:
        try:
            return await self.commit(decide, only_if_unowned=True)
        except NotOwner:
            return None

    async def refresh(self) -> None:
        """Apply the events that other processes have stored."""
        async with self.lock:
            await self._apply_stored()

    async def catch_up(self) -> bool:
        """Apply the events that other processes have stored; return whether there were any."""
        known = self.state.version
        if not self.outdated:
            await self.refresh()
        return self.state.version != known

    async def own(self, only_if_unowned: bool) -> Lease | None:
        """Take ownership of the table, and return the lease. Return None if there is nothing to take, because this
        process already owns the table or its events were rewritten. With `only_if_unowned`, raise `NotOwner` if another
        process owns the table and is alive.
        """
        async with self.lock:
            settled = self.outdated or self._epoch is not None
            lease = None if settled else await self._take_over(only_if_unowned)
        self.autoplay.wake()
        return lease

    @property
    def epoch(self) -> int | None:
        """Epoch of the lease that this process holds; None if it does not own the table."""
        return self._epoch

    def take_event(self, event: TableEvent, epoch: int | None, edition: int) -> bool:
        """Apply an event that the owner has stored in `epoch`, without reading the store. Return False if this is not
        known to be the next event; the store then has to be read.
        """
        current = self.owner is not None and epoch is not None and (epoch, edition) == (self._followed, self.edition)
        if not current or event.number != self.state.version + 1 or self.outdated or self.lock.locked():
            return False
        self._apply_and_broadcast(event)
        return True

    def follow(self, owner: str, epoch: int | None = None) -> None:
        """Record that the process `owner` owns the table, and in which epoch; this process then follows it."""
        self._followed = epoch
        if self.owner != owner:
            self.owner, self._epoch = owner, None
            self.presence.forget_elsewhere()

    async def _take_over(self, only_if_unowned: bool) -> Lease:
        """Take the lease, so that no other process adds events; then read all stored events."""
        only_if_unowned = only_if_unowned and self._relay is not None
        lease = await self._store.leases.take(self.id, only_if_unowned)
        if lease is None:
            self.follow(self.owner or "")
            raise NotOwner
        self.taken = lease.epoch
        if lease.edition != self.edition:
            self.on_outdated(self)
            return lease
        followed = self.owner is not None
        if followed:
            self.owner = None
            self.presence.forget_elsewhere()
        await self._apply_stored()
        self._epoch, self._unconfirmed = lease.epoch, False
        if followed:  # the former owner may not have stored the last turns
            self.summary.store()
        return lease

    async def _apply_stored(self) -> None:
        for event in await self._store.events_after(self.id, self.state.version):
            self._apply_and_broadcast(event)

    def _apply_and_broadcast(self, event: TableEvent) -> None:
        """Apply an event and broadcast it, with no await between the two steps.

        A listener that joined between the steps would miss the event or get it twice.
        """
        state = self.state
        try:
            apply(state, event)
        except ValueError as error:
            self.on_outdated(self)
            raise StoreTrouble(cannot_read(self.id, error)) from None
        if event.kind not in _SAME_PEOPLE:
            self._broadcaster.assign_seats()
            if state.continues_without_people and not state.over:
                self.presence.drop_spectators(CLOSED, "the seat has been taken over")
        try:
            self._broadcaster.send_update()
        except Exception:  # the event is stored, so listeners that did not get it must reconnect
            log.exception("an event could not be broadcast", extra={FACTS: {"table": self.id, "kind": event.kind}})
            self.presence.drop_all(1011, "trouble")
        deal_ended = state.progress is not None and state.progress.ended_deal is not None
        if event.kind not in _SAME_PEOPLE or "listed" in event.data or deal_ended:
            self.summary.store()
        else:
            self.summary.store_turns()
        if self._relay is not None and self.owner is None:
            self._relay.event(self, event)
        self.autoplay.wake()
        if state.over and event.kind == "move":
            self.on_over(self)
        if state.progress is not None and self.owner is None:
            self.on_turn(self)

    def show_reaction(self, seat: int, what: Reaction) -> None:
        """Show a seat's reaction to all connections without storing it."""
        message = orjson.dumps(Reacted(type="reacted", seat=seat, what=what))
        self.show(message)
        if self._relay is not None:
            self._relay.shown(self, message)

    def show(self, message: bytes) -> None:
        """Send a message to all connections of this process, without storing the message."""
        self._broadcaster.show(message)

    @property
    def decided(self) -> bool:
        """Whether no player's action can change the score of this deal."""
        return self.projection.decided

    def store_waiting_summary(self) -> None:
        """Store the summary now if it waits to be stored; drop it if the stored events have been rewritten."""
        if self.outdated:
            self.summary.cancel()
        else:
            self.summary.store_waiting()

    # Connections

    def join(self, listener: Listener) -> None:
        """Add a connection; it gets a snapshot now, and every later event.

        If people pass one device round, the connection of a seat first ends those of all other seats.
        """
        seat = self.state.seat_of(listener.holder)
        if seat is not None:
            self._hand_over_to(seat)
        self._broadcaster.join(listener)
        log.info("joined", extra={FACTS: {"table": self.id, "seat": listener.seat}})

    def note_elsewhere(self, process: str, who: Mapping[str, Any], lasting: bool = False) -> None:
        """Record who is connected through another process; `join` says what ends here if people pass one device
        round.
        """
        for seat in self.presence.note(process, who, lasting):
            self._hand_over_to(seat)

    def _hand_over_to(self, seat: int) -> None:
        if self.state.hot_seat:
            self.presence.drop_other_seats(seat, HANDED_OVER, "handed over")

    def leave(self, listener: Listener) -> None:
        """Remove a connection that has ended."""
        self.presence.leave(listener)
        log.info("left", extra={FACTS: {"table": self.id, "seat": listener.seat}})

    def _people_changed(self) -> None:
        self.autoplay.wake()
        if self._relay is not None:
            self._relay.people(self)

    @property
    def _continues(self) -> bool:
        """Whether the table stays in memory without people. Correspondence tables are loaded when a move is due."""
        return self.state.continues_without_people and not self.state.over and not self.state.slow

    @property
    def needed(self) -> bool:
        """Whether this process needs the table, because a connection is open here or the match continues without
        people.
        """
        alone = bool(self.state.bots_to_act()) and any(True for _ in self.state.people())
        return bool(self.presence.listeners) or alone or self._continues

    @property
    def idle(self) -> bool:
        """Whether no connection is open and nothing is in progress."""
        if self._continues and self.owner is None:
            return False
        is_connected = self.presence.listeners if self.owner is not None else self.presence.is_connected
        return not is_connected and not self.lock.locked() and not self.autoplay.busy

    async def close(self) -> None:
        """Drop all connections and stop the bots."""
        self.store_waiting_summary()
        self.presence.drop_all(1012, "the server is closing")
        await self.autoplay.close()
