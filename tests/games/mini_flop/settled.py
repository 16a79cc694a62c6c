"""What is shown when a deal of Mini Flop Poker is settled."""

from tests.games.flop.settled import shown

__all__ = ["shown"]
