"""Play many matches, write their records, and continue after an interruption."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from saleroom.bots import player
from saleroom.games import load
from saleroom.kernel.options import Value
from saleroom.lab.protocol_errors import ProtocolErrors
from saleroom.lab.runs.executors import executor
from saleroom.lab.runs.lines import resume
from saleroom.match.errors import BadRecord
from saleroom.match.match import Match
from saleroom.match.move_requests import MoveRequester
from saleroom.match.record import from_line, to_line
from saleroom.match.seeds import batch_seeds, public_id

CHUNK = 8  # number of matches that a process plays before it returns their records


@dataclass(frozen=True)
class Plan:
    """Simulation plan. The seed of match i is SHA-256 of `seed` and i; each player has its own random numbers."""

    game: str
    options: Mapping[str, Value]
    players: tuple[str, ...]
    seed: bytes
    matches: int

    def seed_of(self, number: int) -> bytes:
        """Return the seed of match `number`, counted from 0."""
        return batch_seeds(self.seed, 1, number)[0]


def play_one(plan: Plan, number: int, threads: int | None = None, errors: ProtocolErrors | None = None) -> Match:
    """Play match `number` of a plan to its end. A search uses `threads` threads, by default one for each core.

    `errors` collects the protocol errors of programs.
    """
    game, seed = load(plan.game), plan.seed_of(number)
    players = [player(name, game, seed + bytes([seat]), threads=threads) for seat, name in enumerate(plan.players)]
    match = Match(game, dict(plan.options), plan.players, seed).run_table()
    asker = MoveRequester(match, players, public_id(seed))
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, asker.choose(seat))
    asker.finish()
    if errors is not None:
        errors.note(plan.players, players)
    return match


def _play_some(plan: Plan, numbers: range) -> tuple[list[str], ProtocolErrors]:
    errors = ProtocolErrors()
    return [to_line(play_one(plan, number, threads=1, errors=errors).record()) for number in numbers], errors


def play(
    plan: Plan, start: int, jobs: int, on: str | None = None, errors: ProtocolErrors | None = None
) -> Iterator[str]:
    """Yield the record lines of the matches from `start`, in order; play in `jobs` processes or on the Ray cluster
    `on`.

    `errors` collects the protocol errors of programs.
    """
    errors = ProtocolErrors() if errors is None else errors
    if jobs == 1 and on is None:
        for number in range(start, plan.matches):
            yield to_line(play_one(plan, number, errors=errors).record())
        return
    chunks = (range(at, min(at + CHUNK, plan.matches)) for at in range(start, plan.matches, CHUNK))
    with executor(jobs, on) as where:
        for lines, some in where.in_order((_play_some, plan, chunk) for chunk in chunks):
            errors.add(some.counts, some.failures)
            yield from lines


def resume_point(plan: Plan, path: Path) -> int:
    """Return how many of the plan's matches the file contains, after cutting off an incomplete last line.

    If the file contains anything else, raise `BadRecord` and leave the file unchanged.
    """
    if not path.is_file():  # a pipe or device has no earlier matches
        return 0
    matches = 0

    def foreign(number: int) -> BadRecord:
        return BadRecord(f"{path} holds something else than these matches; name another file or remove it")

    def accept(number: int, line: bytes) -> bool:
        nonlocal matches
        if not _is_of_plan(plan, number - 1, line[:-1]):
            raise foreign(number)
        matches = number
        return True

    resume(path, accept, _is_cut_off, foreign)
    return matches


def _is_of_plan(plan: Plan, number: int, line: bytes) -> bool:
    try:
        record = from_line(line)
        return (
            number < plan.matches
            and record["game"] == plan.game
            and record["options"] == dict(plan.options)
            and record["players"] == list(plan.players)
            and record["seed"] == plan.seed_of(number).hex()
            and "scores" in record
        )
    except (BadRecord, KeyError, TypeError):
        return False


def _is_cut_off(number: int, rest: bytes) -> bool:
    """Return whether an incomplete last line is the beginning of a record."""
    head = b'{"format":"saleroom/1"'
    return rest.startswith(head) or head.startswith(rest)
