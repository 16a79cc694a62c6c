"""Record of who is connected to a table, and announcements of changes."""

from __future__ import annotations

import asyncio
import math
import time
from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import orjson

GATHER = 0.05
"""Seconds for which connections and disconnections are collected into one message."""


SILENCE = 6.0
"""Seconds without a message from a process after which its people count as disconnected."""


class RemotePresence(NamedTuple):
    """People connected to a table through another process."""

    seats: frozenset[int]
    spectators: int
    heard_at: float
    """Time of the process's last message; infinite if that message is valid until the next one arrives."""
    addresses: dict[int, str]
    """Network address of the people at each seat."""


NO_PEOPLE: Mapping[str, Any] = MappingProxyType({"seats": (), "watchers": 0})


def _remote(who: Mapping[str, Any], heard_at: float) -> RemotePresence:
    addresses = {int(seat): address for seat, address in who.get("addresses", {}).items()}
    return RemotePresence(frozenset(who["seats"]), who["watchers"], heard_at, addresses)


class Listener(Protocol):
    """Interface of a connection, as its table uses it."""

    holder: str | None
    address: str
    """Network address; the id of a bot account."""
    seat: int | None
    owner: bool

    def send(self, message: bytes) -> None:
        """Send an encoded message; must not block."""
        ...

    def drop(self, code: int, reason: str) -> None:
        """End the connection soon, with a close code and a reason."""
        ...


class Presence:
    """The connections of one table."""

    def __init__(self, seats: int) -> None:
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, RemotePresence] = {}
        """People connected through other processes, by process."""
        self.on_change: Callable[[], None] = lambda: None
        """Function called after each connection, disconnection and change of seats."""
        self.quiet_since = time.monotonic()
        """Time of the last disconnection or request for this table, by `time.monotonic`."""
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

    def note(self, process: str, who: Mapping[str, Any], lasting: bool = False) -> frozenset[int]:
        """Record who is connected through another process, in the form of `without`; older versions send no addresses.
        Return the seats that were not connected through it.
        """
        before = self.elsewhere.pop(process, _remote(NO_PEOPLE, 0.0))
        now = _remote(who, math.inf if lasting else time.monotonic())
        if now.seats or now.spectators:
            self.elsewhere[process] = now
        if before[:2] != now[:2]:
            self.touch()
            self.update()
        return now.seats - before.seats

    def without(self, process: str) -> dict[str, Any]:
        """Return who is connected through any process other than `process`, as the content of a message to
        `process`.
        """
        others = [each for name, each in self.elsewhere.items() if name != process]
        own = {listener.seat for listener in self.listeners if listener.seat is not None}
        seats = own.union(*(each.seats for each in others))
        return {
            "seats": sorted(seats),
            "watchers": self._own_spectators() + sum(each.spectators for each in others),
            "addresses": {str(seat): address for seat, address in self._addresses(others).items()},
        }

    def forget_silent(self, now: float) -> None:
        """Remove people who were connected through processes that have sent no message for too long."""
        for process, each in list(self.elsewhere.items()):
            if each.heard_at < now - SILENCE:
                self.note(process, NO_PEOPLE)

    def forget_elsewhere(self) -> None:
        """Remove people who are connected through other processes; those processes soon report them again."""
        self.elsewhere.clear()

    @property
    def is_connected(self) -> bool:
        """Whether a connection is open, here or at another process."""
        return bool(self.listeners or self.elsewhere)

    def touch(self) -> None:
        """Record that a request for this table came in, because its sender may soon connect."""
        self.quiet_since = time.monotonic()

    def update(self) -> None:
        """After a person has connected, disconnected or changed seats, update which seats are connected; announce the
        change soon.
        """
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

    def drop_other_seats(self, seat: int, code: int, reason: str) -> None:
        """End the connections of all seats other than `seat`; spectators stay. From now on, they count as ended."""
        others = [listener for listener in self.listeners if listener.seat not in (None, seat)]
        for listener in others:
            listener.drop(code, reason)
            self.listeners.discard(listener)
        if others:
            self.update()

    def drop_spectators(self, code: int, reason: str) -> None:
        """End the connections without a seat. From now on, they count as ended."""
        for listener in [listener for listener in self.listeners if listener.seat is None]:
            listener.drop(code, reason)
            self.listeners.discard(listener)

    def drop_holders(self, holders: Collection[str], code: int, reason: str) -> None:
        """End the connections of the devices `holders`."""
        for listener in list(self.listeners):
            if listener.holder in holders:
                listener.drop(code, reason)

    # Queries

    def count(self, holder: str | None) -> int:
        """Return how many connections use the device `holder`; with `None`, return how many spectators have no device
        id.
        """
        return sum(listener.holder == holder for listener in self.listeners)

    def has_room(self, holder: str | None, *, seated: bool, max_devices: int, max_spectators: int) -> bool:
        """Return whether one more connection of `holder` is within the limits per person and for spectators."""
        if not seated and self.spectators() >= max_spectators:
            return False
        return (holder is None and not seated) or self.count(holder) < max_devices

    def present(self) -> list[bool]:
        """Return for each seat whether its people are connected."""
        return [since is None for since in self._away_since]

    def present_within(self, grace: float) -> list[bool]:
        """Return for each seat whether its people are connected now, or were connected less than `grace` seconds ago.

        After a table is loaded, every seat counts as connected for `grace` seconds.
        """
        return [self.away_for(seat) < grace for seat in range(len(self._away_since))]

    def addresses(self) -> dict[int, str]:
        """Return a network address for each seat whose people are connected."""
        return self._addresses(self.elsewhere.values())

    def _addresses(self, others: Iterable[RemotePresence]) -> dict[int, str]:
        own = {listener.seat: listener.address for listener in self.listeners if listener.seat is not None}
        return {**dict(ChainMap(*(each.addresses for each in others))), **own}

    def spectators(self) -> int:
        """Return how many connections have no seat."""
        return self._own_spectators() + sum(each.spectators for each in self.elsewhere.values())

    def _own_spectators(self) -> int:
        return sum(listener.seat is None for listener in self.listeners)

    def empty_for(self) -> float:
        """Return the seconds since the table last had a connection; 0 if it has one now."""
        return 0.0 if self.is_connected else time.monotonic() - self.quiet_since

    def away_for(self, seat: int) -> float:
        """Return the seconds since the people of a seat disconnected; 0 if they are connected now."""
        since = self._away_since[seat]
        return 0.0 if since is None else time.monotonic() - since

    def stop_waiting_for(self, seat: int) -> None:
        """If the people of a seat are away, treat them as away for an unlimited time, until they return."""
        if self._away_since[seat] is not None:
            self._away_since[seat] = -math.inf

    def others_present(self, seat: int, people: Iterable[int]) -> bool:
        """Return whether anyone is connected at a seat in `people` other than `seat`."""
        return any(other_seat != seat and self._away_since[other_seat] is None for other_seat in people)
