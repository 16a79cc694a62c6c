"""Let language models play a seat, on the same deals for each of them, and tell how well they do.

    python examples/ask_a_model.py auction-pitch --deals 20 --among house
    python examples/ask_a_model.py auction-pitch --command "my-model --temperature 0" --out talk.jsonl

A model is anything that takes a prompt and gives a reply. With `--command` any program is one: it reads the prompt from
its input and writes its reply. Without it a stub replies, so that all this runs where there is no model.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from threading import TIMEOUT_MAX
from typing import Any, NamedTuple

import numpy as np
from asking.asked import Asked, preface
from asking.program import Broken, Program
from numpy.random import Generator
from numpy.typing import NDArray
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import track
from rich.table import Table

from saleroom.bots.players import player
from saleroom.envs.opponents import by_seat, seated
from saleroom.envs.terms import Terms
from saleroom.envs.told import Told
from saleroom.games import load
from saleroom.kernel.options import parse_options, split_options
from saleroom.lab.arena.statistics import Estimate, estimate
from saleroom.match.seeds import batch_seeds

Chooser = Callable[[Told, int, Generator], int]
"""Who holds the seat: a table, the seat, and some chance for whoever needs it; the id of a legal action."""

YARDSTICKS = ("random", "house")  # they hold the seat as well, on the same deals
PLURALS = {"deal": "deals", "match": "matches"}


class Rounds(NamedTuple):
    """What everybody who is measured plays: every deal once in each seat."""

    terms: Terms
    deals: int
    among: str
    """Who sits in the other seats."""
    seed: int


def main(argv: list[str] | None = None) -> int:
    """The program; what it returns is its exit status."""
    given = arguments().parse_args(argv)
    try:
        with contextlib.ExitStack() as stack:
            rounds = agreed(given)
            programs = {command: Program(command, given.limit) for command in given.command}
            out = stack.enter_context(given.out.open("x", encoding="utf-8")) if given.out else None
            above = preface(rounds.terms, given.rules)
            models = [
                Asked(name, model, above, given.list, out) for name, model in (programs or {"stub": stub}).items()
            ]
            Console().print(report(rounds, models))
    except (ValueError, OSError, Broken) as error:
        print(f"ask_a_model: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped before all had been asked; what was said is in the transcript, if there is one", file=sys.stderr)
        return 130
    return 0


def arguments() -> argparse.ArgumentParser:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description="Let language models play a seat, and tell how well they do.")
    parser.add_argument("game", help="a game, by name or part of it")
    parser.add_argument("--command", action="append", default=[], help="a program that is a model; may be repeated")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds that a reply of a program may take")
    parser.add_argument("--deals", type=int, default=10, help="how many; each is played once in every seat")
    parser.add_argument("--among", default="house", help="who plays the other seats")
    parser.add_argument("--list", action=argparse.BooleanOptionalAction, default=True, help="list the legal actions")
    parser.add_argument("--rules", action=argparse.BooleanOptionalAction, default=True, help="tell the rules")
    parser.add_argument("--seats", type=int, help="how many play")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--scope", choices=["deal", "match"], default="deal", help="play deals, or whole matches")
    parser.add_argument("--seed", type=int, default=0, help="the chance of everything")
    parser.add_argument("--out", type=Path, help="a file for the transcript, in lines of JSON")
    return parser


def agreed(given: argparse.Namespace) -> Rounds:
    """What is to be played; `ValueError` says what is wrong with it."""
    if given.deals < 1:
        raise ValueError(f"--deals is {given.deals}; it must be above 0")
    if not 0 < given.limit <= TIMEOUT_MAX:
        raise ValueError(f"--limit is {given.limit}; it must be a number of seconds, such as 60")
    if given.seed < 0:
        raise ValueError(f"--seed is {given.seed}; it must not be below 0")
    if twice := [command for command in given.command if given.command.count(command) > 1]:
        raise ValueError(f"--command is given more than once as {twice[0]!r}; each model is measured once")
    if given.out and given.out.exists():
        raise ValueError(f"{given.out} exists; name another file")
    game = load(given.game)
    options: dict[str, Any] = parse_options(game.options, split_options(given.option), game.name)
    terms = Terms.of(game.name, given.seats, given.scope, **options)
    by_seat(given.among, 0, terms.seats)
    return Rounds(terms, given.deals, given.among, given.seed)


def stub(prompt: str) -> str:
    """A reply that follows from the prompt alone: mostly some action of the list, sometimes nonsense."""
    number = int.from_bytes(hashlib.sha256(prompt.encode()).digest()[:8], "big")
    listed = [line[2:] for line in prompt.partition("You may:\n")[2].splitlines() if line.startswith("- ")]
    if not listed or number % 8 == 0:
        return "I would rather sing." if number % 16 == 0 else "pass"
    action = listed[(number >> 8) % len(listed)]
    return (action, f"Let me think.\n\n**{action.upper()}.**", f'Action: "{action}"')[number % 3]


def report(rounds: Rounds, models: list[Asked]) -> Table:
    """Every model and the yardsticks, as a table."""
    game, scope = rounds.terms.game, rounds.terms.scope
    played = scope if rounds.deals == 1 else PLURALS[scope]
    found = {name: scores(rounds, name, yardstick(rounds, name)).mean(1) for name in YARDSTICKS}
    table = Table(
        title=f"{game.unit} a {scope}, {rounds.deals} {played} in every seat among {rounds.among}", box=SIMPLE
    )
    for column in ("", "mean", "beyond random", "asked", "illegal at first", "left to chance"):
        table.add_column(column, justify="right")
    for one in models:
        by_deal = scores(rounds, one.name, one.choose, one.note).mean(1)
        shares = (f"{count / max(one.decisions, 1):.1%}" for count in (one.wrong, one.guessed))
        table.add_row(one.name, *compared(by_deal, found["random"]), str(one.decisions), *shares)
    for name in YARDSTICKS:
        table.add_row(name, *compared(found[name], found["random"]))
    table.caption = "\n".join(f"{one.name} read {one.read:,} characters and wrote {one.written:,}" for one in models)
    return table


def compared(by_deal: NDArray[np.float64], base: NDArray[np.float64]) -> tuple[str, str]:
    """The mean of one number a deal, and by how much it lies above another on the same deals."""
    return told(estimate(by_deal)), told(estimate(by_deal - base), "+")


def told(found: Estimate, sign: str = "") -> str:
    """A mean with its 95 % interval."""
    return f"{found.mean:{sign}.2f}" + (f" ± {found.half:.2f}" if found.low is not None else "")


def yardstick(rounds: Rounds, name: str) -> Chooser:
    """A player of ours who holds the seat."""
    one = player(name, rounds.terms.game, bytes(32))
    return lambda table, seat, chance: one.choose(table.episode.views(seat), seat)


def scores(rounds: Rounds, name: str, chooser: Chooser, note: Callable[..., None] = lambda **what: None) -> NDArray:
    """What somebody scores, shape (deals, seats); whoever it is, the deals and the others' chance are the same."""
    terms = rounds.terms
    found, table = np.zeros((rounds.deals, terms.seats)), Told(terms)
    console = Console(stderr=True)
    turns = list(np.ndindex(found.shape))
    for deal, seat in track(turns, name, console=console, transient=True, disable=not console.is_terminal):
        chance = np.random.default_rng([rounds.seed, deal, seat])
        others = seated(by_seat(rounds.among, seat, terms.seats), terms, chance)
        table.begin(batch_seeds(rounds.seed, 1, deal)[0])
        while not table.episode.over:
            mover = table.episode.mover
            other, views = others[mover], table.episode.views(mover)
            table.act(other.choose(views, mover) if other else chooser(table, mover, chance))
            found[deal, seat] += table.episode.rewards[seat]
        note(deal=deal, seat=seat, score=found[deal, seat])
    return found


if __name__ == "__main__":
    sys.exit(main())
