"""Successive halving: play a few matches of every combination of options, keep the best third, and repeat.

All combinations play the same cards, so a part of the luck cancels out (Jamieson and Talwalkar, "Non-stochastic best
arm identification and hyperparameter optimization", 2016).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from saleroom.lab.runs.progress import Show
from saleroom.lab.runs.tasks import Executor
from saleroom.lab.study.aims import Condition, margin
from saleroom.lab.study.combinations import CombinationStudy
from saleroom.lab.study.differences import named
from saleroom.lab.study.plan import BASE, Table, Variant
from saleroom.lab.study.running import play_missing
from saleroom.lab.study.storage import BlockStore

KEPT = 3
"""Factor by which each round reduces the number of combinations; also the number of finalists."""
OF_CONFIRMATION = 4
"""The last round has the matches of the confirmation, divided by this number, for each combination."""
LEAST = 32
"""Minimum number of matches of a combination in the first round."""


class Round(NamedTuple):
    """A round: how many combinations play, and how many matches each has played at its end."""

    combinations: int
    matches: int


def rounds(combinations: int, matches: int, seats: int) -> list[Round]:
    """Return the rounds that lead from a number of combinations to the finalists.

    `matches` is the number of matches with which a finalist is confirmed. The number of matches in a round is a
    multiple of `seats`.
    """
    counts = []
    while combinations > KEPT:
        counts.append(combinations)
        combinations = -(-combinations // KEPT)
    last = max(1, matches // OF_CONFIRMATION)
    first = max(LEAST, last // KEPT ** max(0, len(counts) - 1))
    first = -(-first // seats) * seats
    return [Round(count, first * KEPT**number) for number, count in enumerate(counts)]


def cost(plan: Iterable[Round]) -> int:
    """Return the number of matches of all rounds."""
    total, before = 0, 0
    for one in plan:
        total += one.combinations * (one.matches - before)
        before = one.matches
    return total


class Halving:
    """The rounds of a search.

    `margins` has each variant's margin in the last round that it played. `rounds` has the rounds that were played. They
    can be fewer and smaller than planned, because variants with identical matches drop out.
    """

    def __init__(self, study: CombinationStudy, blocks: BlockStore, conditions: list[Condition]) -> None:
        self._study, self._blocks, self._conditions = study, blocks, conditions
        self._by_variant: dict[Variant, list[Table]] = {}
        for table in study.tables:
            self._by_variant.setdefault(table.variant, []).append(table)
        self.margins: dict[Variant, float] = {}
        self.matches: dict[Variant, int] = {}
        self.rounds: list[Round] = []

    def finalists(self, plan: list[Round], where: Executor, show: Show) -> list[Variant]:
        """Play the rounds, and return the best variants, the best first."""
        alive = list(self._by_variant)
        rows_of_a_match = sum(1 / len(table.line_ups) for table in self._by_variant[BASE])
        expected = round(cost(plan) * rows_of_a_match)
        for one in plan:
            for _ in self._play(alive, one.matches, where):
                show(self._blocks.matches, expected)
            self.rounds.append(Round(len(alive), one.matches))
            alive = self._ranked(alive, one.matches)[: max(KEPT, -(-one.combinations // KEPT))]
            if len(alive) <= KEPT:
                break
        return alive[:KEPT]

    def _play(self, alive: list[Variant], matches: int, where: Executor) -> Iterator[None]:
        due = {table: matches // len(table.line_ups) for variant in alive for table in self._by_variant[variant]}
        yield from play_missing(self._study, self._blocks, where, due)

    def _ranked(self, alive: list[Variant], matches: int) -> list[Variant]:
        """Return the variants, the best first.

        Of variants whose matches were all identical, only the one with the fewest changes from the base is kept.
        """
        seen, different = set(), []
        for variant in sorted(alive, key=self._changes):
            rows = [self._blocks.rows(table, matches // len(table.line_ups)) for table in self._by_variant[variant]]
            played = b"".join(one.tobytes() for one in rows)
            self.matches[variant] = matches
            columns = {
                table.compares_players: named(table, one)
                for table, one in zip(self._by_variant[variant], rows, strict=True)
            }
            self.margins[variant] = margin(self._conditions, columns[False], columns.get(True))
            if played not in seen:
                seen.add(played)
                different.append(variant)
        return sorted(different, key=lambda variant: -self.margins[variant])

    def _changes(self, variant: Variant) -> int:
        return 0 if variant == BASE else len(self._study.rule_sets[variant.rule_set or ""])
