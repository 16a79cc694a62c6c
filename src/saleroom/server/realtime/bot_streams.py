"""What programs are told over the Bot API as lines of JSON: how a table goes on; which tables and challenges there are.

A stream never waits for whoever reads it while it holds anything of a table: lines are made when something happens, in
the same step as the messages to browsers, and wait in a short queue.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import orjson

from saleroom.match.bot_messages import GameState
from saleroom.server.core.state.table import TableState
from saleroom.server.realtime.live_table import LiveTable

KEEP_ALIVE = 7.0
"""Seconds after which an empty line says that a stream still lives."""
MOST_WAITING = 200
"""Lines that wait for a slow reader before a stream ends."""
MOST_STREAMS = 100
"""Streams of one program, at one process."""
EVENTS = ""
"""What the stream of events is about, where others are about a table."""


class Stream:
    """Something that is told line by line until it ends."""

    def __init__(self) -> None:
        self.ended = False
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """There may be something to tell."""
        self._changed.set()

    def end(self) -> None:
        """Tell what is there, and nothing after it."""
        self.ended = True
        self._changed.set()

    async def news(self, seconds: float) -> bool:
        """Wait until there may be something to tell, so many seconds at most; whether there may be."""
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return False
        self._changed.clear()
        return True


class OpenStreams:
    """The streams of all programs at this process: one for each table of a program, and one of its events."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], Stream] = {}

    def has_room(self, program: str, about: str) -> bool:
        """Whether a program may have one more stream, or one instead of an older one."""
        return (program, about) in self._open or sum(program == other for other, _ in self._open) < MOST_STREAMS

    @contextmanager
    def holding(self, program: str, about: str, stream: Stream) -> Iterator[None]:
        """Have a stream be the only one of its kind; an older one ends."""
        key = (program, about)
        older = self._open.get(key)
        if older is not None:
            older.end()
        self._open[key] = stream
        try:
            yield
        finally:
            if self._open.get(key) is stream:
                del self._open[key]

    def ring(self) -> None:
        """Tables or challenges of some program may have changed."""
        for (_, about), stream in self._open.items():
            if about == EVENTS:
                stream.wake()

    def end_all(self) -> None:
        """The server stops: whoever listens comes again."""
        for stream in self._open.values():
            stream.end()


class TableStream(Stream):
    """A program's connection to one table, where it has a seat and the match has begun: a `Listener`."""

    def __init__(self, table: LiveTable, holder: str) -> None:
        """Not joined yet."""
        super().__init__()
        self.holder: str | None = holder
        self.seat, self.owner = table.state.seat_of(holder), False
        self._table = table
        self._version = -1
        self._asked: int | None = None
        """The turn for which a move was requested last."""
        self._lines: deque[bytes] = deque()

    def send(self, message: bytes) -> None:
        """Something has happened; what browsers are told of it is of no use here."""
        state = self._table.state
        if state.version == self._version or self.ended:
            return
        first, self._version = self._version < 0, state.version
        if self.seat is None:
            self.end()
            return
        self._lines += map(_line, self._told(state, first))
        if state.over or len(self._lines) > MOST_WAITING:
            self.ended = True
        self.wake()

    def _told(self, state: TableState, first: bool) -> Iterator[Any]:
        """What the last event means for the program; all of it, in the beginning."""
        projection, now = self._table.projection, time.time()
        assert self.seat is not None
        if first:
            full = projection.program_full(self.seat, now)
            self._asked = full["state"]["seq"]
            yield full
            return
        event = state.last_event
        assert event is not None
        if event.kind == "say":
            yield {"type": "chatLine", "seat": event.seat, "text": event.data["text"]}
            return
        if event.kind == "ask":
            yield {"type": "takebackOffer", "seat": event.seat, "moves": event.data["moves"]}
        yield self._asked_once(projection.program_state(self.seat, now))

    def _asked_once(self, state: GameState) -> GameState:
        """The state without a request to move that this stream has made already."""
        if state["seq"] is not None and state["seq"] == self._asked:
            return {**state, "seq": None, "legal": [], "left": None}
        self._asked = state["seq"] or self._asked
        return state

    def drop(self, code: int, reason: str) -> None:
        """End the connection."""
        self.end()

    async def lines(self, holds: Callable[[], Awaitable[bool]], once: bool = False) -> AsyncIterator[bytes]:
        """Everything from now on; `holds` says from time to time whether the program may still listen.

        Nothing where the table has been let go meanwhile: the program connects again, and finds it loaded.
        """
        if self._table.let_go:
            return
        self._table.join(self)
        try:
            while True:
                while self._lines:
                    yield self._lines.popleft()
                if self.ended or once:
                    return
                if not await self.news(KEEP_ALIVE):
                    if not await holds():
                        return
                    yield b"\n"
        finally:
            self._table.leave(self)


def _line(message: Any) -> bytes:
    return orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE)
