"""Use of a net in a search: the net plays in trials, and its values are a prior for the options."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import net_features
from saleroom.bots.compiled.nets import FIRST_WIDTH, GROUP, SECOND_WIDTH, VALUE_BITS, Net, weigh_one
from saleroom.bots.nets.player import shipped
from saleroom.bots.nets.weights import with_room
from saleroom.kernel.aligned import aligned
from saleroom.toolkit.player.features import NOTES


class Playouts(NamedTuple):
    """How trials play a deal after the tried option."""

    net: Net
    scale: float
    """Points or chips that correspond to 1.0 in the net's values; 0 if ``house`` plays instead."""

    def opinion(self, views: Any, seat: int, actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the net's value of each action in points or chips, up to a constant; NaN for an action without a
        value.
        """
        opinion = np.full(len(actions), np.nan)
        if self.scale:
            count = weigh_one(views, 0, seat, self.net)
            values = dict(zip(self.net.options[:count].tolist(), self.net.values[:count].tolist(), strict=True))
            opinion[:] = [values.get(action, np.nan) for action in actions.tolist()]
        return opinion * self.scale / 2**VALUE_BITS

    def for_one_thread(self) -> tuple[Net, bool]:
        """Return the net with its own buffers, and whether the net plays: the last two arguments of `run_trials`."""
        net = self.net
        buffers = {name: aligned(getattr(net, name).shape, getattr(net, name).dtype) for name in _BUFFERS}
        return net._replace(**buffers), self.scale > 0


_BUFFERS = ("ids", "notes", "sums", "first_output", "second_output", "part_ids", "options", "values")


def for_game(game: str, by_house_alone: bool) -> Playouts:
    """Return the playouts for the game with the given full name.

    The game's net plays them if there is one; otherwise ``house`` plays them.
    """
    features = None if by_house_alone else net_features.load(game)
    learned = shipped(game) if features else None
    if features is None or learned is None:
        return by_house()
    return Playouts(with_room(learned.weights, features), learned.scale)


@cache
def by_house() -> Playouts:
    """Return playouts by ``house``.

    They have an unused net of zeroes, because compiled code needs a net as argument.
    """
    return Playouts(_blank_net(), 0.0)


def _blank_net() -> Net:
    def rows(columns: int) -> Any:
        return np.zeros((1, columns), np.int16)

    def numbers(count: int, kind: Any) -> Any:
        return np.zeros(count, kind)

    return Net(
        first=rows(FIRST_WIDTH),
        first_bias=numbers(FIRST_WIDTH, np.int32),
        second=np.zeros((SECOND_WIDTH, FIRST_WIDTH), np.int16),
        second_bias=numbers(SECOND_WIDTH, np.int32),
        last=rows(SECOND_WIDTH),
        last_bias=numbers(1, np.int32),
        ids=numbers(GROUP, np.int64),
        notes=numbers(NOTES, np.int64),
        sums=numbers(FIRST_WIDTH, np.int32),
        first_output=numbers(FIRST_WIDTH, np.int16),
        second_output=numbers(SECOND_WIDTH, np.int16),
        part_ids=numbers(GROUP, np.int64),
        options=numbers(1, np.int64),
        values=numbers(1, np.int64),
    )
