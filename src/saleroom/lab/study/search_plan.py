"""Plan of a search for options: its combinations, aims and rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from saleroom.games import load
from saleroom.kernel.options import Value
from saleroom.lab.study.aims import BY_TWO_LEVELS, Aim, Condition, parse_aims
from saleroom.lab.study.combinations import CombinationStudy, combinations, values_of
from saleroom.lab.study.differences import MIN_MATCHES
from saleroom.lab.study.halving import Round, rounds
from saleroom.lab.study.shipped_effects import BETTER
from saleroom.lab.study.summary import SECONDS

MATCHES = 10_000
"""Default number of matches with which each finalist is confirmed."""
SETS = 243
"""Default maximum number of combinations, besides the base."""


@dataclass(frozen=True)
class SearchRequest:
    """What to search for and how, before it is checked. `search.search` explains the fields."""

    game: str
    aim: str
    seed: bytes
    vary: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    options: Mapping[str, Value] = field(default_factory=dict)
    seats: int | None = None
    level: str = "house"
    better: tuple[str, str] | None = None
    matches: int = MATCHES
    sets: int = SETS
    seconds: float = SECONDS


@dataclass(frozen=True)
class Search:
    """A search: its study of combinations, its aims and its rounds."""

    study: CombinationStudy
    aims: tuple[Aim, ...]
    rounds: tuple[Round, ...]
    matches: int
    """Number of matches with which each finalist is confirmed."""

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.study.seats[0]

    @property
    def tables(self) -> int:
        """Number of tables of one combination: two if a better player plays among worse players."""
        return 2 if self.study.better else 1

    @property
    def conditions(self) -> dict[Aim, list[Condition]]:
        """The conditions of each aim."""
        return {aim: aim.conditions(self.seats, self.study.seconds) for aim in self.aims}


def planned(request: SearchRequest) -> Search:
    """Return a search; raise `ValueError` if it cannot be played."""
    spec, base, matches = load(request.game), request.options, request.matches
    aims = parse_aims(request.aim, spec)
    needs_levels = any(aim.name in BY_TWO_LEVELS for aim in aims)
    better = request.better or (BETTER if needs_levels else None)
    if better and not needs_levels:
        raise ValueError("--better measures luck and skill, and --aim names neither")
    number = spec.usual_seats if request.seats is None else request.seats
    least = MIN_MATCHES * (number if needs_levels else 1)
    if matches < least:
        raise ValueError(f"--matches {matches:,} are too few to confirm anything; {least:,} are the least")
    if request.sets < 1:
        raise ValueError("--sets is 1 or more")
    values = values_of(spec, request.vary, base, number)
    candidates = combinations(spec, values, base, number, request.sets, request.seed)
    if not candidates:
        raise ValueError("there is nothing to choose from: no value differs from the base; name some with --vary")
    plan = rounds(len(candidates) + 1, matches, number)
    first = plan[0].matches if plan else number
    study = CombinationStudy(
        spec.name,
        request.seed,
        matches,
        {},
        base,
        (number,),
        (request.level,),
        candidates,
        better,
        first=first,
        values=values,
        aim=", ".join(one.text for one in aims),
        seconds=request.seconds,
    )
    return Search(study, aims, tuple(plan), matches)
