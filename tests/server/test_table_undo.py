"""Tests of undo: whose consent it needs, how many moves it affects, and its limits."""

from __future__ import annotations

import random
from typing import Any

import pytest

from saleroom.match.record import to_line
from saleroom.match.referee import faults
from saleroom.server.core.decide import decide
from saleroom.server.core.decide.system_events import resolve_undo_request
from saleroom.server.core.state.table import TableState, UndoRequest
from tests.server.core_tables import ANN, BEN, CLEO, PEOPLE, CoreTable, new_table, snapshots, started_table

EVERYBODY = [True] * 4
ALONE = [True, False, False, False]


def until_phase(table: CoreTable, phase: str, seat: int | None = None, seed: int = 1) -> CoreTable:
    """Play at random until the game is in a phase and, if `seat` is given, it is that seat's turn."""

    def there(state: TableState) -> bool:
        now = state.match.game.phases[int(state.match.state.phase)]
        return now == phase and (seat is None or seat in state.progress.turn_versions)

    table.play_on(random.Random(seed), there)
    return table


def same_cards(table: CoreTable, before: bytes) -> bool:
    return table.state.match.state.tobytes() == before


def cards(table: CoreTable) -> bytes:
    return table.state.match.state.tobytes()


def test_alone_with_bots_undo_is_immediate_and_includes_the_bots_moves():
    table = until_phase(started_table("auction-hearts", 1), "play", seat=0)
    before, version = cards(table), table.state.version
    history = table.state.match.history
    table.act(0)
    moves = 1
    while len(table.state.progress.turn_versions) and 0 not in table.state.progress.turn_versions:
        table.act(next(iter(table.state.progress.turn_versions)))
        moves += 1
    assert moves > 1
    assert table.state.may_undo(0)
    event = table.do(ANN, "undo")
    assert (event.kind, event.data) == ("undo", {"moves": moves})
    assert same_cards(table, before)
    assert table.state.match.history == history
    assert table.state.turn_version(0) == table.state.version > version
    update = table.projection.update(0, True, 0.0)
    assert (update["anew"], update["what"]["moves"]) == (True, moves)
    assert (
        update["events"]
        == table.projection.snapshot(0, True, build="b", present=EVERYBODY, spectators=0, now=0.0)["events"]
    )
    assert update["you"]["mine"]["legal"] == table.state.match.legal(0)


def test_all_other_people_have_to_agree():
    table = until_phase(started_table("auction-hearts", 3), "play", seat=0)
    before = cards(table)
    table.act(0)
    assert table.do(ANN, "undo", present=EVERYBODY).kind == "ask"
    standing = {"seat": 0, "moves": 1, "waits_for": [1, 2]}
    assert table.projection.update(None, False, 0.0)["table"]["taking_back"] == standing
    assert (table.state.bots_to_act(), table.state.people_to_act()) == ([], []), "the house waits for the answer"
    assert not table.state.may_undo(0)
    assert table.refused(ANN, "undo").reason == "not-now"
    assert table.refused(ANN, "consent", yes=True).reason == "not-now"
    assert table.refused("9" * 64, "consent", yes=True).reason == "not-yours"
    assert table.do(BEN, "consent", present=EVERYBODY, yes=True).kind == "agree"
    assert table.state.undo_request == UndoRequest(0, 1, waits_for=(2,), at=table.now)
    assert table.refused(BEN, "consent", present=EVERYBODY, yes=True).reason == "not-now"
    assert not same_cards(table, before)
    event = table.do(CLEO, "consent", present=EVERYBODY, yes=True)
    assert (event.kind, event.seat, event.holder) == ("undo", 0, CLEO)
    assert same_cards(table, before)
    assert table.state.undo_request is None
    assert table.refused(CLEO, "consent", yes=True).reason == "not-now"


@pytest.mark.parametrize("who", [BEN, ANN])
def test_one_refusal_is_enough_and_whoever_asked_may_think_better_of_it(who):
    table = until_phase(started_table("auction-hearts", 3), "play", seat=0)
    table.act(0)
    after = cards(table)
    table.do(ANN, "undo", present=EVERYBODY)
    assert table.do(who, "consent", yes=False).kind == "refuse"
    assert same_cards(table, after)
    assert table.state.undo_request is None
    assert table.state.bots_to_act() or table.state.people_to_act()


def test_people_who_are_away_need_not_agree():
    table = until_phase(started_table("auction-hearts", 3), "play", seat=0)
    table.act(0)
    assert decide(table.state, table.command("undo"), ANN, 0.0, present=ALONE).kind == "undo"
    table.do(ANN, "undo", present=[True, True, False, False])
    assert table.state.undo_request.waits_for == (1,)
    assert resolve_undo_request(table.state, [True, True, False, False], table.now) is None
    assert resolve_undo_request(table.state, [False] * 4, table.now) is None, "and an absent person gets nothing"
    event = table.add(resolve_undo_request(table.state, ALONE, table.now))
    assert (event.kind, event.holder, event.command) == ("undo", None, None)
    assert resolve_undo_request(table.state, ALONE, table.now) is None


def test_those_who_go_away_are_not_waited_for():
    table = until_phase(started_table("auction-hearts", 3), "play", seat=0)
    table.act(0)
    table.do(ANN, "undo", present=EVERYBODY)
    assert table.do(BEN, "consent", present=[True, True, False, False], yes=True).kind == "undo"


def test_a_request_lapses_when_nobody_answers():
    table = until_phase(started_table("auction-hearts", 2), "play", seat=0)
    table.act(0)
    table.do(ANN, "undo", present=EVERYBODY)
    assert resolve_undo_request(table.state, EVERYBODY, table.now + 59) is None
    assert resolve_undo_request(table.again().state, EVERYBODY, table.now + 59) is None
    event = table.add(resolve_undo_request(table.state, EVERYBODY, table.now + 60))
    assert (event.kind, event.seat) == ("refuse", None)
    assert table.state.undo_request is None
    assert table.projection.update(None, False, 0.0)["what"]["name"] == ""


def test_a_move_cancels_a_request():
    table = until_phase(started_table("auction-hearts", 4), "play", seat=0)
    table.act(0)
    table.do(ANN, "undo", present=EVERYBODY)
    table.act(next(iter(table.state.progress.turn_versions)))
    assert table.state.undo_request is None
    assert table.projection.update(None, False, 0.0)["table"]["taking_back"] is None


def test_a_request_ends_with_the_seat_of_whoever_asked_and_waits_for_nobody_who_left():
    table = until_phase(started_table("auction-hearts", 4), "play", seat=1)
    table.act(1)
    table.do(BEN, "undo", present=EVERYBODY)
    table.do(CLEO, "leave")
    assert table.state.undo_request.waits_for == (0, 3)
    table.do(BEN, "leave")
    assert table.state.undo_request is None


def test_what_was_said_or_settled_in_between_stays():
    table = until_phase(started_table("auction-hearts", 1), "play", seat=0)
    table.act(0)
    table.do(ANN, "say", text="oh no")
    table.do(ANN, "settle", hints=False)
    table.do(ANN, "undo")
    snapshot = table.projection.snapshot(0, True, build="b", present=EVERYBODY, spectators=0, now=0.0)
    assert [line["text"] for line in snapshot["chat"]] == ["oh no"]
    assert not snapshot["table"]["hints"]


def test_one_may_take_back_again_and_again_to_the_last_thing_that_was_revealed():
    table = until_phase(started_table("auction-pitch", 1), "bid", seat=0)
    start = len(table.state.match.deals[0].events)
    table.play_on(random.Random(2), lambda state: len(state.match.deals[0].events) > 14)
    while table.state.may_undo(0):
        table.do(ANN, "undo")
    assert len(table.state.match.deals[0].events) == start
    assert table.refused(ANN, "undo").reason == "not-now"
    assert faults(table.state.match.record()) == []


@pytest.mark.parametrize(
    "game", ["auction-house", "auction-hearts", "auction-pitch", "auction-draw", "auction-flop-poker"]
)
def test_a_deal_is_never_crossed(game):
    table = started_table(game, 4)
    assert not any(table.state.may_undo(seat) for seat in range(4))
    table.play_on(random.Random(3), lambda state: len(state.match.deals) == 2 or state.over)
    assert not any(table.state.may_undo(seat) for seat in range(4))
    assert all(table.refused(holder, "undo").reason == "not-now" for holder in PEOPLE[:4])


def test_a_draw_is_never_crossed_and_a_tile_may_be_taken_back():
    table = started_table("auction-draw", 2, seats=2)
    table.play_on(
        random.Random(1), lambda state: any("buy" in state.match.legal(s) for s in state.progress.turn_versions)
    )
    (seat,) = table.state.progress.turn_versions
    other = 1 - seat
    assert table.state.may_undo(other), "the tile played before it"
    table.act(seat, "buy")
    assert not table.state.may_undo(0) and not table.state.may_undo(1)


def test_a_flop_is_never_crossed_and_a_bid_may_be_taken_back():
    table = started_table("auction-flop-poker", 4)
    seats = []
    while table.state.match.game.phases[int(table.state.match.state.phase)] == "discard":
        (seat,) = table.state.progress.turn_versions
        seats.append(seat)
        table.act(seat, next(words for words in table.state.match.legal(seat) if words.count(" ") == 2))
        if len(seats) < 4:
            assert table.state.may_undo(seat)
    assert any(" flop " in event for event in table.state.match.history)
    assert not any(table.state.may_undo(seat) for seat in range(4))
    (seat,) = table.state.progress.turn_versions
    before = cards(table)
    table.act(seat, "bid 1")
    table.do(PEOPLE[seat], "undo", present=[other == seat for other in range(4)])
    assert same_cards(table, before)


def lays(table: CoreTable) -> tuple[int, list[int]]:
    starter = next(iter(table.state.progress.turn_versions))
    table.act(starter, next(words for words in table.state.match.legal(starter) if words.startswith("offer")))
    return starter, list(table.state.progress.turn_versions)


def test_in_an_open_sealed_phase_only_ones_own_choice_goes():
    table = started_table("auction-house", 4)
    _, (first, second, third) = lays(table)
    asked = table.state.turn_version(third)
    table.act(first)
    table.act(second)
    event = table.do(PEOPLE[first], "undo", present=[seat == first for seat in range(4)])
    assert event.data["moves"] == 1
    assert set(table.state.progress.turn_versions) == {first, third}
    assert table.state.turn_version(third) == asked, "nothing has changed for them"
    assert table.state.turn_version(first) == table.state.version
    assert table.state.may_undo(second)
    for watcher in (None, 0, 1, 2, 3):
        told_now = [event for event in table.projection.update(watcher, False, 0.0)["events"] if " lay " in event]
        own = table.state.match.history[-1] if watcher == second else f"{second} lay ??"
        assert told_now == [own]
    table.act(first, table.state.match.legal(first)[3])
    table.act(third)
    assert not any(table.state.may_undo(seat) for seat in range(4)), "the lays are open"


def test_a_sealed_choice_is_taken_back_without_consent_until_all_are_in():
    table = started_table("auction-house", 4)
    _, (first, second, third) = lays(table)
    table.act(first)
    taken = table.state.match.history[-1].split(" ")[-1]
    table.act(second)
    assert table.do(PEOPLE[first], "undo", present=EVERYBODY).kind == "undo"
    others = (None, *(seat for seat in range(4) if seat != first))
    sent = [table.projection.update_bytes(watcher, False, 0.0) for watcher in others]
    records = [to_line(table.state.record(watcher)) for watcher in others]
    assert not any(f"{first} lay" in text for text in (*map(bytes.decode, sent), *records))
    board: Any = table.projection.update(second, False, 0.0)["board"]
    assert taken not in board["shown"]
    table.act(first, table.state.match.legal(first)[3])
    table.act(third)
    assert table.refused(PEOPLE[first], "undo", present=EVERYBODY).reason == "not-now", "the cards are open"
    assert faults(table.state.match.record()) == []


def test_a_sealed_choice_that_is_complete_needs_consent_though_it_is_face_down():
    table = kitty(started_table("auction-house", 4, reveal="before-auction"))
    assert table.do(PEOPLE[2], "undo", present=EVERYBODY).kind == "ask"


def test_a_move_that_others_saw_needs_consent_in_a_sealed_phase_too():
    table = started_table("auction-house", 4)
    starter, (first, *_) = lays(table)
    table.act(first)
    assert table.do(PEOPLE[starter], "undo", present=EVERYBODY).kind == "ask", "an offer is open"


def kitty(table: CoreTable) -> CoreTable:
    while table.state.match.game.phases[int(table.state.match.state.phase)] == "bid":
        table.act(next(iter(table.state.progress.turn_versions)), "pass")
    for seat in (2, 0, 3, 1):
        table.act(seat)
    return table


def test_a_trump_is_never_crossed():
    table = kitty(started_table("auction-house", 4, reveal="after-kitty"))
    assert not any(table.state.may_undo(seat) for seat in range(4))


def test_a_kitty_that_is_complete_and_face_down_may_be_taken_back_and_the_others_stay():
    table = kitty(started_table("auction-house", 4, reveal="before-auction"))
    (leader,) = table.state.progress.turn_versions
    table.act(leader)
    event = table.do(PEOPLE[0], "undo", present=ALONE) if leader != 0 else table.do(ANN, "undo", present=ALONE)
    if leader == 0:
        assert event.data["moves"] == 1
        event = table.do(ANN, "undo", present=ALONE)
        assert event.data["moves"] == 1
    else:
        assert event.data["moves"] == 2, "the card that was led goes too"
    assert list(table.state.progress.turn_versions) == [0]
    table.act(0)
    assert list(table.state.progress.turn_versions) == [leader]


def test_the_end_of_the_match_is_never_crossed():
    table = started_table("auction-pitch", 1, deals=1)
    table.play_on(random.Random(4))
    assert not table.state.may_undo(0)
    assert table.refused(ANN, "undo").reason == "not-now"


def test_only_those_at_the_table_ask_and_only_in_a_match():
    table = new_table("auction-pitch", "me", "bot", "bot", "bot")
    assert table.refused(ANN, "undo").reason == "not-now"
    assert table.refused(ANN, "consent", yes=True).reason == "not-now"
    table.do(ANN, "start")
    assert table.refused(BEN, "undo").reason == "not-yours"
    assert snapshots(table.again()) == snapshots(table)
