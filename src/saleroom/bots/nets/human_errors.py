"""Human errors of the lower levels: they forget played cards and misjudge the value of a card or a bid.

Errors are drawn once for each deal: forgotten information stays forgotten, and an overrated card or bid stays overrated
until the deal is over.
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
    """Rates of a bot's human errors."""

    forgets: float
    """Share of played, bid and shown information that is forgotten, from 0 to 1."""
    misjudges: float
    """Standard deviation of the error in each part's value, in units of the typical size of these values
    (`unit_of`).
    """


def add_errors(
    net: Net, features: NetFeatures, error_rates: HumanErrorRates, unit: float, rng: np.random.Generator
) -> None:
    """Add errors to the net in place, scaled by `unit` (see `unit_of`), using the RNG `rng`."""
    net.first[_forgotten(features.REMEMBERED, error_rates, rng)] = 0
    net.last[_forgotten(features.REMEMBERED_PARTS, error_rates, rng)] = 0
    errors = rng.normal(0.0, error_rates.misjudges * unit, features.PARTS).clip(-LIMIT, LIMIT) * 2**VALUE_BITS
    net.last_bias[:-1] += errors.astype(np.int32)  # the last row is padding


def unit_of(weights: Weights) -> float:
    """Return the typical size of the values of parts: the root mean square length of the parts' weight vectors."""
    return float(np.sqrt((weights.last.astype(float) ** 2).sum(1).mean())) / 2**WEIGHT_BITS


def _forgotten(
    blocks: Iterable[tuple[int, int]], error_rates: HumanErrorRates, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Return randomly drawn features to forget, from the given ranges of feature ids."""
    numbers = np.concatenate([np.arange(start, stop) for start, stop in blocks])
    return numbers[rng.random(len(numbers)) < error_rates.forgets]
