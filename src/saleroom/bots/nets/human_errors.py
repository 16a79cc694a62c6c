"""Human errors of the lower levels, which forget what was played and misjudge the value of a card or a bid.

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
from saleroom.renamed import earlier_names
from saleroom.toolkit.package import NetFeatures

__getattr__ = earlier_names(__name__, Lapses="HumanErrorRates")


class HumanErrorRates(NamedTuple):
    """Rates of errors."""

    forgets: float
    """The share of played, said and shown information that is forgotten, from 0 to 1."""
    misjudges: float
    """Standard deviation of the error in each part's value, in units of these values' typical size (`unit_of`)."""


def add_errors(
    net: Net, features: NetFeatures, error_rates: HumanErrorRates, unit: float, rng: np.random.Generator
) -> None:
    """Add errors to the net in place, scaled by `unit` from `unit_of`, using RNG `rng`."""
    net.first[_forgotten(features.REMEMBERED, error_rates, rng)] = 0
    net.last[_forgotten(features.REMEMBERED_PARTS, error_rates, rng)] = 0
    errors = rng.normal(0.0, error_rates.misjudges * unit, features.PARTS).clip(-LIMIT, LIMIT) * 2**VALUE_BITS
    net.last_bias[:-1] += errors.astype(np.int32)  # the last row belongs to no part


def unit_of(weights: Weights) -> float:
    """Return the approximate scale of the values of parts: the root mean square length of their weights."""
    return float(np.sqrt((weights.last.astype(float) ** 2).sum(1).mean())) / 2**WEIGHT_BITS


def _forgotten(
    blocks: Iterable[tuple[int, int]], error_rates: HumanErrorRates, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Return the numbers from these ranges that are forgotten, drawn at random."""
    numbers = np.concatenate([np.arange(start, stop) for start, stop in blocks])
    return numbers[rng.random(len(numbers)) < error_rates.forgets]
