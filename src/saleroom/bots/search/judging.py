"""What an action cost, judged by a search that looked at the same view."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

from saleroom.bots.lore import Fact
from saleroom.bots.search.explain import SURE, Explanation, Weighed

FEWEST = 8
"""Worlds below which the interval of a difference carries nothing."""
MOST_REASONS = 3
TELLING = {"share": 0.1, "mean": 0.25}
"""By how much a fact must differ between two options, at least, to be a reason."""


@dataclass(frozen=True)
class Judgement:
    """What an action cost; nothing where it is not surely worse than the best."""

    action: int
    best: int
    """The action that the search would have taken."""
    cost: float
    """How many points or chips of the deal the action gave away; 0 for what the intervals do not carry."""
    unsure: float
    """Half the width of the interval of that difference."""
    wins_cost: float
    """How much of the chance to win the match went with them, 0 to 1; below 0 where it gained."""
    reasons: tuple[str, ...]
    """What the better action brings, in plain words, and what the played one; empty without a cost."""


def judge(explanation: Explanation, action: int) -> Judgement:
    """What `action` cost; `explanation` is of a search for the deal's score that weighed it.

    `ValueError` when it did not.
    """
    played, best = explanation.option(action), explanation.best
    if played is None or explanation.objective != "deal":
        raise ValueError("a judgement needs a search for the deal's score that has weighed the action")
    unsure = played.unsure * _stricter(len(explanation.options))
    lost = played.behind if played.visits >= FEWEST and played.behind > unsure else 0.0
    if played is best or _wins_more(played, best):
        lost = 0.0
    reasons = tuple(_differences(explanation, played)) if lost else ()
    return Judgement(action, best.action, lost, unsure, best.wins - played.wins if lost else 0.0, reasons)


def _stricter(options: int) -> float:
    """How much wider the interval must be than one of 95 %, because the best of many options is the luckiest too.

    Bonferroni: the chance of an error is shared among the comparisons.
    """
    comparisons = max(options - 1, 1)
    return NormalDist().inv_cdf(1 - 0.025 / comparisons) / SURE


def _wins_more(played: Weighed, best: Weighed) -> bool:
    """Whether the action is surely better for the match, so that points were well spent.

    The variance of a share between 0 and 1 is at most that of a coin with its mean.
    """
    variance = sum(max(option.wins * (1 - option.wins), 0.0) / option.visits for option in (played, best))
    return played.wins - best.wins > SURE * variance**0.5


def _differences(explanation: Explanation, played: Weighed) -> list[str]:
    """The facts in which the best option differs most from the one that was played; the score is the cost itself."""
    best, found = explanation.best, []
    for fact in explanation.facts:
        differs = abs(best.facts[fact.name] - played.facts[fact.name]) / TELLING[fact.kind]
        if differs >= 1 and fact.name != "score":
            clause = fact.words.format(_shown(fact, best.facts[fact.name]))
            sign = " %" if fact.kind == "share" else ""
            found.append((-differs, f"{clause} (“{played.words}”: {_shown(fact, played.facts[fact.name])}{sign})"))
    return [words for _, words in sorted(found)[:MOST_REASONS]]


def _shown(fact: Fact, value: float) -> str:
    """A fact's number; the sign of a percentage stands in its words."""
    return f"{100 * value:.0f}" if fact.kind == "share" else f"{value:.1f}"
