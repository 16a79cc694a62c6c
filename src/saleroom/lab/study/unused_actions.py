"""Find legal actions that no player takes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.players import any_searches
from saleroom.kernel import loops
from saleroom.kernel.auctions import Auction
from saleroom.kernel.game import Game
from saleroom.lab.study.plan import Study, Table
from saleroom.lab.study.playing import play

SAMPLE, SAMPLE_OF_SEARCH = 64, 8
"""Numbers of matches to analyse: for players that do not search, and for players that search, which are slow."""


class Uses:
    """Records of which actions were legal and which were chosen, by phase and action id."""

    def __init__(self, game: Game, bound: int) -> None:
        """Create the records. Every action id is below `bound`."""
        self._game = game
        self._legal, self._done = np.zeros((2, len(game.phases), bound), bool)
        self._ways: dict[str | int, set[tuple[int, int]]] = {}

    def on_step(
        self, states: Any, movers: NDArray[np.int64], actions: NDArray[np.int64], ids: NDArray[np.int64]
    ) -> None:
        """Record the legal and the chosen actions. Call this before every step."""
        mask = np.zeros((len(states), self._legal.shape[1]), bool)
        loops.legal_all(states, movers, mask)
        phases = states["phase"].astype(np.int64)
        for phase in np.unique(phases):
            mine = phases == phase
            for action in np.flatnonzero(mask[mine].any(0) & ~self._legal[phase]):
                at = int(np.flatnonzero(mine & mask[:, action])[0])
                self._note(states[at], int(movers[at]), int(phase), int(action))
            self._legal[phase] |= mask[mine].any(0)
        self._done[phases, actions] = True

    def _note(self, state: Any, seat: int, phase: int, action: int) -> None:
        """Record an action: a bid with a price under its price, any other action under its verb."""
        words, auction = self._game.format_action(state, seat, action), self._game.auction
        price = auction.price_of(words) if auction and auction.price else None
        self._ways.setdefault(words.split(" ")[0] if price is None else price, set()).add((phase, action))

    @property
    def never(self) -> list[str]:
        """Names of actions that were legal at least once but never chosen; bids with consecutive prices are merged."""
        unused = [name for name, ways in self._ways.items() if not any(self._done[way] for way in ways)]
        prices = sorted(name for name in unused if isinstance(name, int))
        verbs = sorted(name for name in unused if isinstance(name, str))
        return verbs + (_runs(self._game.auction, prices) if self._game.auction else [])


def _runs(auction: Auction, prices: list[int]) -> list[str]:
    """Return bids at the given ascending prices as texts, with consecutive prices merged: ``bid 4``, ``bid 6 to 9``."""
    runs, start = [], 0
    for end in range(1, len(prices) + 1):
        if end == len(prices) or prices[end] != prices[end - 1] + 1:
            first, last = prices[start], prices[end - 1]
            runs.append(auction.words(first) + (f" to {last}" if last > first else ""))
            start = end
    return runs


def never_done(study: Study, table: Table) -> list[str]:
    """Return the actions that no player chose in the first matches of a table."""
    if table.compares_players:
        return []
    options = study.options(table.variant, table.seats)
    uses = Uses(study.spec, study.spec.action_bound(options, table.seats))
    sample = SAMPLE_OF_SEARCH if any_searches(table.players) else SAMPLE
    seeds = [study.seed_of(number) for number in range(min(sample, study.most(table)))]
    play(study.spec, options, table.line_ups[0], seeds, uses.on_step)
    return uses.never
