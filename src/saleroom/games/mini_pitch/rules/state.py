"""The record of Mini Pitch as a class for editors and checkers. `make generated` writes it."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.field_types import Array, Number
from saleroom.kernel.states import SmallTrickState, TrumpState


class State(TrumpState, SmallTrickState):
    """A state of Mini Pitch, or a view, which has the same fields."""

    mini_pitch: Number
    """The layout of this record; public u8, 1..1 version."""
    deck: Array[np.int8]
    """The pack: the hands from seat 0 on, then the rest; secret i1 of shape (26,), 0..51 card."""
    trump: Number
    """The trump suit, once pitched; public i1, 0..3 suit."""
