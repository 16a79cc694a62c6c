"""A player with a network from `train_ppo_torch.py`, which needs only NumPy.

    cd examples
    SALEROOM_WEIGHTS=../runs/pitch-1/weights.npz saleroom arena pitch --players learned:Learned,house --deals 500

The variable `SALEROOM_WEIGHTS` names a file, or a folder with one file for each game and number of seats, such as
`auction-pitch-4.npz`. The default is the folder `weights` next to this file.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.bots import legal
from saleroom.envs.features import Features
from saleroom.envs.terms import Terms
from saleroom.kernel.game import Game

VARIABLE = "SALEROOM_WEIGHTS"
UNNAMED = 1
"""Version of the environments that is assumed for weights that do not name a version."""


class Network(NamedTuple):
    """A network for one game and number of seats."""

    terms: Terms
    features: Features
    layers: list[tuple[NDArray[np.float32], NDArray[np.float32]]]
    """The weights, shape (outputs, inputs), and the bias of every layer."""

    def logits(self, row: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return the logit of each action, for a seat's observation."""
        x = self.features(row[None])[0]
        for weights, bias in self.layers[:-1]:
            x = np.maximum(weights @ x + bias, 0)
        weights, bias = self.layers[-1]
        return weights @ x + bias


class Learned:
    """Player that takes the network's best action, without randomness."""

    def __init__(self, game: Game, seed: bytes) -> None:
        self._game = game

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`, whose view is `views[0]`."""
        seats = int(views[0].seats)
        net = network(place(self._game.name, seats), self._game.name, seats)
        actions = list(legal(self._game, views, seat).values())
        liked = net.logits(net.terms.row(views, seat))
        if actions[-1] >= len(liked):
            raise ValueError(f"the network was trained with other options: it knows no action {actions[-1]}")
        return max(actions, key=liked.__getitem__)


@cache
def network(path: Path, game: str, seats: int) -> Network:
    """Return the network for a game; raise `ValueError` if its file is missing or wrong."""
    if not path.exists():
        raise ValueError(f"there is no {path}; train it with train_ppo_torch.py {game} --seats {seats}")
    with np.load(path) as file:
        about = json.loads(str(file["about"]))
        layers = [(wide(file[f"weight{at}"]), wide(file[f"bias{at}"])) for at in range(len(file.files) // 2)]
    terms = Terms.of(game, seats, version=about.get("version", UNNAMED))
    features = Features(terms)
    fits = layers[0][0].shape[1] == features.size and len(layers[-1][1]) == terms.actions
    if (about["game"], about["seats"]) != (game, seats) or not fits:
        raise ValueError(f"{path} is of {about['game']} with {about['seats']} seats, not of {game} with {seats}")
    return Network(terms, features, layers)


def place(game: str, seats: int) -> Path:
    """Return the path of the weights for a game and number of seats."""
    named = Path(os.environ.get(VARIABLE) or Path(__file__).with_name("weights"))
    return named if named.suffix == ".npz" else named / f"{game}-{seats}.npz"


def wide(array: NDArray[Any]) -> NDArray[np.float32]:
    """Convert stored 16-bit floats back to 32-bit floats."""
    return array.astype(np.float32)
