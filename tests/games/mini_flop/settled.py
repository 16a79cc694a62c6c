"""Expected display of a settled deal of Mini Flop Poker."""

from tests.games.flop.settled import shown

__all__ = ["shown"]
