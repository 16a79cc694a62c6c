"""Creation of sealed players by name. Saleroom's own bots need no seal."""

from __future__ import annotations

import base64
import json
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from saleroom.bots.decision import Decision
from saleroom.bots.external_players import CheckedPlayer, PlayerFailed, UnknownPlayer, own_seed
from saleroom.bots.levels import Objective
from saleroom.bots.players import is_outside, is_program
from saleroom.bots.players import player as unsealed_player
from saleroom.bots.programs.player import Program
from saleroom.bots.programs.process import Ended, Late, Process
from saleroom.bots.sealed.processes import Launched, launcher
from saleroom.kernel.game import Game

SECONDS, START = 10.0, 60.0
"""Seconds for an answer, and additional seconds for the import and creation of the player."""


def player(
    name: str,
    game: Game,
    seed: bytes = b"",
    objective: Objective = "match",
    threads: int | None = None,
    hidden: tuple[str, ...] = (),
) -> Any:
    """Return a new player, as `saleroom.bots.player` does, but third-party code plays in a process of its own.

    The folders in `hidden` are empty for such a player.
    """
    if is_program(name):
        return Program(name, game, seed, lambda args: _launch_program(game, hidden, args))
    if is_outside(name):
        return SealedPlayer(name, game, own_seed(seed), hidden)
    return unsealed_player(name, game, seed, objective, threads)


def check(name: str, game: Game, hidden: tuple[str, ...]) -> tuple[str, ...]:
    """Create a third-party player once, and return the parts of the isolation (`isolation.PARTS`).

    Raise `UnknownPlayer` or `PlayerFailed` if that fails. Nothing is returned for Saleroom's own bots.
    """
    if not (is_program(name) or is_outside(name)):
        return ()
    if is_outside(name):
        SealedPlayer(name, game, bytes(32), hidden).close()
    return launcher(game.name, hidden).parts


def _launch_program(game: Game, hidden: tuple[str, ...], args: Sequence[str]) -> Process:
    """Launch a program. Names of files in the current folder become absolute, because it starts in another one."""
    absolute = [os.path.abspath(arg) if os.path.exists(arg) else arg for arg in args]
    return Process(Launched(launcher(game.name, hidden), {"args": absolute}))


class SealedPlayer(CheckedPlayer):
    """A third-party Python player in a sealed process, which ends with this object."""

    def __init__(self, name: str, game: Game, seed: bytes, hidden: tuple[str, ...]) -> None:
        """Start the process and create the player; raise `UnknownPlayer` or `PlayerFailed` if that fails."""
        super().__init__(name, game, _Connection(name, game, seed, hidden))

    @property
    def decides(self) -> bool:
        """Whether the player has a method `decide`."""
        return self._player.decides

    def close(self) -> None:
        """End the process."""
        self._player.close()


class _Connection:
    """Connection to a player's process; it answers `choose` and, if the player does, `decide`."""

    def __init__(self, name: str, game: Game, seed: bytes, hidden: tuple[str, ...]) -> None:
        self._name = name
        request = {"player": name, "game": game.name, "seed": seed.hex(), "folder": str(Path.cwd())}
        self._process = Process(Launched(launcher(game.name, hidden), request))
        self._left = START
        greeting = self._received()
        if "unknown" in greeting:
            self.close()
            raise UnknownPlayer(greeting["unknown"])
        self.decides = bool(greeting.get("decides"))
        """Whether the player has a method `decide`."""

    def __del__(self) -> None:
        if hasattr(self, "_process"):
            self.close()

    def choose(self, views: Any, seat: int) -> int:
        """Request an action."""
        return self._decision(views, seat, decide=False).action

    def decide(self, views: Any, seat: int) -> Decision:
        """Request an action and the expected score."""
        return self._decision(views, seat, decide=True)

    def _decision(self, views: Any, seat: int, decide: bool) -> Decision:
        message = {"seat": int(seat), "decide": decide, "views": base64.b64encode(views.tobytes()).decode()}
        answer = self._received(json.dumps(message).encode() + b"\n")
        expected = answer.get("expected")
        return Decision(answer.get("action", -1), None if expected is None else float(expected))

    def _received(self, line: bytes = b"") -> Mapping[str, Any]:
        """Send a line, and return the answer; raise `PlayerFailed` if there is none or the player failed."""
        deadline = time.monotonic() + SECONDS + self._left
        self._left = 0.0
        try:
            self._process.send(line, deadline)
            answer = json.loads(self._process.line(deadline))
        except Late:
            raise self._failed(f"no answer within {SECONDS:g} s") from None
        except Ended as end:
            raise self._failed(f"it is gone: {end}") from None
        except (ValueError, RecursionError):
            raise self._failed("its answer is garbled") from None
        if not isinstance(answer, dict):
            raise self._failed("its answer is garbled")
        if "failed" in answer:
            self.close()
            raise PlayerFailed(str(answer["failed"]))
        return answer

    def _failed(self, why: str) -> PlayerFailed:
        self.close()
        return PlayerFailed(f"player {self._name}: {why}")

    def close(self) -> None:
        """End the process."""
        self._process.close()
