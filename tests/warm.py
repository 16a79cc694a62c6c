"""Compile a game as the tests call it: ``python -m tests.warm auction-pitch``.

Every worker of the tests starts at once, and what none has compiled yet each would compile for itself. One process for
each game beforehand takes a third of the time.
"""

from __future__ import annotations

import sys
from typing import Any

import saleroom
from saleroom.bots.prepare import prepare
from saleroom.envs import vector
from saleroom.envs.companions import Companions
from saleroom.envs.episode import Episode
from saleroom.envs.terms import Terms
from saleroom.envs.trees import Tree
from saleroom.match.chosen import ChosenGame


def play(chosen: ChosenGame) -> None:
    """In a match, in a batch and to the end."""
    match = chosen.match(seed=1)
    match.act(match.to_act[0], match.legal_ids(match.to_act[0])[0])
    batch = chosen.batch(2, seed=1)
    batch.step([int(batch.legal()[i].argmax()) for i in range(2)])
    batch.step_one(0, int(batch.choices(0)[0]))
    batch.imagine(rng=1)
    batch.playout(decisions=1)


def environments(name: str) -> None:
    """In arrays, one by one, and as a tree."""
    terms = Terms.of(name)
    env = vector.make(name, 2, seed=1)
    env.step(Companions(env, seed=1).choose())
    env.step(env.sample())
    Episode(terms).begin(1)
    terms.row(env.crowd.states[:1], 0)
    Tree(terms, explicit=True)


def main(name: str) -> None:
    """All of it."""
    chosen: Any = saleroom.game(name)
    prepare(chosen.spec, search=True)
    play(chosen)
    environments(name)


if __name__ == "__main__":
    main(sys.argv[1])
