"""The first compile: make a game's machine code before somebody waits for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from saleroom.bots import house
from saleroom.bots import loops as playing
from saleroom.kernel import loops, readiness
from saleroom.kernel.compile import CACHE, COMPILED
from saleroom.kernel.game import Game, sow

Watch = Callable[[str, int, int], None]
Steps = list[tuple[str, Callable[[], Any]]]
KEPT = 30 * 24 * 3600  # seconds for which the code of another version is kept
TINY = 2  # worlds that are enough for a first search


def is_ready(game: Game, search: bool = False) -> bool:
    """Whether the machine code of a game (`search`: of its search) was made by these very rules, or is not needed."""
    return not COMPILED or (CACHE is not None and _mark(CACHE, game, search).exists())


def _mark(folder: Path, game: Game, search: bool) -> Path:
    """The file that says that a game's machine code is complete."""
    return folder / f"{game.name}.{'search-ready' if search else 'ready'}"


def _mark_ready(game: Game, search: bool) -> None:
    """Note that a game's machine code is complete, and throw away what other versions left behind long ago."""
    if CACHE is None:
        return
    _mark(CACHE, game, search).touch()
    for folder in CACHE.parent.iterdir():
        if folder != CACHE and time.time() - folder.stat().st_mtime > KEPT:
            shutil.rmtree(folder, ignore_errors=True)


def _blank(game: Game) -> Any:
    """One match before its first deal."""
    seats = game.usual_seats
    states = game.blank(1, game.settle_options({}, seats), seats)
    sow(states, [bytes(32)])
    return states


def _first(states: Any) -> int:
    """The first seat that may act."""
    return int(states[0].acting).bit_length() - 1


def _deal(states: Any) -> None:
    loops.turn_over(states, 0)
    loops.open_tables(states)


def _steps(game: Game) -> Steps:
    """What a watched match calls, in the order of a match's first moves, each with a name for it."""
    states, dice = _blank(game), np.zeros(1, np.uint64)

    def choose(kind: int) -> int:
        return playing.choose_one(states, 0, _first(states), kind, dice)

    return [
        ("chance", lambda: loops.arrange(states, 0)),
        ("the deal", lambda: _deal(states)),
        ("legal actions", lambda: loops.legal(states, 0, _first(states))),
        ("players", lambda: choose(playing.HOUSE)),
        ("imagined worlds", lambda: loops.imagine(states.copy(), 0, _first(states), dice)),
        ("actions", lambda: loops.act(states, 0, _first(states), choose(playing.RANDOM))),
    ]


def _search_steps(game: Game) -> Steps:
    """What a search calls: first it looks over its options, then it tries one of them."""
    from saleroom.bots import lore
    from saleroom.bots.search.thinking import Trials

    found: list[Trials] = []

    def survey() -> None:
        lore.load(game.name)
        states = _blank(game)
        loops.arrange(states, 0)
        _deal(states)
        seat = _first(states)
        found.append(Trials(game.record.view(states, seat), seat, 0))

    return [
        ("the options of a search", survey),
        ("trials of a search", lambda: found[0].extend(np.array([0]), TINY)),
    ]


def prepare(game: Game, watch: Watch = lambda doing, done, of: None, search: bool = False) -> None:
    """Compile what a watched match of a game needs, unless that is on disk; `watch(doing, done, of)` follows it.

    With `search` also what a player needs that searches.
    """
    house.load(game.name)
    readiness.set_compiled(game.record.fields[0].name)
    due: list[tuple[bool, Steps]] = []
    if not is_ready(game):
        due.append((False, _steps(game)))
    if search and not is_ready(game, search):
        due.append((True, _search_steps(game)))
    done, total = 0, sum(len(steps) for _, steps in due)
    for searching, steps in due:
        for doing, step in steps:
            watch(doing, done, total)
            step()
            done += 1
        _mark_ready(game, searching)
    if due:
        watch("ready", total, total)


def prepare_apart(game: Game, search: bool = False) -> None:
    """Compile the same in a process of its own, unless that is on disk.

    A compiler holds on to Python; who serves people meanwhile must not wait for it. Should that process fail, nothing
    is lost: `prepare` will compile here.
    """
    if CACHE is None or is_ready(game, search):
        return
    call = "import sys; from saleroom.bots.prepare import prepare; from saleroom.games import load; "
    call += f"prepare(load(sys.argv[1]), search={search})"
    null = subprocess.DEVNULL
    command = [sys.executable, "-c", call, game.name]
    subprocess.run(command, check=False, stdin=null, stdout=null, stderr=null)
