"""Draft of the player."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from saleroom.bots import house, lore
from saleroom.bots.search import budget as budgets
from saleroom.bots.search.thinking import Trials, think
from saleroom.bots.search.trials import SCORE, WINS
from saleroom.bots.search.budget import Budget
from saleroom.kernel.game import Game

LEVELS = {"easy": Budget(40), "medium": Budget(400), "hard": Budget(4000)}


class Searcher:
    def __init__(self, name, game, budget, seed=b"", objective="match", threads=1):
        house.load(game.name)
        self.facts = lore.load(game.name)
        self.game, self.budget, self.threads = game, budget, threads
        self.column = SCORE if objective == "deal" else WINS
        self.seed = seed

    def trials(self, views, seat, knowing=False):
        digest = hashlib.sha256(self.seed + views.tobytes()).digest()
        found = Trials(views, seat, int.from_bytes(digest[:8], "little"), self.threads, knowing)
        return found

    def choose(self, views, seat, knowing=False):
        found = self.trials(views, seat, knowing)
        if len(found.actions) == 1:
            return int(found.actions[0])
        think(found, self.budget, self.column)
        most = found.tried == found.tried.max()
        means = np.where(most, found.means(self.column), -np.inf)
        return int(found.actions[np.argmax(means)])
