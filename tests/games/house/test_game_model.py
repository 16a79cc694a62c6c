"""Tests of the model of Auction House that the search bot uses: evidence from actions, candidate moves, and the value
of a score.
"""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.games.house.rules.record import PLAY
from saleroom.kernel.cards import NAMES
from saleroom.match.match import Match
from tests.bots.game_models import imagined, judged, loaded, moments, prospects_of, told, too_slow, weighed_ids
from tests.contract.chance import states_of

pytestmark = too_slow
GAME = loaded("house")


@pytest.mark.soak
def test_the_truth_is_likelier_than_what_is_imagined():
    true, made = [], []
    for match, seat, rng in moments(GAME, "truth", 8, True, rounds=2):
        true.append(judged(states_of(match), seat))
        made.append(judged(imagined(match, seat, rng), seat))
    assert min(true + made) > 0
    assert max(true + made) <= 1
    assert np.mean(true) > 1.5 * np.mean(made)


def test_little_is_left_out_of_what_is_weighed():
    left_out = 0
    for match, seat, _rng in moments(GAME, "options", 20, False):
        found = weighed_ids(match, seat)
        legal = match.legal_ids(seat)
        left_out += len(legal) - len(found)
        if match.state.phase == PLAY:
            for card in set(legal) - set(found):
                assert any(do_the_same(match, seat, card, other) for other in found)
    assert left_out > 100


def do_the_same(match: Match, seat: int, card: int, other: int) -> bool:
    """Return whether `card` and `other` are of the same suit, and no other seat can still play a card that ranks
    between them.
    """
    state = match.state
    gone = int(state.hand[seat]) | 1 << int(state.kitty[seat])
    for played in state.played[:4]:
        gone |= int(played)
    gone &= ~int(state.trick)
    order = "A23456789T"
    low, high = sorted(order.index(NAMES[it][0]) for it in (card, other))
    between = [NAMES.index(rank + NAMES[card][1]) for rank in order[low + 1 : high]]
    return NAMES[card][1] == NAMES[other][1] and all(gone >> it & 1 for it in between)


def settled(rounds: int, deal: int, scores: list[int], carry: int = 0, with_net: bool = False):
    return prospects_of(GAME, scores, {"rounds": rounds}, with_net, deal=deal, carry=carry)


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


def test_a_lead_is_less_safe_where_the_net_puts_better_cards_into_kitties():
    for deal in range(5, 14):
        scores = [45, 30, 15, 15]
        assert 0.25 < settled(13, deal, scores, with_net=True)[0] < settled(13, deal, scores)[0]
    assert settled(13, 13, [45, 15, 15, 15], with_net=True)[0] > 0.9


def test_notes_tell_what_became_of_the_deal():
    ties = wins = 0
    deals = 0
    for match, _, _ in moments(GAME, "notes", 14, True, rounds=3):
        if len(match.deals) == deals or not match.deals:
            deals = len(match.deals)
            continue
        deals = len(match.deals)
        states = states_of(match)
        for seat in range(4):
            tells = told(GAME, states, seat)
            assert tells["tricks"] == states[0].last_tricks[seat]
            assert tells["kitty"] == (states[0].last_score[seat] > 0)
            assert tells["tied"] == (sum(states[0].last_score[:4]) == 0)
            ties, wins = ties + tells["tied"], wins + tells["kitty"]
    assert ties
    assert wins
