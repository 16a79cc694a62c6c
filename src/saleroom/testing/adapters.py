"""Choose the adapter for an environment or a game."""

from __future__ import annotations

from typing import Any

from saleroom.testing.tables import Table


def table_of(thing: Any, render: bool = False) -> Table:
    """Return the `Table` adapter for an environment or a game.

    Libraries are recognised by their objects, so this module does not import them.
    """
    if render and getattr(thing, "render_mode", None) in (None, "human"):
        raise ValueError("there is no picture to compare: make a PettingZoo environment with a render_mode")
    if isinstance(thing, Table):
        return thing
    if hasattr(thing, "new_initial_state") and hasattr(thing, "get_type"):
        from saleroom.testing.openspiel import OpenSpielTable

        return OpenSpielTable(thing)
    if _is_rlcard(thing):
        from saleroom.testing.rlcards import RLCardTable

        return RLCardTable(thing)
    if hasattr(thing, "possible_agents") and hasattr(thing, "observe"):  # a parallel environment has no `observe`
        from saleroom.testing.aec import AECTable

        return AECTable(thing, render)
    raise TypeError(f"{type(thing).__name__} is no PettingZoo AEC environment, OpenSpiel game or RLCard environment")


def _is_rlcard(thing: Any) -> bool:
    return any(kind.__module__ == "rlcard.envs.env" for kind in type(thing).__mro__)
