"""OpenSpiel driven from Python: hearts in C++ with tensors and masks, and games written in Python."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.environments import aec
from benchmarks.openspiel import CHANCE
from benchmarks.timing import Work, timed

PYTHON_GAMES = ("python_kuhn_poker", "python_tic_tac_toe", "python_liars_poker")


def hearts(matches: int = 20) -> Work:
    """Play hearts, and write the mover's tensor and mask before each decision, as a learner needs them.

    Chance nodes are sampled. The only tensor of hearts is the information state, with 5,088 numbers. The observer
    writes it into a NumPy array; `state.information_state_tensor()` returns a list and is about fifteen times as slow.
    """
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game("hearts")
    remembering = spiel.IIGObservationType(perfect_recall=True)
    observer: Any = import_module("open_spiel.python.observation").make_observation(game, remembering)

    def work(seed: int) -> tuple[int, float]:
        draw = Random(seed).random
        with timed() as watch:
            made = sum(observed(game, observer, draw) for _ in range(matches))
        return made, watch.seconds

    return work


def observed(game: Any, observer: Any, draw: Callable[[], float]) -> int:
    """Play one match with tensors and masks; return the number of decisions."""
    state, made = game.new_initial_state(), 0
    while (seat := state.current_player()) >= CHANCE:
        if seat >= 0:
            observer.set_from(state, seat)
            state.legal_actions_mask()
            made += 1
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])
    return made


def drive(game: Any, draw: Callable[[], float]) -> int:
    """Play one match; return the number of states.

    States at chance nodes also count, because Python does the same work for each state.

    All outcomes of a chance node are equally likely in these games, so one is drawn like a move.
    """
    state, made = game.new_initial_state(), 0
    while state.current_player() >= CHANCE:
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])
        made += 1
    return made


def player(name: str) -> Work:
    """Play uniformly at random, one match for each piece of work."""
    spiel: Any = import_module("pyspiel")
    if name.startswith("python_"):
        import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")
    return aec.matches(drive, spiel.load_game(name))
