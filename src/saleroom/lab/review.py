"""A review: a search analyses every decision of one seat in a recorded match."""

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
"""Called with the number of decisions judged so far and the total."""


@dataclass(frozen=True)
class Judged:
    """One decision and its cost. Actions are in the words of the record."""

    deal: int
    number: int
    """The number of the event in its deal, from 1."""
    phase: str
    before: tuple[str, ...]
    """What the others did since the seat's last action in this deal, as events that all players saw."""
    played: str
    best: str
    """The search's action; equal to `played` if nothing was lost or no action was significantly better."""
    cost: float
    """Points or chips of the deal that were lost; 0 if the loss is not significant."""
    unsure: float
    """Half the width of the interval of the cost."""
    wins_cost: float
    """Loss of the chance to win the match, 0 to 1; 0 if the score lost nothing."""
    reasons: tuple[str, ...]
    """What the better action gains; actions in the text are in quotation marks, in the words of the record."""


@dataclass(frozen=True)
class Review:
    """All decisions of a seat that had a choice, in the order of the match."""

    game: Game
    seat: int
    player: str
    """The name of the search that judged."""
    deals: int
    over: bool
    """Whether the match was played to its end."""
    decisions: tuple[Judged, ...]

    @property
    def faults(self) -> tuple[Judged, ...]:
        """The decisions with a cost, the worst first."""
        return tuple(sorted((one for one in self.decisions if one.cost), key=lambda one: -one.cost))

    @property
    def cost(self) -> float:
        """The total cost, in points or chips."""
        return sum(one.cost for one in self.decisions)


def review(
    record: Any,
    seat: int,
    name: str = USUAL,
    watch: Watch = lambda done, of: None,
    get_ready: Callable[[Game], None] = lambda game: None,
) -> Review:
    """Judge the decisions of a seat in a record or a match, finished or not.

    `BadRecord` if a referee rejects it, `IllegalAction` if it has no such seat, `UnknownPlayer` if `name` is no search.
    `get_ready` is called after these checks, before the first search.
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
