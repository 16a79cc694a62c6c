"""Players that ask a trained model, with the interface of sb3-contrib's learners."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from saleroom.envs import farama
from saleroom.envs.scaling import scaled
from saleroom.envs.terms import Terms
from saleroom.games import load
from saleroom.kernel import choices, loops
from saleroom.kernel.game import Game


class ModelPlayer:
    """Player that takes the most likely action of a model.

    `model` has ``observation_space`` and ``predict(observation, action_masks=…, deterministic=…)``, like `MaskablePPO`.
    """

    def __init__(self, model: Any, game: Game, version: int | None = None) -> None:
        """Play `game` with a model that was trained in its environments of this version, by default the newest."""
        self._model, self._game = model, game
        self._version = game.environment_version if version is None else version

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`, whose view is `views[0]`. Raise `ValueError` if the model was
        trained with other observations.
        """
        terms = terms_of_view(self._game, views[0], self._version)
        row = terms.row(views, seat)
        mask = np.zeros(terms.actions, np.bool_)
        mask[choices.ids(loops.legal(views, 0, seat))] = True
        observation = scaled(terms, row[None])[0] if self._is_normalised(terms) else row
        action, _ = self._model.predict(observation, action_masks=mask, deterministic=True)
        return int(action)

    def _is_normalised(self, terms: Terms) -> bool:
        """Return whether the model takes scaled rows; raise `ValueError` if it takes neither these nor plain rows."""
        space = self._model.observation_space
        for normalised in (True, False):
            if space == farama.observation_space(terms, history=0, mask=False, normalised=normalised):
                return normalised
        raise ValueError(
            f"the model was trained with other seats, options, a history or another version than this table's "
            f"{terms.environment_id} with {terms.seats} seats; train it for this table, or name its version"
        )


def terms_of_view(game: Game, view: Any, version: int) -> Terms:
    """Return the terms of a single deal for the seats and options of a view."""
    known = game.options_in(game.environments[version].rules_version)
    return _terms(
        game.name, int(view["seats"]), version, tuple((option.name, int(view[option.name])) for option in known)
    )


@cache
def _terms(name: str, seats: int, version: int, codes: tuple[tuple[str, int], ...]) -> Terms:
    """Return terms for options as a record stores them."""
    known = {option.name: option for option in load(name).options}
    options: dict[str, Any] = {
        option: known[option].values[code] if known[option].words else code for option, code in codes
    }
    return Terms.of(name, seats, version=version, **options)
