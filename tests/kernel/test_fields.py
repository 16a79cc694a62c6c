"""Tests of fields: which declarations are refused, when a field has a value, and which seats see each of its bytes."""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.kernel import fields
from saleroom.kernel.fields import (
    BLOCK,
    NO_DEAL_YET,
    PUBLIC,
    SEATS,
    Record,
    also_dead,
    also_unset,
    dead_while,
    of_deal,
    own,
    public,
    secret,
    unset_while,
)

HAND = own("hand", "u8", (0, 2**52 - 1), "card set", "what a seat holds", (SEATS,))
BID = public("bid", "i4", (-1, 100), "points", "the standing bid", nothing=(-1, "while none stands"))
SAID = public(
    "said", "i4", (-2, 9), "points", "what a seat said", (SEATS,), senses={-1: "a pass"}, nothing=(-2, "before it has")
)
DECK = secret("deck", "i1", (0, 51), "card", "the pack", (52,))
PHASE = public("phase", "i1", (0, 15), "phase", "the phase")
TINY = public("tiny", "i1", (-128, 127), "points", "any byte")


@pytest.mark.parametrize(
    ("kind", "span", "unit", "shape", "see"),
    [
        ("i1", (0, 128), "points", (), public),
        ("i1", (-129, 0), "points", (), public),
        ("i1", (5, 4), "points", (), public),
        ("i4", (0, 9), "card set", (), public),
        ("u8", (0, 9), "points", (), public),
        ("i1", (0, 9), "points", (), own),
    ],
    ids=["too high", "too low", "backwards", "a set of signed numbers", "unsigned numbers", "own without seats"],
)
def test_a_declaration_that_cannot_hold_is_refused(kind, span, unit, shape, see):
    with pytest.raises(ValueError, match="field it"):
        see("it", kind, span, unit, "it", shape)


def test_a_declaration_may_use_all_of_its_type_and_stand_for_something_within_it():
    assert (TINY.low, TINY.high) == (-128, 127)
    assert public("one", "i1", (4, 4), "points", "one value").low == 4
    for edge in (0, 4):
        assert public("bid", "i1", (0, 4), "points", "a bid", nothing=(edge, "at first")).start == edge
        assert public("bid", "i1", (0, 4), "points", "a bid", senses={edge: "a pass"}).senses == {edge: "a pass"}
    for wrong in (-1, 5):
        with pytest.raises(ValueError, match="stands for something"):
            public("bid", "i1", (0, 4), "points", "a bid", senses={wrong: "a pass"})


def test_a_field_begins_with_nothing_unless_it_tells_of_the_past():
    assert (BID.start, HAND.start, PHASE.start) == (-1, 0, 0)
    past = public("last", "i1", (-1, 4), "points", "the last", nothing=(-1, "if none"), past=True)
    assert past.start == 0
    assert past.unset == ({name: list(values) for name, values in NO_DEAL_YET.items()},)


def test_by_seat_is_what_has_a_value_for_each():
    assert [field.by_seat for field in (HAND, SAID, BID, DECK)] == [True, True, False, False]
    assert public("tiles", "u8", (0, 2**64 - 1), "tile set", "tiles of each seat", (SEATS, 2)).by_seat


def test_no_value_is_a_number_that_nothing_else_has_where_there_is_one():
    assert [field.unset_as for field in (HAND, BID, SAID, PHASE, TINY)] == [0, -1, -2, -1, 0]
    past = public("last", "i1", (-1, 4), "points", "the last", nothing=(-1, "if none"), past=True)
    assert past.unset_as == -2
    assert public("from_one", "i1", (1, 4), "points", "it").unset_as == 0


def test_meaning_names_what_numbers_stand_for():
    assert BID.meaning == "the standing bid, -1 while none stands"
    assert SAID.meaning == "what a seat said, -1 for a pass, -2 before it has"
    line = public("line", "i1", (0, 9), "card", "the line", (8,), ring=("begin", "length"))
    assert line.meaning == "the line, `length` places of a ring, from `begin` on"
    tricks = public("won", "u8", (0, 9), "card set", "cards won", nothing=(0, "at first"))
    assert tricks.meaning == "cards won, no members at first"


def test_a_field_is_unset_while_a_clause_holds_as_a_whole():
    (field,) = unset_while(BID, phase=(0, 2), deal=(1,))
    states = [{"phase": 0, "deal": 1}, {"phase": 2, "deal": 1}, {"phase": 1, "deal": 1}, {"phase": 0, "deal": 2}]
    assert [field.is_set(state) for state in states] == [False, False, True, True]
    assert BID.is_set({})
    (twice,) = unset_while(field, phase=(5,))
    assert [twice.is_set({"phase": phase, "deal": 1}) for phase in (0, 5, 1)] == [False, False, True]


def test_clauses_about_one_number_become_one():
    (field,) = unset_while(*of_deal(BID), phase=(3, 0))
    assert field.unset == ({"phase": [0, 3]},)
    (other,) = unset_while(*of_deal(BID), deal=(1,))
    assert other.unset == ({"phase": [0]}, {"deal": [1]})
    (both,) = unset_while(field, phase=(1,), deal=(1,))
    assert both.unset == ({"phase": [0, 3]}, {"phase": [1], "deal": [1]})


def test_clauses_are_given_to_the_fields_that_are_named():
    bid, said = also_unset((BID, SAID), said={"phase": (1,)})
    assert (bid.unset, said.unset) == ((), ({"phase": [1]},))


def test_a_field_is_dead_under_each_clause_that_is_given_for_it():
    bid, said = also_dead((BID, SAID), said={"auction": (1,)})
    assert (bid.dead, said.dead) == ((), ({"auction": (1,)},))
    (twice,) = dead_while(said, hands=(0, 2))
    assert twice.dead == ({"auction": (1,)}, {"hands": (0, 2)})


def test_words_of_numbers_of_one_width_follow_each_other_without_filling():
    assert [field.name for field in Record("some_game", BID).fields] == ["some_game", "bid", "filler"]


def test_the_first_field_of_a_record_is_the_version_of_its_layout():
    version = Record("some_game", BID).fields[0]
    assert (version.name, version.low, version.high) == ("some_game", 1, 1)


def test_a_record_is_whole_blocks_with_the_widest_fields_first():
    record = Record("some_game", PHASE, BID, HAND, DECK)
    names = ["some_game", "hand", "bid", "filler_3", "phase", "deck", "filler"]
    assert [field.name for field in record.fields] == names
    used = 8 + 8 * SEATS + (4 + 4) + 1 + 52  # each 8-byte word holds numbers of one width
    assert record.dtype.itemsize == -(-used // BLOCK) * BLOCK
    filler = record.fields[-1]
    assert (filler.shape, filler.low, filler.high, filler.see) == ((-used % BLOCK,), 0, 0, "secret")
    assert record.dtype.isalignedstruct
    full = Record("some_game", HAND, public("rest", "i1", (0, 0), "points", "it", (BLOCK - 8,)))
    assert [field.name for field in full.fields] == ["some_game", "hand", "rest"]
    assert (record.own, record.hand, Record("other", BID).hand) == (("hand",), "hand", None)
    assert Record("some_game", public("flop", "u8", (0, 9), "card set", "the flop")).hand is None
    assert Record("some_game", own("laid", "i1", (-1, 51), "card", "a card", (SEATS,))).hand is None
    assert Record("some_game", own("laid", "i1", (-1, 51), "card", "a card", (SEATS,)), HAND).hand == "hand"


def test_whether_a_field_has_a_value_depends_on_public_numbers_alone():
    (hidden,) = unset_while(BID, deck=(0,))
    with pytest.raises(ValueError, match="deck is no public number"):
        Record("some_game", DECK, hidden)
    (by_seat,) = unset_while(BID, said=(0,))
    with pytest.raises(ValueError, match="said is no public number"):
        Record("some_game", SAID, by_seat)


RECORD = Record("some_game", PHASE, BID, HAND, DECK, SAID)


def filled() -> np.ndarray:
    states = RECORD.blank(2)
    for field in RECORD.fields:
        values = states[field.name]
        values[...] = np.arange(1, values.size + 1).reshape(values.shape)
    return states


@pytest.mark.parametrize("seat", [0, 5, PUBLIC])
def test_a_view_shows_what_is_public_and_ones_own(seat):
    states = filled()
    view = RECORD.view(states, seat)
    for name in ("phase", "bid", "said", "some_game"):
        assert view[name].tolist() == states[name].tolist()
    assert not view["deck"].any()
    for other in range(SEATS):
        assert view["hand"][:, other].tolist() == (states["hand"][:, other].tolist() if other == seat else [0, 0])


def test_each_state_may_be_seen_from_a_seat_of_its_own():
    states = filled()
    view = RECORD.view(states, np.array([3, PUBLIC]))
    assert np.flatnonzero(view["hand"][0]).tolist() == [3]
    assert not view["hand"][1].any()


def test_all_views_are_those_of_every_seat_and_of_everybody():
    states = filled()[:1]
    views = RECORD.views(states)
    assert len(views) == SEATS + 1
    for seat in range(SEATS + 1):
        assert views[seat].tobytes() == RECORD.view(states, seat)[0].tobytes()


def test_masks_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        RECORD.masks[0, 0] = 0


def test_blank_records_begin_with_nothing_at_the_seats_that_are_taken():
    states = RECORD.blank(2)
    assert not states.view(np.uint8).any()
    RECORD.begin(states, 3)
    assert states["bid"].tolist() == [-1, -1]
    assert states["said"].tolist() == [[-2] * 3 + [0] * 5] * 2
    assert not states["hand"].any()


def test_seats_are_eight_and_nobody_is_none_of_them():
    assert (SEATS, PUBLIC, fields.NO_SEAT) == (8, 8, -1)
