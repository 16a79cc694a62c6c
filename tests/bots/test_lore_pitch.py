"""What the search knows of Auction Pitch: what bids and the pitch tell, what to weigh, what a score is worth."""

from __future__ import annotations

import random

import numpy as np
import pytest

from saleroom.bots import house, lore
from saleroom.bots.loops import HOUSE, choose_one
from saleroom.bots.lore.pitch import FACTS, notes, options, plausible, prospects
from saleroom.games import load
from saleroom.games.pitch.record import BID
from saleroom.kernel.compile import MODE, entry
from saleroom.kernel.loops import imagine
from saleroom.match.match import Match
from tests.contract.chance import Mood, new_match, raw, states_of

pytestmark = pytest.mark.skipif(MODE != "compiled", reason="this many positions take minutes")
GAME = load("pitch")
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


def house_action(match: Match, seat: int) -> int:
    return int(choose_one(match.views(seat), 0, seat, HOUSE, np.zeros(1, np.uint64)))


def moments(name: str, matches: int, house_plays: bool, **fixed):
    """Every moment of matches of four to seven, and the seat that acts there; the house plays, or chance."""
    rng = random.Random(f"lore {name}")
    for number in range(matches):
        match, mood = new_match(GAME.name, 4 + number % 4, rng, **fixed), Mood(rng)
        while not match.over:
            (seat,) = match.to_act
            yield match, seat, rng
            match.act(seat, house_action(match, seat) if house_plays else mood.choose(match.legal(seat)))


def imagined(match: Match, seat: int, rng: random.Random):
    states = match.views(seat)
    imagine(states, 0, seat, np.array([rng.randrange(1 << 63)], np.uint64))
    return states


def test_the_truth_is_likelier_than_what_is_imagined():
    true, made = [], []
    for match, _, rng in moments("truth", 12, True, deals=2):
        for seat in range(match.state.seats):
            true.append(judged(states_of(match), seat))
            made.append(judged(imagined(match, seat, rng), seat))
    assert min(true + made) > 0
    assert max(true + made) <= 1
    assert np.mean(true) > 1.25 * np.mean(made)


def test_a_judgement_leaves_the_state_alone_and_heeds_nothing_hidden_but_hands():
    for match, seat, rng in moments("alone", 8, False):
        states = imagined(match, seat, rng)
        before = raw(states)
        found = judged(states, seat)
        assert raw(states) == before
        assert 0 < found <= 1
        states["deck"] = states["deck"][:, ::-1]
        states["seed"] += 1
        assert judged(states, seat) == found


def test_weighed_actions_are_legal_ascending_and_hold_the_choice_of_the_house():
    ids = np.empty(4096, np.int64)
    left_out = 0
    for match, seat, _ in moments("options", 30, False):
        found, legal = ids[: weighed(match.views(seat), seat, ids)].tolist(), match.legal_ids(seat)
        assert found == sorted(set(found))
        assert set(found) <= set(legal)
        assert house_action(match, seat) in found
        assert match.state.phase != BID or found == legal
        for card in set(legal) - set(found):
            assert any(do_the_same(match.state, seat, card, other) for other in found)
            left_out += 1
    assert left_out > 50


def do_the_same(state, seat: int, card: int, other: int) -> bool:
    """Whether two cards below a ten are neighbours among the cards of their suit that may still beat one of them."""
    gone = int(state.hand[seat]) | sum(int(played) for played in state.played[: state.seats]) & ~int(state.trick)
    low, high = min(card, other), max(card, other)
    return low // 13 == high // 13 and high % 13 < 8 and all(gone >> it & 1 for it in range(low, high))


def settled(scores: list[int], deal: int = 1, **fixed: int):
    seats = len(scores)
    states = GAME.blank(1, GAME.settle_options(fixed, seats), seats)
    states["deal"] = deal
    states["scores"][0, :seats] = scores
    shares = np.empty(8)
    chances(states, shares)
    assert shares[:seats].sum() == pytest.approx(1)
    assert shares[:seats].min() >= 0
    return shares[:seats]


def test_a_lead_is_worth_more_the_nearer_the_end():
    leads = [settled([ahead + 2, ahead, ahead, ahead])[0] for ahead in range(5)]
    assert leads == sorted(leads)
    assert 0.3 < leads[0] < leads[-1] < 0.9
    late = [settled([12, 10, 10, 10, 10, 10], deal, target=40, deals=10)[0] for deal in range(2, 11)]
    assert late == sorted(late)
    assert late[0] < late[-1]
    assert settled([-3] * 7, target=1) == pytest.approx([1 / 7] * 7)


def test_notes_tell_what_became_of_the_deal():
    facts, names = np.empty(len(FACTS)), [fact.name for fact in FACTS]
    deal, seen, kept, lost = 1, 0, 0, 0
    for match, _, _ in moments("notes", 30, True, deals=3):
        deal, before = int(match.state.deal), deal
        if deal in (1, before):
            continue
        states, total, seen = states_of(match), 0, seen + 1
        last = states[0]
        for seat in range(last.seats):
            noted(states, seat, facts)
            told = dict(zip(names, facts, strict=True))
            assert told["score"] == last.last_score[seat]
            assert told["pitched"] == (last.last_pitcher == seat)
            points = sum(told[it] for it in ("high", "low", "jack", "cards"))
            total += points
            bid = told["pitched"] and last.last_bid > 0
            assert told["made"] == (bid and points >= last.last_bid)
            assert told["score"] == (-last.last_bid if bid and points < last.last_bid else points)
            kept, lost = kept + told["made"], lost + (told["score"] < 0)
        assert 2 <= total <= 4
    assert seen > 10
    assert kept
    assert lost
