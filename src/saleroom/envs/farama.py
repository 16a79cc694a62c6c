"""What the adapters for PettingZoo and Gymnasium share: checks, spaces, what is observed, pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import logger, spaces

from saleroom.envs import text_observations
from saleroom.envs.episode import Episode
from saleroom.envs.scaling import Scale, bounds_of
from saleroom.envs.terms import Terms, check
from saleroom.kernel.episodes import NO_ENTRY
from saleroom.kernel.layout import Layout
from saleroom.kernel.numbers import whole
from saleroom.kernel.options import shown

RENDER_MODES = ["ansi", "human"]


class NoSuchMode(ValueError, TypeError):
    """A render mode that does not exist.

    It is a `TypeError` too: Stable-Baselines3 wants ``rgb_array`` of every environment, and does without after one.
    """


def check_mode(render_mode: Any) -> None:
    """`NoSuchMode`, a `ValueError`, for a render mode that does not exist."""
    try:
        check("render_mode", render_mode, None, *RENDER_MODES)
    except ValueError as error:
        raise NoSuchMode(str(error)) from None


def count(name: str, value: Any) -> int:
    """A whole number from 0, as a plain one; `ValueError` for anything else."""
    number = whole(value)
    if number is None or number < 0:
        raise ValueError(f"{name} is {shown(value)}; it must be a whole number, 0 or more")
    return number


def observation_space(terms: Terms, history: int, mask: bool) -> spaces.Space[Any]:
    """The space of a row, with bounds that can be scaled by; of a dict with the row as ``observation`` where a history
    or the mask comes with it."""
    row, _ = row_space(terms, normalised=False)
    parts: dict[str, spaces.Space[Any]] = {"observation": row}
    if mask:
        parts["action_mask"] = spaces.Box(0, 1, (terms.actions,), np.int8)
    if history:
        high = np.broadcast_to(np.array([terms.table, terms.symbols - 1], np.int32), (history, 2))
        parts["history"] = spaces.Box(np.full_like(high, NO_ENTRY), high, dtype=np.int32)
    return spaces.Dict(parts) if len(parts) > 1 else row


def row_space(terms: Terms, normalised: bool) -> tuple[spaces.Box, Scale | None]:
    """The space of a row as numbers from 0 to 1, and what scales it to them; or as it is, where nothing does."""
    bounds = bounds_of(terms)
    if normalised:
        return spaces.Box(0, 1, bounds[0].shape, np.float32), Scale(*bounds)
    return spaces.Box(*bounds, dtype=np.int32), None


def seen(episode: Episode, seat: int, history: int, mask: bool) -> Any:
    """What a seat observes: an element of that space.

    The history has shape (history, 2): its last rows, the oldest first, then -1 in empty rows.
    """
    row: Any = episode.observe(seat)
    if not history and not mask:
        return row
    parts = {"observation": row}
    if mask:
        parts["action_mask"] = episode.mask(seat)
    if history:
        written = episode.history
        parts["history"] = rows = np.full((history, 2), NO_ENTRY, np.int32)
        rows[: len(written)] = written
    return parts


class Table:
    """What an environment tells of itself."""

    _episode: Episode
    render_mode: str | None

    @property
    def terms(self) -> Terms:
        """What is played: the game, its options, the bounds of rewards."""
        return self._episode.terms

    @property
    def layout(self) -> Layout:
        """Where everything stands in a row: names, slices, shapes, ranges."""
        return self.terms.layout

    def render(self) -> Any:
        """A picture; each environment says of what."""
        raise NotImplementedError

    def _draw(self) -> None:
        """Print a picture wherever somebody watches."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is held open; PettingZoo asks this of whatever draws pictures."""


def picture(render_mode: str | None, episode: Episode, seat: int | None) -> str | None:
    """What a seat sees, or for None an onlooker: returned in the mode ``ansi``, printed in the mode ``human``."""
    if render_mode is None:
        logger.warn("there is no picture without a render_mode")
        return None
    text = text_observations.text(episode.terms, episode.view(seat), seat)
    if render_mode == "ansi":
        return text
    print(text, end="\n\n")
    return None
