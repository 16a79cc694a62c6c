"""The command `saleroom study`, after its options have been parsed, and the same as a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from saleroom import extras
from saleroom.bots import players as players_of_house
from saleroom.bots.players import any_searches
from saleroom.bots.prepare import prepare
from saleroom.games import NAMES, load
from saleroom.kernel.game import Game
from saleroom.kernel.options import BadOptions, Value, parse_options, shown
from saleroom.lab.runs import folders
from saleroom.lab.runs.lines import seed_in
from saleroom.lab.runs.workers import ending_by_signal
from saleroom.lab.study import shipped_effects, storage
from saleroom.lab.study.plan import Study
from saleroom.lab.study.report import report
from saleroom.lab.study.result import Found
from saleroom.lab.study.running import Counts, run
from saleroom.lab.study.storage import PARQUET, PLAN, REPORT, SUMMARY, Played
from saleroom.lab.study.summary import SECONDS, Json, summarise
from saleroom.match.seeds import Seed, seed_bytes


@dataclass(frozen=True)
class How:
    """How to play a study. Only `until`, which ends it, changes the results."""

    jobs: int | None = None
    until: float | None = None
    on: str | None = None
    seconds: float = SECONDS
    command: str = ""


def parse_vary(game: Game, texts: Iterable[str]) -> dict[str, list[Value]]:
    """Return options and values such as ``low=dealt,taken``; `BadOptions` says what is wrong."""
    found: dict[str, list[Value]] = {}
    for text in texts:
        name, _, values = text.partition("=")
        if not name or not values:
            raise BadOptions(f"--vary {shown(text)}: write it as option=a,b")
        if name in found:
            raise BadOptions(f"--vary names {name} twice; write all its values behind one")
        found[name] = [parse_options(game.options, {name: value}, game.name)[name] for value in values.split(",")]
    return found


def seed_for(seed: Seed, out: Path | None) -> bytes:
    """Return the given seed, or that of the study in a folder, or a random one."""
    if seed is None and out is not None:
        seed = seed_in(out / PLAN)
    return seed_bytes(seed)


def measure(study: Study, out: Path | None, how: How, get_ready: Callable[[], None] | None = None) -> Json:
    """Play a study; with a folder, also write it there with its report. Return the summary."""
    check(out)
    with ending_by_signal():
        jobs = how.jobs or players_of_house.cores()
        played, counts = run(study, out, jobs, how.until, how.on, get_ready)
        summary = summarise(study, played, counts, how.seconds, how.command)
        if out is not None:
            keep(study, played, counts, summary, out)
    return summary


def check(out: Path | None) -> None:
    """Raise `MissingExtra` without the extra `lab`, `ValueError` if a folder cannot hold a study."""
    extras.need_lab()
    if out is not None:
        folders.check(out, (PLAN, PARQUET, SUMMARY, REPORT))
        folders.check_writable(out)


def keep(study: Study, played: Played, counts: Counts, summary: Json, out: Path) -> None:
    """Write the tables, the summary and the report, each atomically."""
    files = {
        PARQUET: storage.as_parquet(study, played, counts),
        SUMMARY: folders.pretty(summary),
        REPORT: folders.text(report(summary)),
    }
    folders.write_results(out, files, out / storage.BLOCKS)


def ship(games: Sequence[str], seed: Seed, matches: int, levels: tuple[str, ...], out: Path, how: How) -> list[Path]:
    """Study every option of these games, or of all, and store the results in the package; return the files written."""
    written = []
    for name in games or NAMES:
        game = load(name)
        study = shipped_effects.study_of_all(game, seed_bytes(seed), matches, levels)
        summary = measure(study, out / game.name, how)
        shipped_effects.write(game, summary, shipped_effects.path_of(game))
        written.append(shipped_effects.path_of(game))
        print(f"{game.title}: {written[-1]}", flush=True)
    return written


def study(
    game: str,
    vary: Mapping[str, Sequence[Value]] | None = None,
    *,
    options: Mapping[str, Value] | None = None,
    seats: int | Sequence[int] | None = None,
    players: str | Sequence[str] = "house",
    better: tuple[str, str] | None = None,
    drama: bool = False,
    matches: int = 10_000,
    until: float | None = None,
    seed: Seed = None,
    jobs: int = 1,
    on: str | None = None,
    out: str | Path | None = None,
    seconds: float = SECONDS,
) -> Found:
    """Measure what options of a game do, on the same cards.

    Args:
        game: a game, by name or part of it.
        vary: the values of each option, one option at a time; by default every option.
        options: those of the base that are not the default.
        seats: number of players; several numbers are studied one by one.
        players: levels of play; each plays alone, in all seats.
        better: a better and a worse level, which measure luck and skill.
        drama: also report how low the later winner's chance had sunk, which takes longer.
        matches: maximum number for each variant.
        until: stop when every difference of shares of wins is known to within this.
        seed: source of all randomness.
        jobs: processes that play; `on`: a Ray cluster instead.
        out: a folder that stores everything.
        seconds: duration of a person's decision.
    """
    spec, where = load(game), None if out is None else Path(out)
    numbers = (seats,) if isinstance(seats, int) else tuple(seats or ())
    levels = (players,) if isinstance(players, str) else tuple(players)
    plan = Study(
        spec.name,
        seed_for(seed, where),
        matches,
        vary or {},
        options or {},
        numbers,
        levels,
        better=better,
        drama=drama,
    )
    check(where)
    played, counts = run(plan, where, jobs, until, on, lambda: prepare(spec, search=_searching(plan)))
    summary = summarise(plan, played, counts, seconds)
    if where is not None:
        keep(plan, played, counts, summary, where)
    return Found(plan, summary, played, counts)


def _searching(plan: Study) -> bool:
    return any_searches([*plan.levels, *(plan.better or ())])
