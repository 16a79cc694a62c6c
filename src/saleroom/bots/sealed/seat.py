"""Process of a sealed third-party Python player: it reads the seat's views from a pipe and writes actions.

Each message is a JSON object on a line. The first one names the player; each later one has a view, in base64.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from collections.abc import Mapping
from functools import cache
from typing import IO, Any

import numpy as np

from saleroom import games
from saleroom.bots.decision import Decision
from saleroom.bots.external_players import ExternalPlayer, PlayerFailed, UnknownPlayer, legal
from saleroom.kernel import loops
from saleroom.kernel.game import Game, set_seeds


@cache
def load_game(name: str) -> Game:
    """Load a game and the compiled functions that a player's answer needs, and return the game."""
    game = games.load(name)
    states = game.blank(1, game.settle_options({}, game.usual_seats), game.usual_seats)
    set_seeds(states, [bytes(32)])
    loops.open_tables(states)
    acting = int(states["acting"][0])
    legal(game, states, (acting & -acting).bit_length() - 1)
    return game


def serve(request: Mapping[str, Any]) -> int:
    """Create the player that `request` names, and answer until the input ends; return the exit status.

    `request` has `player` (``module:Class``), `game`, `seed` (hex), and `folder`, where the module is looked for first.
    """
    source, answers = sys.stdin.buffer, _take_output()
    sys.pycache_prefix = os.getcwd()  # compiled files next to the sources are not in the policy's digest
    sys.path.insert(0, request["folder"])
    game = load_game(request["game"])
    try:
        player = ExternalPlayer(request["player"], game, bytes.fromhex(request["seed"]))
    except (UnknownPlayer, PlayerFailed) as error:
        _write(answers, {"unknown" if isinstance(error, UnknownPlayer) else "failed": str(error)})
        return 0
    _write(answers, {"decides": player.decides})
    for line in source:
        _write(answers, _answer(game, player, json.loads(line)))
    return 0


def _take_output() -> IO[bytes]:
    """Return the output for answers; what the player prints goes to the standard error instead."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _answer(game: Game, player: ExternalPlayer, message: Mapping[str, Any]) -> dict[str, Any]:
    views = np.frombuffer(base64.b64decode(message["views"]), game.record.dtype).copy()
    try:
        decision = player.decide(views, message["seat"]) if message["decide"] else None
        decision = decision or Decision(player.choose(views, message["seat"]))
    except PlayerFailed as error:
        return {"failed": str(error)}
    expected = decision.expected
    return {"action": int(decision.action), "expected": None if expected is None else float(expected)}


def _write(answers: IO[bytes], message: Mapping[str, Any]) -> None:
    answers.write(json.dumps(message).encode() + b"\n")
    answers.flush()
