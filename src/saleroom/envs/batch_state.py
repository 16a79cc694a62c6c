"""The arrays that hold episodes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.envs.terms import Terms
from saleroom.kernel.aligned import aligned
from saleroom.kernel.episodes import NO_ENTRY, BatchState
from saleroom.kernel.fields import NO_SEAT
from saleroom.renamed import earlier_names

__getattr__ = earlier_names(__name__, crowd_of="batch_state_of")


def batch_state_of(terms: Terms, count: int, history: int) -> BatchState:
    """Return arrays for `count` episodes. They are aligned, because JAX would copy an unaligned DLPack array."""
    states = terms.game.blank(count, terms.options, terms.seats)
    raw = states.view(np.uint64).reshape(count, -1)
    actions, seats, layout = terms.actions, terms.seats, terms.layout
    secrets = history if terms.has_secrets else 0
    return BatchState(
        states=states,
        raw=raw,
        blank=raw[0].copy(),
        rng=np.zeros(count, np.uint64),
        base=np.zeros((count, seats), np.int32),
        observations=aligned((count, layout.size), np.int32),
        legal=np.zeros((count, 6), np.uint64),
        masks=aligned((count, actions), np.uint8),
        movers=aligned((count,), np.int32, NO_SEAT),
        rewards=aligned((count, seats), np.float32),
        ended=aligned((count,), np.bool_),
        history=aligned((count, history, terms.history_columns), np.int32, NO_ENTRY),
        secrets=np.full((count, secrets), NO_ENTRY, np.int32),
        written=np.zeros(count, np.int32),
        cases=np.zeros(count, np.int64),
        last=np.zeros_like(raw),
        last_history=np.full((count, history, terms.history_columns), NO_ENTRY, np.int32),
        last_secrets=np.full((count, secrets), NO_ENTRY, np.int32),
    )


def packed(crowd: BatchState, of_episodes: bool = False) -> dict[str, NDArray[Any]]:
    """Return the arrays by name, ready to be pickled. Leave out `raw`, because it shares memory with `states`.

    With `of_episodes`, also leave out `blank`, which is the only array without a row for each episode.
    """
    left_out = ("raw", "blank") if of_episodes else ("raw",)
    return {name: array for name, array in crowd._asdict().items() if name not in left_out}


def unpack(crowd: BatchState, arrays: dict[str, NDArray[Any]]) -> None:
    """Write `arrays`, a result of `packed`, into `crowd`, a batch of episodes with the same terms."""
    for name, array in arrays.items():
        getattr(crowd, name)[...] = array
