"""Players that act in many matches at once, in compiled loops if possible.

Each player decides from the view of its own seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from saleroom.bots import player
from saleroom.bots.compiled import heuristics, net_features, nets, playing
from saleroom.bots.levels import TRAINED
from saleroom.bots.nets.human_errors import HumanErrorRates, add_errors
from saleroom.bots.nets.player import shipped
from saleroom.bots.nets.weights import with_room
from saleroom.bots.plain import KINDS
from saleroom.kernel.game import Game
from saleroom.lab.study import restricted

GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class Players(Protocol):
    """Players of one kind, which can act in any seat of any match."""

    def choose(self, states: Any, movers: NDArray[np.int64], ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return a legal action for seat `movers[i]` in each state `i`, which belongs to match `ids[i]`."""
        ...


def players(name: str, game: Game, seeds: Sequence[bytes], bound: int) -> Players:
    """Return players of the kind `name` for one match per seed. Every action id is below `bound`.

    The seeds determine the players' random choices.
    """
    heuristics.load(game.name)
    restriction, level = restricted.parts(name)
    if restriction == restricted.NO_MEMORY:
        return Net(game, HumanErrorRates(forgets=1.0, misjudges=0.0))
    if restriction:
        return restricted.Restricted(restriction, players(level, game, seeds, bound), game, bound)
    if name in KINDS:
        return Plain(KINDS[name], game, seeds)
    if name == TRAINED and shipped(game.name) is not None:
        return Net(game)
    return Single(name, game, seeds)


class _Seeing:
    """Base class with buffers for the views of compiled players."""

    def __init__(self, game: Game) -> None:
        self._masks = game.record.masks.view(np.uint64).reshape(len(game.record.masks), -1)
        self._view: Any = game.record.blank(1)
        self._seen = self._view.view(np.uint64).reshape(1, -1)

    def seeing(self, states: Any) -> tuple[Any, Any, Any, Any, Any]:
        """Return the first arguments of the compiled loops in which players see their views."""
        return states, states.view(np.uint64).reshape(len(states), -1), self._masks, self._view, self._seen


class Plain(_Seeing):
    """Players of the level ``house``, with its heuristics, or of the level ``random``.

    The RNG is seeded again for every deal, so that random choices in a deal do not depend on earlier play.
    """

    def __init__(self, kind: int, game: Game, seeds: Sequence[bytes]) -> None:
        super().__init__(game)
        self._kind = kind
        self._keys = np.array([int.from_bytes(sha256(b"plain" + seed).digest()[:8], "big") for seed in seeds], "u8")
        self._rng = self._keys.copy()
        self._deal = np.zeros(len(seeds), np.int64)

    def choose(self, states: Any, movers: NDArray[np.int64], ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Players`."""
        deals, actions = states["deal"].astype(np.int64), np.empty(len(states), np.int64)
        rng = np.where(deals != self._deal[ids], self._keys[ids] + deals.astype(np.uint64) * GOLDEN, self._rng[ids])
        playing.choose_all(*self.seeing(states), movers, self._kind, rng, 0, len(states), actions)
        self._rng[ids], self._deal[ids] = rng, deals
        return actions


class Net(_Seeing):
    """Players that use a game's net, without randomness. Human errors, if there are any, are the same in every deal."""

    def __init__(self, game: Game, error_rates: HumanErrorRates | None = None) -> None:
        super().__init__(game)
        features, learned = net_features.load(game.name), shipped(game.name)
        assert features is not None and learned is not None
        self._net = with_room(learned.weights, features)
        if error_rates:
            add_errors(self._net, features, error_rates, 0.0, np.random.default_rng(0))

    def choose(self, states: Any, movers: NDArray[np.int64], ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Players`."""
        actions = np.empty(len(states), np.int64)
        nets.choose_all(*self.seeing(states), movers, self._net, 0, len(states), actions)
        return actions


class Single:
    """Players of any other level.

    Each seat of each match has its own player object; the objects are called one by one.
    """

    def __init__(self, name: str, game: Game, seeds: Sequence[bytes]) -> None:
        self._name, self._game, self._seeds = name, game, seeds
        self._made: dict[tuple[int, int], Any] = {}

    def choose(self, states: Any, movers: NDArray[np.int64], ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Players`."""
        views = self._game.record.view(states, movers)
        decided = [
            self._player(match, seat).choose(views[at : at + 1], seat)
            for at, (match, seat) in enumerate(zip(ids.tolist(), movers.tolist(), strict=True))
        ]
        return np.array(decided, np.int64)

    def _player(self, match: int, seat: int) -> Any:
        if (match, seat) not in self._made:
            seed = self._seeds[match] + bytes([seat])
            self._made[match, seat] = player(self._name, self._game, seed, objective="match", threads=1)
        return self._made[match, seat]
