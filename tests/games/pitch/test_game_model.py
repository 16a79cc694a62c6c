"""Tests of the model of Auction Pitch that the search bot uses: evidence from bids and the first lead, candidate moves,
and the value of a score.
"""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.games.pitch.rules.record import BID
from saleroom.games.pitch.rules.rules import following_cards
from saleroom.kernel.bits import members
from tests.bots.game_models import imagined, judged, loaded, moments, prospects_of, told, too_slow, weighed_ids
from tests.contract.chance import states_of

pytestmark = too_slow
GAME = loaded("pitch")


def test_the_truth_is_likelier_than_what_is_imagined():
    true, made = [], []
    for match, _, rng in moments(GAME, "truth", 12, True, deals=2):
        for seat in range(match.state.seats):
            true.append(judged(states_of(match), seat))
            made.append(judged(imagined(match, seat, rng), seat))
    assert min(true + made) > 0
    assert max(true + made) <= 1
    assert np.mean(true) > 1.25 * np.mean(made)


def test_little_is_left_out_of_what_is_weighed():
    left_out = 0
    for match, seat, _ in moments(GAME, "options", 30, False):
        found, legal = weighed_ids(match, seat), match.legal_ids(seat)
        assert match.state.phase != BID or found == legal
        follows = legal if match.state.phase == BID else members(following_cards(match.state, seat))
        assert set(found) <= set(follows)  # a revoke is never weighed
        for card in set(follows) - set(found):
            assert any(do_the_same(match.state, seat, card, other) for other in found)
            left_out += 1
    assert left_out > 50


def do_the_same(state, seat: int, card: int, other: int) -> bool:
    """Return whether `card` and `other` are interchangeable cards below a ten.

    Interchangeable cards have the same suit, and no other seat can still play a card that ranks between them.
    """
    gone = int(state.hand[seat]) | sum(int(played) for played in state.played[: state.seats]) & ~int(state.trick)
    low, high = min(card, other), max(card, other)
    return low // 13 == high // 13 and high % 13 < 8 and all(gone >> it & 1 for it in range(low, high))


def settled(scores: list[int], deal: int = 1, **options: int):
    return prospects_of(GAME, scores, options, deal=deal)


def test_a_lead_is_worth_more_the_nearer_the_end():
    leads = [settled([ahead + 2, ahead, ahead, ahead])[0] for ahead in range(5)]
    assert leads == sorted(leads)
    assert 0.3 < leads[0] < leads[-1] < 0.9
    late = [settled([12, 10, 10, 10, 10, 10], deal, target=40, deals=10)[0] for deal in range(2, 11)]
    assert late == sorted(late)
    assert late[0] < late[-1]
    assert settled([-3] * 7, target=1) == pytest.approx([1 / 7] * 7)


def test_notes_tell_what_became_of_the_deal():
    deal, seen, kept, lost = 1, 0, 0, 0
    for match, _, _ in moments(GAME, "notes", 30, True, deals=3):
        deal, before = int(match.state.deal), deal
        if deal in (1, before):
            continue
        states, total, seen = states_of(match), 0, seen + 1
        last = states[0]
        for seat in range(last.seats):
            tells = told(GAME, states, seat)
            assert tells["pitched"] == (last.last_pitcher == seat)
            points = sum(tells[it] for it in ("high", "low", "jack", "cards"))
            total += points
            bid = tells["pitched"] and last.last_bid > 0
            assert tells["made"] == (bid and points >= last.last_bid)
            assert last.last_score[seat] == (-last.last_bid if bid and points < last.last_bid else points)
            kept, lost = kept + tells["made"], lost + (last.last_score[seat] < 0)
        assert 2 <= total <= 4
    assert seen > 10
    assert kept
    assert lost
