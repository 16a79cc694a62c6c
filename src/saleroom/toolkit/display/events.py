"""Parser for the texts of events and actions; no other module parses them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

_TABLE = "table"


class Action(NamedTuple):
    """Action or bid, as a verb with arguments."""

    verb: str
    args: tuple[str, ...]
    """Pieces, seats or amounts; a hidden piece is ``??``."""


class SeenEvent(NamedTuple):
    """Event as a viewer saw it."""

    seat: int | None
    """Seat that acted; None for an action of the table."""
    verb: str
    args: tuple[str, ...]
    """Pieces, seats or amounts; a hidden piece is ``??``."""

    @property
    def words(self) -> str:
        """Text of the event without its actor."""
        return " ".join((self.verb, *self.args))


@lru_cache(maxsize=1 << 12)  # all viewers of a table receive the same events, and few different event texts exist
def decode(text: str) -> SeenEvent:
    """Parse an event of a record."""
    actor, verb, *args = text.split(" ")
    return SeenEvent(None if actor == _TABLE else int(actor), verb, tuple(args))


@lru_cache(maxsize=1 << 12)
def decode_action(words: str) -> Action:
    """Parse an action of a record."""
    verb, *args = words.split(" ")
    return Action(verb, tuple(args))


class EventLog:
    """Events of a deal, in order and indexed by verb.

    The events are decoded only at the first query, because most displays need no events.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        """Start with the events `texts`, in the notation of the record."""
        self._unread = list(texts)
        self._all: list[SeenEvent] = []
        self._by_verb: dict[str, list[SeenEvent]] = defaultdict(list)

    def extend(self, texts: Iterable[str]) -> None:
        """Append events."""
        self._unread += texts

    def _read(self) -> None:
        for text in self._unread:
            event = decode(text)
            self._all.append(event)
            self._by_verb[event.verb].append(event)
        self._unread.clear()

    @property
    def all(self) -> Sequence[SeenEvent]:
        """All events."""
        if self._unread:
            self._read()
        return self._all

    def of(self, verb: str) -> Sequence[SeenEvent]:
        """Return all events with the given verb."""
        if self._unread:
            self._read()
        return self._by_verb.get(verb, ())

    def first(self, verb: str) -> SeenEvent | None:
        """Return the first event with the given verb."""
        events = self.of(verb)
        return events[0] if events else None

    def last(self, verb: str) -> SeenEvent | None:
        """Return the last event with the given verb."""
        events = self.of(verb)
        return events[-1] if events else None

    def since(self, verb: str) -> Sequence[SeenEvent]:
        """Return the events after the last event with the given verb, or nothing if there is no such event."""
        events = self.all
        for index in range(len(events) - 1, -1, -1):
            if events[index].verb == verb:
                return events[index + 1 :]
        return ()

    def moves(self) -> list[SeenEvent]:
        """Return the events in which a seat acted."""
        return [event for event in self.all if event.seat is not None]

    def batches(self, verb: str, size: int, skip: int = 0) -> Iterator[Sequence[SeenEvent]]:
        """Yield batches of `size` events with the given verb, such as whole tricks. Skip the first `skip` batches."""
        events = self.of(verb)
        for start in range(skip * size, len(events) - size + 1, size):
            yield events[start : start + size]
