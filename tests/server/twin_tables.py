"""Random tables, each with a second table, its twin, which one seat cannot distinguish from the first.

At the twin table, cards that the seat cannot see are dealt again.
"""

from __future__ import annotations

import contextlib
import functools
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest

from saleroom.games import load
from saleroom.kernel.options import Value
from saleroom.match.errors import BadRecord
from saleroom.match.events import HIDDEN, TABLE, Event, of_action
from saleroom.match.match import Match
from saleroom.match.referee import replay
from saleroom.server.core.apply import play
from saleroom.server.core.decide import CommandRefusal, decide
from saleroom.server.core.decide.system_events import add_device, bot_move, resolve_undo_request
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol import commands
from tests.contract.chance import Mood, random_options, raw
from tests.contract.twins import dealt_anew, dealt_otherwise
from tests.games import short
from tests.server.core_tables import ANN, NAMES, PEOPLE, CoreTable, new_table

NEXT = "next-table"
LINES = ("Hello", "??", "I have JD", "well played")
USUAL = ("act",) * 24 + ("undo", "undo", "undo", "say", "odd")
ODD = ("settle", "leave", "sit", "reseat", "device", "rematch", "start")


def lively(game: str, seats: int, rng: random.Random) -> dict[str, Value]:
    """Return options for short matches of a few deals, in which auctions occur."""
    return {**short.deals(game, 2), **short.lively(game, seats, rng)}


@dataclass(frozen=True)
class Deed:
    """Event at the original (true) table, with its cause."""

    event: TableEvent
    command: Any
    """Command that caused the event; None if a bot moved, a request lapsed, or another device joined."""
    present: tuple[bool, ...]
    deal: int
    """Number of deals that had begun before the event."""

    def event_at(self, table: CoreTable, action: str) -> TableEvent | None:
        """Return the event that the same cause yields at the given table.

        If the event is a move, its action is `action`.
        """
        event, command = self.event, self.command
        if isinstance(command, commands.Act):
            command = command.model_copy(update={"action": action})
        if command is not None:
            return decide(table.state, command, event.holder, event.at, present=self.present, new_table=NEXT)
        if event.kind == "move":
            assert event.seat is not None
            return bot_move(table.state, event.seat, action, event.at, for_person=event.data["by_house"])
        if event.kind == "hotseat":
            return replace(event, number=table.state.version + 1)
        if event.kind == "device":
            assert event.seat is not None and event.holder is not None
            return add_device(table.state, event.seat, event.holder, event.at)
        return resolve_undo_request(table.state, self.present, event.at)


@dataclass(frozen=True)
class Cut:
    """Moment of the true table at which a twin table begins to differ."""

    count: int
    """Number of events before this moment."""
    match: Match
    standing: tuple[int, ...]
    """Indices of the events that are moves and have not been taken back."""


class Story:
    """A match whose people play, chat and take back moves. All except the `house` bot act at random."""

    def __init__(
        self, game: str, rng: random.Random, seats: int | None = None, orderly: bool = False, hot_seat: bool = False
    ) -> None:
        """Seat the players. If `hot_seat`, they pass one device round.

        `orderly` people keep their seats, are always present, and send every command themselves.
        """
        self.rng, self.mood, self.orderly = rng, Mood(rng), orderly
        self.seats = seats or rng.choice(load(game).seats)
        options = random_options(load(game), self.seats, rng, **lively(game, self.seats, rng))
        given = {name: value for name, value in options.items() if value is not None}
        self.table = new_table(game, "me", *["open"] * (self.seats - 1), **given)
        self.first = list(self.table.events)
        self.deeds: list[Deed] = []
        self.cuts: list[Cut] = []
        self.kinds: Counter[str] = Counter()
        self._standing: list[int] = []
        self._present = (True,) * self.seats
        for seat in range(1, self.seats):
            self._command(PEOPLE[seat], "sit", seat=seat, name=NAMES[seat], word=f"word {seat}")
        if hot_seat:
            self._note(TableEvent(self.state.version + 1, "hotseat", holder=ANN, at=self.table.now), None)
        elif not orderly:
            self._command(ANN, "settle", clock=30)
        self._command(ANN, "start")

    @property
    def state(self) -> TableState:
        """State of the true table."""
        return self.table.state

    def play(self, limit: int = 600, cuts: float = 0.1) -> Story:
        """Play at most `limit` events. Before each event, store the moment as a `Cut` with the probability `cuts`."""
        while not self.state.over and len(self.deeds) < limit:
            if self.rng.random() < cuts:
                self.cut()
            self._step()
        return self

    def cut(self) -> Cut:
        """Store the current moment, at which a twin table can begin."""
        assert self.state.match is not None
        self.cuts.append(Cut(len(self.deeds), self.state.match.copy(), tuple(self._standing)))
        return self.cuts[-1]

    def _step(self) -> None:
        rng, state = self.rng, self.state
        if not self.orderly:
            self.table.now += rng.choice((0.1, 1.0, 20.0))
            self._present = tuple(rng.random() < 0.8 for _ in range(self.seats))
        kind = rng.choice(("consent", "consent", "act") if state.undo_request else USUAL)
        vacant = any(place.kind == "open" for place in state.seats)
        if kind == "odd" or vacant:
            kind = "say" if self.orderly else "sit" if vacant else rng.choice(ODD)
        if kind == "act" and state.progress is not None:
            self._move(rng.choice(list(state.progress.turn_versions)))
        elif kind == "device":
            self._device()
        elif not self.orderly and state.undo_request and rng.random() < 0.2:
            self._note(resolve_undo_request(state, self._present, self.table.now), None)
        else:
            self._try(kind)

    def _move(self, seat: int) -> None:
        state, place = self.state, self.state.seats[seat]
        assert state.match is not None
        action = self.mood.choose(state.match.legal(seat))
        away = place.kind == "human" and not self.orderly and self.rng.random() < 0.1
        if away or place.kind == "bot":
            self._note(bot_move(state, seat, action, self.table.now, for_person=away), None)
        elif place.kind == "human":
            self._command(place.holders[0], "act", at=state.turn_version(seat), action=action)

    def _device(self) -> None:
        seat, taken = self.rng.randrange(self.seats), set(PEOPLE[: self.seats])
        with contextlib.suppress(CommandRefusal):
            self._note(add_device(self.state, seat, self.rng.choice(sorted(set(PEOPLE) - taken)), self.table.now), None)

    def _try(self, kind: str) -> None:
        """Try a command that may be refused."""
        rng, places = self.rng, self.state.seats
        waited_for = self.state.undo_request.waits_for if kind == "consent" and self.state.undo_request else []
        whose = [places[seat].holders[0] for seat in waited_for if places[seat].holders]
        holder = rng.choice(whose or PEOPLE[: self.seats + (not self.orderly)])
        if kind in ("settle", "reseat"):
            holder = self.state.owner
        vacant = [seat for seat, place in enumerate(places) if place.kind == "open"] or [0]
        parts: dict[str, dict[str, Any]] = {
            "sit": {"seat": rng.choice(vacant), "name": "Zoe"},
            "reseat": {"seat": rng.randrange(self.seats), "to": rng.choice((None, "house", "random"))},
            "settle": {"hints": rng.random() < 0.8, "clock": rng.choice((None, "none", 30))},
            "consent": {"yes": rng.random() < 0.8},
            "say": {"text": rng.choice(LINES)},
        }
        with contextlib.suppress(CommandRefusal):
            self._command(holder, kind, **parts.get(kind, {}))

    def _command(self, holder: str, kind: str, **parts: Any) -> None:
        command = self.table.command(kind, **parts)
        self._note(decide(self.state, command, holder, self.table.now, present=self._present, new_table=NEXT), command)

    def _note(self, event: TableEvent | None, command: Any) -> None:
        if event is None:
            return
        match = self.state.match
        deed = Deed(event, command, self._present, len(match.deals) if match else 0)
        sealed = self.state.progress is not None and bool(self.state.progress.sealed_events())
        before = actions_of(match)
        self.table.add(event)
        self.deeds.append(deed)
        self.kinds[f"sealed {event.kind}" if sealed and event.kind == "undo" else event.kind] += 1
        if event.kind == "move":
            self._standing.append(len(self.deeds) - 1)
        elif event.kind == "undo":
            self._standing = list(left_of(self._standing, before, actions_of(self.state.match)))


def actions_of(match: Match | None) -> list[str]:
    """Return the actions of the players that have not been taken back, in order of time."""
    return [] if match is None else [event for event in match.history if not event.startswith(TABLE)]


def left_of(standing: Sequence[int], before: Sequence[str], after: Sequence[str]) -> Iterator[int]:
    """Yield the indices of the moves that remain after some moves were taken back."""
    rest = list(after)
    for deed, text in zip(standing, before, strict=True):
        if rest and rest[0] == text:
            rest.pop(0)
            yield deed
    assert not rest


# Twins


def events_of(match: Match) -> list[list[str]]:
    """Return all events of a match, by deal."""
    return [[event.text() for event in deal.events] for deal in match.deals]


class CannotFollow(Exception):
    """Error: a public event of the true table is impossible at its twin."""


class Dealt(Match):
    """Match that deals given pieces. Its `script` lists the table's events from the first deal, with their pieces."""

    def __init__(self, script: list[str], *arguments: Any, **named: Any) -> None:
        """Use `script`, which can grow during the match. Pieces that it does not name are random."""
        super().__init__(*arguments, **named)
        self.script = script

    def copy(self) -> Match:
        twin = super().copy()
        twin.__class__ = Dealt
        return twin

    def turn_over(self) -> Event:
        due, index = self.table_due()[0], sum(event.startswith(TABLE) for event in self.history)
        if index < len(self.script) and HIDDEN not in self.script[index]:
            names = self.script[index].removeprefix(f"{TABLE} {due.words}").split()
            try:
                self.stack(due, [self._piece(name) for name in names])
            except ValueError:
                raise CannotFollow(self.script[index]) from None
        return super().turn_over()


@contextmanager
def cards_from(script: list[str]) -> Iterator[None]:
    """Deal the cards that `script` lists in all matches that begin within this context."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "Match", functools.partial(Dealt, script))
        yield


def another_past(cut: Cut, seat: int, rng: random.Random, old: bool) -> Match | None:
    """Return a different match that looks the same to `seat` as the true match at `cut`; None if none was found."""
    past = rng.choice((renamed_of_old,) if old else (dealt_anew, dealt_otherwise, renamed))(cut.match, seat, rng)
    return past if past and events_of(past) != events_of(cut.match) else None


def renamed_of_old(match: Match, seat: int, rng: random.Random) -> Match | None:
    """Exchange two pieces of a settled deal that `seat` never saw.

    Return the new match, or None if that is impossible.
    """
    return renamed(match, seat, rng, rng.randrange(len(match.deals) - 1))


def renamed(match: Match, seat: int, rng: random.Random, number: int = -1) -> Match | None:
    """Exchange two pieces of one deal that `seat` has not seen. Return the new match, or None if that is impossible.

    The two matches can stay indistinguishable to the end, because discarded pieces and pieces left in the stock are
    never shown.
    """
    whole, watched = match.record(), match.record(seat=seat)
    events, hidden = whole["deals"][number]["events"], watched["deals"][number]["events"]
    unseen = [index for index, event in enumerate(hidden) if HIDDEN in event]
    pieces = [word for index in unseen for word in events[index].split(" ") if word in match.game.pieces]
    if not pieces:
        return None
    names = {piece: piece for piece in match.game.pieces}
    first, second = rng.choice(pieces), rng.choice(match.game.pieces)
    names[first], names[second] = second, first
    for index in unseen:
        events[index] = " ".join(names.get(word, word) for word in events[index].split(" "))
    try:
        twin = replay({**whole, "seed": None}, seed=rng.randbytes(32))
    except BadRecord:
        return None
    return twin if seen(twin, seat) == seen(match, seat) else None


class Pair:
    """The true table and its twin, at which the same events happen. `seat` cannot distinguish the two tables."""

    def __init__(self, story: Story, cut: Cut, seat: int, past: Match, rng: random.Random) -> None:
        """Prepare both tables; `past` is the twin's match at the cut."""
        self.story, self.cut, self.seat, self.rng = story, cut, seat, rng
        self.whim = rng.choice((0.0, 0.5))
        """Probability that the twin takes a different action where `seat` cannot see the difference."""
        self.script = [event for event in past.history if event.startswith(TABLE)]
        self._words = dict(self._of_past(past))
        self.true, self.twin = (CoreTable(story.table.header, story.first) for _ in range(2))
        self.events: list[TableEvent] = []
        """Events of the twin so far."""

    def _of_past(self, past: Match) -> Iterator[tuple[int, str]]:
        """Yield the index and the twin's action for each move before the cut that has not been taken back.

        A record orders sealed moves by seat, not by time.
        """
        actions: defaultdict[tuple[int, str, str], list[str]] = defaultdict(list)
        for number, events in enumerate(events_of(past), 1):
            for event in events:
                actor, verb = event.split(" ")[:2]
                actions[number, actor, verb].append(event.partition(" ")[2])
        for number in self.cut.standing:
            deed = self.story.deeds[number]
            verb = deed.event.data["action"].split(" ")[0]
            yield number, actions[deed.deal, str(deed.event.seat), verb].pop(0)

    def steps(self) -> Iterator[int]:
        """Advance both tables event by event until `seat` sees a difference. Yield the number of events so far.

        Up to the cut, no difference is allowed. Raise `CannotFollow` if, at the twin, a move that was later taken back
        is impossible, or the settlement of an old deal reveals a different card.
        """
        yield 0
        for number, deed in enumerate(self.story.deeds):
            past = number < self.cut.count
            try:
                self._advance(number, deed, past)
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
        """Return the actions of the first `count` events at both tables.

        Events that are not moves have empty strings.
        """
        true = [deed.event for deed in self.story.deeds[:count]]
        first, second = ([event.data.get("action", "") for event in events] for events in (true, self.events[:count]))
        return first, second

    def _advance(self, number: int, deed: Deed, past: bool) -> None:
        event = deed.event
        action = self._action(number, deed, past) if event.kind == "move" else ""
        turned = len(self._turned())
        self.true.add(event)
        if not past:
            self.script += [self._shown(event) for event in self._turned()[turned:]]
        with cards_from(self.script):
            twin_event = deed.event_at(self.twin, action)
            assert twin_event is not None
            assert event == (replace(twin_event, data={**twin_event.data, **event.data}) if action else twin_event)
            self.twin.add(twin_event)
        self.events.append(twin_event)

    def _turned(self) -> list[str]:
        match = self.true.state.match
        return [] if match is None else [event for event in match.history if event.startswith(TABLE)]

    def _shown(self, event: str) -> str:
        """Return a table event with the pieces that the twin must also turn over.

        For a deal, these are all pieces of the hands; for other events, the pieces that `seat` sees.
        """
        match = self.true.state.match
        assert match is not None
        original = next(known for known in match.deals[-1].events if known.text() == event)
        return event if original.verb == "deal" else original.seen_from(self.seat, sealed=False)

    def _action(self, number: int, deed: Deed, past: bool) -> str:
        """Return the twin's action for a move of the true table. The action can differ only if `seat` cannot see it."""
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
        """Return a random action that looks like `words` to other seats: it has the same verb and number of pieces."""
        verb, *pieces = words.split(" ")
        every = (action.split(" ") for action in match.legal(seat))
        alike = [action for action in every if action[0] == verb and len(action) == 1 + len(pieces)]
        return " ".join(self.rng.choice(alike)) if alike else words

    def look_the_same(self) -> bool:
        """Return whether both matches look the same to `seat` in the engine.

        Another test checks what the engine is allowed to show.
        """
        true, twin = self.true.state.match, self.twin.state.match
        if true is None or twin is None:
            return true is twin
        return seen(true, self.seat) == seen(twin, self.seat)


def seen(match: Match, seat: int) -> tuple[bytes, object]:
    """Return the view of a seat and the events as the seat saw them."""
    return raw(match.views(seat)), match.record(seat=seat)["deals"]


def pairs(story: Story, rng: random.Random, limit: int, old: bool = False) -> Iterator[Iterator[Pair]]:
    """Yield an iterator of candidate pairs for each of at most `limit` cuts of a story.

    The caller tries the candidates until the tables of a pair look the same up to the cut.

    With `old`, the tables of a pair differ in a deal that was settled before the cut.
    """
    cuts = [cut for cut in story.cuts if len(cut.match.deals) > old]
    for cut in rng.sample(cuts, min(limit, len(cuts))):
        yield _pairs(story, cut, rng.randrange(story.seats), rng, old)


def _pairs(story: Story, cut: Cut, seat: int, rng: random.Random, old: bool) -> Iterator[Pair]:
    for _ in range(30 if old else 8):
        past = another_past(cut, seat, rng, old)
        if past is not None:
            yield Pair(story, cut, seat, past, rng)
