"""Named levels of bots, and objectives of players."""

from __future__ import annotations

from typing import Literal

from saleroom.bots.nets.human_errors import HumanErrorRates
from saleroom.bots.search.budget import Budget

Objective = Literal["deal", "match"]
"""A player's objective: the score of the deal, or winning the match."""

TRAINED = "trained"
BY_NET = {
    "easy": HumanErrorRates(forgets=0.6, misjudges=0.25),
    "medium": HumanErrorRates(forgets=0.3, misjudges=0.03),
    TRAINED: None,
}
"""Levels that play by a net without search, each with the rates of its human errors; None means no errors."""
THINKING = {"hard": Budget(each=50), "master": Budget(simulations=10_000)}
"""Levels that search."""
LEVELS = (*BY_NET, *THINKING)
"""Names of all levels, from the weakest to the strongest."""
