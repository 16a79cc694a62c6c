"""Explanations of a search's result for people: the options with their estimates, and reasons in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from saleroom.bots.compiled.trials import FACTS, SCORE, WINS
from saleroom.bots.levels import Objective
from saleroom.bots.search.thinking import Trials
from saleroom.kernel.game import Game
from saleroom.toolkit.player.facts import Fact

SURE = 1.96
"""Half the width of a 95 % interval, in standard errors."""
RARE = 0.02
"""Minimum share of a fact for a reason to mention the fact."""
LIKELY = 0.35
"""Minimum share for one of four alternatives to count as clearly the likeliest.

Without a preference, each alternative has a quarter.
"""
ALIKE = {"share": 0.03, "mean": 0.1}
"""For each kind of fact, the largest difference between the means of two options that people would consider negligible.
"""


@dataclass(frozen=True)
class Weighed:
    """Option that the search has weighed."""

    action: int
    words: str
    """Action in the notation of the record."""
    value: float
    """Estimated value by the objective: points or chips in the deal, or the share of the match won, 0 to 1."""
    low: float
    high: float
    """95 % interval of the value."""
    visits: int
    """Number of worlds (imagined deals) in which the option was tried."""
    deal: float
    """Mean score of the deal, in points or chips."""
    wins: float
    """The estimated chance of winning the match, 0 to 1."""
    behind: float
    """The value of the best option minus the value of this option, in the worlds in which both were tried."""
    unsure: float
    """Half the width of the 95 % interval of `behind`."""
    facts: dict[str, float]
    """Means, by name, of the facts that the game records at the end of a deal."""


@dataclass(frozen=True)
class Explanation:
    """Result of a search for one decision."""

    objective: Objective
    unit: str
    """Unit of the values: points, chips, or wins."""
    worlds: int
    """Number of worlds in which the best option was tried."""
    simulations: int
    options: tuple[Weighed, ...]
    """Weighed options, the best first; never empty."""
    facts: tuple[Fact, ...]

    @property
    def best(self) -> Weighed:
        """Option that the bot takes."""
        return self.options[0]

    def option(self, action: int) -> Weighed | None:
        """Return an option by its action id; None for an action that the search did not weigh."""
        return next((option for option in self.options if option.action == action), None)


def explained(game: Game, facts: tuple[Fact, ...], objective: Objective, trials: Trials, views: Any) -> Explanation:
    """Return an explanation of `trials`, which started from `views[0]`, the view of the deciding seat."""
    column = SCORE if objective == "deal" else WINS
    best = int(np.flatnonzero(trials.actions == trials.best(column))[0])
    options = [_weighed(game, facts, column, trials, views[0], index, best) for index in range(len(trials.actions))]
    order = sorted(
        range(len(options)), key=lambda index: (index != best, -options[index].visits, -options[index].value)
    )
    unit = "wins" if objective == "match" else game.unit
    return Explanation(
        objective, unit, int(trials.tried[best]), trials.spent, tuple(options[index] for index in order), facts
    )


def _weighed(
    game: Game, facts: Sequence[Fact], column: int, trials: Trials, view: Any, index: int, best: int
) -> Weighed:
    rows = trials.outcomes[index, : trials.tried[index]]
    means = rows.mean(axis=0, dtype=np.float64)
    behind, unsure = _mean_and_margin(trials.outcomes[best, : len(rows), column] - rows[:, column])
    value, margin = _mean_and_margin(rows[:, column])
    action = int(trials.actions[index])
    return Weighed(
        action=action,
        words=game.format_action(view, trials.seat, action),
        value=value,
        low=value - margin,
        high=value + margin,
        visits=len(rows),
        deal=float(means[SCORE]),
        wins=float(means[WINS]),
        behind=behind,
        unsure=unsure,
        facts={fact.name: float(means[FACTS + place]) for place, fact in enumerate(facts)},
    )


def _mean_and_margin(values: Any) -> tuple[float, float]:
    values = values.astype(np.float64)
    if len(values) < 2:
        return float(values.mean()), 0.0
    return float(values.mean()), SURE * float(values.std(ddof=1)) / len(values) ** 0.5


def reasons(explanation: Explanation) -> list[str]:
    """Return why the best option is the best, in plain words, the most important reason first."""
    return list(_reasons(explanation))


def _reasons(explanation: Explanation) -> Iterator[str]:
    best, others = explanation.best, explanation.options[1:]
    if not others:
        yield "it is the only thing you can do"
    for fact in worth_saying(explanation):
        value = best.facts[fact.name]
        yield fact.words.format(f"{value:.1f}" if fact.kind == "mean" else f"{100 * value:.0f}")
    likely = likeliest(explanation)
    if likely:
        yield likely.guess.format(f"{100 * best.facts[likely.name]:.0f}")
    if others:
        yield _compared(explanation, others[0])


def worth_saying(explanation: Explanation) -> list[Fact]:
    """Return the facts of the best option that matter for the choice."""
    return [
        fact
        for fact in explanation.facts
        if not fact.guess
        and (fact.kind == "mean" or explanation.best.facts[fact.name] > RARE)
        and not _whatever_is_done(explanation, fact)
    ]


def likeliest(explanation: Explanation) -> Fact | None:
    """Return the fact that is clearly the likeliest of mutually exclusive facts, such as the trump suit; None if there
    is none.
    """
    shares = {fact: explanation.best.facts[fact.name] for fact in explanation.facts if fact.guess}
    fact = max(shares, key=lambda fact: shares[fact], default=None)
    return fact if fact and LIKELY < shares[fact] < 1 else None


def _whatever_is_done(explanation: Explanation, fact: Fact) -> bool:
    """Return whether the mean of a fact is nearly the same for all options.

    An option that was tried in fewer worlds than the best option may deviate from it by the uncertainty of a share.
    """
    best, others = explanation.best, explanation.options[1:]
    value = best.facts[fact.name]
    for option in others:
        margin = SURE * (max(value * (1 - value), 0.0) / option.visits) ** 0.5 if fact.kind == "share" else 0.0
        few = option.visits < best.visits
        if abs(option.facts[fact.name] - value) > max(ALIKE[fact.kind], margin if few else 0.0):
            return False
    return bool(others)


def _compared(explanation: Explanation, second: Weighed) -> str:
    if second.behind <= second.unsure:
        return f"“{second.words}” is about as good"
    if explanation.objective == "match":
        return f"wins {100 * second.behind:.1f} matches in 100 more than “{second.words}”"
    return f"is worth {second.behind:.1f} {explanation.unit} more than “{second.words}”"
