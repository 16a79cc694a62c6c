"""Drama: the lowest chance to win that the eventual winner had during the match.

At the end of each deal except the last, the match is continued many times with other cards. Half of these continuations
select the deal after which the winner's chance is lowest; the other half estimate the chance after that deal. The
halves then swap roles, and the two results are averaged. The minimum of all estimates would be biased downwards,
especially in long matches.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel.game import Game, set_seeds
from saleroom.lab.study.match_statistics import winners
from saleroom.lab.study.plan import Study, Table
from saleroom.lab.study.playing import Seated, movers_of, play, step

EVERY = 16
"""Only every 16th match is analysed, because continuing from every deal takes many times as long as the match."""
CONTINUATIONS = 32


def lowest(study: Study, table: Table, numbers: range) -> NDArray[np.float64]:
    """Return the lowest chance to win that each match's winner had; NaN for matches that were not analysed.

    Before the first deal, the chance is 1 divided by the number of seats.
    """
    chances = np.full(len(numbers), np.nan)
    analysed = [at for at, number in enumerate(numbers) if number % EVERY == 0]
    if not study.drama or not analysed:
        return chances
    options, names = study.options(table.variant, table.seats), table.line_ups[0]
    seeds = [study.seed_of(numbers[at]) for at in analysed]
    ends = _Ends()
    won = play(study.spec, options, names, seeds, ends.on_step).won
    chances[analysed] = _lowest(won, ends.found, _chances(study.spec, options, names, seeds, ends.found))
    return chances


class End(NamedTuple):
    """State of a match just before the step that ends a deal and deals the next one."""

    match: int
    state: Any
    """Array of one state, shape (1,)."""
    mover: int
    action: int


class _Ends:
    """Recorder of the ends of deals in matches."""

    def __init__(self) -> None:
        self.found: list[End] = []
        self._before: dict[int, End] = {}

    def on_step(
        self, states: Any, movers: NDArray[np.int64], actions: NDArray[np.int64], ids: NDArray[np.int64]
    ) -> None:
        """Record the ends of deals. Call this before every step."""
        for at, match in enumerate(ids.tolist()):
            before = self._before.get(match)
            if before is not None and before.state[0].deal != states[at].deal:
                self.found.append(before)
            self._before[match] = End(match, states[at : at + 1].copy(), int(movers[at]), int(actions[at]))


def _chances(game: Game, options: Any, names: list[str], seeds: list[bytes], ends: list[End]) -> NDArray[np.float64]:
    """Return each seat's share of wins in both halves of each end's continuations; shape (ends, 2, seats)."""
    seats = len(names)
    if not ends:
        return np.zeros((0, 2, seats))
    states: Any = np.concatenate([end.state for end in ends for _ in range(CONTINUATIONS)])
    fresh = [_seed(seeds[end.match], int(end.state[0].deal), at) for end in ends for at in range(CONTINUATIONS)]
    set_seeds(states, fresh)
    firsts = (np.repeat([one[at] for one in ends], CONTINUATIONS) for at in (2, 3))
    step(game, states, *firsts)
    won = _won(game, states, Seated(game, options, names, fresh))
    return won.reshape(len(ends), 2, CONTINUATIONS // 2, seats).mean(2)


def _seed(seed: bytes, deal: int, at: int) -> bytes:
    """Return the seed of one continuation."""
    return sha256(b"drama%d/%d" % (deal, at) + seed).digest()


def _won(game: Game, states: Any, players: Seated) -> NDArray[np.float64]:
    """Play the matches to their end; return each seat's share of the win, shape (matches, seats)."""
    seats, ids = int(states["seats"][0]), np.arange(len(states))
    won = np.zeros((len(states), seats))
    while True:
        over = states["winners"] != 0
        won[ids[over]] = winners(states[over], seats)
        states, ids = np.ascontiguousarray(states[~over]), ids[~over]
        if not len(ids):
            return won / won.sum(1, keepdims=True)
        movers = movers_of(states)
        step(game, states, movers, players.choose(states, movers, ids))


def _lowest(won: NDArray[np.float64], ends: list[End], chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return, for each match, the lowest chance of winning that its winner had.

    `won`, of shape (matches, seats), has each seat's share of the win. The chances come from simulated continuations.
    """
    seats = won.shape[1]
    minimum = np.full(len(won), 1 / seats)
    matches = np.array([end.match for end in ends], np.int64)
    of_winner = (chances * won[matches][:, None]).sum(2)  # dimensions: ends, halves
    for match in np.unique(matches):
        first, second = np.concatenate([[[1 / seats] * 2], of_winner[matches == match]]).T
        minimum[match] = (second[first.argmin()] + first[second.argmin()]) / 2
    return minimum
