"""The cost of an action, estimated by a search that analysed the same view."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

from saleroom.bots.search.explain import SURE, Explanation, Weighed
from saleroom.toolkit.player.facts import Fact

FEWEST = 8
"""Minimum number of worlds (imagined deals) for which the confidence interval of a difference is valid."""
LEAST = 0.1
"""Minimum cost, in points or chips; a lower cost does not count as a mistake."""
LEAST_WINS = 0.05
"""Minimum loss of the chance to win that counts as a mistake, if no points were lost."""
DECIDED = 0.001
"""A chance to win within this distance from 0 or 1 counts as 0 or 1."""
MOST_REASONS = 3
TELLING = {"share": 0.1, "mean": 0.25}
"""For each kind of fact, how much the means of two options must differ for the fact to count as a reason."""


@dataclass(frozen=True)
class Judgement:
    """The cost of an action, which is 0 unless the action is significantly worse than the best action."""

    action: int
    best: int
    """The action with which `action` is compared.

    It is the search's choice unless `cost` is 0 and another option wins significantly more matches than `action`.
    """
    cost: float
    """Points or chips that the action lost in the deal; 0 if the loss is not significant."""
    unsure: float
    """Half the width of the confidence interval of the points or chips that the action lost."""
    wins_cost: float
    """Chance to win the match after `best` minus the chance after `action`, from -1 to 1.

    An action that reduced only the chance to win has a `cost` of 0 and a positive `wins_cost`.
    """
    reasons: tuple[str, ...]
    """Why `best` is better than `action`: facts about both actions, in plain words. Empty if nothing was lost."""


def judge(explanation: Explanation, action: int) -> Judgement:
    """Return the cost of `action`.

    `explanation` comes from a search that played for the deal's score and weighed `action`.

    Raise `ValueError` if this search maximised the match instead, or did not weigh the action.
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
    """Return the factor by which a 95 % interval is widened, because the best of many options is best partly by luck.

    This is the Bonferroni correction, which divides the probability of an error by the number of comparisons.
    """
    comparisons = max(options - 1, 1)
    return NormalDist().inv_cdf(1 - 0.025 / comparisons) / SURE


def _wins_more(played: Weighed, best: Weighed) -> bool:
    """Return whether the played action wins significantly more matches than `best`.

    If so, it was right to give up points.
    """
    return played.wins - best.wins > _wins_unsure(played, best)


def _wins_unsure(better: Weighed, worse: Weighed) -> float:
    """Return half the width of the 95 % interval of the difference between both options' chances to win."""
    variance = sum(max(option.wins * (1 - option.wins), 0.0) / option.visits for option in (better, worse))
    return SURE * variance**0.5


def _surer_win(explanation: Explanation, played: Weighed) -> Weighed | None:
    """Return the option that wins most matches; None if it does not win significantly more than the played option."""
    tried = [option for option in explanation.options if option.visits >= FEWEST]
    better = max(tried, key=lambda option: option.wins, default=None)
    if better is None or played.visits < FEWEST:
        return None
    unsure = _wins_unsure(better, played) * _stricter(len(explanation.options))
    return better if better.wins - played.wins > max(LEAST_WINS, unsure) else None


def _decided(played: Weighed, best: Weighed) -> bool:
    """Return whether both actions surely win or both surely lose the match, so that the deal does not matter."""
    return any(max(abs(played.wins - end), abs(best.wins - end)) <= DECIDED for end in (0, 1))


def telling(explanation: Explanation, better: Weighed, played: Weighed) -> list[Fact]:
    """Return the facts that favour the better option over the played option, the largest difference first."""
    strengths = []
    for fact in explanation.facts:
        value, was = better.facts[fact.name], played.facts[fact.name]
        differs = abs(value - was) / TELLING[fact.kind]
        if differs >= 1 and _speaks(fact, value, was):
            strengths.append((-differs, fact))
    return [fact for _, fact in sorted(strengths, key=lambda pair: pair[0])]


def _speaks(fact: Fact, best: float, played: float) -> bool:
    """Return whether a fact can be a reason for the best option.

    Unless the fact is marked as good or bad, a share of 0 or 1 is no reason, because the action itself determines the
    fact.
    """
    if fact.good:
        return fact.good * (best - played) > 0
    return fact.kind == "mean" or not {round(best, 2), round(played, 2)} & {0.0, 1.0}


def _differences(explanation: Explanation, better: Weighed, played: Weighed) -> list[str]:
    """Return the reasons as text, each with the figure for the played action."""
    return [_difference(fact, better, played) for fact in telling(explanation, better, played)[:MOST_REASONS]]


def _difference(fact: Fact, better: Weighed, played: Weighed) -> str:
    clause = fact.words.format(_shown(fact, better.facts[fact.name]))
    sign = " %" if fact.kind == "share" else ""
    return f"{clause} (“{played.words}”: {_shown(fact, played.facts[fact.name])}{sign})"


def _shown(fact: Fact, value: float) -> str:
    """Return a fact's number without a percent sign, which is part of the fact's text."""
    return f"{100 * value:.0f}" if fact.kind == "share" else f"{value:.1f}"
