"""What the check needs of an environment or a game, whichever library it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol, runtime_checkable

World = Any
"""A library's own object at one moment of an episode: an environment, a state."""
Seat = Any


class NoRedeal(TypeError):
    """Nobody has said how to vary what a seat cannot know."""


@runtime_checkable
class Table(Protocol):
    """One library's way to play and to look. A table holds no episode: all that changes is in the worlds."""

    name: str
    seats: tuple[Seat, ...]

    def begin(self, seed: int) -> World:
        """A new episode, at its first decision."""
        ...

    def mover(self, world: World) -> Seat | None:
        """Who decides next; nobody when the episode is over."""
        ...

    def choices(self, world: World) -> list[Any]:
        """The mover's legal actions, in an order that is always the same."""
        ...

    def act(self, world: World, action: Any, rng: Random) -> World:
        """The world after an action, at the next decision; the old one may be used up."""
        ...

    def copy(self, world: World) -> World:
        """Another world, equal in all that is hidden too."""
        ...

    def given(self, world: World, seat: Seat) -> Mapping[str, Any]:
        """Everything that the library hands to a seat at this moment."""
        ...

    def redeal(self, world: World, seat: Seat, rng: Random) -> World | None:
        """The library's own way to another world that a seat cannot tell from this one; `NoRedeal` without one."""
        ...

    def unlike(self, one: World, other: World) -> str:
        """How two worlds differ, for people; empty when only what the seats are given can tell."""
        ...
