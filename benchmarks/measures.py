"""The benchmark's measures. Each is a function that takes an `Effort` (how long to measure) and returns figures."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any

from benchmarks import limit, openspiel, ours
from benchmarks.cold import cold
from benchmarks.environments.rows import environments
from benchmarks.figures import Figure, missing, over
from benchmarks.nets import nets_of_games
from benchmarks.players import house_among_random
from benchmarks.reviews import reviews
from benchmarks.simulations import simulations
from benchmarks.startup import startup
from benchmarks.tables.daily import daily
from benchmarks.tables.disk import disk
from benchmarks.tables.first_view import first_view
from benchmarks.tables.idle import idle
from benchmarks.tables.measure import tables
from benchmarks.tables.pages import pages
from benchmarks.tables.quiet import quiet
from benchmarks.tables.thinking import thinking
from benchmarks.tables.tournament import tournament
from benchmarks.timing import Effort, Work, medians, timed
from benchmarks.views import imagine, view
from benchmarks.workers.measure import workers
from saleroom.kernel import loops

NO_OPENSPIEL = "OpenSpiel is not installed"


def random_play(effort: Effort) -> list[Figure]:
    """Measure uniform random play on one core, in comparison with OpenSpiel's C++ random bots."""
    return _compared_with_openspiel("random play", effort, ours.player, openspiel.player, 25, 12)


def from_python(effort: Effort) -> list[Figure]:
    """Measure uniform random play driven from Python, one action at a time."""
    return _compared_with_openspiel("driven from Python", effort, ours.driver, openspiel.driver, 3, None)


def _compared_with_openspiel(
    title: str,
    effort: Effort,
    our_work: Callable[[Any], Work],
    their_work: Callable[[str], Work],
    wanted: float,
    wanted_of_others: float | None,
) -> list[Figure]:
    """Compare the rates of Saleroom's games, and the median rate of its trick games, with the median rate of
    OpenSpiel's trick games.
    """
    contestants = {name: our_work(game) for name, game in ours.loadable().items()}
    if openspiel.installed():
        contestants |= {name: their_work(name) for name in openspiel.GAMES}
    rates = medians(contestants, effort)
    theirs = _median_of(rates, openspiel.GAMES)
    unit = "decisions/s"

    def line(name: str, rate: float | None, at_least: float | None) -> Figure:
        note = "" if rate is not None else "not every game can be loaded"
        return Figure(
            f"{title}: {name}", unit, rate, theirs, over(rate, theirs), at_least, note=note if theirs else NO_OPENSPIEL
        )

    theirs_alone = [Figure(f"{title}: OpenSpiel, {name}", unit, None, rates.get(name)) for name in openspiel.GAMES]
    return [
        line("median of the trick games", _median_of(rates, ours.TRICK_GAMES), wanted),
        *(line(name, rates.get(name), None) for name in ours.TRICK_GAMES),
        *(line(name, rates.get(name), wanted_of_others) for name in ours.OTHER_GAMES),
        *theirs_alone,
    ]


def _median_of(rates: Mapping[str, float], names: tuple[str, ...]) -> float | None:
    return median(rates[name] for name in names) if set(names) <= set(rates) else None


def against_c(effort: Effort) -> list[Figure]:
    """Compare Auction Pitch for 4 seats with `limit.c`. Both play the same matches, and must get results with the same
    hash.
    """
    title, unit, wanted = "Auction Pitch against limit.c", "decisions/s", 0.5
    if limit.compiler() is None:
        return [missing(title, unit, "there is no C compiler", at_least=wanted)]
    game, hashes = ours.loadable()["auction-pitch"], {"ours": {}, "theirs": {}}
    with tempfile.TemporaryDirectory() as folder:
        program = limit.Limit(folder)

        def our_turn(seed: int) -> tuple[int, float]:
            states, dice = ours.fresh(game, 50, seed), ours.dice_of(seed)
            with timed() as watch:
                made = loops.playouts(states, dice, ours.TO_THE_END)
            hashes["ours"][seed] = limit.digest(limit.results(states), made, dice)
            return made, watch.seconds

        def their_turn(seed: int) -> tuple[int, float]:
            opened, dice = program.open(ours.fresh(game, 50, seed)), ours.dice_of(seed)
            with timed() as watch:
                made = program.play(opened, dice)
            hashes["theirs"][seed] = limit.digest(program.results(opened), made, dice)
            return made, watch.seconds

        rates = medians({"ours": our_turn, "theirs": their_turn}, effort)
    seeds = set(hashes["ours"]) & set(hashes["theirs"])
    differ = sum(hashes["ours"][seed] != hashes["theirs"][seed] for seed in seeds)
    note = f"results differ in {differ} of {len(seeds)} batches" if differ else f"{len(seeds)} batches, equal hashes"
    ratio = None if differ else over(rates["ours"], rates["theirs"])
    return [Figure(title, unit, rates["ours"], rates["theirs"], ratio, wanted, note=note)]


def two_cores(effort: Effort) -> list[Figure]:
    """Compare two threads with one thread, on chunks of a batch of Auction Pitch matches."""
    # many small chunks, so that a thread that has finished does not wait long for the other
    game, chunks = ours.loadable()["auction-pitch"], 100

    def play(states: Any, dice: Any) -> int:
        return loops.playouts(states, dice, ours.TO_THE_END)

    def workers(pool: ThreadPoolExecutor) -> Work:
        def work(seed: int) -> tuple[int, float]:
            batches = [ours.fresh(game, 8, seed * chunks + chunk) for chunk in range(chunks)]
            dice = [ours.dice_of(seed * chunks + chunk) for chunk in range(chunks)]
            with timed() as watch:
                made = sum(pool.map(play, batches, dice))
            return made, watch.seconds

        return work

    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two:
        rates = medians({"one": workers(one), "two": workers(two)}, effort)
    ratio = over(rates["two"], rates["one"])
    return [
        Figure("Auction Pitch, two cores against one", "decisions/s", rates["two"], rates["one"], ratio, at_least=1.85)
    ]


MEASURES: dict[str, Callable[[Effort], list[Figure]]] = {
    "random": random_play,
    "limit": against_c,
    "cores": two_cores,
    "python": from_python,
    "view": view,
    "imagine": imagine,
    "startup": startup,
    "cold": cold,
    "house": house_among_random,
    "simulations": simulations,
    "nets": nets_of_games,
    "reviews": reviews,
    "first": first_view,
    "pages": pages,
    "tables": tables,
    "thinking": thinking,
    "idle": idle,
    "quiet": quiet,
    "disk": disk,
    "daily": daily,
    "tournament": tournament,
    "workers": workers,
    "environments": environments,  # at the end, because JAX leaves threads running
}
