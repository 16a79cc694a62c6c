"""What the search knows of Auction Flop Poker: what was done tells of hands, what chips are worth."""

from __future__ import annotations

import random

import numpy as np
import pytest

from saleroom.bots import house, lore
from saleroom.bots.loops import HOUSE, choose_one
from saleroom.bots.lore.flop import FACTS, lean, notes, options, plausible, prospects, stir
from saleroom.games import load
from saleroom.kernel.compile import MODE, entry
from saleroom.kernel.loops import imagine
from saleroom.match.match import Match
from tests.contract.chance import Mood, new_match, raw, states_of
from tests.worlds.flop import places

pytestmark = pytest.mark.skipif(MODE != "compiled", reason="this many positions take minutes")
GAME = load("flop")
house.load(GAME.name)
lore.load(GAME.name)


@entry
def judged(states, seat):
    return plausible(states[0], seat)


@entry
def leaned(states, seat, dice):
    lean(states[0], seat, dice)


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
@pytest.mark.parametrize("seats", [3, 8])
def test_the_truth_is_likelier_than_what_is_imagined_and_leaning_helps(seats: int):
    true, made, better = [], [], []
    for match, seat, rng in moments("truth", 4, True, seats, deals=3, ante=2, chips=100, first_voice="fixed"):
        states = imagined(match, seat, rng)
        true.append(judged(states_of(match), seat))
        made.append(judged(states, seat))
        leaned(states, seat, dice(rng))
        better.append(judged(states, seat))
    assert max(true + made) <= 1
    assert np.mean(true) > 0.9
    assert np.mean(made) < 0.5 * np.mean(better) < 0.5 * np.mean(true)


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_a_world_that_leans_still_fits_all_that_is_seen(seats: int):
    reshuffled = 0
    for match, seat, rng in moments("fits", 3, False, seats, deals=4):
        states = imagined(match, seat, rng)
        leaned(states, seat, dice(rng))
        assert raw(GAME.record.view(states, seat)) == raw(match.views(seat))
        world, truth = places(states[0]), places(match.state)
        assert sum(world) == sum(truth) == (1 << 52) - 1
        assert [cards.bit_count() for cards in world] == [cards.bit_count() for cards in truth]
        s = states[0]
        for other in range(seats):
            dealt = int(s.hand[other])
            for at in range(s.keeps[other]):
                kept = int(s.hand[other]) & int(s.keep_may[other, at])
                assert kept.bit_count() == s.keep_size[other, at]
                dealt &= ~kept
            assert dealt & (int(s.thrown[other]) | int(s.seen)) == 0
        reshuffled += int(s.reshuffles > 0)
    assert reshuffled or seats < 8


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


def test_stirring_moves_the_stock_alone():
    moved = 0
    for match, _, rng in moments("stir", 2, True, deals=2):
        states = states_of(match).copy()
        before = states.copy()
        stirred(states, dice(rng))
        top, stock = int(states[0].top), int(states[0].stock)
        assert sorted(states[0].deck[top : top + stock]) == sorted(before[0].deck[top : top + stock])
        moved += int(raw(states) != raw(before))
        states[0].deck[top : top + stock] = before[0].deck[top : top + stock]
        assert raw(states) == raw(before)
    assert moved


def test_weighed_actions_are_legal_ascending_and_hold_the_choice_of_the_house():
    ids = np.empty(4096, np.int64)
    for match, seat, _ in moments("options", 8, False, deals=3):
        found = ids[: weighed(match.views(seat), seat, ids)].tolist()
        assert found == sorted(set(found))
        assert set(found) <= set(match.legal_ids(seat))
        assert house_action(match, seat) in found


def settled(scores: list[int], deal: int, **fixed: int):
    states = GAME.blank(1, GAME.settle_options(fixed, len(scores)), len(scores))
    states["deal"] = deal
    states["scores"][0, : len(scores)] = scores
    shares = np.empty(8)
    chances(states, shares)
    assert shares[: len(scores)].sum() == pytest.approx(1)
    return shares[: len(scores)]


def test_a_lead_is_worth_more_the_nearer_the_end():
    leads = [settled([112, 100, 96, 92], deal)[0] for deal in range(2, 9)]
    assert leads == sorted(leads)
    assert leads[0] < 0.6
    assert 0.8 < leads[-1] < 1
    poor = [settled([poorest + 15, poorest + 4, poorest], 2, deals=50)[0] for poorest in (80, 40, 10, 3)]
    assert poor == sorted(poor)


def test_notes_tell_what_became_of_the_deal():
    facts, deals = np.zeros(len(FACTS)), 0
    for match, _, _ in moments("notes", 3, True, deals=4):
        s = match.state
        if s.deal == deals + 1 or s.deal == 1:
            deals = int(s.deal)
            continue
        deals = int(s.deal)
        for seat in range(4):
            noted(states_of(match), seat, facts)
            assert facts[0] == (s.place[seat] == 1)
            assert facts[1] == (s.prize[seat] > 0)
            assert facts[2] == s.prize[seat]
            assert facts[3] == s.prize[:4].sum()
