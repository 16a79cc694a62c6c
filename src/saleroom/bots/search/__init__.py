"""The search player: try every option in many imagined worlds, and take the one that does best on average."""

from saleroom.bots.search.player import LEVELS, Searcher

__all__ = ["LEVELS", "Searcher"]
