"""Cross-play of the leaderboard's entries: each entry in one seat among copies of each other entry, on the same cards.

`python -m docs.leaderboard --cross-play [GAME …]` plays the pairs that `docs/leaderboard/cross-play.json` lacks.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock

from saleroom import bots
from saleroom.bots.cores import cores
from saleroom.bots.players import any_searches, is_outside, is_program
from saleroom.bots.prepare import prepare
from saleroom.bots.sealed import player as sealed_player
from saleroom.games import load
from saleroom.kernel.game import Game
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.running import run
from saleroom.lab.arena.summary import summarise
from saleroom.lab.arena.times import Times
from saleroom.lab.evaluation.running import digest, time_class
from saleroom.lab.runs import folders
from saleroom.lab.runs.version import machine, version

FORMAT = "saleroom-cross-play/1"
"""Format of the file. The cards follow from this name, so change it only if the cards are to change too."""
FILE = Path(__file__).with_name("leaderboard") / "cross-play.json"
INSTANT, SEARCH, SEALED = 200, 20, 20
"""Numbers of deals of a pair: of two instant bots, with a search, and with a sealed policy.

All pairs play the first deals of one sequence, so their cards are the same up to the smaller number of deals.
"""


class Pair(NamedTuple):
    """One entry in one seat, among copies of another entry in all other seats. Both are names of entries."""

    game: str
    row: str
    column: str


def pairs(games: Iterable[str], policies: Mapping[str, str]) -> Iterator[Pair]:
    """Yield all ordered pairs of different entries in each game, those with a search last."""
    every = [Pair(game, *names) for game in games for names in permutations(policies, 2)]
    return iter(sorted(every, key=lambda pair: any_searches((policies[pair.row], policies[pair.column]))))


def deals_of(names: Sequence[str], open_policies: Collection[str] = ()) -> int:
    """Return the number of deals of a pair of policies with these names."""
    if is_sealed(names, open_policies):
        return SEALED
    return SEARCH if any_searches(names) else INSTANT


def is_sealed(names: Iterable[str], open_policies: Collection[str]) -> bool:
    """Return whether one of the policies is from outside Saleroom and not among those that play without a seal."""
    return any((is_outside(name) or is_program(name)) and name not in open_policies for name in names)


def plan_of(game: Game, row: str, column: str, deals: int) -> Plan:
    """Return the plan of a pair of policies at the usual number of seats. The cards are the same for all pairs."""
    seed = sha256(f"{FORMAT} {game.name}".encode()).digest()
    return Plan(game.name, {}, game.usual_seats, (row, column), deals, seed)


def play(pair: Pair, policies: Mapping[str, str], open_policies: Collection[str] = ()) -> dict[str, Any]:
    """Play a pair, and return its result. Policies from outside Saleroom play sealed, except for `open_policies`.

    The time class is that of the entry in the row.
    """
    game, names = load(pair.game), (policies[pair.row], policies[pair.column])
    sealed = is_sealed(names, open_policies)
    plan, took = plan_of(game, *names, deals_of(names, open_policies)), Times()
    make = sealed_player.player if sealed else bots.player

    def get_ready() -> None:
        prepare(game, search=any_searches(names))

    jobs = cores() if sealed else 1  # so few deals take less time than the start of processes
    rows = run(plan, None, jobs, make=make, get_ready=get_ready, took=took)
    summary = summarise(plan, rows, took)
    times = [one for one in summary["times"] if one["player"] == names[0]]
    return {
        **pair._asdict(),
        "deals": plan.deals,
        "sealed": sealed,
        "difference": summary["pairs"][0]["difference"],
        "time_class": time_class([{"times": times}]),
        "results": digest(rows),
        "program": version(),
        "machine": machine(),
    }


def stored() -> list[dict[str, Any]]:
    """Return the stored results; an empty list if there are none."""
    return json.loads(FILE.read_text("utf-8"))["pairs"] if FILE.exists() else []


def play_missing(games: Iterable[str], policies: Mapping[str, str], open_policies: Collection[str] = ()) -> None:
    """Play all pairs without a stored result, and store each result at once."""
    for pair in pairs(games, policies):
        if pair in map(_pair, stored()):
            continue
        result = play(pair, policies, open_policies)
        store(result)
        print(*pair, result["difference"]["mean"], flush=True)


def store(result: dict[str, Any]) -> None:
    """Add a result to the file. A lock on the file lets several processes play at the same time; if two of them have
    played the same pair, the later result replaces the earlier one.
    """
    with FileLock(FILE.with_suffix(".lock")):
        others = [one for one in stored() if _pair(one) != _pair(result)]
        folders.write(FILE, folders.pretty({"format": FORMAT, "pairs": [*others, result]}))


def _pair(result: Mapping[str, Any]) -> tuple[str, str, str]:
    return result["game"], result["row"], result["column"]
