"""Interface between the leak check and the environments or games of any library."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol, runtime_checkable

World = Any
"""A library's own object for one moment of an episode, such as an environment or a state."""
Seat = Any


class NoRedeal(TypeError):
    """Error if no method is known to vary what a seat cannot know."""


@runtime_checkable
class Table(Protocol):
    """Adapter through which the leak check plays and observes the games of a library.

    It has no episode state: everything that changes is in the worlds.
    """

    name: str
    seats: tuple[Seat, ...]

    def begin(self, seed: int) -> World:
        """Return the world of a new episode at its first decision."""
        ...

    def mover(self, world: World) -> Seat | None:
        """Return the seat that decides next, or None if the episode is over."""
        ...

    def choices(self, world: World) -> list[Any]:
        """Return the mover's legal actions, in a fixed order."""
        ...

    def act(self, world: World, action: Any, rng: Random) -> World:
        """Return the world after an action, at the next decision. The given `world` can become unusable."""
        ...

    def copy(self, world: World) -> World:
        """Return an equal copy of a world, including its hidden parts."""
        ...

    def given(self, world: World, seat: Seat) -> Mapping[str, Any]:
        """Return everything that the library gives to a seat at this moment."""
        ...

    def redeal(self, world: World, seat: Seat, rng: Random) -> World | None:
        """Return another world that a seat cannot distinguish from this one, by the redeal known for this library.

        Raise `NoRedeal` if there is no such redeal.
        """
        ...

    def unlike(self, one: World, other: World) -> str:
        """Return how two worlds differ, as text.

        The text is empty if only a comparison of the seats' observations can show this.
        """
        ...
