"""Bots that play by a net without search: `trained`, and bots with human errors."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from saleroom import games, notices
from saleroom.bots.compiled import net_features, nets
from saleroom.bots.compiled.nets import Net
from saleroom.bots.decision import Decision, Player
from saleroom.bots.nets.human_errors import HumanErrorRates, add_errors, unit_of
from saleroom.bots.nets.weights import Learned, Weights, read, with_room
from saleroom.bots.plain import Plain
from saleroom.kernel.game import Game
from saleroom.toolkit.package import NetFeatures

FILE = "net.bin"
"""Name of the file with a net, in the folder `player/` of a game."""


class Trained:
    """Bot that takes the action to which its net gives the highest value. Its choices are not random.

    The net values actions by the score of the deal.
    """

    def __init__(self, name: str, features: NetFeatures, weights: Weights) -> None:
        """Create the bot; its net gets its own buffers."""
        self.name = name
        self._net = with_room(weights, features)

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`, whose view is `views[0]`."""
        return int(nets.choose_one(views, 0, seat, self._net))

    def decide(self, views: Any, seat: int) -> Decision:
        """Return the action, without an expected score.

        A net estimates differences between actions, but not the score of the deal.
        """
        return Decision(self.choose(views, seat))


class Erring:
    """Trained bot with errors that differ in each deal. The same view and seed give the same action."""

    def __init__(self, name: str, game: str, features: NetFeatures, error_rates: HumanErrorRates, seed: bytes) -> None:
        """Load the game's net; the errors depend on `seed`, the seat and the deal."""
        self.name = name
        self._game, self._features, self._error_rates, self._seed = game, features, error_rates, seed
        self._deal, self._net = b"", None

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`, whose view is `views[0]`."""
        deal = b"%d/%d" % (seat, int(views[0].deal))
        if self._net is None or deal != self._deal:
            self._deal, self._net = deal, self._erring(deal)
        return int(nets.choose_one(views, 0, seat, self._net))

    def _erring(self, deal: bytes) -> Net:
        weights, unit = _weights(self._game)
        net = with_room(weights, self._features)
        rng = np.random.default_rng(list(hashlib.sha256(self._seed + deal).digest()))
        add_errors(net, self._features, self._error_rates, unit, rng)
        return net

    def decide(self, views: Any, seat: int) -> Decision:
        """Return the action, without an expected score."""
        return Decision(self.choose(views, seat))


@cache
def _weights(game: str) -> tuple[Weights, float]:
    """Return the weights of a game's net, and the unit in which human errors of this net are measured (`unit_of`)."""
    learned = shipped(game)
    assert learned is not None  # without a net, `by_net` returns ``house``
    return learned.weights, unit_of(learned.weights)


def by_net(name: str, game: Game, seed: bytes, error_rates: HumanErrorRates | None) -> Player:
    """Return the bot of this name, which uses the game's net.

    If there is no net, return ``house`` and print a notice.
    """
    features = net_features.load(game.name)
    learned = shipped(game.name)
    if features is None or learned is None:
        return Plain("house", game, seed)
    if error_rates is None:
        return Trained(name, features, learned.weights)
    return Erring(name, game.name, features, error_rates, seed)


@cache
def shipped(game: str) -> Learned | None:
    """Return the net that Saleroom ships for a game.

    If there is no usable net, return None and print the reason once.
    """
    features = net_features.load(game)
    path = resources.files(games.package(game).__name__) / "player" / FILE
    try:
        if features is not None:
            return read(path, game, features)
        why = "no net plays it"
    except (OSError, ValueError) as error:
        why = "it has no net" if isinstance(error, FileNotFoundError) else str(error)
    notices.once(f"{game}: {why}; the house plays instead")
    return None
