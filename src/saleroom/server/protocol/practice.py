"""Request and response bodies of practice, and of continuing from a position."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from saleroom.server.protocol.common import Line, Name, Pace, RequestBody, Seat
from saleroom.server.protocol.match_bodies import Remark
from saleroom.server.protocol.messages import Board
from saleroom.toolkit.display.scenes import Mine


class Share(BaseModel):
    """Number of people who have answered a position, and number of people whose first answer was right."""

    people: int
    right: int


class DailyPosition(BaseModel):
    """One of today's positions, which are the same for all people."""

    id: str
    right: bool | None
    """Whether the caller's first answer was right; None before the first answer."""
    share: Share | None
    """Other people's answers; None before the caller has answered."""


class PracticeGame(BaseModel):
    """The caller's practice of one game."""

    game: str
    title: str
    due: list[str]
    """Ids of the caller's due positions, the one due for the longest time first; limited in number."""
    kept: int
    """Number of positions of the caller, due or not."""
    next_due: float | None
    """Time at which the next position becomes due, in seconds since the epoch."""
    daily: list[DailyPosition]
    preparing: bool
    """Whether the search for today's positions is still running."""


class Practice(BaseModel):
    """The caller's practice today."""

    day: str
    """Date in UTC, as ISO 8601."""
    games: list[PracticeGame]


class SeatView(BaseModel):
    """Moment of a match, as one seat saw it."""

    game: str
    title: str
    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    names: list[str]
    seat: int
    board: Board
    mine: Mine
    events: list[str]
    """Events of this deal, as the seat saw them."""


class PracticePosition(SeatView):
    """Position of a match, as one seat saw it; the person has to choose an action."""

    id: str
    day: str | None
    """Date of the daily position; None if it comes from the caller's own reviews."""


class PracticeAnswer(BaseModel):
    """Whether an answer was right, and why."""

    right: bool
    action: str
    """Answer in the notation of the record."""
    remark: Remark
    """Remark that gives the action played in the match, the better action, and the reasons."""
    table: str | None
    """Table of the match; None for a match between bots."""
    share: Share | None
    """Other people's answers, for a daily position."""
    due: float
    """Time of the next repetition, in seconds since the epoch."""


class PracticeDue(BaseModel):
    """Time of the next repetition of a position, in seconds since the epoch."""

    due: float


class PlayFromRequest(RequestBody):
    """Request for a table that continues from a step of a finished match."""

    deal: Annotated[int, Field(ge=1, le=10_000)]
    step: Annotated[int, Field(ge=0, le=10_000)]
    """Step, from 0, of that deal's story."""
    seat: Seat
    """Seat of the caller."""
    player: Annotated[str, StringConstraints(max_length=40)]
    """Bot for all other seats."""
    name: Name
    pace: Pace = "easy"


class AnswerRequest(RequestBody):
    """A person's answer to a position."""

    action: Line


class FeltRequest(RequestBody):
    """How easy a right answer felt."""

    felt: Literal["easy", "hard"]
