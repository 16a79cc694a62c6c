"""OpenSpiel's trick games as contestants. Only decisions of players are counted, not chance nodes."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from benchmarks.timing import Work, timed

GAMES = ("hearts", "spades", "euchre")
CHANCE = -1


def installed() -> bool:
    """Return whether OpenSpiel is installed; it does not have a wheel for every Python version."""
    return find_spec("pyspiel") is not None


def _decisions(state: Any) -> int:
    return sum(played.player >= 0 for played in state.full_history())


def player(name: str, matches: int = 100) -> Work:
    """Run OpenSpiel's C++ random bots.

    Decisions are counted from the histories of finished states, outside the timed part.
    """
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game(name)

    def work(seed: int) -> tuple[int, float]:
        bots = [spiel.make_uniform_random_bot(seat, seed + seat) for seat in range(game.num_players())]
        states = []
        with timed() as watch:
            for number in range(matches):
                state = game.new_initial_state()
                spiel.evaluate_bots(state, bots, seed * matches + number & 0x7FFFFFFF)
                states.append(state)
        return sum(map(_decisions, states)), watch.seconds

    return work


def drive(game: Any, draw: Any) -> int:
    """Play one match from Python; return the number of decisions.

    In these games, all outcomes of a chance node are equally likely. An outcome is therefore drawn like a move, which
    is faster than a draw with the probabilities of `chance_outcomes()`.
    """
    state, made = game.new_initial_state(), 0
    while (seat := state.current_player()) >= CHANCE:
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])
        if seat >= 0:
            made += 1
    return made


def driver(name: str, matches: int = 20) -> Work:
    """Play uniformly at random, driven from Python."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game(name)

    def work(seed: int) -> tuple[int, float]:
        draw = Random(seed).random
        with timed() as watch:
            made = sum(drive(game, draw) for _ in range(matches))
        return made, watch.seconds

    return work
