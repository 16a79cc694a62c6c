"""Tests of what play reveals about the other hands in Mini Hearts."""

from __future__ import annotations

from tests.games.mini_hearts.test_articles import hearts
from tests.games.small import cards, known
from tests.tables import bids, deal, play

PACK = cards("AC KC QC JC TC AD KD QD JD TD")


def three(*hands):
    match = hearts(hands=deal(*hands), seats=3, ranks=5, dealt=len(hands[0].split()))
    return bids(match, "pass", "pass", "pass")


def test_at_first_a_hand_may_be_anything_unseen():
    assert known(three("KC KD", "AC AD", "QC JC"), 1) == dict.fromkeys((0, 2), (2, PACK & ~cards("AC AD")))


def test_a_hand_that_does_not_follow_has_none_of_the_suit():  # 3.1
    second = play(three("KC KD", "AC AD", "QC JC"), "1 play AD", "2 play JC", "0 play KD")
    assert known(second, 1) == {0: (1, cards("KC QC TC QD JD TD")), 2: (1, cards("KC QC TC"))}
    third = play(three("KC QC", "AC AD", "KD JC"), "1 play AD", "2 play KD", "0 play QC")
    assert known(third, 1) == {0: (1, cards("KC JC TC")), 2: (1, cards("KC JC TC QD JD TD"))}


def test_a_lead_of_another_suit_shows_nothing():  # 3.2
    match = three("KC KD TD", "AC AD JD", "QC JC QD")
    play(match, "1 play AC", "2 play JC", "0 play KC", "1 play AD")
    assert known(match, 0) == {1: (1, cards("QC TC QD JD")), 2: (2, cards("QC TC QD JD"))}
