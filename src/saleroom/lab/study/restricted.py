"""Players with restricted bidding or memory, to measure what bidding and memory are worth.

Examples are ``never-bids:house`` and ``minimum:trained``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.bots import players as known_players
from saleroom.bots.levels import TRAINED
from saleroom.bots.nets.player import shipped
from saleroom.bots.plain import KINDS
from saleroom.bots.players import UnknownPlayer
from saleroom.kernel import loops
from saleroom.kernel.game import Game

NEVER_BIDS, MINIMUM, NO_MEMORY = "never-bids", "minimum", "no-memory"
RESTRICTIONS = {
    NEVER_BIDS: "passes whenever it may",
    MINIMUM: "whenever it bids, bids the least that it may",
    NO_MEMORY: "forgets all that was played, said and shown",
}


def parts(name: str) -> tuple[str, str]:
    """Return the restriction in a player's name, empty if there is none, and the rest of the name."""
    restriction, colon, level = name.partition(":")
    return (restriction, level) if colon and restriction in RESTRICTIONS else ("", name)


def check(name: str, game: Game) -> None:
    """Raise `UnknownPlayer` if `name` is not a player, or `ValueError` if a study of this game cannot use it."""
    restriction, player = parts(name)
    budget = known_players.check_by_views(player)
    if budget is not None and budget.milliseconds is not None:
        raise ValueError(f"{name} thinks for a time, and what it plays depends on the machine; name a budget of tries")
    if not restriction:
        return
    fitting = [TRAINED] if restriction == NO_MEMORY else [*KINDS, TRAINED]
    if player not in fitting:
        known = " or ".join(f"{restriction}:{level}" for level in fitting)
        raise UnknownPlayer(f"{name[:40]!r}: a player that {RESTRICTIONS[restriction]} is one of {known}")
    if restriction == NO_MEMORY:
        if shipped(game.name) is None:
            raise ValueError(f"{name}: {game.name} has no {TRAINED} players")
        return
    if game.auction is None:
        raise ValueError(f"{name}: {game.name} has no bids")
    if restriction == MINIMUM and not game.auction.price:
        raise ValueError(f"{name}: bids of {game.name} have no price; {NEVER_BIDS}:{player} can be played")


class Bids(NamedTuple):
    """Helper that finds the bids among a game's actions."""

    game: Game
    bound: int

    def legal(self, states: Any, movers: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return masks of each mover's legal actions and legal bids, both of shape (states, action ids)."""
        mask = np.zeros((len(states), self.bound), bool)
        loops.legal_all(states, movers, mask)
        bids = mask.copy()
        bids[:, self.passing(states, movers, mask)] = False
        return mask, bids

    def passing(self, states: Any, movers: NDArray[np.int64], mask: NDArray[np.bool_]) -> list[int]:
        """Return the ids of legal actions that are passes."""
        assert self.game.auction is not None
        passes = []
        for action in np.flatnonzero(mask.any(0)):
            row = int(np.flatnonzero(mask[:, action])[0])
            if self.game.format_action(states[row], int(movers[row]), int(action)) == self.game.auction.passing:
                passes.append(int(action))
        return passes


class Restricted:
    """Wrapper of players that replaces bids which violate a restriction; see `saleroom.lab.study.players.Players`."""

    def __init__(self, restriction: str, others: Any, game: Game, bound: int) -> None:
        """Set up the restriction; every action id is below `bound`."""
        self._never, self._others, self._bids = restriction == NEVER_BIDS, others, Bids(game, bound)
        self._phase = game.bidding

    def choose(self, states: Any, movers: NDArray[np.int64], ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the wrapped players' actions, with forbidden bids replaced."""
        actions = self._others.choose(states, movers, ids)
        rows = np.flatnonzero(states["phase"] == self._phase)
        if len(rows):
            actions[rows] = self._instead(np.ascontiguousarray(states[rows]), movers[rows], actions[rows])
        return actions

    def _instead(self, states: Any, movers: NDArray[np.int64], actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the given actions, with each forbidden bid replaced.

        The restriction ``never-bids`` replaces a bid by a legal pass. Other restrictions replace it by the lowest legal
        bid, which has the lowest id.
        """
        mask, bids = self._bids.legal(states, movers)
        rows = np.arange(len(states))
        wanted = mask & ~bids if self._never else bids
        changed = bids[rows, actions] & wanted.any(1)
        return np.where(changed, wanted.argmax(1), actions)
