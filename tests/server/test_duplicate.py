"""Pure functions that draw the seats for a round of a tournament, and compute the scores of its deals."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain

import pytest

from saleroom.server.contests.duplicate import TableScores, compare, deal_lines, standings
from saleroom.server.contests.seating import Round, draw, pairs, people_per_table, table_sizes, taken_seats

HALF = Fraction(1, 2)


# Seats


@pytest.mark.parametrize(
    ("people", "seats", "wanted", "found"),
    [(4, 4, None, 2), (8, 4, None, 4), (9, 4, None, 4), (5, 4, None, 3), (9, 4, 3, 3), (4, 8, 8, 2), (40, 4, 9, 4)],
)
def test_as_many_share_a_table_as_leave_two(people, seats, wanted, found):
    assert people_per_table(people, seats, wanted) == found


@pytest.mark.parametrize(
    ("people", "most", "sizes"),
    [(9, 4, [3, 3, 3]), (10, 4, [4, 3, 3]), (4, 2, [2, 2]), (5, 1, [1] * 5), (3, 2, [2, 1])],
)
def test_tables_are_as_even_as_can_be(people, most, sizes):
    assert table_sizes(people, most) == sizes


def test_free_seats_are_the_same_at_all_tables_and_move_on():
    assert [taken_seats(3, 4, turn) for turn in range(4)] == [[0, 1, 2], [1, 2, 3], [0, 2, 3], [0, 1, 3]]


def rounds_of(people: int, seats: int, per_table: int, rounds: int) -> list[Round]:
    """Return the tables of `rounds` rounds. The draw of each round considers the earlier rounds."""
    found: list[Round] = []
    for number in range(rounds):
        found.append(draw(range(1, people + 1), seats, per_table, found, bytes([number])))
    return found


@pytest.mark.parametrize(("people", "seats", "per_table"), [(4, 4, 2), (9, 4, 3), (10, 4, 4), (7, 3, 3), (40, 4, 4)])
def test_everybody_has_one_seat_in_every_round(people, seats, per_table):
    for tables in rounds_of(people, seats, per_table, 3):
        assert all(len(table) == seats for table in tables)
        seated = [person for person in chain(*tables) if person is not None]
        assert sorted(seated) == list(range(1, people + 1))


@pytest.mark.parametrize(
    ("people", "seats", "per_table", "rounds", "again", "same_seat"),
    [
        (16, 4, 4, 4, 4, 2),
        (40, 4, 4, 4, 0, 4),
        (9, 4, 3, 4, 0, 3),
        (4, 4, 2, 3, 0, 1),
        (12, 4, 4, 3, 9, 0),
        (8, 8, 4, 8, 28, 8),
    ],
)
def test_people_meet_others_and_change_seats(people, seats, per_table, rounds, again, same_seat):
    """Check the draw of all rounds.

    At most `again` pairs of people meet more than once. All people together return at most `same_seat` times to a seat
    that they had before.
    """
    found = rounds_of(people, seats, per_table, rounds)
    met = Counter(chain.from_iterable(pairs(table) for tables in found for table in tables))
    sat = Counter((who, seat) for tables in found for table in tables for seat, who in enumerate(table) if who)
    assert sum(times > 1 for times in met.values()) <= again
    assert sum(times - 1 for times in sat.values()) <= same_seat
    assert max(met.values()) - min(met.values()) <= 2 and max(sat.values()) <= 2


def test_the_same_chance_draws_the_same_seats():
    assert draw(range(20), 4, 4, [], b"one") == draw(range(20), 4, 4, [], b"one") != draw(range(20), 4, 4, [], b"two")


# Scores


def test_a_point_for_each_lower_score_and_half_a_point_for_an_equal_one():
    """Check the scores of three tables by Law 78 A."""
    assert [tuple(one) for one in compare([10, 4, 4])] == [
        (2, 2, Fraction(6)),
        (HALF, 2, Fraction(-3)),
        (HALF, 2, Fraction(-3)),
    ]


def test_all_points_of_a_deal_are_given_and_all_differences_cancel():
    for scores in ([3], [1, 1], [5, -2, 7, 5], [0] * 6):
        found = compare(scores)
        assert sum(one.points for one in found) == Fraction(len(scores) * (len(scores) - 1), 2)
        assert sum(one.difference for one in found) == 0


def table(people: tuple[int | None, ...], *scores: tuple[int, ...], over: bool = True) -> TableScores:
    """Return the scores of one table, given its people and the scores of its deals by seat."""
    return TableScores(people, scores, over)


def test_house_players_are_compared_with_and_not_ranked():
    tables = (table((1, None), (4, 0)), table((2, None), (1, 3)), table((None, 3), (2, 2)))
    found = {line.person: line for line in deal_lines(tables) if line.person}
    assert [found[person].compared.points for person in (1, 2, 3)] == [2, 0, 1]
    assert [(one.person, one.rank) for one in standings((1, 2, 3), (tables,))] == [(1, 1), (3, 2), (2, 3)]


def test_a_deal_counts_once_all_tables_have_finished_it():
    first, slow = table((1,), (1,), (2,), over=False), table((2,), (3,), over=False)
    assert {line.deal for line in deal_lines((first, slow))} == {1}
    assert {line.deal for line in deal_lines((first, slow._replace(scores=())))} == set()
    ended = deal_lines((first, slow._replace(over=True)))
    assert [(line.deal, line.compared.possible) for line in ended] == [(1, 1), (1, 1), (2, 0)]


def test_ties_go_by_the_difference_and_equal_ones_share_a_rank():
    rounds = ((table((1,), (9,)), table((2,), (3,))), (table((1,), (3,)), table((2,), (5,))))
    assert [(one.person, one.rank, one.share) for one in standings((1, 2), rounds)] == [(1, 1, HALF), (2, 2, HALF)]
    even = ((table((1,), (3,)), table((2,), (3,))),)
    assert [one.rank for one in standings((1, 2), even)] == [1, 1]


def test_whoever_has_played_nothing_yet_stands_last():
    rounds = ((table((1,), (0,)), table((2,), (3,))),)
    assert [(one.person, one.rank, one.deals) for one in standings((1, 2, 3), rounds)] == [
        (2, 1, 1),
        (1, 2, 1),
        (3, 3, 0),
    ]
