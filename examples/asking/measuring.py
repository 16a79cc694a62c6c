"""Measure different players on the same deals, in the same seats and among the same opponents."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import track
from rich.table import Table

from asking.asked import Asked
from saleroom.bots.players import player
from saleroom.envs.opponents import by_seat, seated
from saleroom.envs.terms import Terms
from saleroom.envs.text_episode import TextEpisode
from saleroom.match.seeds import batch_seeds
from saleroom.statistics.estimates import Estimate, estimate

Chooser = Callable[[TextEpisode, int, Generator], int]
"""Function from a table, a seat, and a random generator to the id of a legal action."""
Holder = Callable[[], Chooser]
"""Function that seats the measured player at a new table."""

YARDSTICKS = ("random", "house")  # bots that are measured on the same deals for comparison
PLURALS = {"deal": "deals", "match": "matches"}


class Rounds(NamedTuple):
    """Deals that each measured player plays. Every deal is played once with the measured player in each seat."""

    terms: Terms
    deals: int
    among: str
    """Player in the other seats: one of Saleroom's bots, or one of the models."""
    seed: int
    at_once: int = 1
    """Number of tables that play at the same time."""


def report(rounds: Rounds, models: list[Asked]) -> Table:
    """Measure every model and the yardsticks, and return a table of the results."""
    game, scope = rounds.terms.game, rounds.terms.scope
    played = scope if rounds.deals == 1 else PLURALS[scope]
    others = {one.name: one.sit for one in models}.get(rounds.among)
    # if models play the other seats, measuring a bot costs as many replies as measuring a model
    known = () if others else YARDSTICKS
    # one table at a time, because a bot's random generator continues from table to table
    one_by_one = rounds._replace(at_once=1)
    found = {name: scores(one_by_one, name, yardstick(rounds, name)) for name in known}
    table = Table(
        title=f"{game.unit} a {scope}, {rounds.deals} {played} in every seat among {rounds.among}", box=SIMPLE
    )
    beyond = ["beyond random"] if known else []
    for column in ("", "mean", "ahead of the others", *beyond, "asked", "illegal at first", "left to chance"):
        table.add_column(column, justify="right")
    base = found.get("random")
    for one in models:
        if one.name == rounds.among:
            continue
        made = scores(rounds, one.name, one.sit, one.note, others)
        shares = (f"{count / max(one.decisions, 1):.1%}" for count in (one.wrong, one.guessed))
        table.add_row(one.name, *compared(made, base), str(one.decisions), *shares)
    for name in known:
        table.add_row(name, *compared(found[name], base))
    table.caption = "\n".join(f"{one.name} read {one.read:,} characters and wrote {one.written:,}" for one in models)
    return table


def compared(made: NDArray[np.float64], base: NDArray[np.float64] | None) -> list[str]:
    """Return texts: the mean score, the lead over the other seats, and the lead over another player on these deals.

    The last one is only there if `base` has the other player's scores.
    """
    own = np.diagonal(made, axis1=1, axis2=2)
    others = (made.sum(2) - own) / (made.shape[2] - 1)
    told_of = [told(estimate(own.mean(1))), told(estimate((own - others).mean(1)), "+")]
    if base is not None:
        told_of.append(told(estimate((own - np.diagonal(base, axis1=1, axis2=2)).mean(1)), "+"))
    return told_of


def told(found: Estimate, sign: str = "") -> str:
    """Return a mean with its 95 % interval."""
    return f"{found.mean:{sign}.2f}" + (f" ± {found.half:.2f}" if found.low is not None else "")


def yardstick(rounds: Rounds, name: str) -> Holder:
    """Return one of Saleroom's bots as a measured player."""
    one = player(name, rounds.terms.game, bytes(32))
    return lambda: lambda table, seat, chance: one.choose(table.episode.views(seat), seat)


def scores(
    rounds: Rounds,
    name: str,
    holder: Holder,
    note: Callable[..., None] = lambda **what: None,
    others: Holder | None = None,
) -> NDArray[np.float64]:
    """Return all scores, with the shape (deals, measured seat, seats).

    The deals, and the random choices of the other seats, do not depend on `holder`. If `others` is given, it plays all
    other seats instead of bots.
    """
    found = np.zeros((rounds.deals, rounds.terms.seats, rounds.terms.seats))

    def play(turn: tuple[int, ...]) -> None:
        deal, seat = turn
        found[deal, seat] = _played(rounds, deal, seat, holder, others)
        note(deal=deal, seat=seat, score=found[deal, seat, seat])

    console = Console(stderr=True)
    turns = list(np.ndindex(found.shape[:2]))
    with ThreadPoolExecutor(rounds.at_once, "table") as pool:
        try:
            done = pool.map(play, turns) if rounds.at_once > 1 else map(play, turns)
            for _ in track(done, name, len(turns), console=console, transient=True, disable=not console.is_terminal):
                pass
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return found


def _played(rounds: Rounds, deal: int, seat: int, holder: Holder, others: Holder | None) -> NDArray[np.float64]:
    """Play a deal with the measured player in one seat; return every seat's score."""
    terms = rounds.terms
    chance = np.random.default_rng([rounds.seed, deal, seat])
    seats = _choosers(rounds, seat, holder, others, chance)
    table, made = TextEpisode(terms), np.zeros(terms.seats)
    table.begin(batch_seeds(rounds.seed, 1, deal)[0])
    while not table.episode.over:
        mover = table.episode.mover
        table.act(seats[mover](table, mover, chance))
        made += table.episode.rewards
    return made


def _choosers(rounds: Rounds, seat: int, holder: Holder, others: Holder | None, chance: Generator) -> list[Chooser]:
    """Return the functions that choose for every seat."""
    terms = rounds.terms
    if others is not None:
        return [holder() if at == seat else others() for at in range(terms.seats)]
    house = seated(by_seat(rounds.among, seat, terms.seats), terms, chance)
    return [holder() if one is None else _by_view(one) for one in house]


def _by_view(one: Any) -> Chooser:
    return lambda table, seat, chance: one.choose(table.episode.views(seat), seat)
