"""Law: non-interference at the wire. Deal anew all that a watcher cannot see, and it is sent the same bytes.

A crowd plays a table, talks, takes back, comes and goes. For a seat and a moment the cards that it cannot see are dealt
anew, and the table is played from its first row once more with those. What the engine tells the seat of both matches
is the same, by a law of its own; so everything else that the server makes of them has to be the same, byte by byte.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest

from saleroom.bots.players import player
from saleroom.match.record import to_line
from saleroom.server import messages, scenes, sheets, wire
from saleroom.server import table as table_module
from saleroom.server.api.tables import brief_of
from saleroom.server.briefs import summary_of
from saleroom.server.hints import reasons
from saleroom.server.judging import Refusal
from saleroom.server.playing import Playing
from saleroom.server.table import Table
from tests.contract.chance import every_game, times
from tests.contract.test_refusals import NONSENSE
from tests.server.secrecy import ANN, NEXT, STRANGER, CannotFollow, Pair, Story, pairs

SAYS = [text for text in NONSENSE if 0 < len(text) <= 60 and text.isprintable()]


# What a table tells


def told(table: Table, seat: int, number: float) -> Iterator[tuple[str, object]]:
    """Everything that a table can tell a seat now, and a spectator, whatever they ask."""
    holders = [place.holders for place in table.seating.places]
    for watcher, holder in ((seat, (holders[seat] or [None])[0]), (None, STRANGER)):
        for owner in (False, True):
            if table.last is not None:
                yield "update", table.update_bytes(watcher, owner, table.last.at + 1)
            now = (table.last.at if table.last else 0) + 2
            yield "snapshot", table.snapshot_bytes(watcher, owner, "build", [True] * len(holders), 3, now)
        if number < 0.3:
            yield "answers", list(answers(table, watcher, holder, random.Random(number)))
        if number < 0.1:
            record = table.record(watcher)
            yield "record", to_line(record) if record else None
    yield "lobby", brief_of(table.header, summary_of(table), ANN)


def answers(table: Table, seat: int | None, holder: str | None, rng: random.Random) -> Iterator[object]:
    """What the table answers to anything that somebody may say to it."""
    asked = table.asked(seat)
    ats = [asked or 0, (asked or 1) - 1, table.version]
    yield proposed(table, holder, "undo")
    yield proposed(table, holder, "consent", yes=rng.random() < 0.5)
    yield proposed(table, holder, "leave")
    yield attempt(lambda: table.check_nudge(rng.randrange(table.header.seats), holder, table.last.at + 5))
    if table.match is None:
        return
    for action in (*rng.sample(SAYS, 3), *(f"{verb} {rng.choice(table.match.game.pieces)}" for verb in VERBS)):
        yield proposed(table, holder, "act", at=rng.choice(ats), action=action)
        yield attempt(lambda: None if seat is None else table.why(seat, action))
    yield attempt(lambda: hint(table, holder))


VERBS = ("play", "keep", "lay", "kitty", "discard")


def attempt(what: Callable[[], Any]) -> Any:
    """What comes of it, or how it is refused."""
    try:
        return what()
    except Refusal as refusal:
        return refusal.reason, refusal.text


def proposed(table: Table, holder: str | None, kind: str, **parts: Any) -> Any:
    """What a command would bring."""
    command = wire.client_message.validate_python({"type": kind, "id": "probe-123", **parts})
    return attempt(lambda: table.propose(command, holder, 1e6, (), NEXT))


def hint(table: Table, holder: str | None) -> Any:
    """What the house would do, made as the hub makes it but for its chance."""
    seat, match = table.check_hint(holder), table.match
    view = match.view(seat)
    action = match.game.say(view, seat, player("house", match.game, b"chance").choose(match.views(seat), seat))
    return action, reasons(match.game, view, seat, action)


# The law


def watch(pair: Pair, rng: random.Random) -> Counter[str]:
    """Compare all that both tables tell at every version: what was not the same, and how often it was after the cut."""
    found: Counter[str] = Counter()
    for count in pair.steps():
        number = rng.random()
        one, other = (list(told(table, pair.seat, number)) for table in (pair.true, pair.twin))
        found.update(f"different {what}" for (what, text), (_, twin) in zip(one, other, strict=True) if text != twin)
        found["beyond"] += count > pair.cut.count
    return found


def judge(game: str, law: str, stories: int, cuts: int, old: bool = False) -> Counter[str]:
    """Watch many pairs of tables; what happened at them, and what was not the same. `old`: see `pairs`."""
    seen: Counter[str] = Counter()
    for number in range(stories):
        rng = random.Random(f"{law} {game} {number}")
        story = Story(game, rng).play()
        seen += story.kinds
        for attempts in pairs(story, rng, cuts, old):
            for pair in attempts:
                try:
                    seen += watch(pair, rng)
                except CannotFollow:
                    continue
                seen["pairs"] += 1
                break
    return seen


def different(seen: Counter[str]) -> set[str]:
    """What was not the same."""
    return {what.removeprefix("different ") for what in seen if what.startswith("different")}


@every_game
def test_what_a_watcher_cannot_see_changes_no_byte_that_it_is_sent(name, seats):
    seen = judge(name, "wire", times(5), 3)
    assert different(seen) == set()
    assert seen["pairs"] >= times(5) and seen["beyond"] > 0
    assert min(seen[kind] for kind in ("ask", "agree", "refuse", "say", "sit", "settle", "device")) > 0
    assert seen["sealed undo" if name == "auction-house" else "undo"] > 0


@pytest.mark.parametrize("name", ["auction-draw", "auction-flop-poker"])
def test_what_is_never_shown_stays_so_when_a_deal_is_settled(name):
    seen = judge(name, "settled", times(5), 2, old=True)
    assert different(seen) == set()
    print(seen)
    assert seen["pairs"] > 0 and seen["beyond"] > 0


# Leaks made on purpose are found


def deck_on_the_board(patch: pytest.MonkeyPatch) -> None:
    """A hidden field."""
    board = scenes.public_board
    patch.setattr(
        scenes, "public_board", lambda match, deals: board(match, deals) | {"deck": match.state["deck"].tolist()}
    )


def whole_events(patch: pytest.MonkeyPatch) -> None:
    """Updates that tell each event as it was."""
    patch.setattr(Playing, "seen", lambda self, watcher: [event.text() for event in self.fresh])


def eyes_of_another(patch: pytest.MonkeyPatch) -> None:
    """Snapshots with the events that the next seat saw."""
    seats = lambda self, watcher: (1 if watcher is None else watcher + 1) % self._table.header.seats  # noqa: E731
    patch.setattr(
        messages.Messages,
        "_events",
        lambda self, watcher: self._seen(seats(self, watcher))[-1].events if self._table.match else [],
    )


def choices_of_another(patch: pytest.MonkeyPatch) -> None:
    """A row's own words in what happened."""
    fold = table_module.fold
    patch.setattr(
        table_module,
        "fold",
        lambda table, row: fold(table, row) | ({"text": row.data["action"]} if row.kind == "move" else {}),
    )


def whole_record(patch: pytest.MonkeyPatch) -> None:
    """The record before the end."""
    patch.setattr(Table, "record", lambda self, watcher: self.match.record() if self.match else None)


def reason_with_cards(patch: pytest.MonkeyPatch) -> None:
    """A refusal that looks into other hands."""
    patch.setattr(Table, "why", lambda self, seat, action: str([self.match.legal(0), self.match.deals[-1].events]))


def note_of_hidden_cards(patch: pytest.MonkeyPatch) -> None:
    """A line of the score sheet that was made from what is never shown."""
    line = sheets._line
    patch.setattr(sheets, "_line", lambda match, number, deal: line(match, number, deal) | {"note": str(deal.events)})


LEAKS = [
    (deck_on_the_board, "auction-hearts", {"update", "snapshot"}),
    (whole_events, "auction-pitch", {"update"}),
    (eyes_of_another, "auction-draw", {"snapshot"}),
    (choices_of_another, "auction-house", {"update"}),
    (choices_of_another, "auction-flop-poker", {"update"}),
    (whole_record, "auction-hearts", {"record"}),
    (reason_with_cards, "auction-flop-poker", {"answers"}),
    (note_of_hidden_cards, "auction-flop-poker", {"snapshot"}),
]


@pytest.mark.parametrize(("leak", "name", "where"), LEAKS, ids=[f"{leak.__name__}-{name}" for leak, name, _ in LEAKS])
def test_a_leak_made_on_purpose_is_found(leak, name, where, monkeypatch):
    leak(monkeypatch)
    found: set[str] = set()
    for number in range(12):
        found |= different(judge(name, f"leak {number}", 1, 2, leak is note_of_hidden_cards))
        if found >= where:
            return
    raise AssertionError(found)
