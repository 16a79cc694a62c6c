"""Law: what a seat cannot see has no influence on what it observes (non-interference).

A *twin* of a match differs from it only in what a given seat cannot see. Twins are created in two independent ways: by
the function `imagine`, and by exchanging hidden pieces until the referee accepts the result. The tests continue both
matches with events that look the same to that seat, and compare all its observations.
"""

from __future__ import annotations

import random

import pytest

from saleroom.match.errors import IllegalAction
from tests.contract.chance import Mood, every_table, raw, some_moments
from tests.contract.test_refusals import NONSENSE
from tests.contract.twins import dealt_anew, dealt_otherwise, go_on_together, unmasked


def refusal(match, seat, action) -> str:
    """Return the text with which an action of `seat` is refused. Return an empty text if the action is legal."""
    try:
        match.resolve_action(seat, action)
    except IllegalAction as error:
        return str(error)
    return ""


def told(match, watcher, rng: random.Random) -> dict[str, object]:
    """Return everything that `watcher`, a seat or a spectator, can observe in a match."""
    everything: dict[str, object] = {
        "view": raw(match.views(watcher)),
        "record": {**match.record(seat=watcher), "players": None},
        "public": (match.to_act, match.over, match.scores, match.winners, match.dealer, repr(match)),
    }
    if watcher != "public":
        view, game = match.view(watcher), match.game
        everything["legal"] = (match.legal_ids(watcher), match.legal(watcher))
        everything["holdings"] = game.holdings(view, watcher)
        ids = rng.choices(range(game.action_bound(match.options, match.seats)), k=12)
        words = rng.choices(NONSENSE, k=4) + [f"{verb} {rng.choice(game.pieces)}" for verb in ("play", "keep", "lay")]
        everything["refusals"] = [refusal(match, watcher, action) for action in (*ids, *words)]
    return everything


def assert_same(match, twin, watcher, number: float) -> None:
    """Check that `watcher`, a seat or a spectator, observes the same in `match` and `twin`."""
    one, other = (told(each, watcher, random.Random(number)) for each in (match, twin))
    assert [what for what in one if one[what] != other[what]] == []


def twins_of(name, seats, count, law):
    """Yield positions of random matches.

    Each item is the match, a twin, the seat that cannot distinguish the two, and an RNG.
    """
    for match, rng in some_moments(name, seats, count, law):
        seat = rng.randrange(seats)
        twin = dealt_otherwise(match, seat, rng) if rng.random() < 0.5 else None
        yield match.copy(), twin or dealt_anew(match, seat, rng), seat, rng


def watch(match, twin, watcher, seat, rng, steps: int = 12) -> int:
    """Continue both matches, and compare at each step what `watcher` observes. Return the number of comparisons."""
    mood, compared = Mood(rng), 0
    for _ in range(steps):
        assert_same(match, twin, watcher, rng.random())
        compared += 1
        if not go_on_together(match, twin, seat, mood):
            break
    return compared


@every_table
def test_what_a_seat_cannot_see_changes_nothing_that_it_is_told(name, seats):
    compared = sum(watch(m, twin, seat, seat, rng) for m, twin, seat, rng in twins_of(name, seats, 24, "secrecy"))
    assert compared > 0


@every_table
def test_what_a_spectator_cannot_see_changes_nothing_that_he_is_told(name, seats):
    for match, twin, seat, rng in twins_of(name, seats, 12, "spectator"):
        watch(match, twin, "public", seat, rng)


@pytest.mark.integration
@every_table
def test_both_ways_find_twins_with_another_past(name, seats):
    other = dict.fromkeys((dealt_anew, dealt_otherwise), 0)
    for match, rng in some_moments(name, seats, 24, "ways"):
        for make in other:
            twin = make(match, rng.randrange(seats), rng)
            other[make] += twin is not None and twin.history != match.history
    assert min(other.values()) > 0


@every_table
def test_a_mask_broken_on_purpose_is_found_out(name, seats):
    """Check that the comparison finds a difference after a hidden field has been declared public."""
    found = set()
    for match, twin, seat, rng in twins_of(name, seats, 144, "broken"):
        if {"seed", "deck"} <= found and {"hand", "tiles"} & found:
            return
        for field in match.game.record.fields:
            if field.see != "public" and field.name not in found:
                try:
                    assert_same(unmasked(match, field.name), unmasked(twin, field.name), seat, rng.random())
                except AssertionError:
                    found.add(field.name)
    raise AssertionError(f"only these were found out: {found}")
