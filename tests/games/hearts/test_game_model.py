"""Tests of the model of Auction Hearts that the search bot uses: evidence from bids and the named suit, candidate
moves, and the value of chips.
"""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.games.hearts.rules.record import BID, NAME, ONE_CLEAR, TWO_CLEAR
from saleroom.games.hearts.rules.rules import BIDS, PASS
from tests.bots.game_models import imagined, judged, loaded, moments, prospects_of, told, too_slow, weighed_ids
from tests.contract.chance import states_of

pytestmark = too_slow
GAME = loaded("hearts")


@pytest.mark.soak
def test_the_truth_is_likelier_than_what_is_imagined():
    true, made = [], []
    for match, seat, rng in moments(GAME, "truth", 10, True, deals=3):
        true.append(judged(states_of(match), seat))
        made.append(judged(imagined(match, seat, rng), seat))
    assert min(true + made) > 0
    assert max(true + made) <= 1
    assert np.mean(true) > 1.5 * np.mean(made)


def test_after_a_pot_that_stayed_old_bids_tell_nothing():
    stayed = 0
    for match, seat, rng in moments(GAME, "stayed", 20, True, deals=3):
        if match.state.stayed and match.state.phase == NAME:
            assert judged(imagined(match, seat, rng), seat) == 1
            stayed += 1
    assert stayed


def test_little_is_left_out_of_what_is_weighed():
    left_out = 0
    for match, seat, _ in moments(GAME, "options", 12, False):
        found, legal = weighed_ids(match, seat), match.legal_ids(seat)
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
    """Return whether `card` and `other` are of the same suit, and no other seat can still play a card that ranks
    between them.
    """
    gone = int(state.hand[seat]) | sum(int(played) for played in state.played[:4]) & ~int(state.trick)
    low, high = min(card, other), max(card, other)
    return low // 13 == high // 13 and all(gone >> it & 1 for it in range(low, high))


def test_the_last_to_speak_need_not_outbid_himself():
    seen = 0
    for match, seat, _ in moments(GAME, "last", 12, False):
        if match.state.phase == BID and seat == match.state.dealer:
            found = weighed_ids(match, seat)
            assert found in ([PASS], [PASS, BIDS + max(0, int(match.state.bid)) + 1])
            seen += 1
    assert seen


def settled(scores: list[int], deal: int = 2, carry: int = 0, names_again: int | None = None, **options: int):
    again = {} if names_again is None else {"stayed": 1, "bidder": names_again}
    return prospects_of(GAME, scores, options, deal=deal, carry=carry, **again)


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
    deal, settled_deals, clear, pots = 1, 0, 0, 0
    for match, _, _ in moments(GAME, "notes", 20, True, deals=3):
        deal, before = int(match.state.deal), deal
        if deal in (1, before):
            continue
        states, pain = states_of(match), 0.0
        for seat in range(4):
            tells = told(GAME, states, seat)
            assert tells["pot"] == (tells["clear"] and states[0].last_ending in (ONE_CLEAR, TWO_CLEAR))
            assert tells["clear"] == (tells["pain"] == 0 and states[0].last_pain >= 0)
            pain += tells["pain"]
            clear, pots = clear + tells["clear"], pots + tells["pot"]
        assert pain == (13 if states[0].last_pain >= 0 else 0)
        settled_deals += 1
    assert settled_deals > 10
    assert 0 < pots <= clear
