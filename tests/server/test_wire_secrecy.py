"""Non-interference: messages to a watcher depend on no card that the watcher has not seen.

People play at a table, chat, take moves back, arrive and leave at random. For one seat and one moment, the cards that
the seat cannot see are dealt again. Then the table is replayed from its first event with the new cards. Another test
checks that the engine shows the seat the same view in both matches. The server's output for the seat must therefore be
the same, byte by byte.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from saleroom.games import load
from saleroom.match import boards
from saleroom.match.errors import IllegalAction
from saleroom.match.fair_deals import commitment
from saleroom.server.core import apply as core_apply
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.project import projection, score_sheet
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.progress import MatchProgress
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol import messages
from saleroom.server.realtime import commands as realtime_commands
from saleroom.server.realtime import live_table
from saleroom.server.workers.bot_pool import BotPool
from saleroom.server.workers.search_queue import Demand
from tests.contract.chance import every_played_game, times
from tests.server import core_tables, server_output
from tests.server.core_tables import SEED
from tests.server.server_output import ServerOutput, identities, play_in_server, seeds, table_output
from tests.server.twin_tables import CannotFollow, Pair, Story, pairs

# Comparison of twin tables


def watch(pair: Pair, rng: random.Random) -> Counter[str]:
    """Compare all output of both tables at every version.

    Count the differences by kind of output, and the versions after the moment at which the unseen cards were dealt
    again.
    """
    found: Counter[str] = Counter()
    for count in pair.steps():
        number = rng.random()
        one, other = (list(table_output(table, pair.seat, number)) for table in (pair.true, pair.twin))
        found.update(f"different {what}" for (what, text), (_, twin) in zip(one, other, strict=True) if text != twin)
        found["beyond"] += count > pair.cut.count
    return found


def judge(game: str, law: str, stories: int, cuts: int, old: bool = False, hot_seat: bool = False) -> Counter[str]:
    """Compare the output of many pairs of tables.

    Count the pairs, their events by kind, and their differences by kind. With `old`, the tables of a pair differ in a
    settled deal. If `hot_seat`, the people pass one device round.
    """
    seen: Counter[str] = Counter()
    for number in range(stories):
        rng = random.Random(f"{law} {game} {number}")
        story = Story(game, rng, hot_seat=hot_seat).play()
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
    """Return the kinds of output in which the tables of a pair differed."""
    return {what.removeprefix("different ") for what in seen if what.startswith("different")}


@every_played_game
def test_what_a_watcher_cannot_see_changes_no_byte_that_it_is_sent(name, seats):
    seen = judge(name, "wire", times(5), 2)
    assert different(seen) == set()
    assert seen["pairs"] >= times(4) and seen["beyond"] > 0
    assert min(seen[kind] for kind in ("ask", "agree", "refuse", "say", "sit", "settle", "device")) > 0
    assert seen["sealed undo" if load(name).sealed else "undo"] > 0


@every_played_game
def test_people_at_one_device_are_sent_no_byte_about_each_others_cards(name, seats):
    seen = judge(name, "one device", times(4), 2, hot_seat=True)
    assert different(seen) == set()
    assert seen["hotseat"] > 0 and seen["pairs"] > 0 and seen["beyond"] > 0
    assert seen["device"] == 0 and seen["ask"] > 0


@pytest.mark.parametrize("name", ["auction-draw", "auction-flop-poker"])
def test_what_is_never_shown_stays_so_when_a_deal_is_settled(name):
    seen = judge(name, "settled", times(5), 2, old=True)
    assert different(seen) == set()
    assert seen["pairs"] > 0 and seen["beyond"] > 0


# Deliberate leaks are found


def deck_on_the_board(patch: pytest.MonkeyPatch) -> None:
    """Leak a hidden field on the board."""
    board = boards.public_board
    patch.setattr(
        boards, "public_board", lambda now, deals: board(now, deals) | {"deck": now.match.state["deck"].tolist()}
    )


def whole_events(patch: pytest.MonkeyPatch) -> None:
    """Leak complete events in updates, including hidden pieces."""
    patch.setattr(
        MatchProgress, "new_events_seen_by", lambda self, watcher: [event.text() for event in self.new_events]
    )


def eyes_of_another(patch: pytest.MonkeyPatch) -> None:
    """Leak another seat's events: snapshots show the events as the next seat saw them."""
    seats = lambda self, watcher: (1 if watcher is None else watcher + 1) % self.state.header.seats  # noqa: E731
    patch.setattr(
        projection.Projection,
        "_deal_events",
        lambda self, watcher: self._seen_deals(seats(self, watcher))[-1].events if self.state.match else [],
    )


def choices_of_another(patch: pytest.MonkeyPatch) -> None:
    """Leak the action of a move in the event's description."""

    def apply_and_show(state: TableState, event: TableEvent) -> None:
        apply(state, event)
        if event.kind == "move":
            state.last_happened["text"] = event.data["action"]

    apply = core_apply.apply
    for module in (core_apply, core_tables, live_table):
        patch.setattr(module, "apply", apply_and_show)


def whole_record(patch: pytest.MonkeyPatch) -> None:
    """Leak the complete record before the end."""
    patch.setattr(TableState, "record", lambda self, watcher, opened=None: self.match.record() if self.match else None)


def reason_with_cards(patch: pytest.MonkeyPatch) -> None:
    """Leak other hands in a refusal."""

    def leaky(state: TableState, seat: int, action: str) -> CommandRefusal:
        hidden = [state.match.legal(0), state.match.deals[-1].events]
        return CommandRefusal.of("illegal", IllegalAction(str(hidden)))

    for module in (server_output, realtime_commands):
        patch.setattr(module, "why_not", leaky)


def note_of_hidden_cards(patch: pytest.MonkeyPatch) -> None:
    """Leak hidden pieces in a line of the score sheet."""
    line = score_sheet._line
    patch.setattr(
        score_sheet, "_line", lambda match, number, deal: line(match, number, deal) | {"note": str(deal.events)}
    )


LEAKS = [
    (deck_on_the_board, "auction-hearts", {"update", "snapshot", "program"}),
    (whole_events, "auction-pitch", {"update"}),
    (eyes_of_another, "auction-draw", {"snapshot"}),
    (choices_of_another, "auction-house", {"update"}),
    (choices_of_another, "auction-flop-poker", {"update"}),
    (whole_record, "auction-hearts", {"record"}),
    (reason_with_cards, "auction-flop-poker", {"answers"}),
    (note_of_hidden_cards, "auction-flop-poker", {"snapshot"}),
]


@pytest.mark.integration
@pytest.mark.parametrize(("leak", "name", "where"), LEAKS, ids=[f"{leak.__name__}-{name}" for leak, name, _ in LEAKS])
def test_a_leak_made_on_purpose_is_found(leak, name, where, monkeypatch):
    leak(monkeypatch)
    found: set[str] = set()
    for number in range(12):
        found |= different(judge(name, f"leak {number}", 1, 2, leak is note_of_hidden_cards))
        if found >= where:
            return
    raise AssertionError(found)


# Through a real server


def a_pair(game: str, rng: random.Random, limit: int) -> tuple[Pair, int]:
    """Return two tables that look the same to one seat for some events, and the number of these events.

    If the game has hidden choices, some choices differ between the two tables.
    """
    while True:
        story = Story(game, rng, orderly=True).play(limit)
        for attempts in pairs(story, rng, 4):
            for pair in attempts:
                try:
                    count = max(pair.steps())
                except CannotFollow:
                    continue
                true, twin = pair.words(count)
                hidden = load(game).private or load(game).sealed
                if count > pair.cut.count + 3 and not (hidden and true == twin):
                    return pair, count


def both_heard(game: str, path: Path, rng: random.Random, limit: int = 60) -> tuple[Pair, ServerOutput, ServerOutput]:
    """Return a pair of tables, and for each table the output of a server that played it."""
    pair, count = a_pair(game, rng, limit)
    true, twin = pair.words(count)
    files = (path / f"{world}-{rng.random()}.sqlite3" for world in ("true", "twin"))
    one = play_in_server(next(files), pair.story, pair.seat, true, [])
    other = play_in_server(next(files), pair.story, pair.seat, twin, pair.script)
    return pair, one, other


def not_the_same(pair: Pair, one: ServerOutput, other: ServerOutput) -> list[str]:
    """Return the parts of the output by which a watcher could distinguish the two servers."""
    first, second = one.watched(pair.seat), other.watched(pair.seat)
    return [what for what in first if first[what] != second[what]]


@pytest.mark.integration
@every_played_game
def test_what_a_watcher_cannot_see_changes_nothing_that_a_house_lets_out(name, seats, tmp_path):
    rng = random.Random(f"house {name}")
    for number in range(times(1)):
        pair, one, other = both_heard(name, tmp_path, rng, 60 if number == 0 else rng.randint(60, 160))
        assert not_the_same(pair, one, other) == []
        assert one.sockets != other.sockets
        assert any('"because"' in text for text in one.sockets[pair.seat])
        people = [f"guest {seat}" for seat in range(pair.story.seats)]
        secrets = identities(people) + seeds(SEED, pair.true.state.progress.seed_words)
        assert commitment(SEED) in one.everything()
        assert [secret for secret in secrets if secret in one.everything()] == []


def talkative_log(patch: pytest.MonkeyPatch) -> None:
    """Leak the dealt cards in log lines."""
    apply = live_table.LiveTable._apply_and_broadcast

    def apply_and_tell(self: live_table.LiveTable, event: TableEvent) -> None:
        apply(self, event)
        live_table.log.debug("%s", self.state.match and self.state.match.history[:4])

    patch.setattr(live_table.LiveTable, "_apply_and_broadcast", apply_and_tell)


def hint_from_the_whole(patch: pytest.MonkeyPatch) -> None:
    """Leak the number of dealt aces in a hint."""

    async def hinted(players: BotPool, match: Any, seat: int, command: str, demand: Demand) -> messages.Hinted:
        """Return a hint that depends on the number of dealt aces."""
        legal = match.legal(seat)
        aces = sum(event.text().count("A") for event in match.deals[-1].events[:2])
        return messages.Hinted(type="hinted", id=command, action=legal[aces % len(legal)], reasons=[], figures=None)

    patch.setitem(server_output._searched.__kwdefaults__, "hinted", hinted)


@pytest.mark.integration
@pytest.mark.parametrize(
    ("leak", "name", "where"),
    [
        (talkative_log, "auction-draw", "logged"),
        (whole_record, "auction-pitch", "peeked"),
        (hint_from_the_whole, "auction-hearts", "seat"),
    ],
)
def test_a_leak_made_on_purpose_is_found_in_a_house(leak, name, where, monkeypatch, tmp_path):
    leak(monkeypatch)
    rng = random.Random(f"leak {name}")
    assert any(where in not_the_same(*both_heard(name, tmp_path, rng, 40)) for _ in range(10))
