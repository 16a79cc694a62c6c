"""Events and actions taken apart: the only place that reads their text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

_TABLE = "table"


class Action(NamedTuple):
    """An action, or a word of an auction, as its verb and what belongs to it."""

    verb: str
    args: tuple[str, ...]
    """Pieces, seats or amounts; a hidden piece is ``??``."""


class SeenEvent(NamedTuple):
    """An event as a watcher saw it."""

    seat: int | None
    """Who acted; None for the table."""
    verb: str
    args: tuple[str, ...]
    """Pieces, seats or amounts; a hidden piece is ``??``."""

    @property
    def words(self) -> str:
        """What was done, without who did it."""
        return " ".join((self.verb, *self.args))


@lru_cache(maxsize=1 << 12)  # every watcher of a table is told the same, and cards are few
def decode(text: str) -> SeenEvent:
    """An event, from the words of the record."""
    actor, verb, *args = text.split(" ")
    return SeenEvent(None if actor == _TABLE else int(actor), verb, tuple(args))


@lru_cache(maxsize=1 << 12)
def decode_action(words: str) -> Action:
    """An action, from the words of the record."""
    verb, *args = words.split(" ")
    return Action(verb, tuple(args))


class EventLog:
    """The events of a deal in their order, and by their verbs.

    Each is decoded once, when something is looked up: most watchers' parts of a table need no events.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        """Begin with these events, in the words of the record."""
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
        """All events with a verb."""
        if self._unread:
            self._read()
        return self._by_verb.get(verb, ())

    def first(self, verb: str) -> SeenEvent | None:
        """The first event with a verb."""
        found = self.of(verb)
        return found[0] if found else None

    def last(self, verb: str) -> SeenEvent | None:
        """The last event with a verb."""
        found = self.of(verb)
        return found[-1] if found else None

    def since(self, verb: str) -> Sequence[SeenEvent]:
        """What happened after the last event with a verb; nothing where there is none."""
        events = self.all
        for at in range(len(events) - 1, -1, -1):
            if events[at].verb == verb:
                return events[at + 1 :]
        return ()

    def moves(self) -> list[SeenEvent]:
        """What the seats did."""
        return [event for event in self.all if event.seat is not None]

    def batches(self, verb: str, size: int, skip: int = 0) -> Iterator[Sequence[SeenEvent]]:
        """Events with a verb, so many at a time, such as whole tricks; without the first `skip` batches."""
        found = self.of(verb)
        for start in range(skip * size, len(found) - size + 1, size):
            yield found[start : start + size]
