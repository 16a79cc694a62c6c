"""Functions that test imagined worlds (deals) of Mini Hearts, in which only the dealt hands are hidden."""

from tests.games.small import complete, places

__all__ = ["complete", "places"]
