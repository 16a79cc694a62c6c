"""Digests of the behaviour of a game's environments.

For every game and each version of its environments, `environments/versions.json` contains a digest of what each seat
gets in a few episodes. The digest of a fixed version never changes. The digest of an open version (`open_until`) is
updated with every change until its release.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import saleroom
from docs.actions import decisions
from saleroom.envs import text_observations
from saleroom.envs.episode import Episode
from saleroom.envs.terms import Terms
from saleroom.games import load
from saleroom.kernel.environments import EnvironmentVersion

VERSIONS = Path(__file__).with_name("environments") / "versions.json"
DECISIONS = 120
"""Number of decisions that the digest covers completely."""
TO_ENDS = 6000
"""Total number of decisions; after the first `DECISIONS`, the digest covers only ends and rewards."""


def known() -> dict[str, list[str]]:
    """Return the stored digests of every game, in order of versions from 0."""
    return json.loads(VERSIONS.read_text("utf-8"))


def is_open(version: EnvironmentVersion) -> bool:
    """Return whether a version can still change, because the release that fixes the version is the next one."""
    return saleroom.__version__ == f"{version.open_until}.dev0"


def extended(name: str, digests: list[str]) -> list[str]:
    """Return a game's digests, with the digest of its newest version added, or updated if that version is open."""
    game = load(name)
    versions, newest = len(game.environments), game.environment_version
    if versions - len(digests) not in (0, 1):
        raise SystemExit(
            f"{name}: {VERSIONS.name} has {len(digests)} versions, and `environments` has {versions}; "
            "they must be the same, or one more in `environments`"
        )
    if versions == len(digests) and not is_open(game.environments[newest]):
        return digests
    return [*digests[:newest], digest(name, newest)]


def digest(name: str, version: int) -> str:
    """Return a digest of what a game's environments give in a few episodes with the fewest seats and with the most
    seats.
    """
    told = hashlib.sha256()
    for seats in sorted({load(name).seats[0], load(name).seats[-1]}):
        for terms in _kinds(name, seats, version):
            told.update(repr((terms.actions, terms.symbols, terms.layout.size, terms.utility)).encode())
            for number, episode in enumerate(decisions(terms, TO_ENDS, history=8, ends=True)):
                if number < DECISIONS or episode.over or any(episode.rewards):
                    _tell(told, terms, episode)
    return told.hexdigest()[:16]


def _kinds(name: str, seats: int, version: int) -> Iterator[Terms]:
    """Yield the terms of the kinds of episodes that the digest covers."""
    yield Terms.of(name, seats, "deal", version=version)
    yield Terms.of(name, seats, "match", version=version)
    yield Terms.of(name, seats, "match", "win", version=version)


def _tell(told: Any, terms: Terms, episode: Episode) -> None:
    """Add the observations of all seats, at a decision or at the end of an episode, to the digest."""
    seat = episode.mover
    for who in range(terms.seats):
        _add(told, episode.observe(who))
    _add(told, episode.history)
    told.update(repr((seat, episode.rewards)).encode())
    if not episode.over:
        view = episode.view(seat)
        _add(told, episode.mask(seat))
        said = [
            terms.game.format_action(view, seat, action) for action in text_observations.legal_ids(terms, view, seat)
        ]
        told.update(repr(said).encode())


def _add(told: Any, *arrays: np.ndarray) -> None:
    """Add arrays to the digest, in a format that is the same on every machine."""
    for array in arrays:
        told.update(array.astype("<i4").tobytes())
