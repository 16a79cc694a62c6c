"""Legal actions that no player takes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.players import any_searches
from saleroom.kernel import loops
from saleroom.kernel.game import Game
from saleroom.lab.study.plan import Study, Table
from saleroom.lab.study.playing import play

SAMPLE, SAMPLE_OF_SEARCH = 64, 8
"""Number of matches to analyse, fewer for players that search, which are slow."""
BID = "bid"


class Uses:
    """Legal actions and chosen actions, by phase and action id."""

    def __init__(self, game: Game, bound: int) -> None:
        """Create the tables; every action id is below `bound`."""
        self._game = game
        self._legal, self._done = np.zeros((2, len(game.phases), bound), bool)
        self._words: dict[str, set[tuple[int, int]]] = {}

    def watch(self, states: Any, movers: NDArray[np.int64], actions: NDArray[np.int64], ids: NDArray[np.int64]) -> None:
        """Record the legal and the chosen actions; call it before every step."""
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
        """Record an action's name: a bid with its price, anything else by its verb."""
        verb, *rest = self._game.format_action(state, seat, action).split(" ")
        words = f"{verb} {rest[0]}" if verb == BID and rest and rest[0].isdecimal() else verb
        self._words.setdefault(words, set()).add((phase, action))

    @property
    def never(self) -> list[str]:
        """Names of actions that were legal at some time and never chosen; consecutive bids as one."""
        unused = [words for words, ways in self._words.items() if not any(self._done[way] for way in ways)]
        prices = sorted(int(words.removeprefix(f"{BID} ")) for words in unused if words.startswith(f"{BID} "))
        return sorted(words for words in unused if not words.startswith(f"{BID} ")) + _runs(prices)


def _runs(prices: list[int]) -> list[str]:
    """Return prices as ``bid 4`` and ``bid 6 to 9``."""
    runs, start = [], 0
    for index in range(1, len(prices) + 1):
        if index == len(prices) or prices[index] != prices[index - 1] + 1:
            first, last = prices[start], prices[index - 1]
            runs.append(f"{BID} {first}" if first == last else f"{BID} {first} to {last}")
            start = index
    return runs


def never_done(study: Study, table: Table) -> list[str]:
    """Return the actions that no player chose in the first matches of a table."""
    if table.compares_players:
        return []
    options = study.options(table.variant, table.seats)
    uses = Uses(study.spec, study.spec.action_bound(options, table.seats))
    sample = SAMPLE_OF_SEARCH if any_searches(table.players) else SAMPLE
    seeds = [study.seed_of(number) for number in range(min(sample, study.most(table)))]
    play(study.spec, options, table.line_ups[0], seeds, uses.watch)
    return uses.never
