"""Law: replaying the record of a match gives the same bytes, and a seat's record shows exactly what that seat saw."""

from __future__ import annotations

import copy
import json
import pickle
import random
from itertools import pairwise

import pytest

import saleroom
from saleroom.match.events import still_sealed
from saleroom.match.referee import faults, replay
from tests.contract.chance import every_game, every_table, moments, random_matches, random_moments, raw, some_moments
from tests.twin import verify as twin_referee


def through_json(record: dict) -> dict:
    """Return the record after a round trip through JSON."""
    return json.loads(json.dumps(record))


@every_table
def test_a_replayed_record_is_the_same_match_to_the_byte(name, seats):
    for match, rng in random_moments(name, seats, 2, "replay"):
        if match.over or rng.random() < 0.1:
            again = replay(through_json(match.record()))
            assert raw(again.state) == raw(match.state)
            assert again.deals == match.deals
            assert again.record() == match.record()


@every_table
def test_a_replayed_match_goes_on_as_the_first_would_have(name, seats):
    for match, rng in random_matches(name, seats, 2, "goes on"):
        length = rng.randrange(40)
        for number, _ in enumerate(moments(match, rng)):
            if number == length:
                break
        again = replay(through_json(match.record()))
        moves = rng.random()
        for _ in zip(moments(match, random.Random(moves)), moments(again, random.Random(moves)), strict=True):
            assert raw(again.state) == raw(match.state)
        assert again.record() == match.record()


@every_table
def test_undo_takes_back_one_action_and_all_that_the_table_did_after_it(name, seats):
    for match, rng in some_moments(name, seats, 12, "undo"):
        twin = match.copy()
        seat = rng.choice(match.to_act)
        words = rng.choice(match.legal(seat))
        twin.act(seat, words)
        assert twin.undo() == (seat, words)
        assert raw(twin.state) == raw(match.state)
        assert twin.record() == match.record()


@every_table
def test_both_referees_accept_what_was_played_with_and_without_its_seed(name, seats):
    for match, rng in random_moments(name, seats, 2, "referees"):
        if match.over or rng.random() < 0.1:
            record = through_json(match.record())
            for written in (record, {**record, "seed": None}):
                assert faults(written) == []
                assert twin_referee.faults(written) == []


@every_table
def test_the_seed_alone_brings_nothing_that_the_cards_do_not(name, seats):
    for match, _ in random_matches(name, seats, 1, "seedless"):
        for _ in moments(match, random.Random(1)):
            pass
        again = replay({**through_json(match.record()), "seed": None})
        assert again.deals == match.deals
        assert (again.scores, again.winners) == (match.scores, match.winners)


@every_table
def test_a_seats_record_has_its_own_pieces_and_hides_whole_events(name, seats):
    for match, rng in random_moments(name, seats, 2, "seat records"):
        seat = rng.choice([*range(seats), "public"])
        whole, seen = match.record(), match.record(seat=seat)
        if match.over:
            assert seen == whole
            continue
        assert seen["seed"] is None
        assert {**seen, "seed": 0, "deals": 0} == {**whole, "seed": 0, "deals": 0}
        for true_deal, seen_deal in zip(whole["deals"], seen["deals"], strict=True):
            assert {**true_deal, "events": 0} == {**seen_deal, "events": 0}
            deal = match.deals[whole["deals"].index(true_deal)]
            sealed = still_sealed(match.game, match.state, deal)
            buyers = iter(drawers(true_deal["events"]))
            for place, (true, shown) in enumerate(zip(true_deal["events"], seen_deal["events"], strict=True)):
                owner = next(buyers) if true.startswith("table draw ") else only_eyes(true.split(" "))
                check_shown(match, seat, owner, place in sealed, true.split(" "), shown.split(" "))


def check_shown(match, seat, owner, sealed, true, shown) -> None:
    """Check that a record for `seat` shows the event `true` correctly.

    The pieces are hidden if `sealed`, or if only the seat `owner` saw them. Records for this seat and for the event's
    actor show the event unchanged.
    """
    actor = true[0]
    if (owner is None and not sealed) or str(seat) in (actor, owner):
        assert shown == true
    else:
        assert shown == ["??" if at > 1 and word in match.game.pieces else word for at, word in enumerate(true)]


def drawers(events: list[str]) -> list[str]:
    """Return the seat that gets each drawn tile of a round. It is the seat that has just bought or, after an auction,
    the last bidder.
    """
    found, bidder = [], ""
    for before, event in pairwise(events):
        if " bid " in event:
            bidder = event[0]
        if event.startswith("table draw "):
            found.append(before[0] if before.endswith(" buy") else bidder)
    return found


def only_eyes(event: list[str]) -> str | None:
    """Return the only seat that saw an event's pieces, because it was dealt, discarded or kept them.

    Return None for other events.
    """
    actor, verb, *rest = event
    if verb == "deal":
        return rest[0]
    return actor if verb in ("discard", "keep") else None


def hides(match, seat) -> bool:
    """Return whether the record that `seat` gets hides any pieces."""
    return any("??" in event for deal in match.record(seat=seat)["deals"] for event in deal["events"])


@every_table
def test_a_record_seen_from_a_seat_is_a_fault_that_says_so(name, seats):
    for seat in (0, "public"):
        match = next(match for match, _ in random_moments(name, seats, 1, "hidden") if hides(match, seat))
        found = faults(match.record(seat=seat))
        assert len(found) == 1
        assert "??" in found[0]


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))])
@every_game
def test_copies_are_the_same_match_and_part_ways(name, seats, again):
    for match, _ in some_moments(name, seats, 1, "copies"):
        twin = again(match)
        assert twin.record() == match.record()
        assert twin.state.tobytes() == match.state.tobytes()
        before = match.record()
        if not twin.over:
            seat = twin.to_act[0]
            twin.act(seat, twin.legal_ids(seat)[0])
            assert twin.record() != before
        assert match.record() == before


@every_game
def test_a_chosen_first_dealer_keeps_the_seed(name, seats):
    for first in range(seats):
        record = saleroom.game(name).match(seats=seats, seed=7, first=first).record()
        assert saleroom.replay(record).record() == record


@every_game
def test_a_match_deals_the_cards_that_it_is_given(name, seats):
    told = saleroom.game(name).match(seats=seats, seed=7)
    dealt = told.history
    assert all(event.startswith("table ") for event in dealt)
    given = saleroom.game(name).match(seats=seats, seed=8, first=told.dealer, events=dealt)
    assert given.history[: len(dealt)] == dealt
    assert given.record()["seed"] is None
    assert saleroom.verify(given.record()) == []
    with pytest.raises(ValueError, match="cannot come now" if len(dealt) > 1 else "is to act"):
        saleroom.game(name).match(seats=seats, events=[dealt[0], dealt[0].replace("deal 0", "deal 1")])
