"""What programs that play have failed to do, counted by player, and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from saleroom.bots.programs.player import LAPSES

Lapses = dict[str, Counter[str]]
"""By the player's name: how many moves it was asked for, and each of `LAPSES`."""
WORDS = {
    "refused": "refused",
    "stray": "lines that were no moves",
    "late": "turns without a move in time",
    "ended": "times it ended",
}


def note_lapses(lapses: Lapses | None, names: Sequence[str], players: Iterable[Any]) -> None:
    """Add what the programs among the players of a match have counted."""
    for name, player in zip(names, players, strict=True):
        if lapses is not None and getattr(player, "by_message", False):
            lapses.setdefault(name, Counter()).update(player.lapses)


def add_lapses(lapses: Lapses, more: Mapping[str, Mapping[str, int]]) -> None:
    """Add those of other matches."""
    for name, counted in more.items():
        lapses.setdefault(name, Counter()).update(counted)


def sentences(lapses: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """A line for each program: that all was well, or how often it was not."""
    for name, counted in lapses.items():
        found = [f"{counted[lapse]} {WORDS[lapse]}" for lapse in WORDS if counted.get(lapse)]
        moves = f"{name}: {counted['moves']} moves"
        house = f", {counted['by_house']} of them by the house in its place" if counted.get("by_house") else ""
        yield f"{moves}{house} ({', '.join(found)})." if found else f"{moves}, all its own."


def counts(counted: Mapping[str, int]) -> dict[str, int]:
    """All numbers, in their order."""
    return {name: counted.get(name, 0) for name in ("moves", *LAPSES)}
