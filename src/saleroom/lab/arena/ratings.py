"""Plackett-Luce ratings of the players, from the ranking of the seats in every seating."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Rating:
    """A belief about a player's strength: normal, with mean `mu` and standard deviation `sigma`."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A strength that the player very probably has: three deviations below the mean."""
        return self.mu - 3 * self.sigma


def rate(names: tuple[str, ...], rows: list[dict[str, Any]]) -> dict[str, Rating]:
    """Ratings by name, after all rows in their order; the best score of a seating ranks first, equal scores tie.

    Each seat is one in the ranking. A player who holds several takes the mean of what they have learnt, so that a
    seating counts once for everybody. A player's strength does not drift here, so `tau` is 0.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    start = model.rating()
    beliefs = {name: (start.mu, start.sigma) for name in names}
    if len(names) < 2:
        return {name: Rating(*belief) for name, belief in beliefs.items()}
    for row in rows:
        teams = [[model.rating(*beliefs[name])] for name in row["players"]]
        rated = model.rate(teams, scores=[float(score) for score in row.get("wins") or row["scores"]])
        learnt = defaultdict(list)
        for name, (seat,) in zip(row["players"], rated, strict=True):
            learnt[name].append(seat)
        for name, seats in learnt.items():
            variance = sum(seat.sigma**2 for seat in seats) / len(seats)
            beliefs[name] = (sum(seat.mu for seat in seats) / len(seats), variance**0.5)
    return {name: Rating(*belief) for name, belief in beliefs.items()}
