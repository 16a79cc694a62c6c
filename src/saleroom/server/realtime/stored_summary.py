"""Storage of a table's summary for the lobby: immediately after most events, later if only the turns of people have
changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from saleroom.server.core.project.summary import Turns, summarise, turns_of
from saleroom.server.core.state.table import TableState
from saleroom.server.storage.store import Store

TURNS_DELAY = 5.0
"""Maximum number of seconds until a summary is stored in which only the turns of people have changed.

The lists of this process show tables in memory as they are. Only other processes read the stored turns.
"""


class StoredSummary:
    """Summary of one table in the store. Only the process that owns the table stores it."""

    def __init__(
        self,
        state: TableState,
        edition: int,
        store: Store,
        *,
        epoch: Callable[[], int | None],
        elsewhere: Callable[[], bool],
    ) -> None:
        """Prepare to store summaries of `state`. `epoch` returns the epoch of this process's lease; `elsewhere` returns
        whether another process owns the table.
        """
        self._state, self._edition, self._store = state, edition, store
        self._epoch, self._elsewhere = epoch, elsewhere
        self._turns: Turns | None = Turns(False, None, {})
        """Turns as last stored; None if unknown."""
        self._timer: asyncio.TimerHandle | None = None
        """Timer that stores the summary; None if the stored summary is current."""

    def store(self) -> None:
        """Store the summary now: players, scores after each deal, and whether bots have to act."""
        self.cancel()
        if self._elsewhere():
            self._turns = None
            return  # only the owner stores the summary
        self._turns = turns_of(self._state)
        self._store.note_summary(self._state.header.id, summarise(self._state), self._edition, self._epoch())

    def store_turns(self) -> None:
        """Store changed turns: at once if they matter for the server's next start, otherwise within `TURNS_DELAY`."""
        turns = turns_of(self._state)
        if self._matters_at_start(turns):
            self.store()
        elif turns != self._turns and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(TURNS_DELAY, self.store)

    def _matters_at_start(self, turns: Turns) -> bool:
        """Return whether the server's own moves have changed: those of bots, and those for late people."""
        return self._turns is None or turns[:2] != self._turns[:2]

    def store_waiting(self) -> None:
        """Store the summary now if it waits to be stored."""
        if self._timer is not None:
            self.store()

    def cancel(self) -> None:
        """Drop the summary that waits to be stored."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def forget(self) -> None:
        """Treat the stored turns as unknown, because a summary that was being stored can have been lost."""
        self._turns = None
