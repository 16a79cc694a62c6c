"""How the lower levels err: as people do, who forget what was played and misjudge what a card or a bid is worth.

Errors are drawn once for each deal: what is forgotten stays forgotten until the deal is over, and a card or a bid that
is overrated stays overrated.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled.nets import LIMIT, VALUE_BITS, WEIGHT_BITS, Net
from saleroom.bots.nets.weights import Weights
from saleroom.toolkit.package import NetFeatures


class Lapses(NamedTuple):
    """How much a player errs."""

    forgets: float
    """The share of what was played, said and shown that it forgets, from 0 to 1."""
    misjudges: float
    """By how much it misjudges each part of an action: the standard deviation, in units of what parts differ by."""


def err(net: Net, features: NetFeatures, lapses: Lapses, unit: float, chance: np.random.Generator) -> None:
    """Let a net, whose `unit_of` is `unit`, err so much from now on; how is drawn from `chance`."""
    net.first[_forgotten(features.REMEMBERED, lapses, chance)] = 0
    net.last[_forgotten(features.REMEMBERED_PARTS, lapses, chance)] = 0
    errors = chance.normal(0.0, lapses.misjudges * unit, features.PARTS).clip(-LIMIT, LIMIT) * 2**VALUE_BITS
    net.last_bias[:-1] += errors.astype(np.int32)  # the last row is not of a part


def unit_of(weights: Weights) -> float:
    """By what the values of parts differ, roughly: the usual length of their weights."""
    return float(np.sqrt((weights.last.astype(float) ** 2).sum(1).mean())) / 2**WEIGHT_BITS


def _forgotten(blocks: Iterable[tuple[int, int]], lapses: Lapses, chance: np.random.Generator) -> NDArray[np.int64]:
    """The numbers in these blocks that are forgotten."""
    numbers = np.concatenate([np.arange(start, stop) for start, stop in blocks])
    return numbers[chance.random(len(numbers)) < lapses.forgets]
