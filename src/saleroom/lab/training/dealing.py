"""The deals of training: half of them under the usual terms, the others under any, so that the net learns every
option.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled.labelling import HOUSE, NET, RIVAL
from saleroom.kernel.fields import SEATS
from saleroom.kernel.game import Game, set_seeds
from saleroom.kernel.options import BadOptions, Option, Value

TOGETHER = 16
"""Number of consecutive deals under the same terms."""
USUAL = 0.5
"""The share of deals under the usual terms; in the others, the share of options that are as usual."""
FAR = 4
"""Maximum of a numeric option, as a multiple of its usual value."""


@dataclass(frozen=True)
class Terms:
    """The terms of a training run."""

    game: Game
    options: Mapping[str, Value]
    """The options that the user has set; the others vary."""
    seats: int | None = None
    """Number of seats, if that does not vary."""
    against: str | None = None
    """The player in all other seats, ``house`` or ``trained``, for a best response to it."""


def fresh(terms: Terms, deals: int, chance: np.random.Generator) -> Any:
    """Return `deals` matches before their first deal."""
    states = [_some(terms, min(TOGETHER, deals - start), chance) for start in range(0, deals, TOGETHER)]
    return np.concatenate(states).view(np.recarray)


def _some(terms: Terms, count: int, chance: np.random.Generator) -> Any:
    """Return matches under the same terms."""
    options, seats = drawn(terms, chance)
    states = terms.game.blank(count, options, seats)
    set_seeds(states, [chance.bytes(32) for _ in range(count)])
    return states


def drawn(terms: Terms, chance: np.random.Generator) -> tuple[dict[str, Value], int]:
    """Return the options and the number of seats for some deals."""
    game = terms.game
    if chance.random() < USUAL:
        seats = terms.seats or game.usual_seats
        return game.settle_options(terms.options, seats), seats
    while True:
        seats = terms.seats or _any_number(game.seats, chance)
        varied = {option.name: _value(option, chance) for option in game.options if chance.random() > USUAL}
        try:
            return game.settle_options({**varied, **terms.options}, seats), seats
        except BadOptions:
            continue  # some values exclude each other


def _any_number(seats: range, chance: np.random.Generator) -> int:
    """Return a random number of seats, small ones more often: a deal of few seats has few decisions to learn from."""
    shares = 1 / np.array(seats)
    return int(chance.choice(seats, p=shares / shares.sum()))


def _value(option: Option, chance: np.random.Generator) -> Value | None:
    """Return a random value of an option, not far from the usual one; None for the usual one."""
    values = option.values
    if isinstance(values, range):
        if not isinstance(option.default, int):
            return None
        values = values[: FAR * option.default]
    return values[int(chance.integers(len(values)))]


def seated(deals: int, alone: float, beside: float, chance: np.random.Generator) -> NDArray[np.int64]:
    """Return the player of each seat, shape (deals, SEATS): only the net in a share `alone` of the deals.

    In the others the bot ``house`` plays, with the net in a share `beside` of the seats.
    """
    nets = (chance.random((deals, 1)) < alone) | (chance.random((deals, SEATS)) < beside)
    return np.where(nets, NET, HOUSE)


def facing(terms: Terms, states: Any, chance: np.random.Generator) -> NDArray[np.int64]:
    """Return the player of each seat for a best response, shape (deals, SEATS): the net in one seat of each deal."""
    players = np.full((len(states), SEATS), HOUSE if terms.against == "house" else RIVAL)
    players[np.arange(len(states)), chance.integers(states["seats"])] = NET
    return players
