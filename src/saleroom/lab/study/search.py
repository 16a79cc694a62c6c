"""`saleroom study GAME --aim`: search for options that reach aims, and confirm the best on other cards."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from saleroom.bots import players as players_of_house
from saleroom.bots.players import any_searches
from saleroom.bots.prepare import prepare
from saleroom.kernel.options import Value
from saleroom.lab.runs import folders
from saleroom.lab.runs.executors import executor
from saleroom.lab.runs.progress import explained, progress
from saleroom.lab.study import command
from saleroom.lab.study.combinations import CombinationStudy, SetStudy
from saleroom.lab.study.command import RunSettings
from saleroom.lab.study.halving import KEPT, Halving, cost
from saleroom.lab.study.plan import BASE, Table, Variant
from saleroom.lab.study.result import StudyResult
from saleroom.lab.study.running import play_block
from saleroom.lab.study.search_plan import MATCHES, SETS, Search, SearchRequest, planned
from saleroom.lab.study.search_result import SearchResult, summarise
from saleroom.lab.study.storage import BLOCKS, opened
from saleroom.lab.study.summary import SECONDS
from saleroom.match.seeds import Seed

RESULT, CONFIRMED = "search.json", "confirmation"
PILOT, PILOT_OF_SEARCH = 64, 4
"""Numbers of matches whose time is measured for the estimate of the cost, for players that do not search or do."""


def measure(search: Search, out: Path | None, how: RunSettings, get_ready: Callable[[], None]) -> SearchResult:
    """Search, and write the results to the folder `out`, if it is given. `get_ready` compiles the players' code."""
    command.check(out)
    if out is not None:
        folders.check(out, (RESULT,))
    jobs = how.jobs or players_of_house.cores()
    with opened(search.study, out) as blocks:
        if blocks.matches:
            print(f"{out} holds {blocks.matches:,} matches; continuing", file=sys.stderr)
        get_ready()
        print(_cost_sentence(search, jobs, how.on), file=sys.stderr)
        halving = Halving(search.study, blocks, [one for some in search.conditions.values() for one in some])
        with (
            explained(lambda: f"stopped after {blocks.matches:,} matches{folders.continues(out)}"),
            executor(jobs, how.on) as where,
            progress(search.study.game, blocks.matches) as show,
        ):
            finalists = halving.finalists(list(search.rounds), where, show)
        result = _confirm(search, finalists, out, how)
        summary = summarise(search, halving, finalists, result, how.command)
        if out is not None:
            folders.write_results(out, {RESULT: folders.pretty(summary)}, out / BLOCKS)
    return SearchResult(summary, result)


def _cost_sentence(search: Search, jobs: int, on: str | None) -> str:
    """Return what the search costs at most, with an estimate of the time from a few matches of the base."""
    study, choosing = search.study, cost(search.rounds) * search.tables
    # with so few sets that no round is played, the base is one of the finalists
    confirmed = min(KEPT, len(study.rule_sets)) + 1
    confirming = search.matches * search.tables * confirmed
    text = (
        f"{len(study.rule_sets) + 1:,} sets of options: at most {choosing:,} matches to choose, and {confirming:,} "
        "with other cards to confirm"
    )
    if on is not None:
        return f"{text}."
    seconds = sum(_seconds_per_match(study, table) for table in study.tables if table.variant == BASE)
    return f"{text}; about {_duration(seconds * (choosing + confirming) / search.tables / jobs)}."


def _seconds_per_match(study: CombinationStudy, table: Table) -> float:
    """Return the time of a match; the first of two trials also compiles what is still missing."""
    number = PILOT_OF_SEARCH if any_searches(table.players) else PILOT
    rows, times = -(-number // len(table.line_ups)), []
    for _ in range(2):
        start = time.perf_counter()
        play_block(study, table, range(rows))
        times.append(time.perf_counter() - start)
    return min(times) / (rows * len(table.line_ups))


def _duration(seconds: float) -> str:
    """Return a duration in seconds, minutes or hours."""
    for size, unit in ((3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(1, round(seconds))} seconds"


def _confirm(search: Search, finalists: list[Variant], out: Path | None, how: RunSettings) -> StudyResult:
    """Play the finalists and the base with cards that no round has used."""
    study = search.study
    chosen = {one.rule_set: study.rule_sets[one.rule_set] for one in finalists if one.rule_set}
    seed = hashlib.sha256(b"confirm" + study.seed).digest()
    fresh = SetStudy(study.game, seed, search.matches, {}, study.base, study.seats, study.levels, chosen, study.better)
    folder = None if out is None else out / CONFIRMED
    return command.measure(fresh, folder, RunSettings(how.jobs, None, how.on, study.seconds, how.command), lambda: None)


def search(
    game: str,
    aim: str,
    vary: Mapping[str, Sequence[Value]] | None = None,
    *,
    options: Mapping[str, Value] | None = None,
    seats: int | None = None,
    players: str = "house",
    better: tuple[str, str] | None = None,
    matches: int = MATCHES,
    sets: int = SETS,
    seed: Seed = None,
    jobs: int = 1,
    out: str | Path | None = None,
    seconds: float = SECONDS,
) -> SearchResult:
    """Search for a combination of options that reaches aims.

    Args:
        game: a game, by name or part of it.
        aim: the aims, such as ``minutes<=20, luck<=0.5, seats within 0.02``.
        vary: the values to combine for each option, besides the value of the base. By default, every option varies.
        options: options of the base rules that differ from the defaults.
        seats: number of players.
        players: level of play in all seats.
        better: a better and a worse level of play, for aims of luck and skill.
        matches: number of matches with which each of the best sets is confirmed.
        sets: maximum number of sets of options to try.
        seed: source of all randomness.
        jobs: number of processes that play.
        out: a folder that stores everything.
        seconds: duration of a person's decision.
    """
    folder = None if out is None else Path(out)
    key = command.seed_for(seed, folder)
    plan = planned(
        SearchRequest(game, aim, key, vary or {}, options or {}, seats, players, better, matches, sets, seconds)
    )
    names = plan.study.players
    return measure(
        plan,
        folder,
        RunSettings(jobs),
        lambda: prepare(plan.study.spec, search=any_searches(names)),
    )
