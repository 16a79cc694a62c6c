"""Review of a recorded match: a search analyses every decision of one seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from saleroom.bots import UnknownPlayer, player, players
from saleroom.bots.search.action_costs import Judgement, judge
from saleroom.kernel.game import Game
from saleroom.match.decisions import Decision, decisions
from saleroom.match.match import Match
from saleroom.match.referee import replay

USUAL = "search:2000"
Watch = Callable[[int, int], None]
"""Function called with the number of decisions judged so far and the total number."""


@dataclass(frozen=True)
class Judged:
    """Decision and its cost; actions are written as in the record."""

    deal: int
    number: int
    """Number of the decision's event within its deal, from 1."""
    phase: str
    before: tuple[str, ...]
    """Public events of other players between the seat's previous action in this deal and this decision."""
    played: str
    best: str
    """Best action according to the search, or `played` if no action was significantly better."""
    cost: float
    """Expected loss in the deal, in points or chips; 0 if the loss is not significant."""
    unsure: float
    """Half the width of the confidence interval of the cost."""
    wins_cost: float
    """Loss in the probability of winning the match, from 0 to 1; 0 if `cost` is 0."""
    reasons: tuple[str, ...]
    """Texts that say why the best action is better; actions in these texts are written as in the record."""


@dataclass(frozen=True)
class Review:
    """Decisions at which a seat had several legal actions, in the order of the match."""

    game: Game
    seat: int
    player: str
    """Name of the search that judged the decisions."""
    deals: int
    over: bool
    """Whether the match is finished."""
    decisions: tuple[Judged, ...]

    @property
    def faults(self) -> tuple[Judged, ...]:
        """Decisions that had a cost, the highest cost first."""
        return tuple(sorted((one for one in self.decisions if one.cost), key=lambda one: -one.cost))

    @property
    def cost(self) -> float:
        """Total cost, in points or chips."""
        return sum(one.cost for one in self.decisions)


def review(
    record: Any,
    seat: int,
    name: str = USUAL,
    watch: Watch = lambda done, of: None,
    get_ready: Callable[[Game], None] = lambda game: None,
) -> Review:
    """Judge the decisions of a seat in a record or a match. The match may be unfinished.

    Raise `BadRecord` if the referee rejects the record, `IllegalAction` if the match has no such seat, and
    `UnknownPlayer` if `name` is not a search. `get_ready` is called after these checks, before the first search.
    """
    if players.check(name) is None:
        raise UnknownPlayer(f"{name} does not think ahead, so it cannot judge; a search can, such as {USUAL}")
    match = record if isinstance(record, Match) else replay(record)
    choices = list(decisions(match, match.seat(seat)))
    get_ready(match.game)
    search: Any = player(name, match.game, objective="deal")
    judged: list[Judged] = []
    for decision in choices:
        watch(len(judged), len(choices))
        judgement = judge(search.explain(decision.views, seat, also=decision.action), decision.action)
        judged.append(_judged(match.game, seat, decision, judgement))
    watch(len(choices), len(choices))
    return Review(match.game, seat, name, len(match.deals), match.over, tuple(judged))


def _judged(game: Game, seat: int, decision: Decision, judgement: Judgement) -> Judged:
    view = decision.views[0]
    return Judged(
        decision.deal,
        decision.number,
        game.phases[int(view.phase)],
        decision.before,
        game.format_action(view, seat, decision.action),
        game.format_action(view, seat, judgement.best),
        judgement.cost,
        judgement.unsure,
        judgement.wins_cost,
        judgement.reasons,
    )
