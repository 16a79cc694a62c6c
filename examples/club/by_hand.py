"""The standings of a series, calculated from nothing but the score of each seat in each deal.

This calculation shares no code with the server, and follows docs/play/table.md.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cmp_to_key


def percentages(event_csv: str) -> dict[str, Fraction]:
    """Return the percentage of each person in a club event, given its CSV file. Leave out people with fewer than half
    of the deals.
    """
    rows = list(csv.reader(io.StringIO(event_csv)))
    begin = next(index for index, row in enumerate(rows) if row[:1] == ["round"])
    seats: dict[tuple[str, str, str], list[tuple[str, int]]] = defaultdict(list)
    for number, deal, _table, seat, name, score, *_ in rows[begin + 1 :]:
        seats[number, deal, seat].append((name, int(score)))
    won: dict[str, Fraction] = defaultdict(Fraction)
    possible: dict[str, int] = defaultdict(int)
    played: dict[str, int] = defaultdict(int)
    for results in seats.values():
        for index, (name, score) in enumerate(results):
            others = [other for at, (_, other) in enumerate(results) if at != index]
            won[name] += sum((Fraction(2 * (score > other) + (score == other), 2) for other in others), Fraction())
            possible[name] += len(others)
            played[name] += 1
    deals = len({(number, deal) for number, deal, _ in seats})
    return {name: 100 * won[name] / possible[name] for name in won if possible[name] and 2 * played[name] >= deals}


def standings(
    members: Sequence[str], evenings: Sequence[Mapping[str, Fraction]], counted: int
) -> list[tuple[int, str, Fraction]]:
    """Return rank, name and total of each member. The `counted` best evenings count, and an absence gives 0."""
    points = {name: [evening.get(name, Fraction()) for evening in evenings] for name in members}
    best = {name: sorted(points[name], reverse=True)[:counted] for name in members}

    def compare(one: str, other: str) -> int:
        pairs = [(sum(best[one]), sum(best[other])), *zip(best[one], best[other], strict=True)]
        pairs += zip(reversed(points[one]), reversed(points[other]), strict=True)
        return next((1 if mine > theirs else -1 for mine, theirs in pairs if mine != theirs), 0)

    ordered = sorted(members, key=cmp_to_key(compare), reverse=True)
    return [
        (1 + sum(compare(other, name) > 0 for other in members), name, sum(best[name], Fraction())) for name in ordered
    ]
