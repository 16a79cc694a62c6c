"""Command `saleroom study`, after its options have been parsed, and the function `study`, which does the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from saleroom.lab.study import shipped_effects, storage
from saleroom.lab.study.plan import Study
from saleroom.lab.study.result import StudyResult
from saleroom.lab.study.running import run
from saleroom.lab.study.storage import PARQUET, PLAN, REPORT, SUMMARY
from saleroom.lab.study.summary import SECONDS, summarise
from saleroom.match.seeds import Seed, seed_bytes


@dataclass(frozen=True)
class RunSettings:
    """Settings for playing a study.

    Of these settings, only `until` affects which matches are played: it can end a study early.
    """

    jobs: int | None = None
    until: float | None = None
    on: str | None = None
    seconds: float = SECONDS
    command: str = ""


def parse_vary(game: Game, texts: Iterable[str]) -> dict[str, list[Value]]:
    """Return the options and values in texts such as ``low=dealt,taken``. Raise `BadOptions` if a text is invalid."""
    vary: dict[str, list[Value]] = {}
    for text in texts:
        name, _, values = text.partition("=")
        if not name or not values:
            raise BadOptions(f"--vary {shown(text)}: write it as option=a,b")
        if name in vary:
            raise BadOptions(f"--vary names {name} twice; write all its values behind one")
        vary[name] = [parse_options(game.options, {name: value}, game.name)[name] for value in values.split(",")]
    return vary


def seed_for(seed: Seed, out: Path | None) -> bytes:
    """Return the given seed, or the seed of the study in a folder, or a random seed."""
    if seed is None and out is not None:
        seed = seed_in(out / PLAN)
    return seed_bytes(seed)


def measure(study: Study, out: Path | None, how: RunSettings, get_ready: Callable[[], None]) -> StudyResult:
    """Play a study.

    If `out` is given, write results and report to this folder. `get_ready` compiles the players' code.
    """
    check(out)
    blocks, counts = run(study, out, how.jobs or players_of_house.cores(), how.until, how.on, get_ready)
    result = StudyResult(study, summarise(study, blocks, counts, how.seconds, how.command), blocks, counts)
    if out is not None:
        write_outputs(result, out)
    return result


def check(out: Path | None) -> None:
    """Raise `MissingExtra` if the extra `lab` is missing, or `ValueError` if the folder `out` cannot hold a study."""
    extras.need_lab()
    if out is not None:
        folders.check(out, (PLAN, PARQUET, SUMMARY, REPORT))
        folders.check_writable(out)


def write_outputs(result: StudyResult, out: Path) -> None:
    """Write the tables, the summary and the report, each atomically."""
    files = {
        PARQUET: storage.as_parquet(result.study, result.blocks, result.counts),
        SUMMARY: folders.pretty(result.summary),
        REPORT: folders.text(result.report()),
    }
    folders.write_results(out, files, out / storage.BLOCKS)


def update_shipped_effects(
    games: Sequence[str],
    seed: Seed,
    matches: int,
    levels: tuple[str, ...],
    out: Path,
    how: RunSettings,
    compiler_for: Callable[[Game, Sequence[str]], Callable[[], None]],
) -> Iterator[str]:
    """Study every option of each game, store the results in the package, and yield a line for each game.

    If `games` is empty, all games are studied.

    `compiler_for` takes a game and names of players; it returns a function that compiles the code that they need.
    """
    for name in games or NAMES:
        game = load(name)
        study = shipped_effects.study_of_all(game, seed_bytes(seed), matches, levels)
        result = measure(study, out / game.name, how, compiler_for(game, study.players))
        path = shipped_effects.path_of(game)
        shipped_effects.write(game, result.summary, path)
        yield f"{game.title}: {path}"


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
) -> StudyResult:
    """Measure the effects of a game's options, with the same cards for all variants.

    Args:
        game: a game, by name or part of it.
        vary: the values to try for each option; only one option varies at a time. By default, every option varies.
        options: options of the base rules that differ from the defaults.
        seats: number of players; several numbers are studied one by one.
        players: levels of play. In each match, one level plays in all seats.
        better: a better and a worse level of play, with which luck and skill are measured.
        drama: also report the lowest chance to win that the winner had during the match; this takes longer.
        matches: maximum number of matches for each variant.
        until: stop when the interval of every difference in shares of wins extends at most this far to each side.
        seed: source of all randomness.
        jobs: number of processes that play. With `on`, a Ray cluster plays instead.
        out: a folder that stores everything.
        seconds: duration of a person's decision.
    """
    spec, folder = load(game), None if out is None else Path(out)
    plan = Study(
        spec.name,
        seed_for(seed, folder),
        matches,
        vary or {},
        options or {},
        (seats,) if isinstance(seats, int) else tuple(seats or ()),
        (players,) if isinstance(players, str) else tuple(players),
        better=better,
        drama=drama,
    )
    how = RunSettings(jobs, until, on, seconds)
    return measure(plan, folder, how, lambda: prepare(spec, search=any_searches(plan.players)))
