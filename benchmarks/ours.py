"""Saleroom's games as contestants: whole matches with default options, dealt by ChaCha20 with a new seed per match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from random import Random
from typing import Any

import numba
import numpy as np

from benchmarks.timing import Work, timed
from saleroom import games
from saleroom.kernel import loops
from saleroom.kernel.bits import members
from saleroom.kernel.game import Game, set_seeds

SEATS = 4
TO_THE_END = 1 << 60
TRICK_GAMES = ("auction-house", "auction-hearts", "auction-pitch")
OTHER_GAMES = ("auction-draw", "auction-flop-poker")
GAMES = (*TRICK_GAMES, *OTHER_GAMES)


def loadable(names: Sequence[str] = GAMES) -> dict[str, Game]:
    """Return the games with the given names, by name. Leave out names that do not exist in this checkout."""
    found = {}
    for name in names:
        try:
            found[name] = games.load(name)
        except ModuleNotFoundError:
            continue
    return found


def seed_of(*numbers: int) -> bytes:
    """Return a seed of 32 bytes for a match, from numbers that identify it."""
    return blake2b(repr(numbers).encode(), digest_size=32).digest()


def dice_of(seed: int) -> Any:
    """Return the fast random generator from which moves are drawn."""
    return np.array([seed], np.uint64)


def fresh(game: Game, matches: int, seed: int, seats: int = SEATS, **options: Any) -> Any:
    """Return matches with seeds set and no deal begun."""
    states = game.blank(matches, game.settle_options(options, seats), seats)
    set_seeds(states, [seed_of(seed, number) for number in range(matches)])
    return states


def player(game: Game, matches: int = 50) -> Work:
    """Play uniformly at random on one core, in compiled code."""

    def work(seed: int) -> tuple[int, float]:
        states, dice = fresh(game, matches, seed), dice_of(seed)
        with timed() as watch:
            made = loops.playouts(states, dice, TO_THE_END)
        return made, watch.seconds

    return work


def machine_code(entry: Any, *like: Any) -> Any:
    """Return the machine code of `entry` for arguments with the types of `like`.

    A call of this code skips the type check.
    """
    return entry.compile(tuple(numba.typeof(argument) for argument in like))


def driver(game: Game) -> Work:
    """Play uniformly at random from Python, one action at a time. Each piece of work is one match."""
    bound = game.action_bound(game.settle_options({}, SEATS), SEATS)
    ids = np.zeros(bound, np.int64)
    step = machine_code(loops.step_one, fresh(game, 1, 0), 0, 0, ids)

    def work(seed: int) -> tuple[int, float]:
        states, draw = fresh(game, 1, seed), Random(seed).random
        with timed() as watch:
            made = drive(states, ids, draw, step)
        return made, watch.seconds

    return work


def drive(states: Any, ids: Any, draw: Callable[[], float], step: Any) -> int:
    """Play the single match in `states`; return the number of decisions."""
    loops.open_tables(states)
    found, made, item = loops.choices_one(states, 0, ids), 0, ids.item
    while found:
        found = step(states, 0, item(int(draw() * found)), ids)
        made += 1
    return made


def under_way(game: Game, matches: int) -> tuple[Any, Any]:
    """Return states in the middle of deals, and for each state a seat that may act."""
    states, dice, chance = fresh(game, matches, 1), dice_of(1), Random(1)
    for i in range(matches):
        loops.playouts(states[i : i + 1], dice, chance.randrange(1, 60))
    states = states[states["winners"] == 0]
    return states, np.array([members(acting)[0] for acting in states["acting"]])
