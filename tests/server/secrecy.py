"""Indistinguishable tables: one with a random crowd, and its twin.

At the twin, cards that a seat cannot see are dealt again.
"""

from __future__ import annotations

import functools
import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from saleroom.match.errors import BadRecord
from saleroom.match.events import HIDDEN, TABLE, Event, of_action
from saleroom.match.match import Match
from saleroom.match.referee import replay
from saleroom.server.core.apply import play
from saleroom.server.core.state.events import TableEvent
from tests.contract.chance import raw
from tests.contract.twins import dealt_anew, dealt_otherwise
from tests.server.core_tables import CoreTable
from tests.server.secrecy_story import Cut, Deed, Story


def events_of(match: Match) -> list[list[str]]:
    """Return all events of a match, by deal."""
    return [[event.text() for event in deal.events] for deal in match.deals]


class CannotFollow(Exception):
    """Public events of the true table are impossible at its twin."""


class Dealt(Match):
    """A match in which the table turns over the pieces of a script, which lists its events from the first deal on."""

    def __init__(self, script: list[str], *arguments: Any, **named: Any) -> None:
        """Use `script`, which may grow; pieces that it does not name are random."""
        super().__init__(*arguments, **named)
        self.script = script

    def copy(self) -> Match:
        twin = super().copy()
        twin.__class__ = Dealt
        return twin

    def turn_over(self) -> Event:
        due, at = self.table_due()[0], sum(event.startswith(TABLE) for event in self.history)
        if at < len(self.script) and HIDDEN not in self.script[at]:
            names = self.script[at].removeprefix(f"{TABLE} {due.words}").split()
            try:
                self.stack(due, [self._piece(name) for name in names])
            except ValueError:
                raise CannotFollow(self.script[at]) from None
        return super().turn_over()


@contextmanager
def cards_from(script: list[str]) -> Iterator[None]:
    """Deal the cards of a script in matches that begin within this context."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "Match", functools.partial(Dealt, script))
        yield


def another_past(cut: Cut, seat: int, rng: random.Random, old: bool) -> Match | None:
    """Return a match that `seat` cannot distinguish from the true one at a cut; None if no different one was found."""
    past = rng.choice((renamed_of_old,) if old else (dealt_anew, dealt_otherwise, renamed))(cut.match, seat, rng)
    return past if past and events_of(past) != events_of(cut.match) else None


def renamed_of_old(match: Match, seat: int, rng: random.Random) -> Match | None:
    """Exchange two pieces that a seat never saw in a settled deal."""
    return renamed(match, seat, rng, rng.randrange(len(match.deals) - 1))


def renamed(match: Match, seat: int, rng: random.Random, number: int = -1) -> Match | None:
    """Return the match with two pieces exchanged that a seat has not seen in one deal; None if that is impossible.

    Such twins may stay indistinguishable to the end: discarded pieces, or those left in the stock, are never shown.
    """
    whole, watched = match.record(), match.record(seat=seat)
    events, hidden = whole["deals"][number]["events"], watched["deals"][number]["events"]
    unseen = [at for at, event in enumerate(hidden) if HIDDEN in event]
    pieces = [word for at in unseen for word in events[at].split(" ") if word in match.game.pieces]
    if not pieces:
        return None
    names = {piece: piece for piece in match.game.pieces}
    one, other = rng.choice(pieces), rng.choice(match.game.pieces)
    names[one], names[other] = other, one
    for at in unseen:
        events[at] = " ".join(names.get(word, word) for word in events[at].split(" "))
    try:
        twin = replay({**whole, "seed": None}, seed=rng.randbytes(32))
    except BadRecord:
        return None
    return twin if seen(twin, seat) == seen(match, seat) else None


class Pair:
    """The true table and its twin, with the same deeds; `seat` cannot distinguish them."""

    def __init__(self, story: Story, cut: Cut, seat: int, past: Match, rng: random.Random) -> None:
        """Prepare both tables; `past` is the twin's match at the cut."""
        self.story, self.cut, self.seat, self.rng = story, cut, seat, rng
        self.whim = rng.choice((0.0, 0.5))
        """Probability of another action at the twin where `seat` cannot see it."""
        self.script = [event for event in past.history if event.startswith(TABLE)]
        self._words = dict(self._of_past(past))
        self.true, self.twin = (CoreTable(story.table.header, story.first) for _ in range(2))
        self.events: list[TableEvent] = []
        """The twin's events so far."""

    def _of_past(self, past: Match) -> Iterator[tuple[int, str]]:
        """Yield the twin's action for each move that stands at the cut.

        A record orders sealed moves by seat, not by time.
        """
        others: defaultdict[tuple[int, str, str], list[str]] = defaultdict(list)
        for number, events in enumerate(events_of(past), 1):
            for event in events:
                actor, verb = event.split(" ")[:2]
                others[number, actor, verb].append(event.partition(" ")[2])
        for number in self.cut.standing:
            deed = self.story.deeds[number]
            verb = deed.event.data["action"].split(" ")[0]
            yield number, others[deed.deal, str(deed.event.seat), verb].pop(0)

    def steps(self) -> Iterator[int]:
        """Advance both tables by one deed each, while that is possible and `seat` may see no difference.

        Up to the cut no difference may appear. `CannotFollow` if the twin cannot have taken back a move, or if the
        settlement of an old deal has revealed a different card.
        """
        yield 0
        for number, deed in enumerate(self.story.deeds):
            past = number < self.cut.count
            try:
                self._go_on(number, deed, past)
            except CannotFollow:
                if past:
                    raise
                return
            if not self.look_the_same():
                if past:
                    raise CannotFollow
                return
            yield number + 1

    def words(self, count: int) -> tuple[list[str], list[str]]:
        """Return, for each of the first deeds, its action at both tables if it is a move."""
        true = [deed.event for deed in self.story.deeds[:count]]
        first, second = ([event.data.get("action", "") for event in events] for events in (true, self.events[:count]))
        return first, second

    def _go_on(self, number: int, deed: Deed, past: bool) -> None:
        event = deed.event
        action = self._action(number, deed, past) if event.kind == "move" else ""
        turned = len(self._turned())
        self.true.add(event)
        if not past:
            self.script += [self._shown(event) for event in self._turned()[turned:]]
        with cards_from(self.script):
            other = deed.judged(self.twin, action)
            assert other is not None
            same = replace(other, data={**other.data, "action": event.data["action"]}) if action else other
            assert same == event
            self.twin.add(other)
        self.events.append(other)

    def _turned(self) -> list[str]:
        match = self.true.state.match
        return [] if match is None else [event for event in match.history if event.startswith(TABLE)]

    def _shown(self, event: str) -> str:
        """Return the table's event, with the pieces that the twin must turn over too.

        These are a new deal's hands, or what `seat` sees.
        """
        match = self.true.state.match
        assert match is not None
        told = next(known for known in match.deals[-1].events if known.text() == event)
        return event if told.verb == "deal" else told.seen_from(self.seat, sealed=False)

    def _action(self, number: int, deed: Deed, past: bool) -> str:
        """Return the twin's action for a move: the same one, unless `seat` cannot see it."""
        seat, words, match = deed.event.seat, deed.event.data["action"], self.twin.state.match
        assert match is not None and seat is not None
        if past and number in self.cut.standing:
            words = self._words[number]
        elif not match.is_legal(seat, words) or self.rng.random() < self.whim:
            event = of_action(match.game, seat, words)
            if HIDDEN in event.seen_from(self.seat, event.verb in match.game.sealed):
                words = self._alike(match, seat, words)
        if not match.is_legal(seat, words):
            raise CannotFollow(words)
        return words

    def _alike(self, match: Match, seat: int, words: str) -> str:
        """Return another action that the other seats cannot distinguish: with as many pieces."""
        verb, *pieces = words.split(" ")
        every = (other.split(" ") for other in match.legal(seat))
        alike = [other for other in every if other[0] == verb and len(other) == 1 + len(pieces)]
        return " ".join(self.rng.choice(alike)) if alike else words

    def look_the_same(self) -> bool:
        """Return whether both matches look the same to `seat` in the engine.

        Another law checks what the engine may show.
        """
        one, other = self.true.state.match, self.twin.state.match
        if one is None or other is None:
            return one is other
        return seen(one, self.seat) == seen(other, self.seat)


def seen(match: Match, seat: int) -> tuple[bytes, object]:
    """Return the view of a seat and the events as it saw them."""
    return raw(match.views(seat)), match.record(seat=seat)["deals"]


def pairs(story: Story, rng: random.Random, most: int, old: bool = False) -> Iterator[Iterator[Pair]]:
    """Yield pairs for some cuts of a story, with a seat at each, to be tried until one gets beyond the cut.

    With `old`, they differ in a deal that is settled at the cut.
    """
    cuts = [cut for cut in story.cuts if len(cut.match.deals) > old]
    for cut in rng.sample(cuts, min(most, len(cuts))):
        yield _pairs(story, cut, rng.randrange(story.seats), rng, old)


def _pairs(story: Story, cut: Cut, seat: int, rng: random.Random, old: bool) -> Iterator[Pair]:
    for _ in range(30 if old else 8):
        past = another_past(cut, seat, rng, old)
        if past is not None:
            yield Pair(story, cut, seat, past, rng)
