"""Compilation of a game's machine code before a user waits for it."""

from __future__ import annotations

import atexit
import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from saleroom import notices
from saleroom.bots.compiled import heuristics, net_features, nets, playing
from saleroom.bots.nets.weights import blank, with_room
from saleroom.kernel import codecache, loops, readiness
from saleroom.kernel.compile import COMPILED, compiled
from saleroom.kernel.game import Game, set_seeds
from saleroom.toolkit.package import NetFeatures

Watch = Callable[[str, int, int], None]
Steps = list[tuple[str, Callable[[], Any]]]
NICE = 10  # increase of the niceness of a compiling process
TINY = 2  # a number of worlds that is just enough to run all code of the search


def is_ready(game: Game, search: bool = False) -> bool:
    """Return whether a game's machine code is up to date or not needed.

    With `search`, the result is for the machine code of the game's search.
    """
    if not COMPILED:
        return True
    mark = _mark(game, search)
    return mark is not None and mark.exists()


def _mark(game: Game, search: bool) -> Path | None:
    """Return the path of the marker file for a game's machine code."""
    return readiness.mark(_record_name(game), "search-ready" if search else "ready")


def _record_name(game: Game) -> str:
    return game.record.fields[0].name


def _mark_ready(game: Game, search: bool) -> None:
    """Mark a game's machine code as complete, and remove cached code that was unused for a long time."""
    codecache.prune()
    mark = _mark(game, search)
    if mark is not None:
        with suppress(OSError):  # on a full disk, the next process has to check the files again
            mark.touch(mode=0o600)


def _blank(game: Game) -> Any:
    """Return an array of one match before its first deal."""
    seats = game.usual_seats
    states = game.blank(1, game.settle_options({}, seats), seats)
    set_seeds(states, [bytes(32)])
    return states


def _first(states: Any) -> int:
    """Return the highest-numbered of the seats that may act."""
    return int(states[0].acting).bit_length() - 1


def _steps(game: Game) -> Steps:
    """Return the names and calls of the compiled code for a match that people watch, in the order of first use."""
    states, rng = _blank(game), np.zeros(1, np.uint64)
    features = net_features.load(game.name)
    arrange, turn_over, legal = compiled(loops.arrange), compiled(loops.turn_over), compiled(loops.legal_fields)
    act, imagine, choose_one = compiled(loops.act), compiled(loops.imagine), compiled(playing.choose_one)

    def deal() -> None:
        turn_over(states, 0)
        loops.open_tables(states)

    def choose(kind: int) -> int:
        return int(choose_one(states, 0, _first(states), kind, rng))

    def choose_trained(features: NetFeatures) -> int:
        net = with_room(blank(features), features)
        return compiled(nets.choose_one)(states, 0, _first(states), net)

    return [
        ("chance", lambda: arrange(states, 0)),
        ("the deal", deal),
        ("legal actions", lambda: legal(states, 0, _first(states))),
        ("players", lambda: choose(playing.HOUSE)),
        *([("the trained player", lambda: choose_trained(features))] if features else []),
        ("actions", lambda: act(states, 0, _first(states), choose(playing.RANDOM))),
        ("imagined worlds", lambda: imagine(states.copy(), 0, _first(states), rng)),
    ]


def _search_steps(game: Game) -> Steps:
    """Return the names and calls of the compiled code for a search: to list the options, and to try one of them."""
    from saleroom.bots.compiled.trials import load
    from saleroom.bots.search.endings import possible
    from saleroom.bots.search.playouts import for_game
    from saleroom.bots.search.thinking import Trials

    trials: list[Trials] = []

    def survey() -> None:
        load(game.name)
        states = _blank(game)
        loops.open_tables(states)
        seat = _first(states)
        views, playouts = game.record.view(states, seat), for_game(game.name, by_house_alone=False)
        trials.append(Trials(views, seat, 0, playouts=playouts, worlds=possible(game, views, seat, 0)))

    return [
        ("the options of a search", survey),
        ("trials of a search", lambda: trials[0].extend(np.array([0]), TINY)),
    ]


def prepare(game: Game, watch: Watch = lambda doing, done, of: None, search: bool = False) -> None:
    """Compile all code for a match that people watch, unless the code is on disk.

    Progress is reported to `watch(doing, done, of)`. With `search`, also compile the search. Afterwards this process
    runs the game in compiled code.
    """
    heuristics.load(game.name)
    due: list[tuple[bool, Steps]] = []
    if not is_ready(game):
        due.append((False, _steps(game)))
    if search and not is_ready(game, search):
        due.append((True, _search_steps(game)))
    done, total = 0, sum(len(steps) for _, steps in due)
    with notices.quiet():
        for searching, steps in due:
            for doing, step in steps:
                watch(doing, done, total)
                step()
                done += 1
            _mark_ready(game, searching)
    if due:
        watch("ready", total, total)
    readiness.set_compiled(_record_name(game))


def start_apart(game: Game, search: bool = False) -> subprocess.Popen[bytes] | None:
    """Start a separate process that runs `prepare`, and that ends at the latest with this process.

    Return None if there is nothing to compile.
    """
    if codecache.folder() is None or is_ready(game, search):
        return None
    call = "import sys; from saleroom.bots.prepare import yield_to_others, prepare; from saleroom.games import load; "
    call += f"yield_to_others({os.getpid()}); prepare(load(sys.argv[1])); prepare(load(sys.argv[1]), search={search})"
    null = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, "-c", call, game.name], stdin=null, stdout=null, stderr=null)
    atexit.register(process.kill)
    return process


def yield_to_others(asker: int) -> None:
    """Lower the priority of this process, and end it when its parent process ends.

    `asker` is the process id of the parent, which can end before this process could ask the system for that id.
    """
    gc.disable()  # a compiler makes millions of long-lived objects; collecting garbage would take a tenth of the time
    if hasattr(os, "nice"):
        os.nice(NICE)

    def watch() -> None:
        while os.getppid() == asker:
            time.sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
