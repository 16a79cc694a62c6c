"""Equal time: find how many simulations a search can make in the time that another player takes for a decision.

The number is determined on deals with another seed and stored in the plan. The arena then plays with a fixed number of
simulations, so its results can be reproduced and do not depend on a clock.
"""

from __future__ import annotations

import re
from dataclasses import replace

from saleroom.bots.search.budget import MOST_SIMULATIONS
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.playing import Make
from saleroom.lab.arena.running import run
from saleroom.lab.arena.times import Times, total

ROUNDS = 3
"""Number of times that the simulations are adjusted.

Once is not enough, because twice the simulations do not take twice the time.
"""
PILOT = 8
"""Default number of clusters in a round."""
_NAME = re.compile("([a-z]+:)([0-9]+)(/[a-z]+)?")


def check(plan: Plan) -> None:
    """Raise `ValueError` unless there are two players and the last player's name contains a number of simulations."""
    if len(plan.names) != 2 or not _NAME.fullmatch(plan.names[1]):
        raise ValueError("equal time is for two players, the last a search, such as search:200,search:200/house")


def equalised(plan: Plan, make: Make, jobs: int, clusters: int = PILOT) -> Plan:
    """Return the plan, with the last player's simulations adjusted so that it takes as long as the first player.

    The returned plan contains a log of all rounds of adjustment.
    """
    equal, rounds = plan, []
    for _ in range(ROUNDS):
        first, last = _seconds(equal, make, jobs, clusters)
        rounds.append({"player": equal.names[1], "seconds": [first, last]})
        equal = _with_simulations(equal, first / last)
    note = {"asked": list(plan.line_up), "clusters": clusters, "rounds": rounds}
    return replace(equal, pilot={**plan.pilot, "equal_time": note})


def _seconds(plan: Plan, make: Make, jobs: int, clusters: int) -> tuple[float, float]:
    """Return the mean processor time of a decision for each of the two players."""
    took: Times = {}
    run(plan.on_other_cards(b"equal time", clusters), jobs=jobs, make=make, took=took)
    first, last = (total(took.values())[name] for name in plan.names)
    return first.cpu / first.decisions, last.cpu / last.decisions


def _with_simulations(plan: Plan, times: float) -> Plan:
    """Return the plan with the last player's number of simulations multiplied by `times`."""
    search = _NAME.fullmatch(plan.names[1])
    assert search is not None
    number = min(MOST_SIMULATIONS, max(1, round(int(search[2]) * times)))
    name = f"{search[1]}{number}{search[3] or ''}"
    if name == plan.names[0]:
        raise ValueError(f"equal time makes both players {name}; there is nothing to compare")
    return replace(plan, players=tuple(name if one == plan.names[1] else one for one in plan.players))
