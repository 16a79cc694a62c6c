"""The behaviour of the environments in a few letters, and the versions in which it changed.

`environments/versions.json` has for every version what changed in it and, for every game, a digest of what a few
episodes give to each seat. A digest that is no longer true calls for a new version.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from docs.actions import decisions
from saleroom.envs import words
from saleroom.envs.episode import Episode
from saleroom.envs.terms import Scope, Terms
from saleroom.games import load

VERSIONS = Path(__file__).with_name("environments") / "versions.json"
DECISIONS = 120


def versions() -> list[dict[str, Any]]:
    """Every version, the first one first."""
    return json.loads(VERSIONS.read_text("utf-8"))


def digest(name: str) -> str:
    """What a game's environments give in a few episodes, at its fewest and its most seats."""
    told = hashlib.sha256()
    scopes: tuple[Scope, ...] = ("deal", "match")
    for seats in sorted({load(name).seats[0], load(name).seats[-1]}):
        for scope in scopes:
            terms = Terms.of(name, seats, scope)
            told.update(repr((terms.actions, terms.symbols, terms.layout.size, terms.utility)).encode())
            for episode in decisions(terms, DECISIONS, history=8):
                _tell(told, terms, episode)
    return told.hexdigest()[:16]


def _tell(told: Any, terms: Terms, episode: Episode) -> None:
    """Add what everybody gets at a decision."""
    seat = episode.mover
    view = episode.view(seat)
    for who in range(terms.seats):
        _add(told, episode.observe(who))
    _add(told, episode.mask(seat), episode.history)
    said = [terms.game.say(view, seat, action) for action in words.legal_ids(terms, view, seat)]
    told.update(repr((seat, episode.rewards, said)).encode())


def _add(told: Any, *arrays: np.ndarray) -> None:
    """Add numbers, the same on every machine."""
    for array in arrays:
        told.update(array.astype("<i4").tobytes())
