"""Moves: whose turn it is, what is stale, what has been answered, what each watcher is told, clocks and the house."""

from __future__ import annotations

import random

import pytest
from pydantic import TypeAdapter

from saleroom import games
from saleroom.match.fair import fair_faults
from saleroom.match.referee import faults
from saleroom.server import wire
from saleroom.server.judging import Refusal
from saleroom.server.rows import Row
from saleroom.server.table import Table
from tests.server.tabling import ANN, BEN, CLEO, DAN, EVE, PEOPLE, Room, room_of, told

GAMES = ("auction-house", "auction-hearts", "auction-pitch", "auction-draw", "auction-flop-poker")


def laying() -> tuple[Room, int]:
    """A round of Auction House where somebody has offered and three are to lay; with the starter."""
    room = room_of("auction-house", 4, rounds=2)
    starter = next(iter(room.table.playing.asked))
    offer = next(words for words in room.table.match.legal(starter) if words.startswith("offer"))
    room.act(starter, offer)
    return room, starter


def test_a_move_needs_a_seat_a_match_and_a_turn():
    room = Room("auction-pitch", "me", "open", "bot", "bot")
    assert room.refused(ANN, "act", at=0, action="pass").reason == "not-now"
    room.do(BEN, "sit", seat=1, name="Ben")
    room.do(ANN, "start")
    assert room.refused(EVE, "act", at=room.table.version, action="pass").reason == "not-yours"
    assert room.refused(None, "act", at=room.table.version, action="pass").reason == "not-yours"
    room.play_on(random.Random(1), lambda table: 1 in table.playing.asked)
    assert room.refused(ANN, "act", at=room.table.asked(1), action="pass").reason == "stale"
    refusal = room.refused(BEN, "act", at=room.table.asked(1), action="play 2C")
    assert refusal.reason == "illegal"
    assert refusal.text[0].isupper() and refusal.text.endswith(".")


def test_a_command_is_stale_once_the_seat_has_been_asked_something_else():
    room = room_of("auction-hearts", 4)
    seat = next(iter(room.table.playing.asked))
    at = room.table.asked(seat)
    room.do(PEOPLE[(seat + 1) % 4], "say", text="hurry up")
    room.do(ANN, "settle", hints=False)
    assert room.table.asked(seat) == at, "chat asks nobody anew"
    room.do(PEOPLE[seat], "act", at=at, action="pass")
    refusal = room.refused(PEOPLE[seat], "act", at=at, action="pass")
    assert refusal.reason == "stale"
    room.play_on(random.Random(1), lambda table: seat in table.playing.asked)
    action = room.table.match.legal(seat)[0]
    assert room.refused(PEOPLE[seat], "act", at=at, action=action).reason == "stale"
    assert room.refused(PEOPLE[seat], "act", at=room.table.version + 1, action=action).reason == "stale"
    room.do(PEOPLE[seat], "act", at=room.table.asked(seat), action=action)


def test_others_sealed_choices_do_not_make_ones_own_stale():
    room, starter = laying()
    asked = dict(room.table.playing.asked)
    assert len(asked) == 3 and len(set(asked.values())) == 1
    for seat, at in asked.items():
        action = room.table.match.legal(seat)[0]
        room.do(PEOPLE[seat], "act", at=at, action=action)
        assert room.refused(PEOPLE[seat], "act", at=at, action=action).reason == "stale"
    assert list(room.table.playing.asked) == [starter]


def test_a_sealed_choice_is_told_to_its_seat_alone_until_all_are_in():
    room, starter = laying()
    first, second, third = room.table.playing.asked
    words = {seat: room.table.match.legal(seat)[0] for seat in (first, second, third)}
    room.act(first, words[first])
    assert room.table.update(first, False, 0.0)["events"] == [f"{first} {words[first]}"]
    for watcher in (None, starter, second, third):
        update = room.table.update(watcher, False, 0.0)
        assert update["events"] == [f"{first} lay ??"]
        assert update["what"]["text"] == "lay ??"
        assert words[first] not in room.table.update_bytes(watcher, False, 0.0).decode()
    room.act(second, words[second])
    room.act(third, words[third])
    for watcher in (None, starter, first, second, third):
        events = room.table.update(watcher, False, 0.0)["events"]
        wanted = {f"{seat} {words[seat]}" for seat in words if seat in (third,) or seat != watcher}
        assert set(events) == wanted and len(events) == len(wanted)
        assert events[0] == f"{third} {words[third]}"


@pytest.mark.parametrize("game", GAMES)
def test_what_updates_tell_adds_up_to_what_snapshots_tell(game):
    short = {"auction-house": {"rounds": 2}}.get(game, {"deals": 2})
    room = room_of(game, 4, **short)
    rng = random.Random(5)
    watchers = (None, 0, 1, 2, 3)
    deals = {watcher: [room.table.snapshot(watcher, False, "b", [True] * 4, 0, 0.0)["events"]] for watcher in watchers}
    info, sheet, update, snapshot = room.table.update(None, False, 0.0)["table"], [], {}, {}
    boards = TypeAdapter(games.package(info["game"]).scene().Board)
    while not room.table.over:
        seat = rng.choice(list(room.table.playing.asked))
        room.act(seat, rng.choice(room.table.match.legal(seat)))
        for watcher in watchers:
            update = room.table.update(watcher, watcher == 0, 0.0)
            assert update["version"] == room.table.version
            keep_up(deals[watcher], update["events"])
            snapshot = room.table.snapshot(watcher, watcher == 0, "b", [True] * 4, 0, 0.0)
            assert sorted(deals[watcher][-1]) == sorted(snapshot["events"])
            assert (update["you"], update["board"]) == (snapshot["you"], snapshot["board"])
            assert snapshot["table"] in (update["table"], info)
            wire.server_message.validate_python(update)
            boards.validate_python(update["board"])
        info = update["table"] or info
        sheet += update["sheet"]
        assert sheet == snapshot["sheet"]
    wire.server_message.validate_python(snapshot)
    assert [line["score"] for line in sheet] == [deal["score"] for deal in room.table.record(None)["deals"]]
    assert snapshot["table"]["fair"]["server_seed"] == room.header.server_seed.hex()


def keep_up(deals: list[list[str]], events: list[str]) -> None:
    """What a client does with new events."""
    for event in events:
        if event.startswith("table deal 0 "):
            deals.append([])
        actor, verb, *pieces = event.split(" ")
        hidden = f"{actor} {verb} ??"
        if actor != "table" and "??" not in pieces and hidden in deals[-1]:
            deals[-1].remove(hidden)
        deals[-1].append(event)


@pytest.mark.parametrize("game", GAMES)
def test_the_record_verifies_and_the_deal_was_fair(game):
    short = {"auction-house": {"rounds": 1}}.get(game, {"deals": 1})
    room = Room(game, "me", "open", "bot", "bot", **short)
    room.do(BEN, "sit", seat=1, name="Ben", word="ein Wört")
    room.do(ANN, "start")
    rng, undone = random.Random(7), 0
    while not room.table.over:
        seat = rng.choice(list(room.table.playing.asked))
        room.act(seat, rng.choice(room.table.match.legal(seat)))
        if room.table.may_undo(0) and rng.random() < 0.3:
            room.do(ANN, "undo", present=[True, False, False, False])
            undone += 1
    record = room.table.record(None)
    assert undone
    assert faults(record) == []
    assert fair_faults(record) == []
    assert record["fair"]["words"] == ["ein Wört"]


def test_a_command_is_carried_out_once():
    room = room_of("auction-hearts", 2)
    assert room.table.answered("command-9", ANN) is None
    row = room.do(ANN, "say", text="hello")
    assert room.table.answered(row.command, ANN) == row.number
    assert room.table.answered(row.command, BEN) is None
    assert Table(room.header, room.rows).answered(row.command, ANN) == row.number


def test_rows_follow_each_other_without_gaps():
    room = room_of("auction-hearts", 2)
    for number in (0, room.table.version, room.table.version + 2):
        before = told(room.table)
        with pytest.raises(ValueError, match="does not follow"):
            room.table.apply(Row(number, "say", 0, {"text": "hello"}))
        assert told(room.table) == before
    assert [row.number for row in room.rows] == list(range(1, room.table.version + 1))


def test_a_move_of_the_house_fits_or_is_none():
    room = room_of("auction-pitch", 2)
    room.play_on(random.Random(1), lambda table: bool(table.bots_due()))
    ((seat, player),) = room.table.bots_due()
    assert player == "house"
    at, legal = room.table.asked(seat), room.table.match.legal_ids(seat)
    assert room.table.house_row(seat, legal[0], True, 0.0) is None, "nobody is away there"
    assert room.table.house_row(seat, 10**6, False, 0.0) is None
    assert room.table.house_row(seat, "fly", False, 0.0) is None
    assert room.table.house_row(seat, legal[0], False, 0.0, at=room.table.version - 1) is None
    assert room.table.house_row((seat + 1) % 4, legal[0], False, 0.0) is None
    row = room.add(room.table.house_row(seat, legal[0], False, 0.0, at=at))
    assert (row.data["by_house"], row.command, row.holder) == (False, None, None)
    room.play_on(random.Random(1), lambda table: bool(table.humans_due()))
    (person,) = room.table.humans_due()
    action = room.table.match.legal(person)[0]
    assert room.table.house_row(person, action, False, 0.0) is None
    room.add(room.table.house_row(person, action, True, 0.0))
    assert room.table.update(None, False, 0.0)["what"] == {
        "kind": "move",
        "seat": person,
        "name": room.table.seating.names()[person],
        "text": action,
        "by_house": True,
        "moves": 0,
    }


def test_a_clock_lets_others_at_the_table_nudge():
    room = room_of("auction-hearts", 3)
    room.play_on(random.Random(1), lambda table: 1 in table.playing.asked)
    nudge = room.table.check_nudge
    with pytest.raises(Refusal, match="no clock"):
        nudge(1, ANN, 1e9)
    room.now = 1000.0
    room.do(ANN, "settle", clock=30)
    assert room.table.update(None, False, 1010.0)["ticking"] == [{"seat": 1, "left": 20.0}]
    assert room.table.update(None, False, 1050.0)["ticking"] == [{"seat": 1, "left": 0.0}]
    with pytest.raises(Refusal, match="20 seconds left"):
        nudge(1, ANN, 1010.0)
    for seat, holder, reason in ((1, BEN, "your own"), (1, DAN, "watching"), (1, None, "watching"), (2, ANN, "Nobody")):
        with pytest.raises(Refusal, match=reason):
            nudge(seat, holder, 1031.0)
    nudge(1, ANN, 1031.0)
    action = room.table.match.legal(1)[0]
    row = room.add(room.table.house_row(1, action, True, 1031.0, command="nudge-01", holder=ANN))
    assert room.table.answered("nudge-01", ANN) == row.number


def test_hints_are_for_whose_turn_it_is_where_they_are_allowed():
    room = room_of("auction-hearts", 4)
    seat = next(iter(room.table.playing.asked))
    other = (seat + 1) % 4
    assert room.table.check_hint(PEOPLE[seat]) == seat
    for holder in (PEOPLE[other], EVE, None):
        with pytest.raises(Refusal):
            room.table.check_hint(holder)
    room.do(ANN, "settle", hints=False)
    with pytest.raises(Refusal, match="Hints are off"):
        room.table.check_hint(PEOPLE[seat])


def test_why_gives_the_rule_against_an_action():
    room = room_of("auction-hearts", 4)
    seat = next(iter(room.table.playing.asked))
    assert room.table.why(seat, "pass") is None
    assert room.table.why(seat, "play AS") == "The bidding is not over."
    assert "turn" in str(room.table.why((seat + 1) % 4, "pass"))
    assert "not begun" in str(Room("auction-pitch", "me", "bot", "bot", "open").table.why(0, "pass"))


def test_spectators_share_their_bytes_and_see_no_hand():
    room = room_of("auction-hearts", 2)
    room.play_on(
        random.Random(1), lambda table: table.playing.match.game.phases[int(table.match.state.phase)] == "play"
    )
    assert room.table.update_bytes(None, False, 5.0) is room.table.update_bytes(None, False, 5.0)
    snapshot = room.table.snapshot_bytes(None, False, "b", [True] * 4, 0, 0.0).decode()
    hands = {
        piece for seat in range(4) for piece in room.table.snapshot(seat, False, "b", [], 0, 0.0)["you"]["mine"]["hand"]
    }
    assert len(hands) >= 48
    assert not [piece for piece in hands if f'"{piece}"' in snapshot or f" {piece}" in snapshot]


def test_nothing_but_commands_that_bring_rows_is_proposed():
    room = room_of("auction-hearts", 2)
    assert room.refused(ANN, "hint").reason == "malformed"
    assert room.refused(ANN, "nudge", seat=1).reason == "malformed"
    assert room.refused(ANN, "why", action="pass").reason == "malformed"
    assert room.refused(CLEO, "say", text="hello").reason == "not-yours"
