"""Taking moves back: whose consent it takes, how far back it goes, and what it never crosses."""

from __future__ import annotations

import random
from typing import Any

import pytest

from saleroom.match.record import to_line
from saleroom.match.referee import faults
from saleroom.server.table import Table
from saleroom.server.wire import TakingBack
from tests.server.tabling import ANN, BEN, CLEO, PEOPLE, Room, room_of, told

EVERYBODY = [True] * 4
ALONE = [True, False, False, False]


def until_phase(room: Room, phase: str, seat: int | None = None, seed: int = 1) -> Room:
    """Play at random until a phase of the game, and a seat's turn in it."""

    def there(table: Table) -> bool:
        now = table.match.game.phases[int(table.match.state.phase)]
        return now == phase and (seat is None or seat in table.playing.asked)

    room.play_on(random.Random(seed), there)
    return room


def same_cards(room: Room, before: bytes) -> bool:
    return room.table.match.state.tobytes() == before


def cards(room: Room) -> bytes:
    return room.table.match.state.tobytes()


def test_alone_with_the_house_one_takes_back_at_once_and_the_houses_moves_with_it():
    room = until_phase(room_of("auction-hearts", 1), "play", seat=0)
    before, version = cards(room), room.table.version
    history = room.table.match.history
    room.act(0)
    moves = 1
    while len(room.table.playing.asked) and 0 not in room.table.playing.asked:
        room.act(next(iter(room.table.playing.asked)))
        moves += 1
    assert moves > 1
    assert room.table.may_undo(0)
    row = room.do(ANN, "undo")
    assert (row.kind, row.data) == ("undo", {"moves": moves})
    assert same_cards(room, before)
    assert room.table.match.history == history
    assert room.table.asked(0) == room.table.version > version
    update = room.table.update(0, True, 0.0)
    assert (update["anew"], update["what"]["moves"]) == (True, moves)
    assert update["events"] == room.table.snapshot(0, True, "b", EVERYBODY, 0, 0.0)["events"]
    assert update["you"]["mine"]["legal"] == room.table.match.legal(0)


def test_all_other_people_have_to_agree():
    room = until_phase(room_of("auction-hearts", 3), "play", seat=0)
    before = cards(room)
    room.act(0)
    assert room.do(ANN, "undo", present=EVERYBODY).kind == "ask"
    standing = {"seat": 0, "moves": 1, "waits_for": [1, 2]}
    assert room.table.update(None, False, 0.0)["table"]["taking_back"] == standing
    assert (room.table.bots_due(), room.table.humans_due()) == ([], []), "the house waits for the answer"
    assert not room.table.may_undo(0)
    assert room.refused(ANN, "undo").reason == "not-now"
    assert room.refused(ANN, "consent", yes=True).reason == "not-now"
    assert room.refused("9" * 64, "consent", yes=True).reason == "not-yours"
    assert room.do(BEN, "consent", present=EVERYBODY, yes=True).kind == "agree"
    assert room.table.taking_back == TakingBack(seat=0, moves=1, waits_for=[2])
    assert room.refused(BEN, "consent", present=EVERYBODY, yes=True).reason == "not-now"
    assert not same_cards(room, before)
    row = room.do(CLEO, "consent", present=EVERYBODY, yes=True)
    assert (row.kind, row.seat, row.holder) == ("undo", 0, CLEO)
    assert same_cards(room, before)
    assert room.table.taking_back is None
    assert room.refused(CLEO, "consent", yes=True).reason == "not-now"


@pytest.mark.parametrize("who", [BEN, ANN])
def test_one_refusal_is_enough_and_whoever_asked_may_think_better_of_it(who):
    room = until_phase(room_of("auction-hearts", 3), "play", seat=0)
    room.act(0)
    after = cards(room)
    room.do(ANN, "undo", present=EVERYBODY)
    assert room.do(who, "consent", yes=False).kind == "refuse"
    assert same_cards(room, after)
    assert room.table.taking_back is None
    assert room.table.bots_due() or room.table.humans_due()


def test_people_who_are_away_need_not_agree():
    room = until_phase(room_of("auction-hearts", 3), "play", seat=0)
    room.act(0)
    assert room.table.propose(room.command("undo"), ANN, 0.0, ALONE).kind == "undo"
    room.do(ANN, "undo", present=[True, True, False, False])
    assert room.table.taking_back["waits_for"] == [1]
    assert room.table.overdue_row([True, True, False, False], room.now) is None
    assert room.table.overdue_row([False] * 4, room.now) is None, "nor is anything given to somebody who is away"
    row = room.add(room.table.overdue_row(ALONE, room.now))
    assert (row.kind, row.holder, row.command) == ("undo", None, None)
    assert room.table.overdue_row(ALONE, room.now) is None


def test_those_who_go_away_are_not_waited_for():
    room = until_phase(room_of("auction-hearts", 3), "play", seat=0)
    room.act(0)
    room.do(ANN, "undo", present=EVERYBODY)
    assert room.do(BEN, "consent", present=[True, True, False, False], yes=True).kind == "undo"


def test_a_request_lapses_when_nobody_answers():
    room = until_phase(room_of("auction-hearts", 2), "play", seat=0)
    room.act(0)
    room.do(ANN, "undo", present=EVERYBODY)
    assert room.table.overdue_row(EVERYBODY, room.now + 59) is None
    assert Table(room.header, room.rows).overdue_row(EVERYBODY, room.now + 59) is None
    row = room.add(room.table.overdue_row(EVERYBODY, room.now + 61))
    assert (row.kind, row.seat) == ("refuse", None)
    assert room.table.taking_back is None
    assert room.table.update(None, False, 0.0)["what"]["name"] == ""


def test_a_move_cancels_a_request():
    room = until_phase(room_of("auction-hearts", 4), "play", seat=0)
    room.act(0)
    room.do(ANN, "undo", present=EVERYBODY)
    room.act(next(iter(room.table.playing.asked)))
    assert room.table.taking_back is None
    assert room.table.update(None, False, 0.0)["table"]["taking_back"] is None


def test_a_request_ends_with_the_seat_of_whoever_asked_and_waits_for_nobody_who_left():
    room = until_phase(room_of("auction-hearts", 4), "play", seat=1)
    room.act(1)
    room.do(BEN, "undo", present=EVERYBODY)
    room.do(CLEO, "leave")
    assert room.table.taking_back["waits_for"] == [0, 3]
    room.do(BEN, "leave")
    assert room.table.taking_back is None


def test_what_was_said_or_settled_in_between_stays():
    room = until_phase(room_of("auction-hearts", 1), "play", seat=0)
    room.act(0)
    room.do(ANN, "say", text="oh no")
    room.do(ANN, "settle", hints=False)
    room.do(ANN, "undo")
    snapshot = room.table.snapshot(0, True, "b", EVERYBODY, 0, 0.0)
    assert [line["text"] for line in snapshot["chat"]] == ["oh no"]
    assert not snapshot["table"]["hints"]


def test_one_may_take_back_again_and_again_to_the_last_thing_that_was_revealed():
    room = until_phase(room_of("auction-pitch", 1), "bid", seat=0)
    start = len(room.table.match.deals[0].events)
    room.play_on(random.Random(2), lambda table: len(table.match.deals[0].events) > 14)
    while room.table.may_undo(0):
        room.do(ANN, "undo")
    assert len(room.table.match.deals[0].events) == start
    assert room.refused(ANN, "undo").reason == "not-now"
    assert faults(room.table.match.record()) == []


@pytest.mark.parametrize(
    "game", ["auction-house", "auction-hearts", "auction-pitch", "auction-draw", "auction-flop-poker"]
)
def test_a_deal_is_never_crossed(game):
    room = room_of(game, 4)
    assert not any(room.table.may_undo(seat) for seat in range(4))
    room.play_on(random.Random(3), lambda table: len(table.match.deals) == 2 or table.over)
    assert not any(room.table.may_undo(seat) for seat in range(4))
    assert all(room.refused(holder, "undo").reason == "not-now" for holder in PEOPLE[:4])


def test_a_draw_is_never_crossed_and_a_tile_may_be_taken_back():
    room = room_of("auction-draw", 2, seats=2)
    room.play_on(random.Random(1), lambda table: any("buy" in table.match.legal(s) for s in table.playing.asked))
    (seat,) = room.table.playing.asked
    other = 1 - seat
    assert room.table.may_undo(other), "the tile played before it"
    room.act(seat, "buy")
    assert not room.table.may_undo(0) and not room.table.may_undo(1)


def test_a_flop_is_never_crossed_and_a_bid_may_be_taken_back():
    room = room_of("auction-flop-poker", 4)
    seats = []
    while room.table.match.game.phases[int(room.table.match.state.phase)] == "discard":
        (seat,) = room.table.playing.asked
        seats.append(seat)
        room.act(seat, next(words for words in room.table.match.legal(seat) if words.count(" ") == 2))
        if len(seats) < 4:
            assert room.table.may_undo(seat)
    assert any(" flop " in event for event in room.table.match.history)
    assert not any(room.table.may_undo(seat) for seat in range(4))
    (seat,) = room.table.playing.asked
    before = cards(room)
    room.act(seat, "bid 1")
    room.do(PEOPLE[seat], "undo", present=[other == seat for other in range(4)])
    assert same_cards(room, before)


def lays(room: Room) -> tuple[int, list[int]]:
    starter = next(iter(room.table.playing.asked))
    room.act(starter, next(words for words in room.table.match.legal(starter) if words.startswith("offer")))
    return starter, list(room.table.playing.asked)


def test_in_an_open_sealed_phase_only_ones_own_choice_goes():
    room = room_of("auction-house", 4)
    _, (first, second, third) = lays(room)
    asked = room.table.asked(third)
    room.act(first)
    room.act(second)
    row = room.do(PEOPLE[first], "undo", present=[seat == first for seat in range(4)])
    assert row.data["moves"] == 1
    assert set(room.table.playing.asked) == {first, third}
    assert room.table.asked(third) == asked, "nothing has changed for him"
    assert room.table.asked(first) == room.table.version
    assert room.table.may_undo(second)
    for watcher in (None, 0, 1, 2, 3):
        told_now = [event for event in room.table.update(watcher, False, 0.0)["events"] if " lay " in event]
        own = room.table.match.history[-1] if watcher == second else f"{second} lay ??"
        assert told_now == [own]
    room.act(first, room.table.match.legal(first)[3])
    room.act(third)
    assert not any(room.table.may_undo(seat) for seat in range(4)), "the lays are open"


def test_a_sealed_choice_is_taken_back_without_consent_until_all_are_in():
    room = room_of("auction-house", 4)
    _, (first, second, third) = lays(room)
    room.act(first)
    taken = room.table.match.history[-1].split(" ")[-1]
    room.act(second)
    assert room.do(PEOPLE[first], "undo", present=EVERYBODY).kind == "undo"
    others = (None, *(seat for seat in range(4) if seat != first))
    sent = [room.table.update_bytes(watcher, False, 0.0) for watcher in others]
    records = [to_line(room.table.record(watcher)) for watcher in others]
    assert not any(f"{first} lay" in text for text in (*map(bytes.decode, sent), *records))
    board: Any = room.table.update(second, False, 0.0)["board"]
    assert taken not in board["shown"]
    room.act(first, room.table.match.legal(first)[3])
    room.act(third)
    assert room.refused(PEOPLE[first], "undo", present=EVERYBODY).reason == "not-now", "the cards are open"
    assert faults(room.table.match.record()) == []


def test_a_sealed_choice_that_is_complete_needs_consent_though_it_is_face_down():
    room = kitty(room_of("auction-house", 4, reveal="before-auction"))
    assert room.do(PEOPLE[2], "undo", present=EVERYBODY).kind == "ask"


def test_a_move_that_others_saw_needs_consent_in_a_sealed_phase_too():
    room = room_of("auction-house", 4)
    starter, (first, *_) = lays(room)
    room.act(first)
    assert room.do(PEOPLE[starter], "undo", present=EVERYBODY).kind == "ask", "an offer is open"


def kitty(room: Room) -> Room:
    while room.table.match.game.phases[int(room.table.match.state.phase)] == "bid":
        room.act(next(iter(room.table.playing.asked)), "pass")
    for seat in (2, 0, 3, 1):
        room.act(seat)
    return room


def test_a_trump_is_never_crossed():
    room = kitty(room_of("auction-house", 4, reveal="after-kitty"))
    assert not any(room.table.may_undo(seat) for seat in range(4))


def test_a_kitty_that_is_complete_and_face_down_may_be_taken_back_and_the_others_stay():
    room = kitty(room_of("auction-house", 4, reveal="before-auction"))
    (leader,) = room.table.playing.asked
    room.act(leader)
    row = room.do(PEOPLE[0], "undo", present=ALONE) if leader != 0 else room.do(ANN, "undo", present=ALONE)
    if leader == 0:
        assert row.data["moves"] == 1
        row = room.do(ANN, "undo", present=ALONE)
        assert row.data["moves"] == 1
    else:
        assert row.data["moves"] == 2, "the card that was led goes too"
    assert list(room.table.playing.asked) == [0]
    room.act(0)
    assert list(room.table.playing.asked) == [leader]


def test_the_end_of_the_match_is_never_crossed():
    room = room_of("auction-pitch", 1, deals=1)
    room.play_on(random.Random(4))
    assert not room.table.may_undo(0)
    assert room.refused(ANN, "undo").reason == "not-now"


def test_only_those_at_the_table_ask_and_only_in_a_match():
    room = Room("auction-pitch", "me", "bot", "bot", "bot")
    assert room.refused(ANN, "undo").reason == "not-now"
    assert room.refused(ANN, "consent", yes=True).reason == "not-now"
    room.do(ANN, "start")
    assert room.refused(BEN, "undo").reason == "not-yours"
    assert told(Table(room.header, room.rows)) == told(room.table)
