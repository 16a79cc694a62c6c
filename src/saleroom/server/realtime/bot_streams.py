"""Streams of the Bot API, as JSON lines. A stream reports either the events at one table or a bot's matches and
challenges.

For each event, the table adds lines to a short queue, in the same step in which it sends messages to browsers. The
table therefore never waits for the reader of a stream.
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
"""Seconds of silence after which an empty line shows that a stream is still open."""
MOST_WAITING = 200
"""Maximum number of lines that wait for a slow reader; beyond it, the stream ends."""
MOST_STREAMS = 100
"""Maximum number of streams that one bot can have at one process."""
EVENTS = ""
"""Subject of a bot's event stream; the subject of every other stream is a table id."""


class BotStream:
    """Base class of streams of lines to a bot."""

    def __init__(self) -> None:
        self.ended = False
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """Signal that new lines may be available."""
        self._changed.set()

    def end(self) -> None:
        """End the stream after its queued lines."""
        self.ended = True
        self._changed.set()

    async def wait_for_change(self, seconds: float) -> bool:
        """Wait at most `seconds` for a call of `wake`; return whether there was one."""
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return False
        self._changed.clear()
        return True


class OpenStreams:
    """Streams that bots have open at this process. Each bot has at most one stream for each table, and one event
    stream.
    """

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], BotStream] = {}

    def has_room(self, bot: str, about: str) -> bool:
        """Return whether a bot may open a stream with the subject `about`: it replaces an older stream, or the limit is
        not reached.
        """
        return (bot, about) in self._open or sum(bot == each for each, _ in self._open) < MOST_STREAMS

    @contextmanager
    def holding(self, bot: str, about: str, stream: BotStream) -> Iterator[None]:
        """Register a stream as the bot's only stream with the subject `about`; end an older stream with this
        subject.
        """
        key = (bot, about)
        older = self._open.get(key)
        if older is not None:
            older.end()
        self._open[key] = stream
        try:
            yield
        finally:
            if self._open.get(key) is stream:
                del self._open[key]

    def wake_all(self) -> None:
        """Wake all event streams, because matches or challenges of any bot may have changed."""
        for (_, about), stream in self._open.items():
            if about == EVENTS:
                stream.wake()

    def end_all(self) -> None:
        """End all streams because the server stops; bots reconnect."""
        for stream in self._open.values():
            stream.end()


class BotTableStream(BotStream):
    """`Listener` that connects a bot to a table. The bot has a seat there, and the match has begun."""

    def __init__(self, table: LiveTable, holder: str) -> None:
        """Prepare the connection; a call of `lines` then joins the table."""
        super().__init__()
        self.holder: str | None = holder
        self.address = holder
        self.seat, self.owner = table.state.seat_of(holder), False
        self._table = table
        self._version = -1
        self._asked: int | None = None
        """Number of the turn for which this stream last requested a move."""
        self._lines: deque[bytes] = deque()

    def send(self, message: bytes) -> None:
        """Queue the bot's lines about the last event; ignore `message`, which is for browsers."""
        state = self._table.state
        if state.version == self._version or self.ended:
            return
        first, self._version = self._version < 0, state.version
        if self.seat is None:
            self.end()
            return
        self._lines += map(_line, self._messages(state, first))
        if state.over or len(self._lines) > MOST_WAITING:
            self.ended = True
        self.wake()

    def _messages(self, state: TableState, first: bool) -> Iterator[Any]:
        """Yield the messages about the last event; if `first`, yield the full state instead."""
        projection, now = self._table.projection, time.time()
        assert self.seat is not None
        if first:
            full = projection.bot_full(self.seat, now)
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
        yield self._with_new_turn_only(projection.bot_state(self.seat, now))

    def _with_new_turn_only(self, state: GameState) -> GameState:
        """Return `state` without its move request if this stream has already sent that request."""
        if state["seq"] is not None and state["seq"] == self._asked:
            return {**state, "seq": None, "legal": [], "left": None}
        self._asked = state["seq"] or self._asked
        return state

    def drop(self, code: int, reason: str) -> None:
        """End the connection."""
        self.end()

    async def lines(self, holds: Callable[[], Awaitable[bool]], once: bool = False) -> AsyncIterator[bytes]:
        """Join the table, and yield all lines until the stream ends.

        The stream calls `holds` at intervals to check whether the bot's token is still valid.

        Yield nothing if the hub has dropped the table meanwhile. The bot then reconnects, and the hub loads the table
        again.
        """
        if self._table.evicted:
            return
        self._table.join(self)
        try:
            while True:
                while self._lines:
                    yield self._lines.popleft()
                if self.ended or once:
                    return
                if not await self.wait_for_change(KEEP_ALIVE):
                    if not await holds():
                        return
                    yield b"\n"
        finally:
            self._table.leave(self)


def _line(message: Any) -> bytes:
    return orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE)
