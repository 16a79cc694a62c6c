"""Tests of single decisions and events of a table, and of their effects."""

from __future__ import annotations

import random
from copy import copy
from dataclasses import replace

import pytest

from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.decide.checks import _time_left, check_rest
from saleroom.server.core.decide.system_events import bot_move
from saleroom.server.core.state.events import TableEvent
from tests.server.core_tables import ANN, BEN, CLEO, DAN, CoreTable, new_table, started_table

NOT_YET = "It is not your turn. Wait until you are asked."
NO_LONGER = "It is no longer your turn. Wait until you are asked."


def test_the_cards_are_those_of_the_start_then_of_the_last_move():
    table = started_table("auction-pitch", 1)
    assert table.state.cards_version == table.state.version
    assert table.act(1).number == table.state.cards_version
    table.do(ANN, "say", text="hello")
    assert table.state.cards_version == table.state.version - 1


def test_in_a_sealed_phase_the_others_keep_their_turns():
    table = started_table("auction-house", 2, rounds=1)
    for seat in (1, 2, 3, 0):
        table.act(seat, "pass")
    progress, opened, began = table.state.progress, table.state.version, table.now
    assert progress.turn_began_at == dict.fromkeys(range(4), began)
    table.now += 50
    table.act(0)
    assert progress.turn_versions == dict.fromkeys((1, 2, 3), opened)
    assert progress.turn_began_at == dict.fromkeys((1, 2, 3), began)
    for seat in (1, 2, 3):
        table.act(seat)
    assert progress.turn_began_at == {1: table.now}
    assert progress.turn_versions == {1: table.state.version}


def test_the_end_of_a_deal_is_kept_until_the_next_move():
    table, ends = started_table("auction-pitch", 1, deals=2), 0
    while not table.state.over:
        table.play_on(random.Random(1), lambda state: state.progress.match_at_deal_end is not None or state.over)
        progress = table.state.progress
        if table.state.over:
            assert progress.match_at_deal_end is None
            assert progress.over_at == table.now
            break
        ends += 1
        assert progress.over_at is None
        settled = len(progress.match_at_deal_end.deals)
        assert (progress.ended_deal, len(progress.match.deals)) == (settled - 1, settled + 1)
        table.act(progress.match.to_act[0])
        assert (progress.match_at_deal_end, progress.ended_deal) == (None, None)
    assert ends == 1


def test_the_owner_may_come_back_under_another_name():
    table = new_table("auction-pitch", "me", "open", "open", "open")
    table.do(BEN, "sit", seat=1, name="Bert")
    assert table.state.owner_name == "Ann"
    alone = new_table("auction-pitch", "me", "open", "open", "open")
    alone.do(ANN, "leave")
    alone.do(ANN, "sit", seat=2, name="Anna")
    assert alone.state.owner_name == "Anna"


def test_a_device_that_joins_a_match_has_seen_that_hand():
    table = started_table("auction-pitch", 2)
    table.add(TableEvent(table.state.version + 1, "device", 1, {}, None, CLEO, table.now))
    assert table.state.seats[1].holders == [BEN, CLEO]
    assert table.state.hand_seen == {ANN: 0, BEN: 1, CLEO: 1}


@pytest.mark.parametrize(
    ("left", "words"),
    [(0.2, "one second"), (1, "one second"), (2, "2 seconds"), (3600, "3600 seconds"), (5401, "2 hours")],
)
def test_time_that_is_left_in_words(left, words):
    assert _time_left("Ann", left).text == f"Ann has {words} left."
    assert _time_left("ann", left).text == f"ann has {words} left."  # a name stays unchanged


def test_a_refusal_may_be_copied():
    refusal = _time_left("Ann", 2)
    copied = copy(refusal)
    assert (copied.reason, copied.key, copied.text) == (refusal.reason, refusal.key, refusal.text)


def test_the_house_plays_the_rest_for_who_sits_there_once_it_is_decided():
    table = started_table("auction-pitch", 1)
    assert check_rest(table.state, ANN, True) == 0
    for holder, decided, reason in ((ANN, False, "not-now"), (None, True, "not-yours"), (DAN, True, "not-yours")):
        with pytest.raises(CommandRefusal) as caught:
            check_rest(table.state, holder, decided)
        assert caught.value.reason == reason
        assert str(caught.value) == caught.value.text


def test_a_move_is_by_its_person_unless_the_house_makes_it():
    table = started_table("auction-pitch", 2)
    assert table.act(1).data == {"action": "pass", "by_house": False}


def with_header(table: CoreTable, **changed: object) -> CoreTable:
    return CoreTable(replace(table.header, **changed), table.events)


def test_programs_sit_where_no_match_is_rated_and_people_everywhere():
    program = "program:" + "a" * 20
    for rated, holder, refused in ((False, program, False), (True, BEN, False), (True, program, True)):
        table = with_header(new_table("auction-pitch", "me", "open", "open", "open"), rated=rated)
        if refused:
            assert table.refused(holder, "sit", seat=1, name="Bert").reason == "not-now"
        else:
            assert table.do(holder, "sit", seat=1, name="Bert").seat == 1


def test_who_leaves_a_match_is_followed_by_a_bot_with_a_name():
    before = new_table("auction-pitch", "me", "open", "bot", "bot")
    before.do(BEN, "sit", seat=1, name="Bert")
    assert before.do(BEN, "leave").data == {}
    playing = started_table("auction-pitch", 2)
    event = playing.do(BEN, "leave")
    assert event.data["name"] == playing.state.seats[1].name == "Ben"


def test_a_bot_has_the_next_name_that_looks_like_no_other_at_the_table():
    table = started_table("auction-pitch", 1)
    assert [seat.name for seat in table.state.seats] == ["Ann", "Ben", "Cleo", "Dan"]
    table = new_table("auction-pitch", "me", "open", "open", "open")
    table.do(BEN, "sit", seat=2, name="Ben")
    assert table.do(ANN, "reseat", seat=1, to="house").data["name"] == "Cleo"


def test_a_seat_given_to_a_bot_has_a_name_and_an_open_one_has_none():
    table = new_table("auction-pitch", "me", "open", "open", "open")
    event = table.do(ANN, "reseat", seat=1, to="house")
    assert event.data["name"] and event.data["to"] == "house"
    assert table.do(ANN, "reseat", seat=1, to=None).data == {"to": None, "name": ""}


def test_the_owner_of_a_rated_table_opens_a_seat_only_before_the_match():
    table = with_header(new_table("auction-pitch", "me", "open", "open", "open"), rated=True)
    table.do(BEN, "sit", seat=1, name="Bert")
    assert table.do(ANN, "reseat", seat=1, to=None).data == {"to": None, "name": ""}
    for seat, holder in enumerate((BEN, CLEO, DAN), 1):
        table.do(holder, "sit", seat=seat, name=f"Guest {seat}")
    table.do(ANN, "start")
    assert table.refused(ANN, "reseat", seat=1, to=None).key == "seats.keeps-people"


@pytest.mark.parametrize(
    ("rated", "way"),
    [(False, "wait for players, or give them to bots."), (True, "wait for players.")],
)
def test_a_match_begins_when_every_seat_is_taken(rated, way):
    table = with_header(new_table("auction-pitch", "me", "open", "open", "open"), rated=rated)
    assert table.refused(ANN, "start").text == f"Still 3 seats are open: {way}"


def test_while_an_undo_request_stands_only_a_nudge_moves_for_others():
    table = started_table("auction-pitch", 2)
    table.act(1, "pass")
    assert bot_move(table.state, 2, "pass", table.now) is not None
    table.do(BEN, "undo")
    assert table.state.undo_request is not None
    assert bot_move(table.state, 2, "pass", table.now) is None
    assert bot_move(table.state, 2, "pass", table.now, command="nudge") is not None
    assert bot_move(table.state, 2, "pass", table.now, for_person=True, command="nudge") is None


def test_a_refusal_says_whether_a_turn_is_over_or_has_not_come():
    table = started_table("auction-pitch", 4)
    opened, asked = table.state.version, next(iter(table.state.progress.turn_versions))
    holders, others = (ANN, BEN, CLEO, DAN), [seat for seat in range(4) if seat != asked]
    for seat in others:
        assert table.refused(holders[seat], "act", at=0, action="pass").text == NOT_YET
    table.act(asked, "pass")
    table.act((asked + 1) % 4, "pass")
    assert table.refused(holders[asked], "act", at=opened, action="pass").text == NO_LONGER
    assert table.refused(holders[asked], "act", at=opened + 1, action="pass").text == NOT_YET


def test_undone_moves_are_counted():
    table = started_table("auction-pitch", 1)
    for count in (1, 2):
        table.play_on(random.Random(1), lambda state: state.may_undo(0))
        table.do(ANN, "undo")
        assert table.state.progress.undo_count == count


def test_an_event_of_a_later_version_is_named_by_the_beginning_of_its_kind():
    table = started_table("auction-pitch", 1)
    number = table.state.version + 1
    kind = "whispered_to_all_at_the_table"
    with pytest.raises(ValueError, match=f"event {number} is of the kind '{kind[:20]}', which this version does not"):
        table.add(TableEvent(number, kind, 0, {}))


def test_a_table_that_was_made_with_words_begins_with_those():
    table = new_table("auction-pitch", "me", "open", "bot", "bot")
    table.do(BEN, "sit", seat=1, name="Ben", word="salt")
    fixed = with_header(CoreTable(table.header, table.events), words=["pepper"])
    for each, words in ((table, ["salt"]), (fixed, ["pepper"])):
        each.do(ANN, "start")
        assert each.state.match.fair["words"] == words


def test_hints_are_for_tables_that_are_not_rated_and_other_settings_for_all():
    table = started_table("auction-pitch", 1)
    table.do(ANN, "settle", hints=False)
    assert table.do(ANN, "settle", hints=True).data == {"hints": True}
    rated = with_header(new_table("auction-pitch", "me", "open", "open", "open"), rated=True)
    assert rated.do(ANN, "settle", hints=False, clock=30).data["clock"] == 30
    assert rated.refused(ANN, "settle", hints=True).text == "This match is rated, so there are no hints."


@pytest.mark.parametrize(("holder", "named"), [(BEN, "Ann"), ("program:" + "a" * 20, "seat 0")])
def test_a_rule_is_explained_with_names_to_people_and_with_seats_to_programs(holder, named):
    table = new_table("auction-house", "me", "open", "bot", "bot", rounds=1)
    table.do(holder, "sit", seat=1, name="Ben")
    table.do(ANN, "start")
    table.play_on(random.Random(1), lambda state: 1 in state.progress.turn_versions)
    table.act(1, next(words for words in table.state.match.legal(1) if words.startswith("offer")))
    for seat in (2, 3, 0):
        table.act(seat)
    refusal = table.refused(holder, "act", at=table.state.turn_version(1), action="trade 9")
    assert refusal.text.startswith(f"Name who to trade with: {named}, ")
