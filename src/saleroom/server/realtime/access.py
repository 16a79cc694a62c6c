"""Access of other processes to the store. A process without access asks them, before it sends its people to them.

If the store is slow for all processes, none of them answers, and people keep their connections: sent away, they would
only wait at another process. An answer proves access after the question, because a process answers once it has read
the store again.
"""

from __future__ import annotations

from saleroom.server.realtime.bus import ALL_PROCESSES, Bus, Message


class AccessElsewhere:
    """Questions to other processes whether they have access to the store, and the answers."""

    def __init__(self, bus: Bus, process: str) -> None:
        """Prepare to ask on behalf of `process`."""
        self._bus, self._process = bus, process
        self._asking: set[str] = set()
        """Processes without access that wait for an answer of this process."""
        self._answered = False

    def exists(self) -> bool:
        """Return whether another process has answered since this process last had access; if not, ask again.

        Without a working bus, no answer could arrive; other processes are then assumed to have access.
        """
        if self._answered or not self._bus.works:
            return True
        self._bus.send(ALL_PROCESSES, {"kind": "no_access", "from": self._process})
        return False

    def note_own(self) -> None:
        """Record that this process has just read the store, and answer all processes that have asked."""
        self._answered = False
        for process in self._asking:
            self._bus.send(process, {"kind": "access"})
        self._asking.clear()

    def note_question(self, message: Message) -> None:
        """Record that another process has asked."""
        if message["from"] != self._process:
            self._asking.add(message["from"])

    def note_answer(self, message: Message) -> None:
        """Record that another process has access."""
        self._answered = True
