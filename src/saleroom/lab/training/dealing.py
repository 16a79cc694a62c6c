"""Deals for training.

Half of the deals have the usual options and number of seats. The other deals have random ones, so that the net learns
every option.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom import bots
from saleroom.bots.compiled.labelling import HOUSE, NET, RIVAL
from saleroom.bots.levels import TRAINED
from saleroom.kernel.fields import SEATS
from saleroom.kernel.game import Game, set_seeds
from saleroom.kernel.options import BadOptions, Option, Value
from saleroom.lab.training.exploration import Opponent

TOGETHER = 16
"""Number of consecutive deals with the same options and number of seats."""
USUAL = 0.5
"""Share of deals with the usual options and number of seats.

In the other deals, this is also the probability that an option has its usual value.
"""
FAR = 4
"""Maximum value of a numeric option, as a multiple of its usual value."""


@dataclass(frozen=True)
class Terms:
    """Terms of a training run: game, options, seats and opponents."""

    game: Game
    options: Mapping[str, Value]
    """Options that the user has set. All other options vary."""
    seats: int | None = None
    """Number of seats; None if the number varies."""
    against: str | None = None
    """Name of the player in all other seats, if the net is trained as a best response."""
    make: Callable[..., Any] = bots.player
    """Function that creates the player `against`, with the arguments of `saleroom.bots.player`."""

    @property
    def by_exploration(self) -> bool:
        """Whether compiled code cannot call the player `against` while it labels decisions."""
        return self.against not in (None, "house", TRAINED)


def fresh(terms: Terms, deals: int, rng: np.random.Generator) -> Any:
    """Return `deals` new matches, before their first deal."""
    states = [_some(terms, min(TOGETHER, deals - start), rng) for start in range(0, deals, TOGETHER)]
    return np.concatenate(states).view(np.recarray)


def _some(terms: Terms, count: int, rng: np.random.Generator) -> Any:
    """Return `count` new matches with the same options and number of seats."""
    options, seats = drawn(terms, rng)
    states = terms.game.blank(count, options, seats)
    set_seeds(states, [rng.bytes(32) for _ in range(count)])
    return states


def drawn(terms: Terms, rng: np.random.Generator) -> tuple[dict[str, Value], int]:
    """Draw the options and the number of seats that a group of deals has in common."""
    game = terms.game
    if rng.random() < USUAL:
        seats = terms.seats or game.usual_seats
        return game.settle_options(terms.options, seats), seats
    while True:
        seats = terms.seats or _any_number(game.seats, rng)
        varied = {option.name: _value(option, rng) for option in game.options if rng.random() > USUAL}
        try:
            return game.settle_options({**varied, **terms.options}, seats), seats
        except BadOptions:
            continue  # these values exclude each other, so draw again


def opponent(terms: Terms, rng: np.random.Generator) -> Opponent:
    """Return the player `terms.against` on the terms of a group of deals."""
    options, seats = drawn(terms, rng)
    return Opponent(terms.game.name, options, seats, terms.against or "", terms.make)


def _any_number(seats: range, rng: np.random.Generator) -> int:
    """Draw a number of seats.

    Small numbers are more frequent, because deals with few seats give fewer decisions to learn from.
    """
    shares = 1 / np.array(seats)
    return int(rng.choice(seats, p=shares / shares.sum()))


def _value(option: Option, rng: np.random.Generator) -> Value | None:
    """Draw a value for an option.

    A number is at most `FAR` times the default. Return None if the option has no fixed default.
    """
    values = option.values
    if isinstance(values, range):
        if not isinstance(option.default, int):
            return None
        values = values[: FAR * option.default]
    return values[int(rng.integers(len(values)))]


def draw_players(deals: int, self_play: float, net_share: float, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw the player of each seat, shape (deals, SEATS).

    With probability `self_play`, the net plays all seats of a deal. Otherwise it plays each seat with probability
    `net_share`, and the bot ``house`` plays the other seats.
    """
    nets = (rng.random((deals, 1)) < self_play) | (rng.random((deals, SEATS)) < net_share)
    return np.where(nets, NET, HOUSE)


def facing(terms: Terms, states: Any, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw the player of each seat for training a best response, shape (deals, SEATS): the net has one seat in each
    deal.
    """
    players = np.full((len(states), SEATS), HOUSE if terms.against == "house" else RIVAL)
    players[np.arange(len(states)), rng.integers(states["seats"])] = NET
    return players
