"""Tests of pots: payments, debts beyond a player's chips, shares, and chips that are left over."""

from __future__ import annotations

from saleroom.kernel import pots
from tests.kernel.states import state


def books(scores: list[int], carry: int = 0, **fields):
    return state(len(scores), scores=scores, carry=carry, before=[0], last_score=[0], last_carry=0, winners=0, **fields)


def test_a_seat_pays_what_it_has_and_the_rest_is_forgiven():
    s = books([5, 3], carry=1)
    pots.pay(s, 0, 4)
    pots.pay(s, 1, 4)
    assert (s.scores[:2].tolist(), s.carry) == ([1, 0], 1 + 4 + 3)


def test_books_tell_what_a_deal_changed_and_left():
    s = books([5, 3, 2])
    pots.open_books(s)
    pots.pay(s, 0, 4)
    pots.take(s, 2, 1)
    pots.close_books(s)
    assert (s.last_score.tolist(), s.last_carry) == ([-4, 0, 1, 0, 0, 0, 0, 0], 3)


def test_a_share_is_even_and_odd_chips_stay():
    s = books([0, 0, 0, 0], carry=9)
    pots.share(s, 0b1011, 3, 8)
    assert (s.scores[:4].tolist(), s.carry) == ([2, 2, 0, 2], 3)


def test_odd_chips_go_from_the_dealers_left_on():
    s = books([0, 0, 0, 0], carry=5)
    pots.odd_chips(s, 0b1011, 2, 0)
    assert (s.scores[:4].tolist(), s.carry) == ([0, 1, 0, 1], 3)
    pots.odd_chips(s, 0b1011, 1, 1)
    assert s.scores[:4].tolist() == [0, 1, 0, 2]
    pots.odd_chips(s, 0b1011, 0, 3)
    assert s.carry == 2


def test_all_can_pay_what_the_poorest_has():
    s = books([5, 3, 4])
    assert (pots.all_can_pay(s, 3), pots.all_can_pay(s, 4)) == (True, False)


def test_in_the_end_the_pot_is_shared_and_the_most_chips_win():
    s = books([5, 3, 5], carry=8)
    pots.end_with_most_chips(s)
    assert (s.scores[:3].tolist(), s.carry, s.winners) == ([7, 5, 7], 0, 0b101)
