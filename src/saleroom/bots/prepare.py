"""The first compile: make a game's machine code before somebody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from saleroom.bots import house
from saleroom.bots import loops as playing
from saleroom.kernel import loops
from saleroom.kernel.compile import is_ready, mark_ready
from saleroom.kernel.game import Game, sow

Watch = Callable[[str, int, int], None]


def _steps(game: Game) -> list[tuple[str, Callable[[], Any]]]:
    """What a watched match calls, in the order of a match's first moves, each with a name for it."""
    seats = game.usual_seats
    states = game.blank(1, game.settle_options({}, seats), seats)
    dice = np.zeros(1, np.uint64)
    sow(states, [bytes(32)])

    def first() -> int:
        return int(states[0].acting).bit_length() - 1

    def choose(kind: int) -> int:
        return playing.choose_one(states, 0, first(), kind, dice)

    return [
        ("chance", lambda: loops.arrange(states, 0)),
        ("the deal", lambda: (loops.turn_over(states, 0), loops.open_tables(states))),
        ("legal actions", lambda: loops.legal(states, 0, first())),
        ("players", lambda: choose(playing.HOUSE)),
        ("imagined worlds", lambda: loops.imagine(states.copy(), 0, first(), dice)),
        (
            "actions",
            lambda: loops.act(states, 0, first(), playing.choose_one(states, 0, first(), playing.RANDOM, dice)),
        ),
    ]


def prepare(game: Game, watch: Watch = lambda doing, done, of: None) -> None:
    """Compile what a watched match of a game needs, unless that is on disk; `watch(doing, done, of)` follows it."""
    house.load(game.name)
    if is_ready(game.name):
        return
    steps = _steps(game)
    for done, (doing, step) in enumerate(steps):
        watch(doing, done, len(steps))
        step()
    watch("ready", len(steps), len(steps))
    mark_ready(game.name)
