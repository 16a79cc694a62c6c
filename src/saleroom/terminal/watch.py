"""Watchers: what each person at the screen has been told, and what there is to tell since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from saleroom import games
from saleroom.kernel.game import HIDDEN
from saleroom.match.match import Match
from saleroom.toolkit.text.board import Scene, Step, Text
from saleroom.toolkit.text.voice import Voice


class Watcher:
    """One seat's (or, for None, a spectator's) way to see a match."""

    def __init__(self, match: Match, seat: int | None, voice: Voice) -> None:
        """A watcher who has been told nothing of the deal under way."""
        self.match = match
        self.seat = seat
        self.voice = voice
        self.pending: list[Text] = []
        """What has happened and has not been told yet."""
        self.deal_ended = False
        """Whether the last action ended a deal and another has begun."""
        self._events: list[str] = []
        self._before: Any = None

    @property
    def _eyes(self) -> Any:
        return "public" if self.seat is None else self.seat

    def scene(self) -> Scene:
        """What lies before the watcher now."""
        match = self.match
        legal = tuple(match.legal(self.seat)) if self.seat is not None and not match.over else ()
        deals = match.record(self._eyes)["deals"]
        return Scene(match.game, match.view(self._eyes), deals, self.voice, self.seat, legal)

    def begin(self) -> None:
        """The match has just been dealt: tell who sits where and who begins."""
        self.forget()
        self.pending.extend(games.package(self.match.game.name).terminal().begin(self.scene()))

    def forget(self) -> None:
        """Take the match as it stands for known: after an undo, or when a match is resumed."""
        self.pending.clear()
        self._events = list(self.match.record(self._eyes)["deals"][-1]["events"])

    def look(self) -> None:
        """Remember how things stand before an action."""
        self._before = self.match.view(self._eyes)

    def note(self) -> None:
        """See what an action has changed, and put it into words."""
        deals = self.match.record(self._eyes)["deals"]
        at = int(self._before.deal) - 1
        fresh, opened = difference(self._events, deals[at]["events"])
        if self.match.over:
            fresh = [event for event in fresh if not event.startswith("table deal")]
        step = Step(self.match.game, self._before, self.match.view(self._eyes), deals, self.voice, fresh, opened)
        self.pending.extend(games.package(self.match.game.name).terminal().tell(step))
        self._events = list(deals[-1]["events"])
        self.deal_ended = step.deal_ends and not self.match.over

    def told(self) -> Iterator[Text]:
        """What there is to tell, which is known from then on."""
        while self.pending:
            yield self.pending.pop(0)


def difference(old: list[str], new: list[str]) -> tuple[list[str], list[str]]:
    """The events that are new, and the old ones whose hidden pieces have come to light."""
    fresh, opened, at = [], [], 0
    for event in new:
        if at < len(old) and old[at] == event:
            at += 1
        elif at < len(old) and _may_be(old[at], event):
            at += 1
            opened.append(event)
        else:
            fresh.append(event)
    return fresh, opened


def _may_be(hidden: str, event: str) -> bool:
    """Whether an event is what was seen before with hidden pieces."""
    seen, known = hidden.split(" "), event.split(" ")
    return (
        HIDDEN in seen and len(seen) == len(known) and all(a in (b, HIDDEN) for a, b in zip(seen, known, strict=True))
    )
