"""Standings of a series: sums of percentages, the best evenings, absences and ties."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from saleroom.server.contests.series_standings import series_standings

EVENINGS = [
    {1: Fraction(60), 2: Fraction(40), 3: Fraction(50)},
    {1: Fraction(20), 2: Fraction(70)},
    {1: Fraction(50), 3: Fraction(60)},
]


def totals(counted: int | None) -> dict[int, tuple[int, int]]:
    """Return the rank and total of each member."""
    return {one.member: (one.rank, int(one.total)) for one in series_standings([1, 2, 3, 4], EVENINGS, counted)}


def test_an_absence_gives_nothing():
    assert totals(None) == {1: (1, 130), 2: (2, 110), 3: (3, 110), 4: (4, 0)}


def test_only_the_best_evenings_count():
    assert totals(1) == {2: (1, 70), 1: (3, 60), 3: (2, 60), 4: (4, 0)}
    best = {one.member: one for one in series_standings([1, 2, 3], EVENINGS, 2)}
    assert {member: one.counted for member, one in best.items()} == {1: (0, 2), 2: (1, 0), 3: (2, 0)}


@pytest.mark.parametrize(
    ("evenings", "counted", "ranks"),
    [
        ([{1: 50, 2: 60}, {1: 50, 2: 40}], None, [2, 1]),  # A8.1: the best evening decides
        ([{1: 60, 2: 50}, {1: 50, 2: 60}], None, [2, 1]),  # A8.2: the last evening decides
        ([{1: 60, 2: 60}, {1: 30, 2: 40}], 1, [2, 1]),  # A8.2 with evenings that do not count
        ([{1: 60, 2: 60}, {1: 30, 2: 30}], None, [1, 1]),  # nothing decides
        ([{1: 40, 2: 40}, {1: 0}], None, [1, 1]),  # an absence equals nothing won
        ([], None, [1, 1]),
    ],
)
def test_ties(evenings, counted, ranks):
    points = [{member: Fraction(point) for member, point in evening.items()} for evening in evenings]
    found = {one.member: one.rank for one in series_standings([1, 2], points, counted)}
    assert [found[1], found[2]] == ranks


def test_random_series_agree_with_a_calculation_in_another_way():
    chance = random.Random(1)
    for _ in range(200):
        members, counted = list(range(1, 8)), chance.choice([None, 1, 2, 3, 9])
        evenings = [
            {member: chance.randrange(0, 101, 25) for member in members if chance.random() < 0.7}
            for _ in range(chance.randrange(6))
        ]
        points = [{member: Fraction(point) for member, point in evening.items()} for evening in evenings]
        found = [(one.rank, one.member) for one in series_standings(members, points, counted)]
        assert found == ranked_by_comparison(members, evenings, counted)


def test_a_large_series_needs_few_comparisons(monkeypatch):
    members = range(1, 501)
    evenings = [{member: Fraction(member, number) for member in members} for number in range(1, 11)]
    compared = 0
    equals = Fraction.__eq__

    def counted(one: Fraction, other: object) -> bool:
        nonlocal compared
        compared += 1
        return equals(one, other)

    monkeypatch.setattr(Fraction, "__eq__", counted)
    found = series_standings(members, evenings, None)
    assert [one.rank for one in found] == list(members) and [one.member for one in found] == list(members)[::-1]
    assert 500 <= compared < 20 * 500


def ranked_by_comparison(members: list[int], evenings: list[dict[int, int]], counted: int | None):
    """Return ranks and members; compare members in pairs, one rule after the other."""

    def is_better(one: int, other: int) -> bool:
        lists = []
        for member in (one, other):
            each = [evening.get(member, 0) for evening in evenings]
            best = sorted(each, reverse=True)[:counted]
            lists.append((sum(best), best, each))
        (total, best, each), (total_2, best_2, each_2) = lists
        if total != total_2:
            return total > total_2
        for mine, theirs in [*zip(best, best_2, strict=True), *zip(each[::-1], each_2[::-1], strict=True)]:
            if mine != theirs:
                return mine > theirs
        return False

    ranks = {one: 1 + sum(is_better(other, one) for other in members) for one in members}
    return sorted((rank, member) for member, rank in ranks.items())
