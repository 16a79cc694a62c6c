"""What an action cost, judged by a search that looked at the same view."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

from saleroom.bots.search.explain import SURE, Explanation, Weighed
from saleroom.toolkit.player.facts import Fact

FEWEST = 8
"""Worlds below which the interval of a difference carries nothing."""
LEAST = 0.1
"""Points or chips: what costs less is no fault."""
LEAST_WINS = 0.05
"""The same for the chance to win, where no points were lost."""
DECIDED = 0.001
"""So near to 0 or 1 a chance to win is none, or all."""
MOST_REASONS = 3
TELLING = {"share": 0.1, "mean": 0.25}
"""By how much a fact must differ between two options, at least, to be a reason."""


@dataclass(frozen=True)
class Judgement:
    """What an action cost; nothing where it is not surely worse than the best."""

    action: int
    best: int
    """The action that the search would have taken, or one that surely wins more matches."""
    cost: float
    """How many points or chips of the deal the action gave away; 0 for what the intervals do not carry."""
    unsure: float
    """Half the width of the interval of that difference."""
    wins_cost: float
    """How much of the chance to win the match went with them, 0 to 1; below 0 where it gained.

    Above 0 without a cost where the deal's score lost nothing, but the match did.
    """
    reasons: tuple[str, ...]
    """What the better action brings, in plain words, and what the played one; empty where nothing was lost."""


def judge(explanation: Explanation, action: int) -> Judgement:
    """What `action` cost; `explanation` is of a search for the deal's score that weighed it.

    `ValueError` when it did not.
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
    """How much wider the interval must be than one of 95 %, because the best of many options is the luckiest too.

    Bonferroni: the chance of an error is shared among the comparisons.
    """
    comparisons = max(options - 1, 1)
    return NormalDist().inv_cdf(1 - 0.025 / comparisons) / SURE


def _wins_more(played: Weighed, best: Weighed) -> bool:
    """Whether the action is surely better for the match, so that points were well spent."""
    return played.wins - best.wins > _wins_unsure(played, best)


def _wins_unsure(one: Weighed, other: Weighed) -> float:
    """Half the width of the interval of how much more one wins.

    The variance of a share between 0 and 1 is at most that of a coin with its mean.
    """
    variance = sum(max(option.wins * (1 - option.wins), 0.0) / option.visits for option in (one, other))
    return SURE * variance**0.5


def _surer_win(explanation: Explanation, played: Weighed) -> Weighed | None:
    """An option that wins surely and clearly more matches than the one that was played, if there is one."""
    tried = [option for option in explanation.options if option.visits >= FEWEST]
    better = max(tried, key=lambda option: option.wins, default=None)
    if better is None or played.visits < FEWEST:
        return None
    unsure = _wins_unsure(better, played) * _stricter(len(explanation.options))
    return better if better.wins - played.wins > max(LEAST_WINS, unsure) else None


def _decided(played: Weighed, best: Weighed) -> bool:
    """Whether the match is won or lost with either action alike, so that nothing hangs on the deal."""
    return any(max(abs(played.wins - end), abs(best.wins - end)) <= DECIDED for end in (0, 1))


def telling(explanation: Explanation, better: Weighed, played: Weighed) -> list[Fact]:
    """The facts that speak for the better option against the one that was played, what differs most first."""
    found = []
    for fact in explanation.facts:
        value, was = better.facts[fact.name], played.facts[fact.name]
        differs = abs(value - was) / TELLING[fact.kind]
        if differs >= 1 and _speaks(fact, value, was):
            found.append((-differs, fact))
    return [fact for _, fact in sorted(found, key=lambda pair: pair[0])]


def _speaks(fact: Fact, best: float, played: float) -> bool:
    """Whether a difference can be a reason for the best option; one that the action itself decides is none."""
    if fact.good:
        return fact.good * (best - played) > 0
    return fact.kind == "mean" or not {round(best, 2), round(played, 2)} & {0.0, 1.0}


def _differences(explanation: Explanation, better: Weighed, played: Weighed) -> list[str]:
    """The reasons in words, with the figure of what was played."""
    return [_difference(fact, better, played) for fact in telling(explanation, better, played)[:MOST_REASONS]]


def _difference(fact: Fact, better: Weighed, played: Weighed) -> str:
    clause = fact.words.format(_shown(fact, better.facts[fact.name]))
    sign = " %" if fact.kind == "share" else ""
    return f"{clause} (“{played.words}”: {_shown(fact, played.facts[fact.name])}{sign})"


def _shown(fact: Fact, value: float) -> str:
    """A fact's number; the sign of a percentage stands in its words."""
    return f"{100 * value:.0f}" if fact.kind == "share" else f"{value:.1f}"
