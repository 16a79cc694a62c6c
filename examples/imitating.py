"""A warm start for `train_ppo_torch.py`, in which a network learns to imitate `house` before it learns to play
better.
"""

# pyright: reportMissingImports=false
from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor, nn

from saleroom.envs import vector
from saleroom.envs.features import Features
from saleroom.envs.vector import Vector
from saleroom.envs.vector_players import VectorPlayers

RATE = 1e-3
Batches = Callable[[int], Iterator[Tensor]]
"""Function that takes a number of decisions and yields the row indices for each training step of an update."""


def imitate(net: Any, features: Features, given: argparse.Namespace, batches: Batches) -> None:
    """Do the warm start, if requested. Each update learns from some steps of games among `house` bots."""
    if not given.imitate:
        return
    table = vector.make(given.game, given.episodes, given.seats, given.seed, "deal", threads=given.threads)
    house, optimiser = VectorPlayers(table, seed=given.seed), torch.optim.Adam(net.parameters(), RATE, eps=1e-5)
    alike = 0.0
    for _ in range(given.imitate):
        seen, masks, actions = watch(table, house, features, given.steps)
        with torch.no_grad():
            alike = (net(seen, masks)[0].argmax(1) == actions).float().mean().item()
        for rows in batches(len(actions)):
            error = nn.functional.nll_loss(net(seen[rows], masks[rows])[0], actions[rows])
            optimiser.zero_grad()
            error.backward()
            optimiser.step()
    table.close()
    print(f"it does what the house does in {alike:.0%} of its decisions", flush=True)


def watch(table: Vector, house: VectorPlayers, features: Features, steps: int) -> tuple[Tensor, ...]:
    """Play `steps` steps among `house` bots in every episode; return features, legal actions and the bots' choices.

    Decisions with only one legal action are left out.
    """
    kept = []
    for _ in range(steps):
        seen, masks, actions = features(table.observations), table.masks, house.choose()
        picked = masks.sum(1) > 1
        kept.append(tuple(torch.from_numpy(column[picked]) for column in (seen, masks, actions)))
        table.step(actions)
    return tuple(map(torch.cat, zip(*kept, strict=True)))
