"""Tables that one watcher cannot tell apart: a crowd plays one, and its twin is dealt what that watcher cannot see."""

from __future__ import annotations

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
from saleroom.kernel.tiles import tiles_in
from saleroom.match.errors import BadRecord
from saleroom.match.events import HIDDEN, TABLE, Event, of_action
from saleroom.match.match import Match
from saleroom.match.referee import replay
from saleroom.server import playing, wire
from saleroom.server.judging import Refusal
from saleroom.server.rows import Row
from saleroom.server.table import Table
from tests.contract.chance import Mood, random_options, raw
from tests.contract.twins import dealt_anew, dealt_otherwise
from tests.server.tabling import ANN, NAMES, PEOPLE, Room

NEXT = "next-table"
STRANGER = "9" * 64
LINES = ("Hello", "??", "I have JD", "well played")
USUAL = ("act",) * 24 + ("undo", "undo", "undo", "say", "odd")
ODD = ("settle", "leave", "sit", "reseat", "device", "rematch", "start")


# A true table


def lively(game: str, seats: int, rng: random.Random) -> dict[str, Value]:
    """Options for short matches of a few deals, with auctions."""
    if game == "auction-house":
        return {"rounds": 2}
    if game == "auction-flop-poker":
        return {"deals": rng.randint(2, 3), "chips": rng.randint(10, 40)}
    most = 6 if seats <= 4 else 9
    few = {"set": most, "hand": (tiles_in(most) - 4) // seats, "chips": 30, "last_two": "auction"}
    return {"deals": 2, **(few if game == "auction-draw" and rng.random() < 0.5 else {})}


@dataclass(frozen=True)
class Deed:
    """One thing that happened at the true table, and what brought it."""

    row: Row
    command: Any
    """None where no command did: the house moved, a request lapsed, another device came."""
    present: tuple[bool, ...]
    deal: int
    """The number of deals before it."""

    def judged(self, table: Table, action: str) -> Row | None:
        """What the same brings at another table; a move is `action` there."""
        row, command = self.row, self.command
        if isinstance(command, wire.Act):
            command = command.model_copy(update={"action": action})
        if command is not None:
            return table.propose(command, row.holder, row.at, self.present, NEXT)
        if row.kind == "move":
            assert row.seat is not None
            return table.house_row(row.seat, action, row.data["by_house"], row.at)
        if row.kind == "device":
            assert row.seat is not None and row.holder is not None
            return table.device_row(row.seat, row.holder, row.at)
        return table.overdue_row(self.present, row.at)


@dataclass(frozen=True)
class Cut:
    """A moment of the true table from which a twin is made."""

    count: int
    """How many deeds came before."""
    match: Match
    standing: tuple[int, ...]
    """Which of these are moves that have not been taken back."""


class Story:
    """A match that a crowd plays, talks over and takes back; everybody but the house is scripted by chance."""

    def __init__(self, game: str, rng: random.Random, seats: int | None = None, orderly: bool = False) -> None:
        """`orderly` people stay on their seats, are always there and say everything themselves."""
        self.rng, self.mood, self.orderly = rng, Mood(rng), orderly
        self.seats = seats or rng.choice(load(game).seats)
        options = random_options(load(game), self.seats, rng, **lively(game, self.seats, rng))
        given = {name: value for name, value in options.items() if value is not None}
        self.room = Room(game, "me", *["open"] * (self.seats - 1), **given)
        self.first = list(self.room.rows)
        self.deeds: list[Deed] = []
        self.cuts: list[Cut] = []
        self.kinds: Counter[str] = Counter()
        self._standing: list[int] = []
        self._present = (True,) * self.seats
        for seat in range(1, self.seats):
            self._said(PEOPLE[seat], "sit", seat=seat, name=NAMES[seat], word=f"word {seat}")
        if not orderly:
            self._said(ANN, "settle", clock=30)
        self._said(ANN, "start")

    @property
    def table(self) -> Table:
        """The true table."""
        return self.room.table

    def play(self, most: int = 600, cuts: float = 0.1) -> Story:
        """So many things at most; some moments become cuts."""
        while not self.table.over and len(self.deeds) < most:
            if self.rng.random() < cuts:
                self.cut()
            self._step()
        return self

    def cut(self) -> Cut:
        """Remember this moment."""
        assert self.table.match is not None
        self.cuts.append(Cut(len(self.deeds), self.table.match.copy(), tuple(self._standing)))
        return self.cuts[-1]

    def _step(self) -> None:
        rng, table = self.rng, self.table
        if not self.orderly:
            self.room.now += rng.choice((0.1, 1.0, 20.0))
            self._present = tuple(rng.random() < 0.8 for _ in range(self.seats))
        kind = rng.choice(("consent", "consent", "act") if table.taking_back else USUAL)
        vacant = any(place.kind == "open" for place in table.seating.places)
        if kind == "odd" or vacant:
            kind = "say" if self.orderly else "sit" if vacant else rng.choice(ODD)
        if kind == "act" and table.playing is not None:
            self._move(rng.choice(list(table.playing.asked)))
        elif kind == "device":
            self._device()
        elif not self.orderly and table.taking_back and rng.random() < 0.2:
            self._note(table.overdue_row(self._present, self.room.now), None)
        else:
            self._try(kind)

    def _move(self, seat: int) -> None:
        table, place = self.table, self.table.seating.places[seat]
        assert table.match is not None
        action = self.mood.choose(table.match.legal(seat))
        away = place.kind == "human" and not self.orderly and self.rng.random() < 0.1
        if away or place.kind == "bot":
            self._note(table.house_row(seat, action, away, self.room.now), None)
        elif place.kind == "human":
            self._said(place.holders[0], "act", at=table.asked(seat), action=action)

    def _device(self) -> None:
        seat, taken = self.rng.randrange(self.seats), set(PEOPLE[: self.seats])
        try:
            self._note(self.table.device_row(seat, self.rng.choice(sorted(set(PEOPLE) - taken)), self.room.now), None)
        except Refusal:
            pass

    def _try(self, kind: str) -> None:
        """A command that may well be refused; then nothing has happened."""
        rng, places = self.rng, self.table.seating.places
        asked = self.table.taking_back["waits_for"] if kind == "consent" and self.table.taking_back else []
        whose = [places[seat].holders[0] for seat in asked if places[seat].holders]
        holder = rng.choice(whose or PEOPLE[: self.seats + (not self.orderly)])
        if kind in ("settle", "reseat"):
            holder = self.table.seating.owner
        vacant = [seat for seat, place in enumerate(places) if place.kind == "open"] or [0]
        parts: dict[str, dict[str, Any]] = {
            "sit": {"seat": rng.choice(vacant), "name": "Zoe"},
            "reseat": {"seat": rng.randrange(self.seats), "to": rng.choice((None, "house", "random"))},
            "settle": {"hints": rng.random() < 0.8, "clock": rng.choice((None, "none", 30))},
            "consent": {"yes": rng.random() < 0.8},
            "say": {"text": rng.choice(LINES)},
        }
        try:
            self._said(holder, kind, **parts.get(kind, {}))
        except Refusal:
            pass

    def _said(self, holder: str, kind: str, **parts: Any) -> None:
        command = self.room.command(kind, **parts)
        self._note(self.table.propose(command, holder, self.room.now, self._present, NEXT), command)

    def _note(self, row: Row | None, command: Any) -> None:
        if row is None:
            return
        match = self.table.match
        deed = Deed(row, command, self._present, len(match.deals) if match else 0)
        sealed = self.table.playing is not None and bool(self.table.playing.still_sealed())
        before = actions(match)
        self.room.add(row)
        self.deeds.append(deed)
        self.kinds[f"sealed {row.kind}" if sealed and row.kind == "undo" else row.kind] += 1
        if row.kind == "move":
            self._standing.append(len(self.deeds) - 1)
        elif row.kind == "undo":
            self._standing = list(left_of(self._standing, before, actions(self.table.match)))


def actions(match: Match | None) -> list[str]:
    """What players did, in the order of time, as far as it stands."""
    return [] if match is None else [event for event in match.history if not event.startswith(TABLE)]


def left_of(standing: Sequence[int], before: Sequence[str], after: Sequence[str]) -> Iterator[int]:
    """Which moves still stand after some were taken back."""
    rest = list(after)
    for deed, text in zip(standing, before, strict=True):
        if rest and rest[0] == text:
            rest.pop(0)
            yield deed
    assert not rest


def events_of(match: Match) -> list[list[str]]:
    """All events of a match by its deals."""
    return [[event.text() for event in deal.events] for deal in match.deals]


# Its twin


class CannotFollow(Exception):
    """What everybody saw at the true table cannot happen at its twin."""


class Dealt(Match):
    """A match where the table turns over what a script says, by the table's events from the first deal on."""

    def __init__(self, script: list[str], *told: Any) -> None:
        """`script` may grow; what it does not name comes by chance."""
        super().__init__(*told)
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
    """Matches that begin in here are dealt what a script says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing, "Match", functools.partial(Dealt, script))
        yield


def another_past(cut: Cut, seat: int, rng: random.Random, old: bool) -> Match | None:
    """A match that `seat` cannot tell from the true one at a cut; None when none was found that differs."""
    past = rng.choice((renamed_of_old,) if old else (dealt_anew, dealt_otherwise, renamed))(cut.match, seat, rng)
    return past if past and events_of(past) != events_of(cut.match) else None


def renamed_of_old(match: Match, seat: int, rng: random.Random) -> Match | None:
    """Two pieces exchanged in what a seat never saw of a deal that is settled."""
    return renamed(match, seat, rng, rng.randrange(len(match.deals) - 1))


def renamed(match: Match, seat: int, rng: random.Random, number: int = -1) -> Match | None:
    """The match with two pieces exchanged in all that a seat has not seen of one deal; None where that cannot be.

    These are twins that may look the same for ever: what is discarded, or left in the stock, is not shown in the end.
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
    """The true table and its twin, which go through the same deeds; `seat` cannot tell which is which."""

    def __init__(self, story: Story, cut: Cut, seat: int, past: Match, rng: random.Random) -> None:
        """`past` is the twin's match at the cut."""
        self.story, self.cut, self.seat, self.rng = story, cut, seat, rng
        self.whim = rng.choice((0.0, 0.5))
        """How often somebody does something else at the twin where `seat` cannot see it."""
        self.script = [event for event in past.history if event.startswith(TABLE)]
        self._words = dict(self._of_past(past))
        self.true, self.twin = (Table(story.room.header, story.first) for _ in range(2))
        self.rows: list[Row] = []
        """The twin's, as far as it has come."""

    def _of_past(self, past: Match) -> Iterator[tuple[int, str]]:
        """The twin's words for each move that stands at the cut: sealed ones stand in the record by seat, not by time."""
        others: defaultdict[tuple[int, str, str], list[str]] = defaultdict(list)
        for number, events in enumerate(events_of(past), 1):
            for event in events:
                actor, verb = event.split(" ")[:2]
                others[number, actor, verb].append(event.partition(" ")[2])
        for number in self.cut.standing:
            deed = self.story.deeds[number]
            verb = deed.row.data["action"].split(" ")[0]
            yield number, others[deed.deal, str(deed.row.seat), verb].pop(0)

    def steps(self) -> Iterator[int]:
        """Let both tables go on deed by deed, while that is possible and lawfully looks the same from `seat`.

        Up to the cut it should; `CannotFollow` where something was taken back that the twin cannot have done, or where
        what was dealt otherwise in an old deal has come to light when that was settled.
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

    def _go_on(self, number: int, deed: Deed, past: bool) -> None:
        row = deed.row
        action = self._action(number, deed, past) if row.kind == "move" else ""
        turned = len(self._turned())
        self.true.apply(row)
        if not past:
            self.script += [self._shown(event) for event in self._turned()[turned:]]
        with cards_from(self.script):
            other = deed.judged(self.twin, action)
            assert other is not None
            same = replace(other, data={**other.data, "action": row.data["action"]}) if action else other
            assert same == row
            self.twin.apply(other)
        self.rows.append(other)

    def _turned(self) -> list[str]:
        match = self.true.match
        return [] if match is None else [event for event in match.history if event.startswith(TABLE)]

    def _shown(self, event: str) -> str:
        """What the table turned over, as the twin has to turn it over too: a new deal's hands, what `seat` sees."""
        match = self.true.match
        assert match is not None
        told = next(known for known in match.deals[-1].events if known.text() == event)
        return event if told.verb == "deal" else told.seen_from(self.seat, sealed=False)

    def _action(self, number: int, deed: Deed, past: bool) -> str:
        """The twin's words for a move: the same, unless `seat` cannot see them."""
        seat, words, match = deed.row.seat, deed.row.data["action"], self.twin.match
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
        """Another action of which the rest see the same: as many pieces."""
        verb, *pieces = words.split(" ")
        every = (other.split(" ") for other in match.legal(seat))
        alike = [other for other in every if other[0] == verb and len(other) == 1 + len(pieces)]
        return " ".join(self.rng.choice(alike)) if alike else words

    def look_the_same(self) -> bool:
        """Whether the engine tells `seat` the same of both matches: what may be told, by a law of its own."""
        one, other = self.true.match, self.twin.match
        if one is None or other is None:
            return one is other
        return seen(one, self.seat) == seen(other, self.seat)


def seen(match: Match, seat: int) -> tuple[bytes, object]:
    """The view of a seat and the events as it saw them."""
    return raw(match.views(seat)), match.record(seat=seat)["deals"]


def pairs(story: Story, rng: random.Random, most: int, old: bool = False) -> Iterator[Iterator[Pair]]:
    """For some cuts of a story and a seat at each, pairs to try one after the other until one gets beyond the cut.

    `old` are those that differ in a deal which is settled at the cut.
    """
    cuts = [cut for cut in story.cuts if len(cut.match.deals) > old]
    for cut in rng.sample(cuts, min(most, len(cuts))):
        yield _pairs(story, cut, rng.randrange(story.seats), rng, old)


def _pairs(story: Story, cut: Cut, seat: int, rng: random.Random, old: bool) -> Iterator[Pair]:
    for _ in range(30 if old else 8):
        past = another_past(cut, seat, rng, old)
        if past is not None:
            yield Pair(story, cut, seat, past, rng)
