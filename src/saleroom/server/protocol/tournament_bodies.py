"""What the endpoints of club events take and give."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from saleroom.kernel.fields import SEATS
from saleroom.server.protocol.bodies import RulesAsked
from saleroom.server.protocol.common import Asked, AskedGame, Name


class EventAsked(RulesAsked):
    """A club event to be made: several tables play the same cards, in rounds."""

    game: AskedGame
    title: Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True)]
    name: Name
    """The organiser's."""
    rounds: Annotated[int, Field(ge=1, le=10)] = 3
    per_table: Annotated[int, Field(ge=1, le=SEATS)] | None = None
    """The most people at a table; None: as many as leave two tables."""
    plays: bool = True
    """Whether the organiser takes part."""


class RoundAsked(Asked):
    """The organiser starts a round."""

    round: Annotated[int, Field(ge=1, le=10)]
    """Its number: asked twice, it is started once."""


class PersonAsked(Asked):
    """The organiser has somebody leave."""

    person: Annotated[int, Field(ge=1)]


class EventPerson(BaseModel):
    """Somebody who takes part in an event, or did."""

    number: int
    name: str
    status: Literal["in", "left", "removed"]


class EventStanding(BaseModel):
    """How somebody stands, by the deals that all tables have finished."""

    person: int
    rank: int
    points: float
    """Match points: one for each of the others with a lower score in the same seat, half of one for an equal score."""
    possible: int
    share: float | None
    """`points` by `possible`; None while there is nothing to compare."""
    difference: float
    """Own scores less the means of the others."""
    deals: int
    moves: int
    """Their moves in rounds that are over …"""
    by_house: int
    """… and how many of those the house made."""


class EventTable(BaseModel):
    """A table of a round."""

    number: int
    id: str | None
    """Where the asker may look at it now."""
    people: list[int | None]
    """By seat; None for the house."""
    deals: int
    """How many it has finished."""
    over: bool
    scores: list[int] | None
    """What they come to by seat; None until the round is over."""


class EventRound(BaseModel):
    """A round that was started."""

    number: int
    over: bool
    tables: list[EventTable]


class EventDeal(BaseModel):
    """A deal of the asker's, compared with the others in the same seat."""

    round: int
    deal: int
    seat: int
    score: int
    points: float
    possible: int
    difference: float


class EventPage(BaseModel):
    """A club event, as far as the asker may know."""

    id: str
    title: str
    game: str
    game_title: str
    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    seats: int
    rounds: int
    round: int
    """The last that was started; 0 before the first."""
    status: Literal["gathering", "playing", "between", "over"]
    per_table: int
    """The most people at a table, as it is now."""
    organiser_name: str
    organiser: bool
    """Whether the asker is the organiser."""
    you: int | None
    """The asker's number, while they take part."""
    table: str | None
    """Where the asker is to play now."""
    people: list[EventPerson]
    standings: list[EventStanding]
    played: list[EventRound]
    deals: list[EventDeal]
    """The asker's own."""
    commit: str
    """The SHA-256 of the event's seed, from which those of the rounds follow, in hex."""
    seed: str | None
    """That seed, when the event is over."""
