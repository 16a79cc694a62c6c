"""Helpers for tests of game models (estimates that the search bot uses): functions that call a model, and positions of
matches.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from saleroom.bots.compiled import game_models, heuristics
from saleroom.bots.compiled.playing import HOUSE, choose_one
from saleroom.games import load
from saleroom.kernel.compile import MODE, entry
from saleroom.kernel.game import Game
from saleroom.kernel.loops import imagine
from saleroom.match.match import Match
from tests.contract.chance import Mood, new_match

too_slow = pytest.mark.skipif(MODE != "compiled", reason="this many positions take minutes")


@entry
def judged(states, seat):
    return game_models.plausible(states[0], seat)


@entry
def leaned(states, seat, dice):
    return game_models.lean(states[0], seat, dice)


@entry
def stirred(states, dice):
    game_models.reshuffle_stock(states[0], dice)


@entry
def weighed(states, seat, ids):
    return game_models.options(states[0], seat, ids)


@entry
def chances(states, shares):
    game_models.prospects(states[0], shares)


@entry
def chances_with_net(states, shares):
    game_models.prospects_with_net(states[0], shares)


@entry
def noted(states, seat, facts):
    game_models.notes(states[0], seat, facts)


def loaded(name: str) -> Game:
    """Return a game, and load its heuristics and its model."""
    game = load(name)
    heuristics.load(game.name)
    game_models.load(game.name)
    return game


def house_action(match: Match, seat: int) -> int:
    return int(choose_one(match.views(seat), 0, seat, HOUSE, np.zeros(1, np.uint64)))


def moments(game: Game, name: str, matches: int, house_plays: bool, seats: int | None = None, **fixed: Any):
    """Yield every position of `matches` matches, with a seat to act and an RNG.

    Moves are those of ``house`` bots if `house_plays`, else random.

    Matches have `seats` seats. By default, successive matches have different numbers of seats.
    """
    rng = random.Random(f"lore {name}")
    for number in range(matches):
        here = seats or game.seats[number % len(game.seats)]
        match, mood = new_match(game.name, here, rng, **fixed), Mood(rng)
        while not match.over:
            seat = rng.choice(match.to_act)
            yield match, seat, rng
            match.act(seat, house_action(match, seat) if house_plays else mood.choose(match.legal(seat)))


def dice(rng: random.Random) -> Any:
    return np.array([rng.randrange(1 << 63)], np.uint64)


def imagined(match: Match, seat: int, rng: random.Random) -> Any:
    states = match.views(seat)
    imagine(states, 0, seat, dice(rng))
    return states


def weighed_ids(match: Match, seat: int) -> list[int]:
    ids = np.empty(4096, np.int64)
    return ids[: weighed(match.views(seat), seat, ids)].tolist()


def prospects_of(game: Game, scores: list[int], options: dict[str, Any], with_net: bool = False, **fields: int) -> Any:
    """Return each seat's chance to win the match after a settled deal with the given scores.

    `fields` sets other fields of the state.
    """
    seats = len(scores)
    states = game.blank(1, game.settle_options(options, seats), seats)
    states["scores"][0, :seats] = scores
    for field, value in fields.items():
        states[field] = value
    shares = np.empty(8)
    (chances_with_net if with_net else chances)(states, shares)
    assert shares[:seats].sum() == pytest.approx(1)
    assert shares[:seats].min() >= 0
    return shares[:seats]


def told(game: Game, states: Any, seat: int) -> dict[str, float]:
    """Return the facts that the model notes about the deal just settled, by name."""
    facts = game_models.load(game.name)
    values = np.empty(len(facts))
    noted(states, seat, values)
    return {fact.name: value for fact, value in zip(facts, values, strict=True)}
