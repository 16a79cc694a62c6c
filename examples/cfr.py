"""Solve the smallest game of Auction Draw by counterfactual regret, with OpenSpiel's own sampling solver.

    python examples/cfr.py --iterations 40000

Two seats with two tiles each play for their stakes. There are only 245,700 such deals, so the program computes the
exact gain of a best response to the solver's average policy. If the seats have more chips than the stake (`--chips 4`),
they can buy tiles. There are then too many deals to enumerate, so the policy is measured in play against bots. The
program needs the extra `open-spiel`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver
from open_spiel.python.algorithms.mccfr import AVG_POLICY_INDEX
from rich.console import Console
from rich.progress import track
from solving.answers import Lot, Policy, gains, tree_of

import saleroom.envs.open_spiel  # noqa: F401  # registers the games
from saleroom.bots.players import player
from saleroom.games import load
from saleroom.statistics.estimates import Estimate, estimate

NAME = "auction-draw"
SEATS, HAND, STAKE, TILES = 2, 2, 3, 28
OTHERS = ("random", "house")
WIDTHS = (10, 8, 8, 13, 13, 17)

Chooser = Callable[[Any], int]
"""Function from a state to an action of the seat to move."""


def main(argv: list[str] | None = None) -> int:
    """Run the program; return its exit status."""
    given = arguments().parse_args(argv)
    try:
        game = smallest(given.chips)
        for name in ("iterations", "every", "deals"):
            if getattr(given, name) < 1:
                raise ValueError(f"--{name} is {getattr(given, name)}; it must be above 0")
        if not 0 <= given.seed < 1 << 32:
            raise ValueError(f"--seed is {given.seed}; it must be a number from 0 to {(1 << 32) - 1}")
    except (ValueError, pyspiel.SpielError) as error:
        print(f"cfr: {error}", file=sys.stderr)
        return 2
    try:
        solve(game, given)
    except KeyboardInterrupt:
        return 130
    return 0


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(description="Solve the smallest game of Auction Draw.")
    parser.add_argument("--chips", type=int, default=STAKE, help=f"what each seat has, {STAKE} of it for the stake")
    parser.add_argument("--iterations", type=int, default=40_000, help="how many to do")
    parser.add_argument("--every", type=int, default=5_000, help="iterations from one measurement to the next")
    parser.add_argument("--deals", type=int, default=1_000, help="how many a measurement plays, each in both seats")
    parser.add_argument("--exact", action=argparse.BooleanOptionalAction, default=True, help="reckon best answers")
    parser.add_argument("--seed", type=int, default=0, help="the chance of everything")
    return parser


def smallest(chips: int = STAKE) -> Any:
    """Return the smallest game, with `chips` chips for each seat; raise `ValueError` if that is impossible."""
    if chips < STAKE:
        raise ValueError(f"chips is {chips}; the stake alone is {STAKE}")
    # checked here, because OpenSpiel gives no reason if it cannot represent a number
    load(NAME).settle_options({"chips": chips}, SEATS)
    named = f"saleroom_{NAME.replace('-', '_')}"
    return pyspiel.load_game(f"{named}(seats={SEATS},hand={HAND},stake={STAKE},chips={chips})")


def solve(game: Any, given: argparse.Namespace) -> None:
    """Run the solver, and print its progress."""
    root = whole(game) if given.exact and given.chips == STAKE else None
    np.random.seed(given.seed)  # seeds the solver's only source of randomness
    solver, spent = ExternalSamplingSolver(game), 0.0
    line("iterations", "a second", "states", *(f"beyond {name}" for name in OTHERS), "best answers gain")
    for done in (*range(0, given.iterations, given.every), given.iterations):
        policy = average(solver)
        found = [told(beyond(game, policy, name, given.deals, given.seed)) for name in OTHERS]
        rate = f"{done / spent:,.0f}" if done else "-"
        line(f"{done:,}", rate, f"{len(solver._infostates):,}", *found, f"{gains(root, policy):.3f}" if root else "-")
        since = time.monotonic()
        for _ in range(min(given.every, given.iterations - done)):
            solver.iteration()
        spent += time.monotonic() - since


def line(*columns: str) -> None:
    """Print one line of progress."""
    print("  ".join(column.rjust(width) for column, width in zip(columns, WIDTHS, strict=True)), flush=True)


def told(found: Estimate) -> str:
    """Return a mean with its 95 % interval."""
    return f"{found.mean:+.2f}" + (f" ± {found.half:.2f}" if found.low is not None else "")


def average(solver: Any) -> Policy:
    """Return the solver's average policy, which is uniform in states that the solver has never visited."""

    @cache
    def chances(key: str, count: int) -> list[float]:
        entry = solver._infostates.get(key)
        weights = np.ones(count) if entry is None else np.asarray(entry[AVG_POLICY_INDEX])
        return (weights / weights.sum()).tolist()

    return chances


# Against bots


def beyond(game: Any, policy: Policy, other: str, deals: int, seed: int) -> Estimate:
    """Return the policy's lead over another player in points per deal. Each deal is played in both seats."""
    chance = np.random.default_rng(seed)
    choosers = by_policy(policy, chance), by_player(game, other)
    found = np.zeros((deals, SEATS))
    for deal, seat in np.ndindex(found.shape):
        scores = play(game, (choosers if seat == 0 else choosers[::-1]), np.random.default_rng([seed, deal]))
        found[deal, seat] = scores[seat] - scores[1 - seat]
    return estimate(found.mean(1))


def by_policy(policy: Policy, chance: np.random.Generator) -> Chooser:
    """Return a function that plays by a policy."""

    def choose(state: Any) -> int:
        legal = state.legal_actions()
        return legal[0] if len(legal) == 1 else int(chance.choice(legal, p=policy(key_of(state), len(legal))))

    return choose


def by_player(game: Any, name: str) -> Chooser:
    """Return a function that plays like a bot, which sees only its seat's view."""
    rules = load(NAME)
    one = player(name, rules, bytes(32))
    return lambda state: one.choose(
        rules.record.view(state.node.states, state.current_player()), state.current_player()
    )


def play(game: Any, choosers: tuple[Chooser, ...], table: np.random.Generator) -> list[float]:
    """Play a deal, whose tiles are drawn from `table`, and return every seat's score."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(table.choice(state.legal_actions())))
        else:
            state.apply_action(choosers[state.current_player()](state))
    return state.returns()


def key_of(state: Any) -> str:
    """Return the information state of the seat to move."""
    return state.information_state_string(state.current_player())


# The whole tree


def whole(game: Any) -> Lot:
    """Return the game as a tree; this takes a minute."""
    console, every = Console(stderr=True), list(deals())
    print(f"going through all {len(every):,} deals, which takes a minute", file=sys.stderr, flush=True)
    ways = track(every, "every deal", console=console, transient=True, disable=not console.is_terminal)
    found = [tree_of(dealt(game, deal)) for deal in ways]
    return Lot(tuple((1 / len(found), tree) for tree in found))


def deals() -> Iterator[tuple[int, ...]]:
    """Yield every deal as outcomes of chance, first the leader and then the hands. All deals are equally likely.

    The order of the tiles in a hand does not matter, so one order represents all orders.
    """
    for leader, hand in product(range(SEATS), combinations(range(TILES), HAND)):
        rest = [tile for tile in range(TILES) if tile not in hand]
        yield from ((leader, *hand, *other) for other in combinations(rest, HAND))


def dealt(game: Any, deal: tuple[int, ...]) -> Any:
    """Return the state after a deal."""
    state = game.new_initial_state()
    for outcome in deal:
        state.apply_action(outcome)
    return state


if __name__ == "__main__":
    sys.exit(main())
