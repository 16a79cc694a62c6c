"""Request and response bodies of tournaments."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field, StringConstraints

from saleroom.kernel.fields import SEATS
from saleroom.server.protocol.bodies import RulesRequest
from saleroom.server.protocol.common import (
    DAY,
    AskedGame,
    CallAddress,
    Clock,
    Language,
    Name,
    Picture,
    RequestBody,
    Time,
)

RoundInterval: TypeAlias = Annotated[int, Field(ge=60, le=30 * DAY)]
"""Seconds between the beginnings of two rounds."""


class TournamentRequest(RulesRequest):
    """Request for a new tournament. In each round, several tables play the same cards."""

    game: AskedGame
    title: Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True)]
    name: Name
    """Name of the organiser."""
    rounds: Annotated[int, Field(ge=1, le=10)] = 3
    per_table: Annotated[int, Field(ge=1, le=SEATS)] | None = None
    """Maximum number of people at a table. None means as many as possible with two tables."""
    plays: bool = True
    """Whether the organiser takes part."""
    language: Language | None = None
    """Language of the previews that messengers show for the tournament's link; None for the language of each reader."""
    names_organiser: bool = False
    """Whether these previews contain the organiser's name."""
    begins_at: Time | None = None
    """Planned time of the first round. The organiser starts each round, unless `round_interval` is given."""
    clock: Clock = None
    """Seconds for a move; None for 60. With days for a move, people play in their own time."""
    round_interval: RoundInterval | None = None
    """The server starts the first round at the planned time, and each later one this many seconds after the round
    before has begun, at the earliest when that round is over. None if the organiser starts each round.
    """


class TournamentSettings(RequestBody):
    """Settings that the organiser changes; settings that are None stay as they are."""

    begins_at: Time | Literal["none"] | None = None
    """Planned time of the first round; ``none`` removes it."""
    round_interval: RoundInterval | Literal["none"] | None = None
    """Minimum number of seconds between the beginnings of two rounds; with ``none``, the organiser starts each one."""
    call: CallAddress | None = None
    """Address of a call, for the people who take part."""


class RoundRequest(RequestBody):
    """Request of the organiser to start a round."""

    round: Annotated[int, Field(ge=1, le=10)]
    """Number of the round; if it is requested twice, it starts only once."""


class SubstituteRequest(RequestBody):
    """Request to let a person take over a seat in the current round."""

    table: Annotated[int, Field(ge=1)]
    """Number of the table."""
    seat: Annotated[int, Field(ge=0)]
    person: Annotated[int, Field(ge=1)]
    """Number of the person who takes over the seat."""


class PersonRequest(RequestBody):
    """Request of the organiser to remove a person."""

    person: Annotated[int, Field(ge=1)]


class EventPerson(BaseModel):
    """Person who takes part in a tournament, or took part before."""

    number: int
    name: str
    picture: Picture
    status: Literal["in", "left", "removed"]


class EventStanding(BaseModel):
    """Standing of a person, computed from the deals that all tables have finished."""

    person: int
    rank: int
    points: float
    """Match points: one for each other player with a lower score in the same seat, half a point for an equal score."""
    possible: int
    share: float | None
    """`points` divided by `possible`; None if there is no player to compare with."""
    difference: float
    """Sum, over all deals, of the person's score minus the mean score of the other players in the same seat."""
    deals: int
    moves: int
    """Number of the person's moves in finished rounds."""
    by_house: int
    """Number of moves in finished rounds that autoplay made for the person."""


class EventSubstitute(BaseModel):
    """Person who has taken over a seat."""

    seat: int
    person: int
    replaced: int | None
    """Number of the person who had the seat before."""
    deal: int
    """Number of the first deal that counts for this person."""


class EventTable(BaseModel):
    """A table of a round."""

    number: int
    id: str | None
    """Id of the table; None if the caller may not see the table now."""
    people: list[int | None]
    """Number of the person who has each seat, or had it at the end; None for a bot."""
    substitutes: list[EventSubstitute]
    """People who have taken over seats, the first one first."""
    deals: int
    """Number of finished deals."""
    over: bool
    scores: list[int] | None
    """Total score of each seat; None until the round is over."""


class EventRound(BaseModel):
    """Round that has started."""

    number: int
    over: bool
    tables: list[EventTable]


class EventDeal(BaseModel):
    """Deal that the caller has played, compared with the results of other players in the same seat."""

    round: int
    deal: int
    seat: int
    score: int
    points: float
    possible: int
    difference: float


class EventName(BaseModel):
    """A tournament that the caller organises or takes part in."""

    id: str
    title: str
    game_title: str
    status: Literal["gathering", "playing", "between", "over"]
    organiser: bool
    begins_at: float | None
    """Planned time of the first round, in seconds since the epoch."""


class EventNames(BaseModel):
    """Tournaments that the caller organises or takes part in, the newest first."""

    events: list[EventName]


class EventPage(BaseModel):
    """All that the caller may see of a tournament."""

    id: str
    title: str
    game: str
    game_title: str
    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    seats: int
    rounds: int
    round: int
    """Number of the last started round; 0 before the first round."""
    status: Literal["gathering", "playing", "between", "over"]
    per_table: int
    """Maximum number of people at a table, given the current number of participants."""
    organiser_name: str
    organiser: bool
    """Whether the caller is the organiser."""
    begins_at: float | None
    """Planned time of the first round, or the time when it began, in seconds since the epoch; None if it is unknown."""
    clock: int
    """Seconds for a move."""
    round_interval: int | None
    """Minimum number of seconds between the beginnings of two rounds that the server starts; None if the organiser
    starts each round.
    """
    next_at: float | None
    """Time at which the server starts the next round, at the earliest, in seconds since the epoch; None if it starts
    none.
    """
    call: str | None
    """Address of the tournament's call, for people who take part and for the organiser; None for all others."""
    you: int | None
    """Number of the caller, if they take part."""
    table: str | None
    """Table at which the caller has to play now."""
    people: list[EventPerson]
    standings: list[EventStanding]
    played: list[EventRound]
    deals: list[EventDeal]
    """Deals of the caller."""
    commit: str
    """SHA-256 of the tournament's seed, in hex; the seeds of the rounds are derived from that seed."""
    seed: str | None
    """Seed, shown when the tournament is over."""
