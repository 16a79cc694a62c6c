"""The first compile: make a game's machine code before somebody waits for it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from saleroom.bots import house
from saleroom.bots import loops as playing
from saleroom.kernel import loops
from saleroom.kernel.compile import CACHE, COMPILED
from saleroom.kernel.game import Game, sow

Watch = Callable[[str, int, int], None]
KEPT = 30 * 24 * 3600  # seconds for which the code of another version is kept


def is_ready(game: Game) -> bool:
    """Whether the machine code of a game was made by these very rules, or is not needed."""
    return not COMPILED or (CACHE is not None and (CACHE / f"{game.name}.ready").exists())


def _mark_ready(game: Game) -> None:
    """Note that a game's machine code is complete, and throw away what other versions left behind long ago."""
    if CACHE is None:
        return
    (CACHE / f"{game.name}.ready").touch()
    for folder in CACHE.parent.iterdir():
        if folder != CACHE and time.time() - folder.stat().st_mtime > KEPT:
            shutil.rmtree(folder, ignore_errors=True)


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
    if is_ready(game):
        return
    steps = _steps(game)
    for done, (doing, step) in enumerate(steps):
        watch(doing, done, len(steps))
        step()
    watch("ready", len(steps), len(steps))
    _mark_ready(game)
