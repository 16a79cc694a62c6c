"""Tests of moves: turns, stale and repeated commands, messages to each watcher, clocks, and moves by bots."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pydantic import TypeAdapter

from saleroom import games
from saleroom.match.fair_deals import fair_faults
from saleroom.match.referee import faults
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.decide.checks import check_hint, check_nudge, why_not
from saleroom.server.core.decide.system_events import bot_move
from saleroom.server.core.state.events import TableEvent
from saleroom.server.protocol import messages
from tests.games import short
from tests.server.core_tables import ANN, BEN, CLEO, DAN, EVE, PEOPLE, CoreTable, new_table, snapshots, started_table


def laying() -> tuple[CoreTable, int]:
    """Return a table of Auction House and the seat that has just offered a card.

    The three other seats have to lay a card.
    """
    table = started_table("auction-house", 4, rounds=2)
    starter = next(iter(table.state.progress.turn_versions))
    offer = next(words for words in table.state.match.legal(starter) if words.startswith("offer"))
    table.act(starter, offer)
    return table, starter


def test_a_move_needs_a_seat_a_match_and_a_turn():
    table = new_table("auction-pitch", "me", "open", "bot", "bot")
    assert table.refused(ANN, "act", at=0, action="pass").reason == "not-now"
    table.do(BEN, "sit", seat=1, name="Ben")
    table.do(ANN, "start")
    assert table.refused(EVE, "act", at=table.state.version, action="pass").reason == "not-yours"
    assert table.refused(None, "act", at=table.state.version, action="pass").reason == "not-yours"
    table.play_on(random.Random(1), lambda state: 1 in state.progress.turn_versions)
    assert table.refused(ANN, "act", at=table.state.turn_version(1), action="pass").reason == "stale"
    refusal = table.refused(BEN, "act", at=table.state.turn_version(1), action="play 2C")
    assert refusal.reason == "illegal"
    assert refusal.text[0].isupper() and refusal.text.endswith(".")


def test_a_command_is_stale_once_the_seat_has_been_asked_something_else():
    table = started_table("auction-hearts", 4)
    seat = next(iter(table.state.progress.turn_versions))
    at = table.state.turn_version(seat)
    table.do(PEOPLE[(seat + 1) % 4], "say", text="hurry up")
    table.do(ANN, "settle", hints=False)
    assert table.state.turn_version(seat) == at, "chat begins no new turn"
    table.do(PEOPLE[seat], "act", at=at, action="pass")
    refusal = table.refused(PEOPLE[seat], "act", at=at, action="pass")
    assert refusal.reason == "stale"
    table.play_on(random.Random(1), lambda state: seat in state.progress.turn_versions)
    action = table.state.match.legal(seat)[0]
    assert table.refused(PEOPLE[seat], "act", at=at, action=action).reason == "stale"
    assert table.refused(PEOPLE[seat], "act", at=table.state.version + 1, action=action).reason == "stale"
    table.do(PEOPLE[seat], "act", at=table.state.turn_version(seat), action=action)


def test_others_sealed_choices_do_not_make_ones_own_stale():
    table, starter = laying()
    asked = dict(table.state.progress.turn_versions)
    assert len(asked) == 3 and len(set(asked.values())) == 1
    for seat, at in asked.items():
        action = table.state.match.legal(seat)[0]
        table.do(PEOPLE[seat], "act", at=at, action=action)
        assert table.refused(PEOPLE[seat], "act", at=at, action=action).reason == "stale"
    assert list(table.state.progress.turn_versions) == [starter]


def test_a_sealed_choice_is_told_to_its_seat_alone_until_all_are_in():
    table, starter = laying()
    first, second, third = table.state.progress.turn_versions
    words = {seat: table.state.match.legal(seat)[0] for seat in (first, second, third)}
    table.act(first, words[first])
    assert table.projection.update(first, False, 0.0)["events"] == [f"{first} {words[first]}"]
    for watcher in (None, starter, second, third):
        update = table.projection.update(watcher, False, 0.0)
        assert update["events"] == [f"{first} lay ??"]
        assert update["what"]["text"] == "lay ??"
        assert words[first] not in table.projection.update_bytes(watcher, False, 0.0).decode()
    table.act(second, words[second])
    table.act(third, words[third])
    for watcher in (None, starter, first, second, third):
        events = table.projection.update(watcher, False, 0.0)["events"]
        wanted = {f"{seat} {words[seat]}" for seat in words if seat in (third,) or seat != watcher}
        assert set(events) == wanted and len(events) == len(wanted)
        assert events[0] == f"{third} {words[third]}"


@pytest.mark.parametrize("game", games.NAMES)
def test_what_updates_tell_adds_up_to_what_snapshots_tell(game):
    table = started_table(game, 4, **short.deals(game, 2))
    rng = random.Random(5)
    watchers = (None, 0, 1, 2, 3)
    deals = {
        watcher: [
            table.projection.snapshot(watcher, False, build="b", present=[True] * 4, spectators=0, now=0.0)["events"]
        ]
        for watcher in watchers
    }
    info, sheet, update, snapshot = table.projection.update(None, False, 0.0)["table"], [], {}, {}
    boards = TypeAdapter(games.package(info["game"]).scene().Board)
    while not table.state.over:
        seat = rng.choice(list(table.state.progress.turn_versions))
        table.act(seat, rng.choice(table.state.match.legal(seat)))
        for watcher in watchers:
            update = table.projection.update(watcher, watcher == 0, 0.0)
            assert update["version"] == table.state.version
            keep_up(deals[watcher], update)
            snapshot = table.projection.snapshot(
                watcher, watcher == 0, build="b", present=[True] * 4, spectators=0, now=0.0
            )
            assert sorted(deals[watcher][-1]) == sorted(snapshot["events"])
            assert (update["you"], update["board"]) == (snapshot["you"], snapshot["board"])
            assert snapshot["table"] in (update["table"], info)
            messages.server_message.validate_python(update)
            boards.validate_python(update["board"])
        info = update["table"] or info
        sheet += update["sheet"]
        assert sheet == snapshot["sheet"]
    messages.server_message.validate_python(snapshot)
    assert [line["score"] for line in sheet] == [deal["score"] for deal in table.state.record(None)["deals"]]
    assert snapshot["table"]["fair"]["server_seed"] == table.header.server_seed.hex()


def keep_up(deals: list[list[str]], update: dict[str, Any]) -> None:
    """Add the update's new events to `deals` as a client does.

    The first table event after a settled deal starts a new deal.
    """
    turned = [place for place, event in enumerate(update["events"]) if event.startswith("table ")]
    dealt = [place for place in turned if update["events"][place].startswith("table deal 0 ")]
    goes_on = update["settled"] and not update["board"]["winners"]
    begins = (dealt or turned or [None])[0] if goes_on else None
    for place, event in enumerate(update["events"]):
        if place == begins:
            deals.append([])
        actor, verb, *pieces = event.split(" ")
        hidden = f"{actor} {verb} ??"
        if actor != "table" and "??" not in pieces and hidden in deals[-1]:
            deals[-1].remove(hidden)
        deals[-1].append(event)


@pytest.mark.parametrize("game", games.NAMES)
def test_the_record_verifies_and_the_deal_was_fair(game):
    table = new_table(game, "me", "open", "bot", "bot", **short.deals(game, 1))
    table.do(BEN, "sit", seat=1, name="Ben", word="ein Wört")
    table.do(ANN, "start")
    rng, undone = random.Random(7), 0
    while not table.state.over:
        seat = rng.choice(list(table.state.progress.turn_versions))
        table.act(seat, rng.choice(table.state.match.legal(seat)))
        if table.state.may_undo(0) and (not undone or rng.random() < 0.3):
            table.do(ANN, "undo", present=[True, False, False, False])
            undone += 1
    record = table.state.record(None)
    assert undone
    assert faults(record) == []
    assert fair_faults(record) == []
    assert record["fair"]["words"] == ["ein Wört"]


def test_a_command_is_carried_out_once():
    table = started_table("auction-hearts", 2)
    assert table.state.version_of("command-9", ANN) is None
    event = table.do(ANN, "say", text="hello")
    assert table.state.version_of(event.command, ANN) == event.number
    assert table.state.version_of(event.command, BEN) is None
    assert table.again().state.version_of(event.command, ANN) == event.number


def test_events_follow_each_other_without_gaps():
    table = started_table("auction-hearts", 2)
    for number in (0, table.state.version, table.state.version + 2):
        before = snapshots(table)
        with pytest.raises(ValueError, match="does not follow"):
            table.add(TableEvent(number, "say", 0, {"text": "hello"}))
        assert snapshots(table) == before
    assert [event.number for event in table.events] == list(range(1, table.state.version + 1))


def test_a_bot_move_that_no_longer_fits_is_dropped():
    table = started_table("auction-pitch", 2)
    table.play_on(random.Random(1), lambda state: bool(state.bots_to_act()))
    ((seat, player),) = table.state.bots_to_act()
    assert player == "house"
    at, legal = table.state.turn_version(seat), table.state.match.legal_ids(seat)
    assert bot_move(table.state, seat, legal[0], 0.0, for_person=True) is None, "that seat has no absent person"
    assert bot_move(table.state, seat, 10**6, 0.0) is None
    assert bot_move(table.state, seat, "fly", 0.0) is None
    assert bot_move(table.state, seat, legal[0], 0.0, turn_version=table.state.version - 1) is None
    assert bot_move(table.state, (seat + 1) % 4, legal[0], 0.0) is None
    event = table.add(bot_move(table.state, seat, legal[0], 0.0, turn_version=at))
    assert (event.data["by_house"], event.command, event.holder) == (False, None, None)
    table.play_on(random.Random(1), lambda state: bool(state.people_to_act()))
    (person,) = table.state.people_to_act()
    action = table.state.match.legal(person)[0]
    assert bot_move(table.state, person, action, 0.0) is None
    table.add(bot_move(table.state, person, action, 0.0, for_person=True))
    assert table.projection.update(None, False, 0.0)["what"] == {
        "kind": "move",
        "seat": person,
        "name": [seat.name for seat in table.state.seats][person],
        "text": action,
        "by_house": True,
        "moves": 0,
        "picture": None,
    }


def test_a_clock_lets_others_at_the_table_nudge():
    table = started_table("auction-hearts", 3)
    table.play_on(random.Random(1), lambda state: 1 in state.progress.turn_versions)
    with pytest.raises(CommandRefusal, match="no clock"):
        check_nudge(table.state, 1, ANN, 1e9)
    table.now = 1000.0
    table.do(ANN, "settle", clock=30)
    assert table.projection.update(None, False, 1010.0)["ticking"] == [{"seat": 1, "left": 20.0}]
    assert table.projection.update(None, False, 1050.0)["ticking"] == [{"seat": 1, "left": 0.0}]
    for now, left in ((1010.0, "20 seconds left"), (1029.5, "one second left")):
        with pytest.raises(CommandRefusal, match=left):
            check_nudge(table.state, 1, ANN, now)
    for seat, holder, reason in (
        (1, BEN, "your own"),
        (1, DAN, "watching"),
        (1, None, "watching"),
        (2, ANN, "waiting"),
    ):
        with pytest.raises(CommandRefusal, match=reason):
            check_nudge(table.state, seat, holder, 1031.0)
    for now in (1030.0, 1031.0):
        check_nudge(table.state, 1, ANN, now)
    action = table.state.match.legal(1)[0]
    event = table.add(bot_move(table.state, 1, action, 1031.0, for_person=True, command="nudge-01", holder=ANN))
    assert table.state.version_of("nudge-01", ANN) == event.number


def test_hints_are_for_whose_turn_it_is_where_they_are_allowed():
    table = started_table("auction-hearts", 4)
    seat = next(iter(table.state.progress.turn_versions))
    other = (seat + 1) % 4
    assert check_hint(table.state, PEOPLE[seat]) == seat
    for holder in (PEOPLE[other], EVE, None):
        with pytest.raises(CommandRefusal):
            check_hint(table.state, holder)
    table.do(ANN, "settle", hints=False)
    with pytest.raises(CommandRefusal, match="Hints are off"):
        check_hint(table.state, PEOPLE[seat])


def test_why_gives_the_rule_against_an_action():
    table = started_table("auction-hearts", 4)
    seat = next(iter(table.state.progress.turn_versions))
    assert why_not(table.state, seat, "pass") is None
    assert str(why_not(table.state, seat, "play AS")) == "The bidding is not over."
    assert "turn" in str(why_not(table.state, (seat + 1) % 4, "pass"))
    assert "not begun" in str(why_not(new_table("auction-pitch", "me", "bot", "bot", "open").state, 0, "pass"))


def test_spectators_share_their_bytes_and_see_no_hand():
    table = started_table("auction-hearts", 2)
    table.play_on(
        random.Random(1), lambda state: state.progress.match.game.phases[int(state.match.state.phase)] == "play"
    )
    assert table.projection.update_bytes(None, False, 5.0) is table.projection.update_bytes(None, False, 5.0)
    snapshot = table.projection.snapshot_bytes(
        None, False, build="b", present=[True] * 4, spectators=0, now=0.0
    ).decode()
    hands = {
        piece
        for seat in range(4)
        for piece in table.projection.snapshot(seat, False, build="b", present=[], spectators=0, now=0.0)["you"][
            "mine"
        ]["hand"]
    }
    assert len(hands) >= 48
    assert not [piece for piece in hands if f'"{piece}"' in snapshot or f" {piece}" in snapshot]


def test_commands_that_bring_no_event_are_refused_by_decide():
    table = started_table("auction-hearts", 2)
    assert table.refused(ANN, "hint").reason == "malformed"
    assert table.refused(ANN, "nudge", seat=1).reason == "malformed"
    assert table.refused(ANN, "why", action="pass").reason == "malformed"
    assert table.refused(CLEO, "say", text="hello").reason == "not-yours"
