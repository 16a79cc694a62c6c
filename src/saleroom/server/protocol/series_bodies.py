"""Request and response bodies of series of evenings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from saleroom.kernel.fields import SEATS
from saleroom.server.protocol.bodies import RulesRequest
from saleroom.server.protocol.common import AskedGame, Language, Name, Picture, RequestBody, Time

Title = Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True)]
Counted = Annotated[int, Field(ge=1, le=100)]
InvitationCode = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Role = Literal["owner", "organiser", "member"]


class SeriesRequest(RulesRequest):
    """Request for a new series of evenings. Its game and rules are those of each new evening."""

    game: AskedGame
    title: Title
    name: Name
    """Name of the owner."""
    rounds: Annotated[int, Field(ge=1, le=10)] = 3
    per_table: Annotated[int, Field(ge=1, le=SEATS)] | None = None
    """Maximum number of people at a table. None means as many as possible with two tables."""
    counted: Counted | None = None
    """Number of each member's best evenings that count; None for all evenings."""


class SeriesSettings(RequestBody):
    """Settings that an organiser changes; settings that are None stay as they are."""

    title: Title | None = None
    counted: Counted | Literal["all"] | None = None
    """Number of each member's best evenings that count; it can change until the first evening begins."""


class InvitationSettings(RequestBody):
    """Request of an organiser to replace the invitation link, or to close it."""

    open: bool


class InvitationRequest(RequestBody):
    """Request for what an invitation link invites to."""

    code: InvitationCode
    """Part of the link after the number sign, which browsers do not send to servers."""


class SeriesJoinRequest(InvitationRequest):
    """Request to become a member."""

    name: Name


class MemberRequest(RequestBody):
    """Request of an organiser to remove a member."""

    member: Annotated[int, Field(ge=1)]


class RoleRequest(MemberRequest):
    """Request of the owner to change a member's role. A new owner makes the previous owner an organiser."""

    role: Role


class EveningRequest(RequestBody):
    """Request of an organiser for the next evening, with the game and rules of the series."""

    title: Title | None = None
    """Title of the evening's tournament; None for the title of the series and the number of the evening."""
    begins_at: Time | None = None
    """Planned time of the first round."""
    plays: bool = True
    """Whether the organiser takes part."""
    language: Language | None = None
    """Language of the previews that messengers show for the evening's link; None for the language of each reader."""


class SeriesInvitation(BaseModel):
    """What a person who has the invitation link may know before they join."""

    title: str
    game_title: str
    owner_name: str
    members: int
    member: bool
    """Whether the caller is a member already."""


class SeriesMemberInfo(BaseModel):
    """Member of a series, or a person who was one and has played."""

    number: int
    name: str
    picture: Picture
    role: Role
    status: Literal["in", "left", "removed"]


class SeriesEveningInfo(BaseModel):
    """An evening of a series."""

    number: int
    event: str
    """Id of the evening's tournament."""
    title: str
    begins_at: float | None
    """Planned time, in seconds since the epoch."""
    status: Literal["gathering", "playing", "between", "over"]
    people: int
    """Number of people who take part or have played."""
    takes_part: bool
    """Whether the caller takes part or has played."""
    organises: bool
    """Whether the caller organises the evening."""


class SeriesPoints(BaseModel):
    """A member's result of a finished evening."""

    evening: int
    """Number of the evening."""
    rank: int
    """Rank among all people of the evening, guests included."""
    percent: float
    """Percentage of the possible match points."""
    deals: int
    counts: bool
    """Whether the evening is among those that count for the total."""


class SeriesStandingInfo(BaseModel):
    """Standing of a member."""

    member: int
    rank: int
    total: float
    """Sum of the percentages that count; an absence gives 0."""
    evenings: list[SeriesPoints]
    """Results of the evenings that the member played."""


class SeriesPage(BaseModel):
    """All that a member may see of a series."""

    id: str
    title: str
    game: str
    game_title: str
    options: dict[str, int | str]
    seats: int
    rounds: int
    per_table: int | None
    counted: int | None
    you: int
    """Number of the caller."""
    role: Role
    """Role of the caller."""
    invitation: str | None
    """Secret part of the invitation link, for organisers; None for members, and while the link is closed."""
    members: list[SeriesMemberInfo]
    evenings: list[SeriesEveningInfo]
    standings: list[SeriesStandingInfo]


class SeriesName(BaseModel):
    """A series to which the caller belongs."""

    id: str
    title: str
    game_title: str
    role: Role


class SeriesNames(BaseModel):
    """Series to which the caller belongs, the earliest first."""

    series: list[SeriesName]
