"""Observations of many states and, for critics, everything that any seat can see."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from saleroom.envs.terms import Terms
from saleroom.kernel.flatten import flatten
from saleroom.kernel.options import shown


def seats_of(terms: Terms, seats: ArrayLike, count: int) -> NDArray[np.int64]:
    """Return an array of `count` seats; `seats` is one seat for all episodes, or one for each. Raise `ValueError` if
    the number is wrong.
    """
    given = np.asarray(seats)
    if given.dtype.kind not in "iu" or given.shape not in ((), (count,)):
        raise ValueError(f"seats are one whole number or {count} of them, not {shown(seats)}")
    if given.size and not (given.min() >= 0 and given.max() < terms.seats):
        raise ValueError(f"the seats are 0 to {terms.seats - 1}, not {shown(seats)}")
    return np.broadcast_to(given, (count,)).astype(np.int64)


def rows_of(terms: Terms, raw: NDArray[np.uint64], seats: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return what `seats[i]` sees of state i, given the states' 64-bit words `raw`; shape (states, layout.size)."""
    rows = np.empty((len(raw), terms.layout.size), np.int32)
    flatten(np.ascontiguousarray(raw), terms.kind.plan, seats, rows)
    return rows


def state_rows(terms: Terms, raw: NDArray[np.uint64], seats: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return everything that any seat sees: the public part, then each seat's own part; shape (states, state_size).

    The first number of row i is `seats[i]`, the seat to move in state i. Anything that no seat sees, such as undealt
    cards, is left out.
    """
    shared = terms.layout.shared
    own = [rows_of(terms, raw, np.full(len(raw), seat))[:, shared:] for seat in range(terms.seats)]
    return np.concatenate([rows_of(terms, raw, seats)[:, :shared], *own], axis=1)


def repeated(terms: Terms, row: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return a row's public part, then its own part once for each seat, as in a row of `state_rows`."""
    shared = terms.layout.shared
    return np.concatenate([row[:shared], np.tile(row[shared:], terms.seats)])


def split_state(terms: Terms, rows: NDArray[np.int32]) -> dict[str, NDArray[np.int32]]:
    """Return the parts of rows that `state_rows` made, by name. A part with seats' own fields has an axis of seats."""
    layout = terms.layout
    shared, each = layout.shared, layout.size - layout.shared
    parts = {}
    for name, part in layout.parts.items():
        if part.see != "own":
            parts[name] = rows[..., part.at].reshape((*rows.shape[:-1], *part.shape))
            continue
        places = [slice(part.at.start + seat * each, part.at.stop + seat * each) for seat in range(terms.seats)]
        held = [rows[..., at].reshape((*rows.shape[:-1], *part.shape)) for at in places]
        parts[name] = np.stack(held, axis=rows.ndim - 1)
    assert shared + each * terms.seats == rows.shape[-1]
    return parts
