"""Watchers, which record what each person at the screen knows and which events are new to that person."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from saleroom import games
from saleroom.kernel.game import HAND_DEALT, HIDDEN
from saleroom.match.match import Match
from saleroom.toolkit.display.events import EventLog, SeenEvent
from saleroom.toolkit.display.scenes import SeenDeal
from saleroom.toolkit.display.view import ViewFields
from saleroom.toolkit.text.board import Scene, Step, Text
from saleroom.toolkit.text.voice import Voice


class Watcher:
    """View of a match from one seat, or from a spectator if the seat is None."""

    def __init__(self, match: Match, seat: int | None, voice: Voice) -> None:
        """Create a watcher that has seen nothing of the current deal."""
        self.match = match
        self.seat = seat
        self.voice = voice
        self.pending: list[Text] = []
        """Lines about events that have not been shown yet."""
        self.deal_ended = False
        """Whether the last action ended a deal and another deal has begun."""
        self._known = EventLog()
        self._before: Any = None

    @property
    def _eyes(self) -> Any:
        return "public" if self.seat is None else self.seat

    @property
    def _scene(self) -> Any:
        """The game's module `display/scene.py`, which describes what is on the table."""
        return games.package(self.match.game.name).scene()

    def _deals(self) -> list[SeenDeal]:
        """Return the deals so far, as this watcher saw them."""
        deals = self.match.record(self._eyes)["deals"]
        return [SeenDeal(deal["dealer"], deal["events"], deal.get("score"), deal.get("carry")) for deal in deals]

    def _view(self) -> ViewFields:
        return ViewFields(self.match.views(self._eyes))

    def _facts(self, deals: Sequence[SeenDeal]) -> Any:
        return self._scene.board(ViewFields(self.match.views("public")), deals)

    def scene(self) -> Scene:
        """Return everything that is visible to the watcher now."""
        match, view, deals = self.match, self._view(), self._deals()
        if self.seat is None:
            return Scene(match.game, view, deals, self._facts(deals), None, self.voice)
        legal = [] if match.over else match.legal(self.seat)
        mine = self._scene.mine(view, self.seat, (legal, None), deals)
        return Scene(match.game, view, deals, self._facts(deals), mine, self.voice, self.seat, tuple(legal))

    def begin(self) -> None:
        """Queue the introduction of a match that has just been dealt."""
        self.forget()
        self.pending.extend(games.package(self.match.game.name).terminal().begin(self.scene()))

    def forget(self) -> None:
        """Mark everything up to now as known to the watcher; used after an undo or when a match is resumed."""
        self.pending.clear()
        self._known = self._deals()[-1].log

    def look(self) -> None:
        """Store the state before an action."""
        self._before = self._view()

    def note(self) -> None:
        """Queue the descriptions of what an action changed."""
        deals, before = self._deals(), self._before
        fresh, opened = new_events(self._known, deals[before.deal - 1].log)
        if self.match.over:
            fresh = [event for event in fresh if event.verb != HAND_DEALT]
        step = Step(self.match.game, before, self._view(), self._facts(deals), self.voice, fresh, opened)
        self.pending.extend(games.package(self.match.game.name).terminal().tell(step))
        self._known = deals[-1].log
        self.deal_ended = step.deal_ends and not self.match.over

    def told(self) -> Iterator[Text]:
        """Yield the queued lines and remove them from the queue."""
        while self.pending:
            yield self.pending.pop(0)


def new_events(old: EventLog, new: EventLog) -> tuple[list[SeenEvent], list[SeenEvent]]:
    """Return two lists: events that are only in `new`, and earlier events whose hidden pieces are now revealed."""
    fresh, opened, known = [], [], deque(old.all)
    for event in new.all:
        if not known or not _may_be(known[0], event):
            fresh.append(event)
        elif known.popleft() != event:
            opened.append(event)
    return fresh, opened


def _may_be(seen: SeenEvent, event: SeenEvent) -> bool:
    """Return whether `event` can be the earlier event `seen`, of which some pieces may have been hidden."""
    same = seen.seat == event.seat and seen.verb == event.verb and len(seen.args) == len(event.args)
    return same and all(arg in (HIDDEN, now) for arg, now in zip(seen.args, event.args, strict=True))
