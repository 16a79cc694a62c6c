"""Seating for tournament rounds. Over all rounds, people meet as many others as possible, and change seats."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

Table = Sequence[int | None]
"""Number of the person at each seat of a table; None for a bot."""
Round = Sequence[Table]

STARTS = 6
"""Maximum number of random assignments of people to seats from which the search starts."""
PLACES = 240
"""Maximum number of seats in all these assignments together, if there is more than one."""


def people_per_table(people: int, seats: int, wanted: int | None = None) -> int:
    """Return the maximum number of people at a table. This number is at most `wanted` and `seats`, and low enough for
    at least two tables.
    """
    return max(1, min(seats, wanted or seats, -(-people // 2)))


def table_sizes(people: int, per_table: int) -> list[int]:
    """Return the number of people at each table; the numbers differ by at most one."""
    tables = -(-people // per_table)
    return [people // tables + (number < people % tables) for number in range(tables)]


def draw(
    people: Sequence[int], seats: int, per_table: int, before: Sequence[Round], seed: bytes
) -> list[list[int | None]]:
    """Return the tables of the next round; `seed` seeds the random choices.

    Assign people to seats at random, then swap pairs of people as long as this reduces repeated meetings and repeated
    seats. Keep the best result of several random starts. If possible, all tables have the same free seats, so that each
    person's score can be compared with other people's; the free seats change each round.
    """
    rng = random.Random(seed)
    sizes = table_sizes(len(people), per_table)
    places = [(table, seat) for table, size in enumerate(sizes) for seat in taken_seats(size, seats, len(before))]
    past = _PastRounds(before)
    starts = max(1, min(STARTS, PLACES // len(people)))
    best = min(
        (_improved(rng.sample(people, len(people)), places, past) for _ in range(starts)), key=lambda one: one[0]
    )
    tables: list[list[int | None]] = [[None] * seats for _ in sizes]
    for person, (table, seat) in zip(best[1], places, strict=True):
        tables[table][seat] = person
    return tables


def taken_seats(size: int, seats: int, turn: int) -> list[int]:
    """Return the seats that people take at a table with `size` people; the seats rotate by one in each round."""
    return sorted((turn + number) % seats for number in range(size))


class _PastRounds:
    """Counts from past rounds: how often two people have met, and how often a person has had a seat."""

    def __init__(self, rounds: Sequence[Round]) -> None:
        self.met: Counter[tuple[int, int]] = Counter()
        self.sat: Counter[tuple[int, int]] = Counter()
        for table in (table for tables in rounds for table in tables):
            self.sat.update((person, seat) for seat, person in enumerate(table) if person is not None)
            self.met.update(pairs(table))

    def least(self, person: int, seats: int) -> int:
        """Return a lower bound of `cost` for a person at tables with `seats` seats."""
        return min(self.sat[person, seat] for seat in range(seats))

    def cost(self, person: int, seat: int, others: Sequence[int]) -> int:
        """Return how often a person has met the people in `others`, plus how often the person has had the seat `seat`.

        Up to constants, this cost is the amount by which the sum of all squared counts grows if the person plays there.
        """
        return sum(self.met[_pair(person, each)] for each in others) + self.sat[person, seat]


def pairs(table: Table) -> Iterator[tuple[int, int]]:
    """Return all pairs of people at a table; each pair has the person with the lower number first."""
    return combinations(sorted(person for person in table if person is not None), 2)


def _pair(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one < two else (two, one)


def _improved(order: list[int], places: Sequence[tuple[int, int]], past: _PastRounds) -> tuple[int, list[int]]:
    """Swap people in `order`, which gives the person at each place, as long as this reduces the cost; return the final
    cost and order.
    """
    tables: dict[int, list[int]] = {}
    for index, (table, _) in enumerate(places):
        tables.setdefault(table, []).append(index)

    def cost(index: int) -> int:
        table, seat = places[index]
        return past.cost(order[index], seat, [order[each] for each in tables[table] if each != index])

    costs = [cost(index) for index in range(len(order))]
    seats = 1 + max(seat for _, seat in places)
    least = {person: past.least(person, seats) for person in order}
    better = True
    while better:
        better = False
        for one, each in combinations(range(len(order)), 2):
            before = costs[one] + costs[each]
            if before <= least[order[one]] + least[order[each]]:
                continue  # no swap can reduce these costs
            order[one], order[each] = order[each], order[one]
            if cost(one) + cost(each) < before:
                better = True
                for index in {*tables[places[one][0]], *tables[places[each][0]]}:
                    costs[index] = cost(index)
            else:
                order[one], order[each] = order[each], order[one]
    return sum(costs), order
