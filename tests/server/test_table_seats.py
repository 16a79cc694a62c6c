"""Tests of seats: who is allowed to sit where, who owns the table, and what happens when a person leaves."""

from __future__ import annotations

import hashlib
import random

import pytest
from pydantic import ValidationError

from saleroom.server.core.apply import replay
from saleroom.server.core.create_table import first_events, new_header, rematch_table
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.decide.system_events import add_device
from saleroom.server.core.project.table_info import table_info
from saleroom.server.protocol.bodies import TableRequest
from tests.server.core_tables import ANN, BEN, CLEO, DAN, EVE, SEED, CoreTable, new_table, snapshots, started_table


def kinds(table: CoreTable) -> list[str]:
    return [place.kind for place in table.state.seats]


def gathering() -> CoreTable:
    return new_table("auction-pitch", "me", "open", "open", "bot")


def test_a_new_table_has_its_maker_and_the_house_where_they_were_asked_for():
    table = gathering()
    snapshot = table.projection.snapshot(
        0, True, build="build", present=[True, False, False, False], spectators=2, now=0.0
    )
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
        ({"chairs": ["me", "bot", "bot", "bot"], "options": {"target": 1000}}, "must be a number from 1 to 50"),
        ({"chairs": ["me", "bot", "bot", "bot"], "options": {"moon": "off"}}, "no option"),
        ({"chairs": ["me", "bot", "bot", "bot"], "name": "\u202e\u200b"}, "A name needs letters"),
        ({"chairs": ["me", "bot", "bot", "bot"], "seats": 5}, "5 seats and 4 chairs"),
    ],
)
def test_a_table_that_cannot_be_is_refused(asked, reason):
    chairs = [{"kind": kind} for kind in asked.pop("chairs")]
    wish = TableRequest(**{"game": "auction-pitch", "name": "Ann", "chairs": chairs, **asked})
    with pytest.raises(CommandRefusal, match=reason):
        first_events(new_header(wish, "t", ANN, SEED, 0.0), wish, 0.0)


def test_a_table_of_an_unknown_game_is_refused_before_its_chairs():
    with pytest.raises(ValidationError, match="there is no such game; the games are auction-house"):
        TableRequest(game="whist", name="Ann", chairs=[{"kind": "me"}])


def test_people_sit_once_on_open_seats_and_have_names_of_their_own():
    table = gathering()
    table.do(BEN, "sit", seat=1, name=" ann ")
    assert [seat.name for seat in table.state.seats][:2] == ["Ann", "ann 2"]
    assert table.refused(BEN, "sit", seat=2, name="Ben").reason == "not-now"
    assert table.refused(CLEO, "sit", seat=1, name="Cleo").reason == "full"
    assert table.refused(CLEO, "sit", seat=3, name="Cleo").reason == "full"
    assert table.refused(CLEO, "sit", seat=7, name="Cleo").reason == "malformed"
    assert table.refused(None, "sit", seat=2, name="Cleo").reason == "not-yours"
    assert (table.state.seat_of(ANN), table.state.seat_of(BEN), table.state.seat_of(CLEO)) == (0, 1, None)
    assert table.state.seat_of(None) is None
    assert table.state.seat_of("") is None
    assert table.state.seat_of("ß") is None


def test_a_bot_never_has_a_persons_name():
    table = new_table("auction-pitch", "open", "open", "open", "open")
    table.do(BEN, "sit", seat=1, name="ada")
    table.do(ANN, "reseat", seat=0, to="house")
    assert len({name.casefold() for name in [seat.name for seat in table.state.seats][:2]}) == 2


def test_only_the_owner_starts_and_only_a_full_table():
    table = gathering()
    assert table.refused(ANN, "start").reason == "not-now"
    table.do(BEN, "sit", seat=1, name="Ben")
    assert table.refused(BEN, "start").reason == "not-yours"
    assert "one seat is open" in table.refused(ANN, "start").text
    table.do(ANN, "reseat", seat=2, to="random")
    table.do(ANN, "start")
    assert table.state.status == "playing"
    assert table.refused(ANN, "start").reason == "not-now"


def test_the_owner_gives_seats_away_but_not_their_own():
    table = gathering()
    table.do(BEN, "sit", seat=1, name="Ben")
    assert table.refused(ANN, "reseat", seat=0, to="house").reason == "not-now"
    assert table.refused(ANN, "reseat", seat=2, to=None).reason == "not-now"
    assert table.refused(ANN, "reseat", seat=3, to="house").reason == "not-now"
    assert table.refused(ANN, "reseat", seat=2, to="deep blue").reason == "malformed"
    assert table.refused(ANN, "reseat", seat=6, to="house").reason == "malformed"
    assert table.refused(BEN, "reseat", seat=2, to="house").reason == "not-yours"
    assert table.refused(CLEO, "reseat", seat=2, to="house").reason == "not-yours"
    table.do(ANN, "reseat", seat=1, to=None)
    table.do(ANN, "reseat", seat=3, to="random")
    assert kinds(table) == ["human", "open", "open", "bot"]
    assert table.state.seat_of(BEN) is None


def test_an_owner_who_leaves_is_followed_by_the_next_person():
    table = new_table("auction-pitch", "bot", "me", "open", "open")
    table.do(CLEO, "sit", seat=3, name="Cleo")
    table.do(BEN, "sit", seat=2, name="Ben")
    table.do(ANN, "leave")
    assert table.state.is_owner(BEN)
    assert not table.state.is_owner(ANN)
    assert [chair["owner"] for chair in table_info(table.state)["chairs"]] == [False, False, True, False]
    table.do(BEN, "leave")
    assert table.state.is_owner(CLEO)
    table.do(CLEO, "leave")
    assert table.state.is_owner(CLEO), "no other person is left"
    table.do(CLEO, "sit", seat=1, name="Cleo")
    assert table.state.owner_seat == 1


def test_words_go_into_the_seed_in_the_order_of_sitting_down():
    table = gathering()
    table.do(BEN, "sit", seat=2, name="Ben", word="first")
    table.do(CLEO, "sit", seat=1, name="Cleo", word="second\u202e")
    table.do(BEN, "leave")
    table.do(DAN, "sit", seat=2, name="Dan", word="third")
    assert table.projection.snapshot(None, False, build="b", present=[True] * 4, spectators=0, now=0.0)["table"][
        "fair"
    ]["words"] == [
        "second",
        "third",
    ]
    table.do(ANN, "start")
    assert table.state.match.fair["words"] == ["second", "third"]
    assert table.state.record(0)["seed"] is None
    assert "fair" not in (table.state.record(None) or {"fair": "no record"})


def test_during_a_match_a_seat_that_is_left_gets_a_bot_and_an_opened_seat_can_be_taken():
    table = started_table("auction-hearts", 3)
    table.do(CLEO, "leave")
    assert kinds(table) == ["human", "human", "bot", "bot"]
    table.do(ANN, "reseat", seat=1, to=None)
    assert kinds(table) == ["human", "open", "bot", "bot"]
    while 1 not in table.state.progress.turn_versions:
        table.act(next(iter(table.state.progress.turn_versions)), "pass")
    assert table.state.bots_to_act() == [(1, "house")]
    table.do(EVE, "sit", seat=1, name="Eve")
    update = table.projection.update(1, False, table.now)
    assert update["anew"]
    assert (
        update["events"]
        == table.projection.snapshot(1, False, build="b", present=[True] * 4, spectators=0, now=0.0)["events"]
    )
    assert "??" not in next(event for event in update["events"] if event.startswith("table deal 1"))
    assert (table.state.bots_to_act(), table.state.people_to_act()) == ([], [1])
    assert table.projection.update(0, True, table.now)["events"] == []
    assert table.state.match.players[:3] == ["Ann", "Bert", "Cleo"], "the record names who began"


def test_nobody_sees_two_hands_of_a_match():
    table = started_table("auction-hearts", 3)
    table.do(BEN, "leave")
    table.do(ANN, "reseat", seat=1, to=None)
    table.do(ANN, "reseat", seat=2, to=None)
    assert table.refused(BEN, "sit", seat=2, name="Ben").reason == "not-yours"
    table.do(BEN, "sit", seat=1, name="Ben")


def test_another_device_takes_a_seat_over_with_the_first():
    table = started_table("auction-hearts", 2)
    table.add(add_device(table.state, 0, EVE, table.now))
    assert table.state.seat_of(EVE) == table.state.seat_of(ANN) == 0
    assert table.state.is_owner(EVE)
    assert table.projection.update(0, True, table.now)["anew"]
    for seat in (0, 1):
        with pytest.raises(CommandRefusal):
            add_device(table.state, seat, EVE, table.now)
    with pytest.raises(CommandRefusal):
        add_device(table.state, 3, DAN, table.now)
    for number in range(6):
        table.add(add_device(table.state, 0, f"{number}" * 64, table.now))
    with pytest.raises(CommandRefusal, match="8 devices"):
        add_device(table.state, 0, DAN, table.now)


def test_settings_are_the_owners():
    table = gathering()
    assert table.refused(BEN, "settle", hints=False).reason == "not-yours"
    assert table.refused(ANN, "settle", hints=True).reason == "not-now"
    assert table.refused(ANN, "settle", clock="none").reason == "not-now"
    assert table.refused(ANN, "settle").reason == "not-now"
    event = table.do(ANN, "settle", hints=False, pace="quick", clock=60)
    assert event.data == {"hints": False, "pace": "quick", "clock": 60}
    info = table.projection.update(None, False, 0.0)["table"]
    assert (info["hints"], info["pace"], info["clock"]) == (False, "quick", 60)
    table.do(ANN, "settle", clock="none")
    assert table.state.clock is None


def test_a_rematch_brings_the_same_people_to_a_new_table():
    table = started_table("auction-pitch", 2, deals=1)
    table.add(add_device(table.state, 1, EVE, table.now))
    assert table.refused(ANN, "rematch", new_table="table-2").reason == "not-now"
    table.play_on(random.Random(3))
    assert table.refused(DAN, "rematch", new_table="table-2").reason == "not-yours"
    assert table.refused(ANN, "rematch").reason == "trouble"
    table.do(BEN, "rematch", new_table="table-2")
    assert table.refused(ANN, "rematch", new_table="table-3").reason == "not-now"
    assert table.projection.update(None, False, 0.0)["table"]["rematch"] == "table-2"
    header, events = rematch_table(table.state, "table-2", BEN, bytes(32), 5.0)
    again = replay(header, events)
    assert again.status == "gathering"
    assert [seat.name for seat in again.seats] == [seat.name for seat in table.state.seats]
    assert [again.seat_of(holder) for holder in (ANN, BEN, EVE)] == [0, 1, 1]
    assert again.is_owner(ANN)
    assert header.options == table.header.options


def test_alone_with_the_house_a_rematch_is_dealt_at_once():
    table = started_table("auction-pitch", 1, deals=1)
    table.play_on(random.Random(3))
    again = replay(*rematch_table(table.state, "table-2", ANN, bytes(32), 5.0))
    assert again.status == "playing"
    assert again.match.state.tobytes() != replay(table.header, table.events[:5]).match.state.tobytes()


def test_a_rematch_does_not_start_while_a_seat_is_open():
    table = started_table("auction-pitch", 1, deals=1)
    table.do(ANN, "reseat", seat=2, to=None)
    while not table.state.over:
        table.play_on(random.Random(3))
    again = replay(*rematch_table(table.state, "table-2", ANN, bytes(32), 5.0))
    assert again.status == "gathering"
    assert [place.kind for place in again.seats] == ["human", "bot", "open", "bot"]


def test_who_began_is_kept_for_the_story():
    table = started_table("auction-pitch", 2, deals=1)
    table.do(BEN, "leave")
    assert table.state.first_bots == [None, None, "house", "house"]


@pytest.mark.parametrize("value", [True, 7.0])
def test_an_option_is_a_whole_number_or_a_word(value):
    with pytest.raises(ValidationError):
        TableRequest(game="auction-pitch", name="Ann", chairs=[{"kind": "me"}] * 4, options={"target": value})


def test_when_the_match_is_over_seats_stay_as_they_are():
    table = started_table("auction-pitch", 2, deals=1)
    table.play_on(random.Random(3))
    assert table.refused(ANN, "leave").reason == "not-now"
    assert table.refused(ANN, "reseat", seat=1, to=None).reason == "not-now"
    assert table.refused(CLEO, "sit", seat=2, name="Cleo").reason == "not-now"
    table.do(ANN, "say", text="Well played")
    assert snapshots(table.again()) == snapshots(table)
