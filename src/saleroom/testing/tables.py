"""Interface of the check to an environment or a game of any library."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol, runtime_checkable

World = Any
"""A library's own object at one moment of an episode: an environment, a state."""
Seat = Any


class NoRedeal(TypeError):
    """There is no way to vary what a seat cannot know."""


@runtime_checkable
class Table(Protocol):
    """A library's way to play and to observe. A table holds no episode: everything that changes is in the worlds."""

    name: str
    seats: tuple[Seat, ...]

    def begin(self, seed: int) -> World:
        """Return a new episode, at its first decision."""
        ...

    def mover(self, world: World) -> Seat | None:
        """Return the seat that decides next; None if the episode is over."""
        ...

    def choices(self, world: World) -> list[Any]:
        """Return the mover's legal actions, in a fixed order."""
        ...

    def act(self, world: World, action: Any, rng: Random) -> World:
        """Return the world after an action, at the next decision; the old world may be used up."""
        ...

    def copy(self, world: World) -> World:
        """Return another world that is equal, hidden parts included."""
        ...

    def given(self, world: World, seat: Seat) -> Mapping[str, Any]:
        """Return everything that the library gives to a seat at this moment."""
        ...

    def redeal(self, world: World, seat: Seat, rng: Random) -> World | None:
        """Return another world that a seat cannot tell from this one, by the library's own way.

        Raise `NoRedeal` if the library has none.
        """
        ...

    def unlike(self, one: World, other: World) -> str:
        """Return how two worlds differ, for people; empty if only the seats' observations can show it."""
        ...
