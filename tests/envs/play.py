"""Helpers for tests of environments: options that make short matches, random play, and an independent conversion of
views to rows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from saleroom.envs.episode import Episode
from saleroom.envs.terms import Reward, Scope, Terms
from saleroom.games import load
from saleroom.kernel.fields import SEATS, Field
from saleroom.kernel.game import Game
from saleroom.kernel.options import values_before
from tests.contract.chance import random_options

every_scope = pytest.mark.parametrize("scope", ["deal", "match"])


def short_terms(
    name: str,
    seats: int,
    scope: Scope,
    rng: random.Random,
    reward: Reward = "score",
    version: int | None = None,
) -> Terms:
    """Return terms of an environment, with random options that make a match short."""
    game = load(name)
    rules = game.environments[game.environment_version if version is None else version].rules_version
    before = values_before(game.options, rules, seats)
    options = random_options(game, seats, rng, **before)
    return Terms.of(name, seats, scope, reward, version, **{n: options[n] for n in options if n not in before})


def decisions(terms: Terms, rng: random.Random, count: int, history: int = 0) -> Iterator[Episode]:
    """Play episodes at random. Yield the episode before each of `count` decisions. If the caller stops early, no
    further action is played.
    """
    episode = Episode(terms, history)
    for number in range(count):
        if not number or episode.over:
            episode.begin(rng.getrandbits(64))
        yield episode
        episode.act(any_legal(episode, rng))


def any_legal(episode: Episode, rng: random.Random) -> int:
    """Return the id of a random legal action of the seat to move."""
    return int(rng.choice(np.flatnonzero(episode.mask(episode.mover))))


def newer_options(game: Game, version: int) -> set[str]:
    """Return the names of the options that were added after the rules of an environment version."""
    return {option.name for option in game.options if option.since > game.environments[version].rules_version}


def is_left_out(terms: Terms, field: Field, view: Any) -> bool:
    """Return whether observation rows omit `field` because it cannot change under the match's options. Some environment
    versions omit a field only if an option that is newer than their rules keeps it from changing.
    """
    clauses = list(field.dead)
    if terms.game.environments[terms.version].holds_dead:
        newer = newer_options(terms.game, terms.version)
        clauses = [clause for clause in clauses if newer & clause.keys()]
    return any(all(view[name] in values for name, values in clause.items()) for clause in clauses)


def flat(terms: Terms, state: Any, seat: int) -> NDArray[np.int32]:
    """Return the observation row of `seat`.

    The row is computed from the view and the record's declarations, independently of the layout code.
    """
    record, pieces = terms.game.record, len(terms.game.pieces)
    view = record.view(np.array([state], record.dtype), seat)[0]
    shown = [field for field in record.fields[1:] if field.see != "secret" and not is_left_out(terms, field, view)]
    row = [seat]
    for field in [f for f in shown if f.see == "public"] + [f for f in shown if f.see == "own"]:
        value = np.asarray(view[field.name])
        if field.see == "own":
            value = value[seat]
        elif field.shape and field.shape[0] == SEATS:
            value = value[: terms.seats]
        if any(all(view[name] in values for name, values in clause.items()) for clause in field.unset):
            value = np.full_like(value, field.unset_as)
        if field.kind != "u8":
            row += [int(number) for number in value.reshape(-1)]
            continue
        members = terms.seats if field.unit == "seat set" else pieces
        words = 1 if members <= 64 else 2
        for each in value.reshape(-1, words):
            bits = sum(int(word) << 64 * at for at, word in enumerate(each))
            row += [bits >> member & 1 for member in range(members)]
    return np.array(row, np.int32)
