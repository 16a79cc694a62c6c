"""What all nodes of a game's tree share: its terms, and the compiled steps of play at these terms."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from saleroom.envs.terms import Terms
from saleroom.kernel import choices, episodes, loops, verbs
from saleroom.kernel.bits import NONE, first
from saleroom.kernel.compile import direct, rule, single

CHANCE, OVER = -1, -4  # who is to move where no seat is, in OpenSpiel's numbers


@single
def take(states, seat, action, whole, ids):
    """One legal action. Who moves then, how many ids it may choose from, and whether a deal was settled."""
    s = states[0]
    outcome = episodes.act(s, seat, action, whole)
    settled = outcome != episodes.GOES_ON
    if outcome == episodes.OVER:
        return OVER, 0, settled
    mover, found = look(s, ids)
    return mover, found, settled


@single
def offer(states, ids):
    """Who moves, or `CHANCE` where the table has more to do, and how many ids it may choose from."""
    return look(states[0], ids)


@rule
def look(s, ids):
    """The same for one record; the ids are written into `ids`."""
    if s.acting == NONE:
        return CHANCE, 0
    mover = first(s.acting)
    return mover, choices.write(verbs.legal(s, mover), ids)


class Tree:
    """What all nodes of a game share. Get it from `tree_of`, so that equal games share one."""

    def __init__(self, terms: Terms, explicit: bool) -> None:
        self.terms = terms
        self.explicit = explicit
        self.blank = terms.game.blank(1, terms.options, terms.seats)
        self.whole = terms.scope == "match"
        ids = np.zeros(terms.actions, np.int64)
        self.take = direct(take, self.blank, 0, 0, self.whole, ids)
        self.offer = direct(offer, self.blank, ids)
        self.arrange = direct(loops.arrange, self.blank, 0)
        self.turn_over = direct(loops.turn_over, self.blank, 0)

    def __reduce__(self) -> tuple[Any, ...]:
        terms = self.terms
        named = tuple(terms.options.items())
        return tree_of, (terms.game.name, terms.seats, terms.scope, terms.reward, named, self.explicit)

    def state_of(self, kept: bytes | bytearray) -> Any:
        """A state from its bytes."""
        return np.frombuffer(kept, self.blank.dtype)

    def copy_of(self, states: Any) -> Any:
        """A state once more. NumPy would copy it field by field, which takes thirty times as long."""
        return self.state_of(bytearray(states.tobytes()))


@cache
def tree_of(
    game: str, seats: int, scope: Any, reward: Any, options: tuple[tuple[str, Any], ...], explicit: bool
) -> Tree:
    """The tree of a game at these terms; `ValueError` says what is wrong with them."""
    return Tree(Terms.of(game, seats, scope, reward, **dict(options)), explicit)
