"""What the search knows of Auction House: what the others' doings tell, what to weigh, what a score is worth."""

from __future__ import annotations

import random

import numpy as np
import pytest

from saleroom.bots import house, lore
from saleroom.bots.loops import HOUSE, choose_one
from saleroom.bots.lore.house import FACTS, notes, options, plausible, prospects, stir
from saleroom.games import load
from saleroom.games.house.record import PLAY
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES
from saleroom.kernel.compile import MODE, entry
from saleroom.kernel.loops import imagine
from saleroom.match.match import Match
from tests.contract.chance import Mood, new_match, raw, states_of

pytestmark = pytest.mark.skipif(MODE != "compiled", reason="this many positions take minutes")
GAME = load("house")
house.load(GAME.name)
lore.load(GAME.name)


@entry
def judged(states, seat):
    return plausible(states[0], seat)


@entry
def weighed(states, seat, ids):
    return options(states[0], seat, ids)


@entry
def chances(states, shares):
    prospects(states[0], shares)


@entry
def noted(states, seat, facts):
    notes(states[0], seat, facts)


@entry
def stirred(states, dice):
    stir(states[0], dice)


def house_action(match: Match, seat: int) -> int:
    return int(choose_one(match.views(seat), 0, seat, HOUSE, np.zeros(1, np.uint64)))


def house_moments(name: str, matches: int, **fixed):
    """Every moment of matches among house players, and a seat that acts there."""
    rng = random.Random(f"lore {name}")
    for _ in range(matches):
        match = new_match(GAME.name, 4, rng, **fixed)
        while not match.over:
            seat = rng.choice(match.to_act)
            yield match, seat, rng
            match.act(seat, house_action(match, seat))


def random_moments(name: str, matches: int):
    """Every moment of matches played at random."""
    rng = random.Random(f"lore {name}")
    for _ in range(matches):
        match, mood = new_match(GAME.name, 4, rng), Mood(rng)
        while not match.over:
            seat = rng.choice(match.to_act)
            yield match, seat, rng
            match.act(seat, mood.choose(match.legal(seat)))


def imagined(match: Match, seat: int, rng: random.Random):
    states = match.views(seat)
    imagine(states, 0, seat, np.array([rng.randrange(1 << 63)], np.uint64))
    return states


@pytest.mark.soak
def test_the_truth_is_likelier_than_what_is_imagined():
    true, made = [], []
    for match, seat, rng in house_moments("truth", 8, rounds=2):
        true.append(judged(states_of(match), seat))
        made.append(judged(imagined(match, seat, rng), seat))
    assert min(true + made) > 0
    assert max(true + made) <= 1
    assert np.mean(true) > 1.5 * np.mean(made)


def test_a_judgement_leaves_the_state_alone_and_heeds_nothing_hidden_but_hands():
    for match, seat, rng in random_moments("alone", 8):
        states = imagined(match, seat, rng)
        before = raw(states)
        found = judged(states, seat)
        assert raw(states) == before
        assert 0 < found <= 1
        states["deck"] = states["deck"][:, ::-1]
        states["seed"] += 1
        stirred(states, np.array([rng.randrange(1 << 63)], np.uint64))
        assert judged(states, seat) == found


def test_weighed_actions_are_legal_ascending_and_hold_the_choice_of_the_house():
    ids = np.empty(4096, np.int64)
    left_out = 0
    for match, seat, _rng in random_moments("options", 20):
        found = ids[: weighed(match.views(seat), seat, ids)].tolist()
        legal = match.legal_ids(seat)
        assert found == sorted(set(found))
        assert set(found) <= set(legal)
        assert house_action(match, seat) in found
        left_out += len(legal) - len(found)
        if match.state.phase == PLAY:
            for card in set(legal) - set(found):
                assert any(do_the_same(match, seat, card, other) for other in found)
    assert left_out > 100


def do_the_same(match: Match, seat: int, card: int, other: int) -> bool:
    """Whether two cards are neighbours among all cards of their suit that are not gone and not in the same hand."""
    state = match.state
    gone = int(state.hand[seat]) | 1 << int(state.kitty[seat])
    for played in state.played[:4]:
        gone |= int(played)
    gone &= ~int(state.trick)
    order = "A23456789T"
    low, high = sorted(order.index(NAMES[it][0]) for it in (card, other))
    between = [NAMES.index(rank + NAMES[card][1]) for rank in order[low + 1 : high]]
    return NAMES[card][1] == NAMES[other][1] and all(gone >> it & 1 for it in between)


def settled(rounds: int, deal: int, scores: list[int], carry: int = 0):
    states = GAME.blank(1, GAME.settle_options({"rounds": rounds}, 4), 4)
    states["deal"], states["carry"] = deal, carry
    states["scores"][0, :4] = scores
    shares = np.empty(8)
    chances(states, shares)
    assert shares[:4].sum() == pytest.approx(1)
    assert shares[:4].min() >= 0
    return shares[:4]


def test_a_lead_is_worth_more_the_nearer_the_end():
    leads = [settled(13, deal, [40, 20, 20, 0])[0] for deal in range(2, 14)]
    assert leads == sorted(leads)
    assert 0.25 < leads[0] < 0.5
    assert leads[-1] > 0.95
    level = settled(13, 9, [30, 30, 30, 30])
    assert level == pytest.approx([0.25] * 4)


def test_what_is_carried_into_the_last_round_can_still_be_won():
    assert settled(13, 13, [60, 30, 30, 30], carry=40)[0] < 0.6
    assert settled(13, 13, [60, 30, 30, 30], carry=0)[0] > 0.9
    assert settled(13, 12, [60, 30, 30, 30], carry=40)[0] < settled(13, 12, [60, 30, 30, 30])[0]


def test_notes_tell_what_became_of_the_deal():
    facts, names, ties, wins = np.empty(len(FACTS)), [fact.name for fact in FACTS], 0, 0
    deals = 0
    for match, _, _ in house_moments("notes", 14, rounds=3):
        if len(match.deals) == deals or not match.deals:
            deals = len(match.deals)
            continue
        deals = len(match.deals)
        states = states_of(match)
        for seat in range(4):
            noted(states, seat, facts)
            told = dict(zip(names, facts, strict=True))
            assert told["score"] == states[0].last_score[seat]
            assert told["tricks"] == states[0].last_tricks[seat]
            assert told["kitty"] == (told["score"] > 0)
            assert told["tied"] == (sum(states[0].last_score[:4]) == 0)
            ties, wins = ties + told["tied"], wins + told["kitty"]
    assert ties
    assert wins


def test_only_court_cards_to_come_are_stirred():
    moved = 0
    for match, _, rng in random_moments("stir", 3):
        before, states = states_of(match), states_of(match)
        stirred(states, np.array([rng.randrange(1 << 63)], np.uint64))
        turned = len(members(int(states[0].turned)))
        assert (states[0].courts[:turned] == before[0].courts[:turned]).all()
        assert sorted(states[0].courts) == sorted(before[0].courts)
        moved += (states[0].courts != before[0].courts).any()
        states[0].courts = before[0].courts
        assert raw(states) == raw(before)
    assert moved
