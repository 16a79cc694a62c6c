"""Bots without a net or a search: ``random``, and ``house``, which plays by heuristics."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from saleroom.bots.compiled import heuristics, playing
from saleroom.bots.decision import Decision
from saleroom.kernel.game import Game

KINDS = {"random": playing.RANDOM, "house": playing.HOUSE}


class Plain:
    """Bot whose action is the result of one compiled function."""

    def __init__(self, name: str, game: Game, seed: bytes) -> None:
        """Set up the bot `name`, one of `KINDS`.

        `seed` determines the bot's own randomness, which is independent of the cards.
        """
        heuristics.load(game.name)
        self.name = name
        self.kind = KINDS[name]
        self._rng = np.frombuffer(hashlib.sha256(seed).digest()[:8], np.uint64).copy()

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`, whose view is `views[0]`."""
        return int(playing.choose_one(views, 0, seat, self.kind, self._rng))

    def decide(self, views: Any, seat: int) -> Decision:
        """Return the action that `choose` returns. The expected score is None, because the bot does not estimate it."""
        return Decision(self.choose(views, seat))
