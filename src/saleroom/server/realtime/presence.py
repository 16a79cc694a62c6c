"""Who is connected to a table, and the announcement of changes."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple, Protocol

import orjson

GATHER = 0.05
"""Seconds in which several connections and disconnections are collected into one message."""


SILENCE = 6.0
"""Seconds without a message of a process after which its people count as gone."""


class RemotePresence(NamedTuple):
    """People connected to a table through another process."""

    seats: frozenset[int]
    spectators: int
    heard_at: float
    """Time of the last message; infinite if it holds until the next one."""


class Listener(Protocol):
    """A connection, as its table sees it."""

    holder: str | None
    seat: int | None
    owner: bool

    def send(self, message: bytes) -> None:
        """Send an encoded message; must not block."""
        ...

    def drop(self, code: int, reason: str) -> None:
        """End the connection soon."""
        ...


class Presence:
    """The connections of one table."""

    def __init__(self, seats: int) -> None:
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, RemotePresence] = {}
        """By process, the people connected there."""
        self.on_change: Callable[[], None] = lambda: None
        """Called when people of a seat connect or disconnect."""
        self.quiet_since = time.monotonic()
        """Time since which there has been no connection, if there is none."""
        self._away_since: list[float | None] = [time.monotonic()] * seats
        self._announcement: asyncio.TimerHandle | None = None

    def join(self, listener: Listener) -> None:
        """Add a connection whose seat is known."""
        self.listeners.add(listener)
        self.update()

    def leave(self, listener: Listener) -> None:
        """Remove a connection."""
        self.listeners.discard(listener)
        self.touch()
        self.update()

    def note(self, process: str, seats: Iterable[int], spectators: int, lasting: bool = False) -> None:
        """Note who is connected through another process."""
        before = self.elsewhere.pop(process, RemotePresence(frozenset(), 0, 0.0))
        now = RemotePresence(frozenset(seats), spectators, math.inf if lasting else time.monotonic())
        if now.seats or now.spectators:
            self.elsewhere[process] = now
        if before[:2] != now[:2]:
            self.touch()
            self.update()

    def without(self, process: str) -> dict[str, Any]:
        """Return who is connected, except through that process: the content of a message to it."""
        others = [each for name, each in self.elsewhere.items() if name != process]
        own = {listener.seat for listener in self.listeners if listener.seat is not None}
        seats = own.union(*(each.seats for each in others))
        return {"seats": sorted(seats), "watchers": self._own_spectators() + sum(each.spectators for each in others)}

    def forget_silent(self, now: float) -> None:
        """Remove people of processes that have been silent for too long."""
        for process, each in list(self.elsewhere.items()):
            if each.heard_at < now - SILENCE:
                self.note(process, (), 0)

    def forget_elsewhere(self) -> None:
        """Forget people at other processes; these processes report them again soon."""
        self.elsewhere.clear()

    @property
    def anybody(self) -> bool:
        """Whether a connection is open, here or at another process."""
        return bool(self.listeners or self.elsewhere)

    def touch(self) -> None:
        """Note a request for this table, after which a connection may follow."""
        self.quiet_since = time.monotonic()

    def update(self) -> None:
        """Note which seats are present after a person came, left or changed seats, and announce it soon."""
        elsewhere = (each.seats for each in self.elsewhere.values())
        connected = {listener.seat for listener in self.listeners}.union(*elsewhere)
        now = time.monotonic()
        for seat, since in enumerate(self._away_since):
            if seat in connected:
                self._away_since[seat] = None
            elif since is None:
                self._away_since[seat] = now
        if self._announcement is None:
            self._announcement = asyncio.get_running_loop().call_later(GATHER, self._announce)
        self.on_change()

    def _announce(self) -> None:
        self._announcement = None
        message = {"type": "presence", "present": self.present(), "watchers": self.spectators()}
        encoded = orjson.dumps(message)
        for listener in list(self.listeners):
            listener.send(encoded)

    def drop_all(self, code: int, reason: str) -> None:
        """End all connections."""
        for listener in list(self.listeners):
            listener.drop(code, reason)

    def drop_holders(self, holders: Collection[str], code: int, reason: str) -> None:
        """End the connections of these people."""
        for listener in list(self.listeners):
            if listener.holder in holders:
                listener.drop(code, reason)

    # Queries

    def count(self, holder: str | None) -> int:
        """Return how many connections belong to the same person, or to spectators without a name."""
        return sum(listener.holder == holder for listener in self.listeners)

    def has_room(self, holder: str | None, *, seated: bool, max_devices: int, max_spectators: int) -> bool:
        """Return whether one more connection fits, given the limits for each person and for all spectators."""
        if not seated and self.spectators() >= max_spectators:
            return False
        return (holder is None and not seated) or self.count(holder) < max_devices

    def present(self) -> list[bool]:
        """Return for each seat whether its people are connected."""
        return [since is None for since in self._away_since]

    def present_within(self, grace: float) -> list[bool]:
        """Return for each seat whether its people are connected or were that many seconds ago.

        When a table is loaded, every seat counts as connected until then.
        """
        return [self.away_for(seat) < grace for seat in range(len(self._away_since))]

    def spectators(self) -> int:
        """Return how many connections have no seat."""
        return self._own_spectators() + sum(each.spectators for each in self.elsewhere.values())

    def _own_spectators(self) -> int:
        return sum(listener.seat is None for listener in self.listeners)

    def empty_for(self) -> float:
        """Return the seconds without any connection."""
        return 0.0 if self.anybody else time.monotonic() - self.quiet_since

    def away_for(self, seat: int) -> float:
        """Return the seconds since the people of a seat disconnected; 0 while they are connected."""
        since = self._away_since[seat]
        return 0.0 if since is None else time.monotonic() - since

    def stop_waiting_for(self, seat: int) -> None:
        """Treat an absent seat as away for an unlimited time, until its people are back."""
        if self._away_since[seat] is not None:
            self._away_since[seat] = -math.inf

    def others_present(self, seat: int, people: Iterable[int]) -> bool:
        """Return whether people of another one of these seats are connected."""
        return any(other_seat != seat and self._away_since[other_seat] is None for other_seat in people)
