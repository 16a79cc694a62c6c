"""Request and response bodies about the other people at a person's table, and about the people whom a person avoids."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from saleroom.server.protocol.common import RequestBody

Finishes = Annotated[int, Field(ge=0, le=100, multiple_of=5)] | Literal["guest", "few"]
"""How many of their latest matches with other people a person has finished, in percent, rounded down to a multiple of
5; ``guest`` for a person without an account, and ``few`` for fewer than 10 matches.
"""


class PersonAtTable(BaseModel):
    """A person who has a seat at the caller's table, or has given one up."""

    visit: int
    """Number of the event with which the person sat down last."""
    name: str
    seat: int | None
    """The person's seat; None if they have given it up."""
    finishes: Finishes | None
    """None unless the caller owns the table, the match is not over, and the person has a seat."""
    avoided: bool
    """Whether the person is on the caller's avoid list under this name."""


class PeopleAtTable(BaseModel):
    """The other people at the caller's table: those with a seat by seat, then those who gave one up."""

    people: list[PersonAtTable]


class AvoidRequest(RequestBody):
    """Person at the caller's table whom the caller wants to avoid, by the `visit` in `PersonAtTable`."""

    visit: Annotated[int, Field(ge=1, lt=2**31)]


class AvoidedPerson(BaseModel):
    """Entry of the caller's avoid list."""

    id: str
    name: str
    """Name that the person had at the table at which the caller last put them on the list."""
    avoided_at: float


class AvoidedPeople(BaseModel):
    """The caller's avoid list, the latest entry first. Only the caller sees it."""

    people: list[AvoidedPerson]
