"""Devices that have a seat at an unfinished table. Their requests have a rate limit of their own."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from saleroom.server.core.state.table import holder_of
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.store import Store

SEATED_FOR = 600.0
"""Seconds for which a device counts as seated after it was found to have a seat."""
UNSEATED_FOR = 30.0
"""Seconds for which a device that had no seat is not searched for again."""
MOST = 10_000
"""Maximum number of remembered devices; the least recently used are dropped."""


class SeatedDevices:
    """Memory of which devices have a seat. Connections to a seat fill it, and so do searches in the store."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = store, clock
        self._until: OrderedDict[str, tuple[bool, float]] = OrderedDict()
        """Whether a device has a seat, and until when that is believed, by holder id."""

    def note(self, holder: str, seated: bool = True) -> None:
        """Record whether a device has a seat now."""
        self._until[holder] = (seated, self._clock() + (SEATED_FOR if seated else UNSEATED_FOR))
        self._until.move_to_end(holder)
        if len(self._until) > MOST:
            self._until.popitem(last=False)

    def known(self, token: str) -> str | None:
        """Return the holder id of a device's token if the device has recently been found to have a seat."""
        holder = holder_of(token)
        return holder if self._remembered(holder) else None

    async def look_up(self, token: str) -> str | None:
        """Return the holder id of a device's token if the device has a seat according to the store."""
        holder = holder_of(token)
        seated = self._remembered(holder)
        if seated is None:
            try:
                seated = await self._store.has_seat(holder)
            except StoreTrouble:
                return None
            self.note(holder, seated)
        return holder if seated else None

    def _remembered(self, holder: str) -> bool | None:
        """Return whether a device has a seat; None if that is not known now."""
        seated, until = self._until.get(holder, (False, 0.0))
        return seated if self._clock() < until else None
