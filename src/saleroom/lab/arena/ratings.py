"""Plackett-Luce ratings of the players, from the ranking of the seats in every seating."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Rating:
    """Posterior distribution of a player's strength: a normal distribution with mean `mu` and standard deviation
    `sigma`.
    """

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """Conservative estimate of the strength: three standard deviations below the mean."""
        return self.mu - 3 * self.sigma


def rate(names: tuple[str, ...], rows: list[dict[str, Any]]) -> dict[str, Rating]:
    """Return ratings by name, updated with all rows in order.

    Each seat is one entry in the ranking. A player with several seats gets the mean of these seats' updates. Each
    seating therefore counts once for each player. `tau` is 0, because a player's strength does not change over time.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    start = model.rating()
    beliefs = dict.fromkeys(names, (start.mu, start.sigma))
    if len(names) < 2:
        return {name: Rating(*belief) for name, belief in beliefs.items()}
    for row in rows:
        teams = [[model.rating(*beliefs[name])] for name in row["players"]]
        rated = model.rate(teams, ranks=ranks(row))
        learnt = defaultdict(list)
        for name, (seat,) in zip(row["players"], rated, strict=True):
            learnt[name].append(seat)
        for name, seats in learnt.items():
            variance = sum(seat.sigma**2 for seat in seats) / len(seats)
            beliefs[name] = (sum(seat.mu for seat in seats) / len(seats), variance**0.5)
    return {name: Rating(*belief) for name, belief in beliefs.items()}


def ranks(row: dict[str, Any]) -> list[float]:
    """Return each seat's rank, by share of the win and then by score; equal results tie."""
    scores = row["scores"]
    standing = list(zip(row.get("wins", [0] * len(scores)), scores, strict=True))
    return [float(sum(other > own for other in standing)) for own in standing]
