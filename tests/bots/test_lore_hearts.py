"""What the search knows of Auction Hearts: what bids and the suit tell, what to weigh, what chips are worth."""

from __future__ import annotations

import random

import numpy as np
import pytest

from saleroom.bots import house, lore
from saleroom.bots.loops import HOUSE, choose_one
from saleroom.bots.lore.hearts import FACTS, notes, options, plausible, prospects
from saleroom.games import load
from saleroom.games.hearts.record import BID, NAME, ONE_CLEAR, TWO_CLEAR
from saleroom.games.hearts.rules import BIDS, PASS
from saleroom.kernel.compile import MODE, entry
from saleroom.kernel.loops import imagine
from saleroom.match.match import Match
from tests.contract.chance import Mood, new_match, raw, states_of

pytestmark = pytest.mark.skipif(MODE != "compiled", reason="this many positions take minutes")
GAME = load("hearts")
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
    """Every moment of matches, and the seat that acts there; the house plays, or chance."""
    rng = random.Random(f"lore {name}")
    for _ in range(matches):
        match, mood = new_match(GAME.name, 4, rng, **fixed), Mood(rng)
        while not match.over:
            (seat,) = match.to_act
            yield match, seat, rng
            match.act(seat, house_action(match, seat) if house_plays else mood.choose(match.legal(seat)))


def imagined(match: Match, seat: int, rng: random.Random):
    states = match.views(seat)
    imagine(states, 0, seat, np.array([rng.randrange(1 << 63)], np.uint64))
    return states


@pytest.mark.soak
def test_the_truth_is_likelier_than_what_is_imagined():
    true, made = [], []
    for match, seat, rng in moments("truth", 10, True, deals=3):
        true.append(judged(states_of(match), seat))
        made.append(judged(imagined(match, seat, rng), seat))
    assert min(true + made) > 0
    assert max(true + made) <= 1
    assert np.mean(true) > 1.5 * np.mean(made)


def test_after_a_pot_that_stayed_old_bids_tell_nothing():
    stayed = 0
    for match, seat, rng in moments("stayed", 20, True, deals=3):
        if match.state.stayed and match.state.phase == NAME:
            assert judged(imagined(match, seat, rng), seat) == 1
            stayed += 1
    assert stayed


def test_a_judgement_leaves_the_state_alone_and_heeds_nothing_hidden_but_hands():
    for match, seat, rng in moments("alone", 6, False):
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
    for match, seat, _ in moments("options", 12, False):
        found, legal = ids[: weighed(match.views(seat), seat, ids)].tolist(), match.legal_ids(seat)
        assert found == sorted(set(found))
        assert set(found) <= set(legal)
        assert house_action(match, seat) in found
        if match.state.phase == BID:
            assert found[0] == PASS
            assert len(found) <= 12
            assert len(legal) == 1 or min(legal[1:]) in found
            continue
        for card in set(legal) - set(found):
            assert any(do_the_same(match.state, seat, card, other) for other in found)
            left_out += 1
    assert left_out > 50


def do_the_same(state, seat: int, card: int, other: int) -> bool:
    """Whether two cards are neighbours among the cards of their suit that may still beat one of them."""
    gone = int(state.hand[seat]) | sum(int(played) for played in state.played[:4]) & ~int(state.trick)
    low, high = min(card, other), max(card, other)
    return low // 13 == high // 13 and all(gone >> it & 1 for it in range(low, high))


def test_the_last_to_speak_need_not_outbid_himself():
    ids, seen = np.empty(4096, np.int64), 0
    for match, seat, _ in moments("last", 12, False):
        if match.state.phase == BID and seat == match.state.dealer:
            found = ids[: weighed(match.views(seat), seat, ids)].tolist()
            assert found in ([PASS], [PASS, BIDS + max(0, int(match.state.bid)) + 1])
            seen += 1
    assert seen


def settled(scores: list[int], deal: int = 2, carry: int = 0, names_again: int | None = None, **fixed: int):
    states = GAME.blank(1, GAME.settle_options(fixed, 4), 4)
    states["deal"], states["carry"] = deal, carry
    states["scores"][0, :4] = scores
    if names_again is not None:
        states["stayed"], states["bidder"] = 1, names_again
    shares = np.empty(8)
    chances(states, shares)
    assert shares[:4].sum() == pytest.approx(1)
    assert shares[:4].min() >= 0
    return shares[:4]


def test_a_lead_is_worth_more_the_nearer_the_end():
    leads = [settled([poorest + 20, poorest + 10, poorest + 10, poorest])[0] for poorest in (60, 40, 20, 10, 5, 1)]
    assert leads == sorted(leads)
    assert 0.3 < leads[0] < leads[-1] < 0.9
    late = [settled([70, 50, 50, 30], deal, deals=8)[0] for deal in range(2, 9)]
    assert late == sorted(late)
    assert late[0] < late[-1]
    assert settled([50] * 4) == pytest.approx([0.25] * 4)


def test_a_pot_that_stayed_favours_its_bidder_and_makes_a_lead_smaller():
    assert settled([30, 30, 30, 30], carry=30, names_again=2)[2] > 0.26
    assert settled([60, 20, 20, 20], carry=30)[0] < settled([60, 20, 20, 20])[0]


def test_notes_tell_what_became_of_the_deal():
    facts, names = np.empty(len(FACTS)), [fact.name for fact in FACTS]
    deal, settled_deals, clear, pots = 1, 0, 0, 0
    for match, _, _ in moments("notes", 20, True, deals=3):
        deal, before = int(match.state.deal), deal
        if deal in (1, before):
            continue
        states, pain = states_of(match), 0.0
        for seat in range(4):
            noted(states, seat, facts)
            told = dict(zip(names, facts, strict=True))
            assert told["chips"] == states[0].last_score[seat]
            assert told["pot"] == (told["clear"] and states[0].last_ending in (ONE_CLEAR, TWO_CLEAR))
            assert told["clear"] == (told["pain"] == 0 and states[0].last_pain >= 0)
            pain += told["pain"]
            clear, pots = clear + told["clear"], pots + told["pot"]
        assert pain == (13 if states[0].last_pain >= 0 else 0)
        settled_deals += 1
    assert settled_deals > 10
    assert 0 < pots <= clear
