"""The command `saleroom train`: begin or continue a training run, and print the path of the net."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from saleroom import extras

try:
    import jax as _jax  # noqa: F401
    import optax as _optax  # noqa: F401
except ImportError as error:
    raise extras.missing("train", error) from error

from saleroom import bots
from saleroom.bots.cores import cores
from saleroom.kernel.game import Game
from saleroom.kernel.options import Value
from saleroom.lab.policies import policy_player
from saleroom.lab.runs import folders
from saleroom.lab.runs.workers import ending_by_signal
from saleroom.lab.training import storage
from saleroom.lab.training.dealing import Terms
from saleroom.lab.training.running import begun, train


def run(
    game: Game,
    options: Mapping[str, Value],
    seats: int | None,
    folder: Path,
    hours: float,
    resume: bool,
    seed: int,
    jobs: int | None,
    against: str | None = None,
    on: str | None = None,
) -> None:
    """Train until the run's total training time is `hours`."""
    if not resume and (folder / storage.FILE).exists():
        raise ValueError(f"{folder} holds a run; give --resume to continue it, or name another folder")
    folders.check(folder, (storage.FILE, storage.NET))
    folders.check_writable(folder)  # a sealed player needs the folder, to hide it
    make = bots.player if against is None else policy_player(game, against, folder).make
    start = begun(Terms(game, options, seats, against, make), seed)
    if resume:
        start = storage.restore(start, folder)
    with ending_by_signal():
        train(start, folder, hours, jobs or cores(), lambda text: print(text, flush=True), on=on)
    print(f"the net is {folder / storage.NET}")
