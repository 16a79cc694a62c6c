"""Checks, spaces, observations and pictures that the adapters for PettingZoo and Gymnasium share."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import logger, spaces

from saleroom.envs import observations as row_observations
from saleroom.envs import text_observations
from saleroom.envs.episode import Episode
from saleroom.envs.scaling import bounds_of
from saleroom.envs.terms import Terms, check
from saleroom.kernel.episodes import NO_ENTRY
from saleroom.kernel.layout import Layout
from saleroom.kernel.numbers import whole
from saleroom.kernel.options import shown

RENDER_MODES = ["ansi", "human"]


class NoSuchMode(ValueError, TypeError):
    """Error for a render mode that does not exist.

    It is also a `TypeError`: Stable-Baselines3 requests the mode ``rgb_array`` from every environment and catches only
    a `TypeError`.
    """


def check_mode(render_mode: Any) -> None:
    """Raise `NoSuchMode`, a `ValueError`, for a render mode that does not exist."""
    try:
        check("render_mode", render_mode, None, *RENDER_MODES)
    except ValueError as error:
        raise NoSuchMode(str(error)) from None


def count(name: str, value: Any) -> int:
    """Return a whole number, 0 or more, as an `int`; raise `ValueError` for anything else."""
    number = whole(value)
    if number is None or number < 0:
        raise ValueError(f"{name} is {shown(value)}; it must be a whole number, 0 or more")
    return number


def observation_space(terms: Terms, history: int, mask: bool, normalised: bool = False) -> spaces.Space[Any]:
    """Return the space of an observation row. The bounds of the space can be used for scaling.

    With a history or a mask, the space is a dict whose ``observation`` is the row. If `normalised`, the numbers of the
    row are 32-bit floats from 0 to 1.
    """
    low, high = bounds_of(terms)
    row = spaces.Box(0, 1, low.shape, np.float32) if normalised else spaces.Box(low, high, dtype=np.int32)
    parts: dict[str, spaces.Space[Any]] = {"observation": row}
    if mask:
        parts["action_mask"] = spaces.Box(0, 1, (terms.actions,), np.int8)
    if history:
        columns = terms.history_columns
        last = np.array([terms.table, *[terms.symbols - 1] * (columns - 1)], np.int32)
        high = np.broadcast_to(last, (history, columns))
        parts["history"] = spaces.Box(np.full_like(high, NO_ENTRY), high, dtype=np.int32)
    return spaces.Dict(parts) if len(parts) > 1 else row


def state_space(terms: Terms) -> spaces.Box:
    """Return the space of `state()`, which is meant for critics; see `saleroom.envs.observations`."""
    low, high = (row_observations.repeated(terms, bound) for bound in bounds_of(terms))
    return spaces.Box(low, high, dtype=np.int32)


def seen(episode: Episode, seat: int, history: int, mask: bool) -> Any:
    """Return the observation of a seat, an element of `observation_space`.

    The history in the observation has shape (history, terms.history_columns) and the private symbols of the seat. Its
    rows are in order, oldest first; unused rows at the end are filled with -1.
    """
    row: Any = episode.observe(seat)
    if not history and not mask:
        return row
    parts = {"observation": row}
    if mask:
        parts["action_mask"] = episode.mask(seat)
    if history:
        written = episode.history_of(seat)
        parts["history"] = rows = np.full((history, written.shape[1]), NO_ENTRY, np.int32)
        rows[: len(written)] = written
    return parts


class Table:
    """Base class of environments, with shared properties and pictures."""

    _episode: Episode
    render_mode: str | None

    @property
    def terms(self) -> Terms:
        """Terms of the environment: the game, its options, and the bounds of rewards."""
        return self._episode.terms

    @property
    def layout(self) -> Layout:
        """Layout of a row: names, slices, shapes and ranges."""
        return self.terms.layout

    def render(self) -> Any:
        """Return a picture; each environment defines what it shows."""
        raise NotImplementedError

    def _draw(self) -> None:
        """Print a picture if the render mode is ``human``."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Do nothing; PettingZoo calls this method on every environment that renders."""


def picture(render_mode: str | None, episode: Episode, seat: int | None) -> str | None:
    """Return a text picture of what `seat` sees; with `None`, of what a spectator sees.

    In the mode ``human``, print the picture instead.
    """
    if render_mode is None:
        logger.warn("there is no picture without a render_mode")
        return None
    text = text_observations.text(episode.terms, episode.view(seat), seat)
    if render_mode == "ansi":
        return text
    print(text, end="\n\n")
    return None
