"""The arrays in which episodes lie."""

from __future__ import annotations

import numpy as np

from saleroom.envs.terms import Terms
from saleroom.kernel.episodes import NOBODY, Crowd


def crowd_of(terms: Terms, count: int, history: int) -> Crowd:
    """The arrays of so many episodes."""
    states = terms.game.blank(count, terms.options, terms.seats)
    raw = states.view(np.uint64).reshape(count, -1)
    actions, seats, layout = terms.actions, terms.seats, terms.layout
    return Crowd(
        states=states,
        raw=raw,
        blank=raw[0].copy(),
        dice=np.zeros(count, np.uint64),
        base=np.zeros((count, seats), np.int32),
        before=np.zeros((count, layout.public_words), np.uint64),
        observations=np.zeros((count, layout.size), np.int32),
        legal=np.zeros((count, actions), np.bool_),
        masks=np.zeros((count, actions), np.bool_),
        movers=np.zeros(count, np.int32),
        rewards=np.zeros((count, seats), np.float32),
        ended=np.zeros(count, np.bool_),
        history=np.full((count, history, 2), NOBODY, np.int32),
        written=np.zeros(count, np.int32),
    )
