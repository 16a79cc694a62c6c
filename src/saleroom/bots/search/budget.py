"""Budget of a search, given as total simulations, simulations per option or milliseconds.

A budget also says which bot plays in the simulations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_SIMULATIONS = 1_000_000
"""Memory limit: more simulations would need hundreds of megabytes.

Beyond about ten thousand, more simulations gave no benefit.
"""
MOST_MILLISECONDS = 600_000
_WORDS = re.compile("([0-9]{1,9})(ms)?(/house)?")


@dataclass(frozen=True)
class Budget:
    """Budget of a search. Exactly one of `simulations`, `each` and `milliseconds` is given."""

    simulations: int | None = None
    """Total number of simulations. One simulation tries one option in one world, to the end of the deal."""
    each: int | None = None
    """Number of simulations for each option.

    A decision with many options then takes longer than a decision with few.
    """
    milliseconds: int | None = None
    by_house: bool = False
    """Whether ``house`` plays in every simulation, even in a game that has a net."""

    def simulations_for(self, options: int) -> int | None:
        """Return the number of simulations for a choice among `options` options; None for a time limit."""
        return self.simulations if self.each is None else self.each * options


def parse(text: str) -> Budget:
    """Return a budget from ``2000``, ``200ms`` or ``2000/house``; `ValueError` says what is wrong."""
    match = _WORDS.fullmatch(text)
    if not match:
        raise ValueError(f"{text[:20]!r} is no budget; write simulations (search:2000) or a time (search:200ms)")
    number, limit = int(match[1]), MOST_MILLISECONDS if match[2] else MOST_SIMULATIONS
    if not 1 <= number <= limit:
        raise ValueError(
            f"a search has from 1 to {limit} {'milliseconds' if match[2] else 'simulations'}, not {number}"
        )
    by_house = match[3] is not None
    if match[2]:
        return Budget(milliseconds=number, by_house=by_house)
    return Budget(simulations=number, by_house=by_house)
