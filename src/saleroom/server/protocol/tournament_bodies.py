"""Request and response bodies of club events."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from saleroom.kernel.fields import SEATS
from saleroom.server.protocol.bodies import RulesRequest
from saleroom.server.protocol.common import AskedGame, Name, Picture, RequestBody


class TournamentRequest(RulesRequest):
    """Request for a new club event: several tables play the same cards, in rounds."""

    game: AskedGame
    title: Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True)]
    name: Name
    """The organiser's name."""
    rounds: Annotated[int, Field(ge=1, le=10)] = 3
    per_table: Annotated[int, Field(ge=1, le=SEATS)] | None = None
    """Maximum number of people at a table; None: as many as leave two tables."""
    plays: bool = True
    """Whether the organiser takes part."""


class RoundRequest(RequestBody):
    """Request of the organiser to start a round."""

    round: Annotated[int, Field(ge=1, le=10)]
    """Its number: if requested twice, it is started once."""


class PersonRequest(RequestBody):
    """Request of the organiser to remove a person."""

    person: Annotated[int, Field(ge=1)]


class EventPerson(BaseModel):
    """A person who takes part in an event, or did."""

    number: int
    name: str
    picture: Picture
    status: Literal["in", "left", "removed"]


class EventStanding(BaseModel):
    """A person's standing, from the deals that all tables have finished."""

    person: int
    rank: int
    points: float
    """Match points: one for each of the others with a lower score in the same seat, half of one for an equal score."""
    possible: int
    share: float | None
    """`points` divided by `possible`; None while there is nothing to compare."""
    difference: float
    """Own scores less the means of the others."""
    deals: int
    moves: int
    """Number of their moves in finished rounds."""
    by_house: int
    """Number of those moves that the house made."""


class EventTable(BaseModel):
    """A table of a round."""

    number: int
    id: str | None
    """Its id, if the caller may see it now."""
    people: list[int | None]
    """By seat; None for the house."""
    deals: int
    """Number of finished deals."""
    over: bool
    scores: list[int] | None
    """Sum of the scores by seat; None until the round is over."""


class EventRound(BaseModel):
    """A started round."""

    number: int
    over: bool
    tables: list[EventTable]


class EventDeal(BaseModel):
    """A deal of the caller's, compared with the others in the same seat."""

    round: int
    deal: int
    seat: int
    score: int
    points: float
    possible: int
    difference: float


class EventPage(BaseModel):
    """A club event, as far as the caller may know."""

    id: str
    title: str
    game: str
    game_title: str
    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    seats: int
    rounds: int
    round: int
    """The last started round; 0 before the first."""
    status: Literal["gathering", "playing", "between", "over"]
    per_table: int
    """Maximum number of people at a table, as of now."""
    organiser_name: str
    organiser: bool
    """Whether the caller is the organiser."""
    you: int | None
    """The caller's number, while they take part."""
    table: str | None
    """Table at which the caller has to play now."""
    people: list[EventPerson]
    standings: list[EventStanding]
    played: list[EventRound]
    deals: list[EventDeal]
    """The caller's deals."""
    commit: str
    """SHA-256 of the event's seed, in hex; the rounds' seeds are derived from that seed."""
    seed: str | None
    """The seed, when the event is over."""
