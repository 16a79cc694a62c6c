"""Saleroom's bots in a `Vector`, as teachers, opponents or a benchmark.

>>> from saleroom.envs import vector
>>> from saleroom.envs.vector_players import VectorPlayers
>>> env = vector.make("auction-pitch", num_envs=4, seats=4, seed=0)
>>> house = VectorPlayers(env, "house", seed=1)
>>> observations, rewards, ended = env.step(house.choose())
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import heuristics, net_features, nets, playing
from saleroom.bots.compiled.playing import HOUSE
from saleroom.bots.levels import TRAINED
from saleroom.bots.nets.player import shipped
from saleroom.bots.nets.weights import with_room
from saleroom.bots.plain import KINDS
from saleroom.bots.players import UnknownPlayer
from saleroom.envs.vector import Vector
from saleroom.match.seeds import Seed, seed_bytes
from saleroom.renamed import earlier_names

__getattr__ = earlier_names(__name__, Companions="VectorPlayers")


class VectorPlayers:
    """Bots of one kind in every seat of every episode; each gets only the view of its seat."""

    def __init__(self, env: Vector, player: str = "house", seed: Seed = None) -> None:
        """Set up the bot `player`: ``house``, ``trained`` or ``random``.

        Its randomness comes from `seed` and is independent of the cards.

        If the game has no net, ``house`` replaces ``trained`` and a notice is printed.
        """
        if player not in (*KINDS, TRAINED):
            raise UnknownPlayer(f"player is {player!r}; in a vector it must be {', '.join(KINDS)} or {TRAINED}")
        heuristics.load(env.terms.game.name)
        self.player = player
        self._env = env
        self._features = net_features.load(env.terms.game.name)
        self._learned = shipped(env.terms.game.name) if player == TRAINED else None
        self._kind = KINDS.get(player, HOUSE)
        rng = np.random.default_rng(list(seed_bytes(seed)))
        self._rng = rng.integers(1 << 64, size=env.num_envs, dtype=np.uint64)
        self._actions = np.zeros(env.num_envs, np.int64)

    def choose(self) -> NDArray[np.int64]:
        """Return a legal action of the mover for each episode; the next call overwrites the array."""
        self._env.in_parts(self._choose)
        return self._actions

    def _choose(self, start: int, end: int) -> None:
        crowd, kind, record = self._env.crowd, self._env.terms.kind, self._env.terms.game.record
        view = record.blank(1)
        seeing = crowd.states, crowd.raw, kind.masks, view, view.view(np.uint64).reshape(1, -1), crowd.movers
        if self._learned and self._features:
            net = with_room(self._learned.weights, self._features)  # each thread needs its own buffers
            nets.choose_all(*seeing, net, start, end, self._actions)
        else:
            playing.choose_all(*seeing, self._kind, self._rng, start, end, self._actions)
