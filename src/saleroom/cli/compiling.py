"""The command `saleroom compile`, which compiles games in advance."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import typer

from saleroom.cli.arguments import Trouble


def compile_games(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; default: all.")] = None,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, help="Number of games at a time.")] = 1,
) -> None:
    """Compile games in advance.

    This helps before a lesson, and for an image or a cluster. The machine code is stored in ~/.cache/saleroom, or in
    the folder that SALEROOM_CACHE names, and serves every process.
    """
    from saleroom.games import NAMES, full_name
    from saleroom.kernel import codecache
    from saleroom.kernel.compile import COMPILED

    names = [full_name(game) for game in games or NAMES]
    if not COMPILED:
        raise Trouble("SALEROOM_MODE is interpreted: there is nothing to compile")
    folder = codecache.folder()
    if folder is None:
        raise Trouble("no folder can be written to keep the compiled games in; set SALEROOM_CACHE to one")
    if len(names) == 1:
        _in_this_process(names[0])
    else:
        _in_processes(names, jobs)
        print(f"Kept in {folder}")


def _in_processes(names: list[str], jobs: int) -> None:
    """Compile each game in a separate process, so that its memory is freed before the next game."""

    def work(name: str) -> bool:
        return (
            subprocess.run([sys.executable, "-m", "saleroom", "compile", name], stdout=2, check=False).returncode == 0
        )

    with ThreadPoolExecutor(jobs) as pool:
        failed = [name for name, well in zip(names, pool.map(work, names), strict=True) if not well]
    if failed:
        raise Trouble(f"could not compile {', '.join(failed)}")


def _in_this_process(name: str) -> None:
    from saleroom import notices
    from saleroom.terminal.progress import Waiting

    gc.disable()  # garbage collection takes a tenth of the compile time, and this process ends soon
    began, doing = time.perf_counter(), list(_parts(name))
    with Waiting(f"Compiling {name} …") as waiting, notices.quiet():
        for done, (part, call) in enumerate(doing):
            waiting(part, done, len(doing))
            call()
    print(f"{name}: {time.perf_counter() - began:.1f} s", flush=True)


def _parts(name: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield pairs of a name and a function that compiles this part of a game's code."""
    from saleroom.bots.prepare import prepare
    from saleroom.games import load

    game = load(name)
    yield "matches", lambda: prepare(game)
    yield "search", lambda: prepare(game, search=True)
    yield "batches", lambda: _batches(name)
    yield "environments", lambda: _environments(name)


def _batches(name: str) -> None:
    import saleroom

    batch = saleroom.game(name).batch(2, seed=1)
    batch.step([int(batch.legal()[i].argmax()) for i in range(2)])
    batch.step_one(0, int(batch.choices(0)[0]))
    batch.imagine(rng=1)
    batch.playout(decisions=1)


def _environments(name: str) -> None:
    from saleroom.envs import vector
    from saleroom.envs.episode import Episode
    from saleroom.envs.terms import Terms
    from saleroom.envs.trees import Tree
    from saleroom.envs.vector_players import VectorPlayers

    terms = Terms.of(name)
    env = vector.make(name, 2, seed=1)
    env.step(VectorPlayers(env, seed=1).choose())
    env.step(env.sample())
    Episode(terms).begin(1)
    terms.row(env.crowd.states[:1], 0)
    Tree(terms, explicit=True)
