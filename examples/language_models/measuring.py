"""Measure different players on the same deals, in the same seats and among the same opponents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from rich.box import SIMPLE
from rich.console import Console, Group, RenderableType
from rich.progress import track
from rich.table import Table

from language_models import auctions
from language_models.auctions import Choice, Judge
from language_models.faulty_bots import FaultyBot
from language_models.model_player import ModelPlayer
from saleroom.bots.decision import Decision
from saleroom.bots.players import player
from saleroom.envs.opponents import by_seat, seated
from saleroom.envs.terms import Terms
from saleroom.envs.text_episode import TextEpisode
from saleroom.lab.reports.wording import duration
from saleroom.match.seeds import batch_seeds
from saleroom.statistics.estimates import Estimate, estimate

Chooser = Callable[[TextEpisode, int, Generator], Decision]
"""Function from a table, a seat, and a random generator to a decision."""
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


class Measured(NamedTuple):
    """Results of a measured player."""

    scores: NDArray[np.float64]
    """All scores, with the shape (deals, measured seat, seats)."""
    choices: list[Choice]
    """The player's decisions in auctions."""


def report(
    rounds: Rounds, models: list[ModelPlayer], judge: Judge | None = None, planted: Sequence[str] = ()
) -> RenderableType:
    """Measure every model and the yardsticks, and return the results as tables.

    With a judge, a second table shows how they bid. `planted` names players with a known fault, which are measured too.
    """
    others = {one.name: one.sit for one in models}.get(rounds.among)
    # if models play the other seats, measuring a bot costs as many replies as measuring a model
    known = () if others else YARDSTICKS
    # one table at a time, because a bot's random generator continues from table to table
    one_by_one = rounds._replace(at_once=1)
    bots = {name: measure(one_by_one, name, yardstick(rounds, name)) for name in known}
    bots |= {name: measure(one_by_one, name, fault(rounds, name)) for name in planted}
    asked = {
        one.name: measure(rounds, one.name, one.sit, one.note, others) for one in models if one.name != rounds.among
    }
    parts: list[RenderableType] = [_scores(rounds, models, asked, bots)]
    if judge is not None:
        biddings = {
            name: auctions.bidding([one for choice in result.choices if (one := judge.judged(choice))])
            for name, result in {**asked, **bots}.items()
        }
        parts.append(auctions.table(f"bids, judged by {judge.name}", biddings))
    return Group(*parts)


def _scores(rounds: Rounds, models: list[ModelPlayer], asked: dict[str, Measured], bots: dict[str, Measured]) -> Table:
    """Return the table of scores, replies and costs."""
    game, scope = rounds.terms.game, rounds.terms.scope
    played = scope if rounds.deals == 1 else PLURALS[scope]
    table = Table(
        title=f"{game.unit} a {scope}, {rounds.deals} {played} in every seat among {rounds.among}", box=SIMPLE
    )
    base = bots["random"].scores if "random" in bots else None
    beyond = [] if base is None else ["beyond random"]
    for column in (
        *("", "mean", "ahead of the others", *beyond),
        *("rank by odd and even deals", "asked", "illegal at first", "left to chance", "time a reply"),
    ):
        table.add_column(column, justify="right")
    ranks = halves({name: result.scores for name, result in {**asked, **bots}.items()})
    for one in models:
        if one.name in asked:
            shares = (f"{count / max(one.decisions, 1):.1%}" for count in (one.wrong, one.guessed))
            figures = compared(asked[one.name].scores, base)
            table.add_row(one.name, *figures, ranks[one.name], str(one.decisions), *shares, duration(one.pause))
    for name, result in bots.items():
        table.add_row(name, *compared(result.scores, base), ranks[name])
    table.caption = "\n".join(map(cost, models))
    return table


def cost(one: ModelPlayer) -> str:
    """Return what a model has read and written, in characters and, if its server reports them, in tokens."""
    tokens = getattr(one.model, "tokens", None)
    counted = f", {tokens['prompt_tokens']:,} and {tokens['completion_tokens']:,} tokens" if tokens else ""
    return f"{one.name} read {one.read:,} characters and wrote {one.written:,}{counted}"


def halves(scores_of: dict[str, NDArray[np.float64]]) -> dict[str, str]:
    """Return each player's ranks by the first, third, … and by the second, fourth, … deals; 1 is the best.

    A rank is by the player's lead over the other seats.
    """
    ranks = []
    for start in (0, 1):
        leads = {name: float(lead(made[start::2]).mean()) for name, made in scores_of.items() if len(made) > start}
        ranks.append({name: at for at, name in enumerate(sorted(leads, key=lambda one: -leads[one]), 1)})
    return {name: " / ".join(str(half.get(name, "–")) for half in ranks) for name in scores_of}


def lead(made: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the measured seat's score less the mean of the other seats, with the shape (deals, measured seat)."""
    own = np.diagonal(made, axis1=1, axis2=2)
    return own - (made.sum(2) - own) / (made.shape[2] - 1)


def compared(made: NDArray[np.float64], base: NDArray[np.float64] | None) -> list[str]:
    """Return texts: the mean score, the lead over the other seats, and the lead over another player on these deals.

    The last one is only there if `base` has the other player's scores.
    """
    own = np.diagonal(made, axis1=1, axis2=2)
    told_of = [told(estimate(own.mean(1))), told(estimate(lead(made).mean(1)), "+")]
    if base is not None:
        told_of.append(told(estimate((own - np.diagonal(base, axis1=1, axis2=2)).mean(1)), "+"))
    return told_of


def told(found: Estimate, sign: str = "") -> str:
    """Return a mean with its 95 % interval."""
    return f"{found.mean:{sign}.2f}" + (f" ± {found.half:.2f}" if found.low is not None else "")


def yardstick(rounds: Rounds, name: str) -> Holder:
    """Return one of Saleroom's bots as a measured player."""
    one = player(name, rounds.terms.game, bytes(32))
    return lambda: _by_view(one)


def fault(rounds: Rounds, name: str) -> Holder:
    """Return a player with a known fault as a measured player."""
    one = FaultyBot(rounds.terms, name)
    return lambda: _by_view(one)


def measure(
    rounds: Rounds,
    name: str,
    holder: Holder,
    note: Callable[..., None] = lambda **what: None,
    others: Holder | None = None,
) -> Measured:
    """Play all deals with the measured player in every seat.

    The deals, and the random choices of the other seats, do not depend on `holder`. If `others` is given, it plays all
    other seats instead of bots.
    """
    found = np.zeros((rounds.deals, rounds.terms.seats, rounds.terms.seats))
    choices: dict[tuple[int, ...], list[Choice]] = {}

    def play(turn: tuple[int, ...]) -> None:
        deal, seat = turn
        found[deal, seat], choices[turn] = _played(rounds, deal, seat, holder, others)
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
    return Measured(found, [choice for turn in turns for choice in choices[turn]])


def _played(
    rounds: Rounds, deal: int, seat: int, holder: Holder, others: Holder | None
) -> tuple[NDArray[np.float64], list[Choice]]:
    """Play a deal with the measured player in one seat; return every seat's score and the player's bids."""
    terms = rounds.terms
    chance = np.random.default_rng([rounds.seed, deal, seat])
    seats = _choosers(rounds, seat, holder, others, chance)
    table, made, choices = TextEpisode(terms), np.zeros(terms.seats), []
    table.begin(batch_seeds(rounds.seed, 1, deal)[0])
    while not table.episode.over:
        mover = table.episode.mover
        decision = seats[mover](table, mover, chance)
        views = table.episode.views(mover)
        if mover == seat and int(views[0].phase) == terms.game.bidding:
            choices.append(Choice(deal, seat, views.copy(), decision.action, decision.expected, 0.0))
        table.act(decision.action)
        made += table.episode.rewards
    return made, [choice._replace(made=float(made[seat])) for choice in choices]


def _choosers(rounds: Rounds, seat: int, holder: Holder, others: Holder | None, chance: Generator) -> list[Chooser]:
    """Return the functions that choose for every seat."""
    terms = rounds.terms
    if others is not None:
        return [holder() if at == seat else others() for at in range(terms.seats)]
    house = seated(by_seat(rounds.among, seat, terms.seats), terms, chance)
    return [holder() if one is None else _by_view(one) for one in house]


def _by_view(one: Any) -> Chooser:
    def choose(table: TextEpisode, seat: int, chance: Generator) -> Decision:
        views = table.episode.views(seat)
        bids = int(views[0].phase) == table.terms.game.bidding
        return one.decide(views, seat) if bids and hasattr(one, "decide") else Decision(int(one.choose(views, seat)))

    return choose
