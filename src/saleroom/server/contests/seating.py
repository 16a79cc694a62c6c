"""Who sits where in the rounds of an event: people meet as many others as they can, each in turn from every seat."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

Table = Sequence[int | None]
"""The people of a table by their numbers, by seat; None where the house plays."""
Round = Sequence[Table]

STARTS = 6
"""From how many shuffles a better seating is looked for."""


def people_per_table(people: int, seats: int, wanted: int | None = None) -> int:
    """How many people share a table at most: so many as are wanted and have seats, if that leaves two tables."""
    return max(1, min(seats, wanted or seats, -(-people // 2)))


def table_sizes(people: int, per_table: int) -> list[int]:
    """How many people sit at each table, as even as can be."""
    tables = -(-people // per_table)
    return [people // tables + (number < people % tables) for number in range(tables)]


def draw(
    people: Sequence[int], seats: int, per_table: int, before: Sequence[Round], chance: bytes
) -> list[list[int | None]]:
    """The tables of the next round; `chance` decides between seatings that are as good.

    People are shuffled into the places, then any two change places while that brings fewer meetings or seats again; of
    several shuffles the best result stays. Free seats are the same at all tables as far
    as possible, so that people are compared with people, and others in the next round.
    """
    rng = random.Random(chance)
    sizes = table_sizes(len(people), per_table)
    places = [(table, seat) for table, size in enumerate(sizes) for seat in taken_seats(size, seats, len(before))]
    past = _Past(before)
    found = min(
        (_improved(rng.sample(people, len(people)), places, past) for _ in range(STARTS)), key=lambda one: one[0]
    )
    tables: list[list[int | None]] = [[None] * seats for _ in sizes]
    for person, (table, seat) in zip(found[1], places, strict=True):
        tables[table][seat] = person
    return tables


def taken_seats(size: int, seats: int, turn: int) -> list[int]:
    """The seats of a table with so many people; they move on by one seat a round."""
    return sorted((turn + number) % seats for number in range(size))


class _Past:
    """How often people have met, and sat where."""

    def __init__(self, rounds: Sequence[Round]) -> None:
        self.met: Counter[tuple[int, int]] = Counter()
        self.sat: Counter[tuple[int, int]] = Counter()
        for table in (table for tables in rounds for table in tables):
            self.sat.update((person, seat) for seat, person in enumerate(table) if person is not None)
            self.met.update(pairs(table))

    def cost(self, person: int, seat: int, others: Sequence[int]) -> int:
        """How often they have met these others, and sat there: what a round adds to the sums of squares."""
        return sum(self.met[_pair(person, other)] for other in others) + self.sat[person, seat]


def pairs(table: Table) -> Iterator[tuple[int, int]]:
    """All who meet at a table, the lower number first."""
    return combinations(sorted(person for person in table if person is not None), 2)


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _improved(order: list[int], places: Sequence[tuple[int, int]], past: _Past) -> tuple[int, list[int]]:
    """The best order that single changes of places lead to, and its cost; `order` is who has which place."""
    tables: dict[int, list[int]] = {}
    for at, (table, _) in enumerate(places):
        tables.setdefault(table, []).append(at)

    def cost(at: int) -> int:
        table, seat = places[at]
        return past.cost(order[at], seat, [order[other] for other in tables[table] if other != at])

    better = True
    while better:
        better = False
        for one, other in combinations(range(len(order)), 2):
            before = cost(one) + cost(other)
            order[one], order[other] = order[other], order[one]
            if cost(one) + cost(other) < before:
                better = True
            else:
                order[one], order[other] = order[other], order[one]
    return sum(cost(at) for at in range(len(order))), order
