"""The cost of an action, judged by a search that analysed the same view."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

from saleroom.bots.search.explain import SURE, Explanation, Weighed
from saleroom.toolkit.player.facts import Fact

FEWEST = 8
"""Minimum number of worlds for a valid interval of a difference."""
LEAST = 0.1
"""In points or chips: a lower cost is no fault."""
LEAST_WINS = 0.05
"""The same for the chance to win, if no points were lost."""
DECIDED = 0.001
"""Distance from 0 or 1 at which a chance to win counts as none or certain."""
MOST_REASONS = 3
TELLING = {"share": 0.1, "mean": 0.25}
"""Minimum difference of a fact between two options that counts as a reason."""


@dataclass(frozen=True)
class Judgement:
    """The cost of an action; 0 unless it is significantly worse than the best."""

    action: int
    best: int
    """The action that the search would have taken, or one that significantly wins more matches."""
    cost: float
    """Points or chips of the deal that the action lost; 0 if the loss is not significant."""
    unsure: float
    """Half the width of the interval of that difference."""
    wins_cost: float
    """Loss of the chance to win the match, 0 to 1; negative for a gain.

    It is above 0 without a cost if the deal's score lost nothing, but the match did.
    """
    reasons: tuple[str, ...]
    """What the better action gains, and what the played one does, in plain words; empty if nothing was lost."""


def judge(explanation: Explanation, action: int) -> Judgement:
    """Return the cost of `action`; `explanation` is of a search for the deal's score that weighed it.

    `ValueError` if it did not.
    """
    played, best = explanation.option(action), explanation.best
    if played is None or explanation.objective != "deal":
        raise ValueError("a judgement needs a search for the deal's score that has weighed the action")
    unsure = played.unsure * _stricter(len(explanation.options))
    lost = played.behind if played.visits >= FEWEST and played.behind > unsure else 0.0
    if lost < LEAST or played is best or _wins_more(played, best) or _decided(played, best):
        lost = 0.0
    better = best if lost else _surer_win(explanation, played)
    if better is None:
        return Judgement(action, best.action, 0.0, unsure, 0.0, ())
    reasons = tuple(_differences(explanation, better, played))
    return Judgement(action, better.action, lost, unsure, better.wins - played.wins, reasons)


def _stricter(options: int) -> float:
    """Return how much wider than 95 % the interval must be, because the best of many options is also the luckiest.

    Bonferroni: the probability of an error is divided among the comparisons.
    """
    comparisons = max(options - 1, 1)
    return NormalDist().inv_cdf(1 - 0.025 / comparisons) / SURE


def _wins_more(played: Weighed, best: Weighed) -> bool:
    """Return whether the action is significantly better for the match, so that the points were well spent."""
    return played.wins - best.wins > _wins_unsure(played, best)


def _wins_unsure(better: Weighed, worse: Weighed) -> float:
    """Return half the width of the interval of the difference in wins."""
    variance = sum(max(option.wins * (1 - option.wins), 0.0) / option.visits for option in (better, worse))
    return SURE * variance**0.5


def _surer_win(explanation: Explanation, played: Weighed) -> Weighed | None:
    """Return an option that significantly wins more matches than the one that was played, if there is one."""
    tried = [option for option in explanation.options if option.visits >= FEWEST]
    better = max(tried, key=lambda option: option.wins, default=None)
    if better is None or played.visits < FEWEST:
        return None
    unsure = _wins_unsure(better, played) * _stricter(len(explanation.options))
    return better if better.wins - played.wins > max(LEAST_WINS, unsure) else None


def _decided(played: Weighed, best: Weighed) -> bool:
    """Return whether both actions surely win or surely lose the match, so that the deal does not matter."""
    return any(max(abs(played.wins - end), abs(best.wins - end)) <= DECIDED for end in (0, 1))


def telling(explanation: Explanation, better: Weighed, played: Weighed) -> list[Fact]:
    """Return the facts that favour the better option over the played one, the largest difference first."""
    strengths = []
    for fact in explanation.facts:
        value, was = better.facts[fact.name], played.facts[fact.name]
        differs = abs(value - was) / TELLING[fact.kind]
        if differs >= 1 and _speaks(fact, value, was):
            strengths.append((-differs, fact))
    return [fact for _, fact in sorted(strengths, key=lambda pair: pair[0])]


def _speaks(fact: Fact, best: float, played: float) -> bool:
    """Return whether a difference can be a reason for the best option; one that the action itself decides cannot."""
    if fact.good:
        return fact.good * (best - played) > 0
    return fact.kind == "mean" or not {round(best, 2), round(played, 2)} & {0.0, 1.0}


def _differences(explanation: Explanation, better: Weighed, played: Weighed) -> list[str]:
    """Return the reasons in words, with the figure of the played action."""
    return [_difference(fact, better, played) for fact in telling(explanation, better, played)[:MOST_REASONS]]


def _difference(fact: Fact, better: Weighed, played: Weighed) -> str:
    clause = fact.words.format(_shown(fact, better.facts[fact.name]))
    sign = " %" if fact.kind == "share" else ""
    return f"{clause} (“{played.words}”: {_shown(fact, played.facts[fact.name])}{sign})"


def _shown(fact: Fact, value: float) -> str:
    """Return a fact's number; its words contain the percent sign."""
    return f"{100 * value:.0f}" if fact.kind == "share" else f"{value:.1f}"
