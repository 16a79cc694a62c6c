"""Rows of the report about environments. The contestants of one row take turns."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from statistics import median

from benchmarks.environments import aec, ours, pgx, rlcard, spiel
from benchmarks.figures import Figure, over
from benchmarks.ours import GAMES
from benchmarks.timing import Effort, Work, medians
from saleroom.bots.cores import cores

MATCHES = 4096
JUDGED = "auction-pitch"
SMALL = "mini-flop-poker"
OTHERS = tuple(name for name in GAMES if name != JUDGED)
MEGA, KILO = 1e6, 1e3
HEARTS, HOLDEM, RAW_HOLDEM = "OpenSpiel's hearts", "PettingZoo's hold'em", "PettingZoo's hold'em, raw"

Makers = Mapping[str, Callable[[], Work]]


def environments(effort: Effort) -> list[Figure]:
    """Return all figures about environments."""
    return [
        *vectors(effort),
        *predrawn(effort),
        *learners(effort),
        *threads(effort),
        *cycles(effort),
        *adapters(effort),
    ]


def vectors(effort: Effort, matches: int = MATCHES) -> list[Figure]:
    """Compare thousands of simultaneous matches with Pgx's games, and with OpenSpiel's hearts driven from Python."""
    rates = measured(
        {name: partial(ours.vector, name, matches) for name in GAMES}
        | {name: partial(pgx.player, name, matches) for name in pgx.GAMES}
        | {f"{name}, one thread": partial(pgx.player, name, matches, 1) for name in pgx.GAMES}
        | {HEARTS: spiel.hearts},
        effort,
        MEGA,
    )
    line = partial(against, "vector environment", "M steps/s", rates)
    return [
        line(f"{JUDGED} against Pgx's faster one", JUDGED, fastest(rates, pgx.GAMES), 5),
        line(f"{JUDGED} against {HEARTS} from Python", JUDGED, HEARTS, 30),
        *(line(name, name) for name in OTHERS),
        *(line(f"Pgx, {name}{how}", None, f"{name}{how}") for name in pgx.GAMES for how in ("", ", one thread")),
    ]


def predrawn(effort: Effort, matches: int = MATCHES) -> list[Figure]:
    """Compare by PufferLib's method: draw 1,024 batches of actions beforehand, and time complete Python steps."""
    leduc = pgx.GAMES[0]
    rates = measured(
        {
            JUDGED: partial(ours.predrawn, JUDGED, matches),
            SMALL: partial(ours.predrawn, SMALL, matches, seats=2),
            leduc: partial(pgx.player, leduc, matches),
        },
        effort,
        MEGA,
    )
    return [
        against("vector environment", "M steps/s", rates, f"{name}, actions drawn beforehand", name, leduc, 5)
        for name in (JUDGED, SMALL)
    ]


def learners(effort: Effort, episodes: int = MATCHES) -> list[Figure]:
    """Compare thousands of simultaneous episodes, in which a learner plays among `house` bots, with a Gymnasium
    environment of a single episode.
    """
    rates = measured(
        {JUDGED: partial(ours.learner, JUDGED, episodes), "one episode": partial(ours.one_seat, JUDGED)}, effort, KILO
    )
    return [against("one learner", "k steps/s", rates, f"{JUDGED}, among the house", JUDGED, "one episode", 10)]


def threads(effort: Effort, matches: int = MATCHES) -> list[Figure]:
    """Compare the default number of threads with one thread, while other programs keep cores busy."""
    found = []
    for busy in range(cores() + 1):
        with spinning(busy):
            makers = {"default": None, "one thread": 1}
            rates = measured(
                {how: partial(ours.vector, JUDGED, matches, threads=n) for how, n in makers.items()}, effort, MEGA
            )
        what = f"{JUDGED} by default against one thread, {busy} cores busy"
        found.append(against("vector environment", "M steps/s", rates, what, *makers, at_least=0.9))
    return found


@contextmanager
def spinning(count: int) -> Iterator[None]:
    """Run `count` processes, each of which keeps a core busy."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def cycles(effort: Effort) -> list[Figure]:
    """Compare our games in PettingZoo's agent cycle with PettingZoo's hold'em in the same cycle, and with RLCard, which
    has no such cycle.
    """
    rates = measured(
        {name: partial(ours.cycle, name) for name in GAMES}
        | {f"{JUDGED}, raw": partial(ours.cycle, JUDGED, "raw_env")}
        | {HOLDEM: aec.holdem, RAW_HOLDEM: partial(aec.holdem, "raw_env")}
        | {name: partial(rlcard.player, name) for name in rlcard.GAMES},
        effort,
        KILO,
    )
    line = partial(against, "AEC with masks", "k steps/s", rates)
    return [
        line(f"{JUDGED} against {HOLDEM}", JUDGED, HOLDEM, 5),
        line(f"{JUDGED} against RLCard's fastest", JUDGED, fastest(rates, rlcard.GAMES), 1),
        line("both without the wrappers that check", f"{JUDGED}, raw", RAW_HOLDEM),
        *(line(name, name) for name in OTHERS),
    ]


def adapters(effort: Effort) -> list[Figure]:
    """Compare our games through OpenSpiel with OpenSpiel's own games that are written in Python."""
    rates = measured(
        {name: partial(ours.adapted, name) for name in GAMES}
        | {name: partial(spiel.player, name) for name in spiel.PYTHON_GAMES},
        effort,
        KILO,
    )
    if set(spiel.PYTHON_GAMES) <= set(rates):
        rates["median"] = median(rates[name] for name in spiel.PYTHON_GAMES)
    line = partial(against, "OpenSpiel adapter", "k states/s", rates)
    return [
        line(f"{JUDGED} against the median of its Python games", JUDGED, "median", 2),
        *(line(name, name) for name in OTHERS),
        *(line(name, None, name) for name in spiel.PYTHON_GAMES),
    ]


def measured(makers: Makers, effort: Effort, unit: float) -> dict[str, float]:
    """Return each contestant's rate per second. Contestants whose libraries are not installed are left out."""
    contestants = {}
    for name, make in makers.items():
        try:
            contestants[name] = make()
        except ModuleNotFoundError:
            continue
    return {name: rate / unit for name, rate in medians(contestants, effort).items()}


def fastest(rates: Mapping[str, float], names: tuple[str, ...]) -> str:
    """Return the fastest of the contestants in `names`, or the first of them if none was measured."""
    return max(names, key=lambda name: rates.get(name, 0))


def against(
    title: str,
    unit: str,
    rates: Mapping[str, float],
    what: str,
    our_name: str | None,
    their_name: str | None = None,
    at_least: float | None = None,
) -> Figure:
    """Return a figure for the rate of `our_name`, compared with the rate of `their_name` if this is given.

    A note names what was not measured.
    """
    measure, asked = f"{title}: {what}", [name for name in (our_name, their_name) if name]
    absent = [name for name in asked if name not in rates]
    note = f"not measured: {', '.join(absent)}" if absent else f"theirs: {their_name}" if at_least else ""
    mine, theirs = (rates.get(name) if name else None for name in (our_name, their_name))
    return Figure(measure, unit, mine, theirs, over(mine, theirs), at_least, note=note)
