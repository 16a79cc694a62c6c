"""The named levels of the search, and what a player plays for."""

from __future__ import annotations

from typing import Literal

from saleroom.bots.search.budget import Budget

Objective = Literal["deal", "match"]
"""The score of the deal, or winning the match."""

LEVELS = {"easy": Budget(each=4), "medium": Budget(each=16), "hard": Budget(each=400)}
"""From a handful of worlds to hundreds for each option. Even the least looks at what may come of each."""
