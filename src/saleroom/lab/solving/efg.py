"""Export of a tree as an extensive-form game file, which Gambit and OpenSpiel's `efg_game` can read.

The format is described in Gambit's documentation, "The extensive game (.efg) file format".
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from saleroom.bots.compiled.solving import TERMINAL
from saleroom.lab.solving.trees import Solved


def write(solved: Solved, path: Path) -> None:
    """Write the file, with a line for each node."""
    path.write_text("\n".join(lines(solved)) + "\n", encoding="ascii")


def lines(solved: Solved) -> Iterator[str]:
    """Yield the lines of the file, with every node before its descendants."""
    options = ", ".join(f"{name} {value}" for name, value in solved.options.items())
    yield f'EFG 2 R "{solved.game.title}: {options}" {{ "seat 0" "seat 1" }}'
    yield ""
    count = len(solved.deals)
    yield f'c "" 1 "" {{ {" ".join(_outcome(number, count) for number in range(count))} }} 0'
    writer = _Writer(solved)
    for deal in range(count):
        yield from writer.below(deal)


def _outcome(number: int, count: int) -> str:
    """Return the name and probability of a deal, as an outcome of the chance node."""
    return f'"d{number}" 1/{count}'


class _Writer:
    """Data shared by the lines of all nodes."""

    def __init__(self, solved: Solved) -> None:
        tree = solved.tree
        self._tree, self._actions = tree, solved.actions
        order = np.argsort(tree.parent, kind="stable")
        self._children, self._begins = order, np.searchsorted(tree.parent[order], np.arange(len(tree.parent) + 1))
        sets = tree.first_slot
        owner = tree.owner[sets[:-1]]
        self._number = np.zeros(len(owner), np.int64)
        for seat in range(2):
            mine = np.flatnonzero(owner == seat)
            self._number[mine] = np.arange(1, len(mine) + 1)
        self._terminals = 0
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 10 * len(tree.levels) + 1000))

    def below(self, node: int) -> Iterator[str]:
        """Yield the lines for a node and all its descendants."""
        tree = self._tree
        if tree.player[node] == TERMINAL:
            self._terminals += 1
            won = tree.payoff[node]
            yield f't "" {self._terminals} "" {{ {won:g} {-won:g} }}'
            return
        children = self._children[self._begins[node] : self._begins[node + 1]]
        slots = tree.slot[children]
        names = " ".join(f'"{action}"' for action in self._actions[slots])
        yield f'p "" {tree.player[node] + 1} {self._number[tree.set_of[slots[0]]]} "" {{ {names} }} 0'
        for child in children:
            yield from self.below(int(child))
