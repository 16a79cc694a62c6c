"""What the search knows of Auction Draw: what bids and plays tell of hands, what to weigh, what chips are worth."""

from __future__ import annotations

import random

import numpy as np
import pytest

from saleroom.bots import house, lore
from saleroom.bots.loops import HOUSE, choose_one
from saleroom.bots.lore.draw import FACTS, notes, options, plausible, prospects, stir
from saleroom.games import load
from saleroom.games.draw.record import BID
from saleroom.games.draw.rules import BIDS, PASS
from saleroom.kernel.compile import MODE, entry
from saleroom.kernel.loops import imagine
from saleroom.kernel.tiles import tiles_in
from saleroom.match.match import Match
from tests.contract.chance import Mood, new_match, raw, states_of

pytestmark = pytest.mark.skipif(MODE != "compiled", reason="this many positions take minutes")
GAME = load("draw")
house.load(GAME.name)
lore.load(GAME.name)


@entry
def judged(states, seat):
    return plausible(states[0], seat)


@entry
def stirred(states, dice):
    stir(states[0], dice)


@entry
def weighed(states, seat, ids):
    return options(states[0], seat, ids)


@entry
def chances(states, shares):
    prospects(states[0], shares)


@entry
def noted(states, seat, facts):
    notes(states[0], seat, facts)


def house_action(match: Match, seat: int) -> int:
    return int(choose_one(match.views(seat), 0, seat, HOUSE, np.zeros(1, np.uint64)))


def moments(name: str, matches: int, house_plays: bool, seats: int = 4, **fixed):
    """Every moment of matches, and the seat that acts there; the house plays, or chance."""
    rng = random.Random(f"lore {name}")
    for _ in range(matches):
        match, mood = new_match(GAME.name, seats, rng, **fixed), Mood(rng)
        while not match.over:
            (seat,) = match.to_act
            yield match, seat, rng
            match.act(seat, house_action(match, seat) if house_plays else mood.choose(match.legal(seat)))


def dice(rng: random.Random):
    return np.array([rng.randrange(1 << 63)], np.uint64)


def imagined(match: Match, seat: int, rng: random.Random):
    states = match.views(seat)
    imagine(states, 0, seat, dice(rng))
    return states


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 4])
def test_the_truth_is_likelier_than_what_is_imagined(seats: int):
    true, made = [], []
    usual = GAME.settle_options({}, seats)
    for match, seat, rng in moments("truth", 10, True, seats, **usual):
        if match.state.length > 0:
            true.append(judged(states_of(match), seat))
            made.append(judged(imagined(match, seat, rng), seat))
    assert 0 < min(true + made) <= max(true + made) <= 1
    assert np.mean(true) > 1.05 * np.mean(made)


def test_a_judgement_leaves_the_state_alone_and_heeds_nothing_hidden_but_hands():
    for match, seat, rng in moments("alone", 6, False, deals=3):
        states = imagined(match, seat, rng)
        before = raw(states)
        found = judged(states, seat)
        assert raw(states) == before
        assert 0 <= found <= 1
        states["deck"] = states["deck"][:, ::-1]
        states["seed"] += 1
        assert judged(states, seat) == found


def test_stirring_moves_the_boneyard_alone():
    moved = 0
    for match, _, rng in moments("stir", 2, True, deals=2):
        states = states_of(match).copy()
        before = states.copy()
        stirred(states, dice(rng))
        start, end = int(states[0].drawn), tiles_in(int(states[0].set))
        assert sorted(states[0].deck[start:end]) == sorted(before[0].deck[start:end])
        moved += int(raw(states) != raw(before))
        states[0].deck[start:end] = before[0].deck[start:end]
        assert raw(states) == raw(before)
    assert moved


def test_weighed_actions_are_legal_ascending_and_hold_the_choice_of_the_house():
    ids, bids = np.empty(4096, np.int64), 0
    for match, seat, _ in moments("options", 12, False, deals=3, last_two="auction", chips=200):
        found, legal = ids[: weighed(match.views(seat), seat, ids)].tolist(), match.legal_ids(seat)
        assert found == sorted(set(found))
        assert set(found) <= set(legal)
        assert house_action(match, seat) in found
        if match.state.phase != BID:
            assert found == legal
            continue
        assert found[0] == PASS
        assert len(found) <= 13
        assert found[1:2] == [action for action in legal if action >= BIDS][:1]
        bids += len(found) < len(legal)
    assert bids


def settled(scores: list[int], deal: int, **fixed: int):
    states = GAME.blank(1, GAME.settle_options(fixed, len(scores)), len(scores))
    states["deal"] = deal
    states["scores"][0, : len(scores)] = scores
    shares = np.empty(8)
    chances(states, shares)
    assert shares[: len(scores)].sum() == pytest.approx(1)
    return shares[: len(scores)]


def test_a_lead_is_worth_more_the_nearer_the_end():
    leads = [settled([72, 60, 56, 52], deal, chips=60)[0] for deal in range(2, 9)]
    assert leads == sorted(leads)
    assert leads[0] < 0.6
    assert 0.75 < leads[-1] < 1
    poor = [settled([poorest + 15, poorest + 4, poorest], 2, deals=50)[0] for poorest in (80, 40, 10, 3)]
    assert poor == sorted(poor)


def test_notes_tell_what_became_of_the_deal():
    facts, before, blocked = np.zeros(len(FACTS)), 1, 0
    for match, _, _ in moments("notes", 4, True, deals=6, chips=60, stake=2):
        s = match.state
        if s.deal > before:
            for seat in range(4):
                noted(states_of(match), seat, facts)
                assert facts[0] == (not s.shown[seat].any())
                assert facts[1] == (s.won[seat] > 0)
                assert facts[2] == s.shown[:4].any(axis=1).all()
                assert facts[3] == s.won[:4].sum() + s.last_carry
                assert (facts[4] > 0) >= (facts[0] == 0 and s.shown[seat][0] != 1)
                blocked += int(facts[2])
        before = int(s.deal)
    assert blocked
