"""Who is connected to a table, and telling them."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, Protocol

import orjson

from saleroom.server.ops import metrics

GATHERING = 0.05
"""Seconds in which comings and goings are told as one."""


class Listener(Protocol):
    """A connection, as its table sees it."""

    holder: str | None
    seat: int | None
    owner: bool

    def tell(self, text: str) -> None:
        """Send a message, some time soon."""
        ...

    def drop(self, code: int, reason: str) -> None:
        """Send it away."""
        ...


class Presence:
    """The connections of one table."""

    def __init__(self, seats: int, changed: Callable[[], None]) -> None:
        """Nobody yet. `changed` is called when a seat's people come or go."""
        self.listeners: set[Listener] = set()
        self.quiet_since = time.monotonic()
        """Since when nobody has been connected, if nobody is."""
        self._away_since: list[float | None] = [time.monotonic()] * seats
        self._changed = changed
        self._told: asyncio.TimerHandle | None = None

    def join(self, listener: Listener) -> None:
        """One more, whose seat is known."""
        self.listeners.add(listener)
        self.settle()

    def leave(self, listener: Listener) -> None:
        """One less."""
        self.listeners.discard(listener)
        self.touch()
        self.settle()

    def touch(self) -> None:
        """Somebody looks for this table, and may connect."""
        self.quiet_since = time.monotonic()

    def count(self, holder: str | None) -> int:
        """How many connections are the same person's, or spectators' without a name."""
        return sum(listener.holder == holder for listener in self.listeners)

    def present(self) -> list[bool]:
        """By seat, whether its people are connected."""
        return [since is None for since in self._away_since]

    def around(self, grace: float) -> list[bool]:
        """The same, where whoever was connected so many seconds ago counts; everybody does when the table comes."""
        return [self.away_for(seat) < grace for seat in range(len(self._away_since))]

    def empty_for(self) -> float:
        """For how many seconds nobody at all has been connected."""
        return 0.0 if self.listeners else time.monotonic() - self.quiet_since

    def watchers(self) -> int:
        """How many connections have no seat."""
        return sum(listener.seat is None for listener in self.listeners)

    def away_for(self, seat: int) -> float:
        """For how many seconds nobody of a seat has been connected."""
        since = self._away_since[seat]
        return 0.0 if since is None else time.monotonic() - since

    def excuse(self, seat: int) -> None:
        """Those who play with an absent seat wait for it no longer, until its people are back."""
        if self._away_since[seat] is not None:
            self._away_since[seat] = -math.inf

    def settle(self) -> None:
        """Note whose people are here after somebody came, went or sat down elsewhere, and have it told soon."""
        here = {listener.seat for listener in self.listeners}
        now = time.monotonic()
        for seat, since in enumerate(self._away_since):
            if seat in here:
                self._away_since[seat] = None
            elif since is None:
                self._away_since[seat] = now
        if self._told is None:
            self._told = asyncio.get_running_loop().call_later(GATHERING, self._tell)
        self._changed()

    def _tell(self) -> None:
        self._told = None
        text = encoded({"type": "presence", "present": self.present(), "watchers": self.watchers()})
        for listener in list(self.listeners):
            listener.tell(text)

    def tell(self, say: Callable[[int | None, bool], bytes]) -> None:
        """Tell everybody what `say` has for his seat and for owners; it is made once for all who get the same."""
        began = perf_counter()
        made: dict[tuple[int | None, bool], str] = {}
        for listener in list(self.listeners):
            key = (listener.seat, listener.owner)
            text = made.get(key)
            if text is None:
                text = made[key] = say(*key).decode()
            listener.tell(text)
        metrics.BROADCAST.observe(perf_counter() - began)

    def drop(self, code: int, reason: str) -> None:
        """Send everybody away."""
        for listener in list(self.listeners):
            listener.drop(code, reason)

    def others_here(self, seat: int, people: Iterable[int]) -> bool:
        """Whether somebody of another one of these seats is connected."""
        return any(other != seat and self._away_since[other] is None for other in people)


def encoded(message: Any) -> str:
    """A message as text."""
    return orjson.dumps(message).decode()
