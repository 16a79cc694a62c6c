"""Counts and descriptions of the protocol errors of programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from saleroom.bots.programs.player import LAPSES
from saleroom.renamed import earlier_names
from saleroom.toolkit.text.counts import MOVES, counted

Counts = Mapping[str, Mapping[str, int]]
"""For each player's name, the number of requested moves and the number of each error in `LAPSES`."""
BY_HOUSE = 0.01
"""Maximum share of a program's moves by ``house``. With more of them, a measurement would be of another player."""
NOUNS = {
    "refused": "refused|refused",
    "stray": "line that was no move|lines that were no moves",
    "late": "turn without a move in time|turns without a move in time",
    "ended": "time it ended|times it ended",
}


__getattr__ = earlier_names(__name__, Lapses="ProtocolErrors")


@dataclass
class ProtocolErrors:
    """Protocol errors of programs in one or more matches."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    """See `Counts`."""
    failures: dict[str, str] = field(default_factory=dict)
    """First failure of each program that failed, by the program's name.

    The text includes the wrong line and the time.
    """

    def note(self, names: Sequence[str], players: Iterable[Any]) -> None:
        """Add the errors of the programs among the players of a match."""
        for name, player in zip(names, players, strict=True):
            if getattr(player, "by_message", False):
                self.add({name: player.protocol_errors}, {name: player.failure})

    def add(self, counts: Counts, failures: Mapping[str, str]) -> None:
        """Add the errors of later matches."""
        for name, numbers in counts.items():
            self.counts.setdefault(name, Counter()).update(numbers)
        for name, failure in failures.items():
            if failure:
                self.failures.setdefault(name, failure)


def plays_itself(numbers: Mapping[str, int]) -> bool:
    """Return whether at most `BY_HOUSE` of a program's moves are by ``house``, from the program's counts."""
    return numbers.get("by_house", 0) <= BY_HOUSE * numbers.get("moves", 0)


def sentences(counts: Counts, failures: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each program, with its number of errors and its first failure.

    For a program without errors, say so.
    """
    for name, numbers in counts.items():
        phrases = [counted(numbers[lapse], noun) for lapse, noun in NOUNS.items() if numbers.get(lapse)]
        moves = f"{name}: {counted(numbers['moves'], MOVES)}"
        house = f", {numbers['by_house']} of them by the house in its place" if numbers.get("by_house") else ""
        first = f" First: {failures[name]}." if failures.get(name) else ""
        yield f"{moves}{house} ({', '.join(phrases)}).{first}" if phrases else f"{moves}, all its own."


def all_counts(numbers: Mapping[str, int]) -> dict[str, int]:
    """Return all counts of a program, including zeros: first `moves`, then the counts in the order of `LAPSES`."""
    return {name: numbers.get(name, 0) for name in ("moves", *LAPSES)}
