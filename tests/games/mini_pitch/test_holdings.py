"""Tests of what play reveals about the other hands in Mini Pitch."""

from __future__ import annotations

from tests.games.mini_pitch.test_articles import pitch
from tests.games.small import cards, known
from tests.tables import bids, deal, play

PACK = cards("AC KC QC JC TC AD KD QD JD TD")


def three(*hands, dealt):
    return bids(pitch(hands=deal(*hands), seats=3, ranks=5, dealt=dealt), "bid 1", "pass", "pass")


def test_at_first_a_hand_may_be_anything_unseen():
    match = three("KC KD", "AC AD", "QC JC", dealt=2)
    assert known(match, 1) == dict.fromkeys((0, 2), (2, PACK & ~cards("AC AD")))


def test_a_hand_that_does_not_follow_a_trump_has_none():  # 3.2
    second = play(three("KC KD", "AC AD", "QC JC", dealt=2), "1 play AD", "2 play JC", "0 play KD")
    assert known(second, 1) == {0: (1, cards("KC QC TC QD JD TD")), 2: (1, cards("KC QC TC"))}
    third = play(three("KC QC", "AC AD", "KD JC", dealt=2), "1 play AD", "2 play KD", "0 play QC")
    assert known(third, 1) == {0: (1, cards("KC JC TC")), 2: (1, cards("KC JC TC QD JD TD"))}


def test_a_lead_and_a_trump_on_a_plain_suit_show_nothing():  # 3.1, 3.3
    match = three("KC KD TD", "AC AD JD", "QC JC QD", dealt=3)
    play(match, "1 play AC", "2 play JC", "0 play KC", "1 play AD", "2 play QC")
    assert known(match, 0) == {1: (1, cards("TC QD JD")), 2: (1, cards("TC QD JD"))}
