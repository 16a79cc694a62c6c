"""Data that all nodes of a game's tree share: its terms, and the machine code for steps."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from saleroom.envs.terms import Terms
from saleroom.kernel import loops, tree_steps
from saleroom.kernel.compile import direct


class Tree:
    """Shared data of all nodes of a game. Get it from `tree_of`, so that equal terms share one tree."""

    def __init__(self, terms: Terms, explicit: bool) -> None:
        self.terms = terms
        self.explicit = explicit
        self.blank = terms.game.blank(1, terms.options, terms.seats)
        self.whole = terms.scope == "match"
        ids = np.zeros(terms.actions, np.int64)
        self.take = direct(tree_steps.take, self.blank, 0, 0, self.whole, ids)
        self.offer = direct(tree_steps.first_choices, self.blank, ids)
        self.arrange = direct(loops.arrange, self.blank, 0)
        self.turn_over = direct(loops.turn_over, self.blank, 0)

    def __reduce__(self) -> tuple[Any, ...]:
        terms = self.terms
        named = tuple(terms.stated_options.items())
        return tree_of, (terms.game.name, terms.seats, terms.scope, terms.reward, terms.version, named, self.explicit)

    def state_of(self, kept: bytes | bytearray) -> Any:
        """Return a state from its bytes."""
        return np.frombuffer(kept, self.blank.dtype)

    def copy_of(self, states: Any) -> Any:
        """Return a copy of a state. NumPy would copy each field separately, which takes thirty times as long."""
        return self.state_of(bytearray(states.tobytes()))


@cache
def tree_of(
    game: str, seats: int, scope: Any, reward: Any, version: int, options: tuple[tuple[str, Any], ...], explicit: bool
) -> Tree:
    """Return the tree of a game under these terms. Invalid terms raise a `ValueError` with the reason."""
    return Tree(Terms.of(game, seats, scope, reward, version, **dict(options)), explicit)
