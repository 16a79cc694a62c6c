"""Who may sit where, whose the table is, and what becomes of a seat whose person leaves."""

from __future__ import annotations

import hashlib
import random

import pytest
from pydantic import ValidationError

from saleroom.server.founding import first_rows, new_header, rematch
from saleroom.server.judging import Refusal
from saleroom.server.rest import TableAsked
from saleroom.server.table import Table
from tests.server.tabling import ANN, BEN, CLEO, DAN, EVE, SEED, Room, room_of, told


def kinds(room: Room) -> list[str]:
    return [place.kind for place in room.table.seating.places]


def gathering() -> Room:
    return Room("auction-pitch", "me", "open", "open", "bot")


def test_a_new_table_has_its_maker_and_the_house_where_they_were_asked_for():
    room = gathering()
    snapshot = room.table.snapshot(0, True, "build", [True, False, False, False], 2, 0.0)
    assert [chair["kind"] for chair in snapshot["table"]["chairs"]] == ["human", "open", "open", "bot"]
    assert [chair["owner"] for chair in snapshot["table"]["chairs"]] == [True, False, False, False]
    assert snapshot["table"]["chairs"][3]["player"] == "house"
    assert (snapshot["board"], snapshot["you"]["mine"], snapshot["watchers"]) == (None, None, 2)
    assert snapshot["table"]["fair"] == {"commit": hashlib.sha256(SEED).hexdigest(), "words": [], "server_seed": None}


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"chairs": ["me", "me", "bot", "bot"]}, "one seat only"),
        ({"chairs": ["me", "bot", "bot"]}, "4 to 7 seats"),
        ({"chairs": ["me", "bot", "open", "bot"], "start": True}, "one seat is open"),
        ({"chairs": ["me", "bot", "bot", "bot"], "game": "whist"}, "is no game"),
        ({"chairs": ["me", "bot", "bot", "bot"], "options": {"target": 1000}}, "must be a number from 1 to 50"),
        ({"chairs": ["me", "bot", "bot", "bot"], "options": {"moon": "off"}}, "no option"),
        ({"chairs": ["me", "bot", "bot", "bot"], "name": "\u202e\u200b"}, "A name needs letters"),
        ({"chairs": ["me", "bot", "bot", "bot"], "seats": 5}, "5 seats and 4 chairs"),
    ],
)
def test_a_table_that_cannot_be_is_refused(asked, reason):
    chairs = [{"kind": kind} for kind in asked.pop("chairs")]
    wish = TableAsked(**{"game": "auction-pitch", "name": "Ann", "chairs": chairs, **asked})
    with pytest.raises(Refusal, match=reason):
        first_rows(new_header(wish, "t", ANN, SEED, 0.0), wish, 0.0)


def test_people_sit_once_on_open_seats_and_have_names_of_their_own():
    room = gathering()
    room.do(BEN, "sit", seat=1, name=" ann ")
    assert room.table.seating.names()[:2] == ["Ann", "ann 2"]
    assert room.refused(BEN, "sit", seat=2, name="Ben").reason == "not-now"
    assert room.refused(CLEO, "sit", seat=1, name="Cleo").reason == "full"
    assert room.refused(CLEO, "sit", seat=3, name="Cleo").reason == "full"
    assert room.refused(CLEO, "sit", seat=7, name="Cleo").reason == "malformed"
    assert room.refused(None, "sit", seat=2, name="Cleo").reason == "not-yours"
    assert (room.table.seat_of(ANN), room.table.seat_of(BEN), room.table.seat_of(CLEO)) == (0, 1, None)
    assert room.table.seat_of(None) is None
    assert room.table.seat_of("") is None
    assert room.table.seat_of("ß") is None


def test_a_bot_never_has_a_persons_name():
    room = Room("auction-pitch", "open", "open", "open", "open")
    room.do(BEN, "sit", seat=1, name="ada")
    room.do(ANN, "reseat", seat=0, to="house")
    assert len({name.casefold() for name in room.table.seating.names()[:2]}) == 2


def test_only_the_owner_starts_and_only_a_full_table():
    room = gathering()
    assert room.refused(ANN, "start").reason == "not-now"
    room.do(BEN, "sit", seat=1, name="Ben")
    assert room.refused(BEN, "start").reason == "not-yours"
    assert "one seat is open" in room.refused(ANN, "start").text
    room.do(ANN, "reseat", seat=2, to="random")
    room.do(ANN, "start")
    assert room.table.status == "playing"
    assert room.refused(ANN, "start").reason == "not-now"


def test_the_owner_gives_seats_away_but_not_his_own():
    room = gathering()
    room.do(BEN, "sit", seat=1, name="Ben")
    assert room.refused(ANN, "reseat", seat=0, to="house").reason == "not-now"
    assert room.refused(ANN, "reseat", seat=2, to=None).reason == "not-now"
    assert room.refused(ANN, "reseat", seat=3, to="house").reason == "not-now"
    assert room.refused(ANN, "reseat", seat=2, to="deep blue").reason == "malformed"
    assert room.refused(ANN, "reseat", seat=6, to="house").reason == "malformed"
    assert room.refused(BEN, "reseat", seat=2, to="house").reason == "not-yours"
    assert room.refused(CLEO, "reseat", seat=2, to="house").reason == "not-yours"
    room.do(ANN, "reseat", seat=1, to=None)
    room.do(ANN, "reseat", seat=3, to="random")
    assert kinds(room) == ["human", "open", "open", "bot"]
    assert room.table.seat_of(BEN) is None


def test_an_owner_who_leaves_is_followed_by_the_next_person():
    room = Room("auction-pitch", "bot", "me", "open", "open")
    room.do(CLEO, "sit", seat=3, name="Cleo")
    room.do(BEN, "sit", seat=2, name="Ben")
    room.do(ANN, "leave")
    assert room.table.is_owner(BEN)
    assert not room.table.is_owner(ANN)
    assert [chair["owner"] for chair in room.table.seating.chairs()] == [False, False, True, False]
    room.do(BEN, "leave")
    assert room.table.is_owner(CLEO)
    room.do(CLEO, "leave")
    assert room.table.is_owner(CLEO), "nobody is left to take it"
    room.do(CLEO, "sit", seat=1, name="Cleo")
    assert room.table.seating.owner_seat == 1


def test_words_go_into_the_seed_in_the_order_of_sitting_down():
    room = gathering()
    room.do(BEN, "sit", seat=2, name="Ben", word="first")
    room.do(CLEO, "sit", seat=1, name="Cleo", word="second\u202e")
    room.do(BEN, "leave")
    room.do(DAN, "sit", seat=2, name="Dan", word="third")
    assert room.table.snapshot(None, False, "b", [True] * 4, 0, 0.0)["table"]["fair"]["words"] == ["second", "third"]
    room.do(ANN, "start")
    assert room.table.match.fair["words"] == ["second", "third"]
    assert room.table.record(0)["seed"] is None
    assert "fair" not in (room.table.record(None) or {"fair": "no record"})


def test_in_the_match_a_seat_that_is_left_is_the_houses_and_one_that_is_opened_waits_for_somebody():
    room = room_of("auction-hearts", 3)
    room.do(CLEO, "leave")
    assert kinds(room) == ["human", "human", "bot", "bot"]
    room.do(ANN, "reseat", seat=1, to=None)
    assert kinds(room) == ["human", "open", "bot", "bot"]
    while 1 not in room.table.playing.asked:
        room.act(next(iter(room.table.playing.asked)), "pass")
    assert room.table.bots_due() == [(1, "house")]
    room.do(EVE, "sit", seat=1, name="Eve")
    update = room.table.update(1, False, room.now)
    assert update["anew"]
    assert update["events"] == room.table.snapshot(1, False, "b", [True] * 4, 0, 0.0)["events"]
    assert "??" not in next(event for event in update["events"] if event.startswith("table deal 1"))
    assert (room.table.bots_due(), room.table.humans_due()) == ([], [1])
    assert room.table.update(0, True, room.now)["events"] == []
    assert room.table.match.players[:3] == ["Ann", "Bert", "Cleo"], "the record names who began"


def test_nobody_sees_two_hands_of_a_match():
    room = room_of("auction-hearts", 3)
    room.do(BEN, "leave")
    room.do(ANN, "reseat", seat=1, to=None)
    room.do(ANN, "reseat", seat=2, to=None)
    assert room.refused(BEN, "sit", seat=2, name="Ben").reason == "not-yours"
    room.do(BEN, "sit", seat=1, name="Ben")


def test_another_device_takes_a_seat_over_with_the_first():
    room = room_of("auction-hearts", 2)
    room.add(room.table.device_row(0, EVE, room.now))
    assert room.table.seat_of(EVE) == room.table.seat_of(ANN) == 0
    assert room.table.is_owner(EVE)
    assert room.table.update(0, True, room.now)["anew"]
    for seat in (0, 1):
        with pytest.raises(Refusal):
            room.table.device_row(seat, EVE, room.now)
    with pytest.raises(Refusal):
        room.table.device_row(3, DAN, room.now)
    for number in range(6):
        room.add(room.table.device_row(0, f"{number}" * 64, room.now))
    with pytest.raises(Refusal, match="8 devices"):
        room.table.device_row(0, DAN, room.now)


def test_settings_are_the_owners():
    room = gathering()
    assert room.refused(BEN, "settle", hints=False).reason == "not-yours"
    assert room.refused(ANN, "settle", hints=True).reason == "not-now"
    assert room.refused(ANN, "settle", clock="none").reason == "not-now"
    assert room.refused(ANN, "settle").reason == "not-now"
    row = room.do(ANN, "settle", hints=False, pace="quick", clock=60)
    assert row.data == {"hints": False, "pace": "quick", "clock": 60}
    info = room.table.update(None, False, 0.0)["table"]
    assert (info["hints"], info["pace"], info["clock"]) == (False, "quick", 60)
    room.do(ANN, "settle", clock="none")
    assert room.table.clock is None


def test_a_rematch_brings_the_same_people_to_a_new_table():
    room = room_of("auction-pitch", 2, deals=1)
    room.add(room.table.device_row(1, EVE, room.now))
    assert room.refused(ANN, "rematch", new_table="table-2").reason == "not-now"
    room.play_on(random.Random(3))
    assert room.refused(DAN, "rematch", new_table="table-2").reason == "not-yours"
    assert room.refused(ANN, "rematch").reason == "trouble"
    room.do(BEN, "rematch", new_table="table-2")
    assert room.refused(ANN, "rematch", new_table="table-3").reason == "not-now"
    assert room.table.update(None, False, 0.0)["table"]["rematch"] == "table-2"
    header, rows = rematch(room.table, "table-2", BEN, bytes(32), 5.0)
    again = Table(header, rows)
    assert again.status == "gathering"
    assert again.seating.names() == room.table.seating.names()
    assert [again.seat_of(holder) for holder in (ANN, BEN, EVE)] == [0, 1, 1]
    assert again.is_owner(ANN)
    assert header.options == room.header.options


def test_alone_with_the_house_a_rematch_is_dealt_at_once():
    room = room_of("auction-pitch", 1, deals=1)
    room.play_on(random.Random(3))
    header, rows = rematch(room.table, "table-2", ANN, bytes(32), 5.0)
    again = Table(header, rows)
    assert again.status == "playing"
    assert again.match.state.tobytes() != Table(room.header, room.rows[:5]).match.state.tobytes()


def test_a_rematch_does_not_start_while_a_seat_is_open():
    room = room_of("auction-pitch", 1, deals=1)
    room.do(ANN, "reseat", seat=2, to=None)
    while not room.table.over:
        room.play_on(random.Random(3))
    again = Table(*rematch(room.table, "table-2", ANN, bytes(32), 5.0))
    assert again.status == "gathering"
    assert [place.kind for place in again.seating.places] == ["human", "bot", "open", "bot"]


def test_who_began_is_kept_for_the_story():
    room = room_of("auction-pitch", 2, deals=1)
    room.do(BEN, "leave")
    assert room.table.seating.began == [None, None, "house", "house"]


@pytest.mark.parametrize("value", [True, 7.0])
def test_an_option_is_a_whole_number_or_a_word(value):
    with pytest.raises(ValidationError):
        TableAsked(game="auction-pitch", name="Ann", chairs=[{"kind": "me"}] * 4, options={"target": value})


def test_when_the_match_is_over_seats_stay_as_they_are():
    room = room_of("auction-pitch", 2, deals=1)
    room.play_on(random.Random(3))
    assert room.refused(ANN, "leave").reason == "not-now"
    assert room.refused(ANN, "reseat", seat=1, to=None).reason == "not-now"
    assert room.refused(CLEO, "sit", seat=2, name="Cleo").reason == "not-now"
    room.do(ANN, "say", text="Well played")
    assert told(Table(room.header, room.rows)) == told(room.table)
