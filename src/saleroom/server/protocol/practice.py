"""Request and response bodies of practice, and of playing on from a position."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from saleroom.server.protocol.bodies import Remark
from saleroom.server.protocol.common import Line, Name, Pace, RequestBody, Seat
from saleroom.server.protocol.messages import Board
from saleroom.toolkit.display.scenes import Mine


class Share(BaseModel):
    """Number of people who have answered, and how many were right at their first try."""

    people: int
    right: int


class DailyPosition(BaseModel):
    """One of today's positions, the same for all people."""

    id: str
    right: bool | None
    """Whether the caller's first answer was right; None before it."""
    share: Share | None
    """Others' answers; None before the caller's."""


class PracticeGame(BaseModel):
    """The caller's practice of one game."""

    game: str
    title: str
    due: list[str]
    """Ids of their own due positions, the longest due first; at most a fixed number."""
    kept: int
    """Number of positions stored for them, due or not."""
    next_due: float | None
    """Time at which the next position becomes due, in seconds since the epoch."""
    daily: list[DailyPosition]
    preparing: bool
    """Whether the search for today's positions is still running."""


class Practice(BaseModel):
    """The caller's practice today."""

    day: str
    """In UTC, as ISO 8601."""
    games: list[PracticeGame]


class PracticePosition(BaseModel):
    """A moment of a match as one seat saw it: what would you do?"""

    id: str
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
    day: str | None
    """Date of the daily position; None if it comes from the caller's own reviews."""


class PracticeAnswer(BaseModel):
    """Whether an answer was right, and why."""

    right: bool
    action: str
    """The answer in the notation of the record."""
    remark: Remark
    """The action played in the match, the better one, and why."""
    table: str | None
    """Table of the match; None for a match of the house only."""
    share: Share | None
    """For a daily position."""
    due: float
    """Time of the next repetition, in seconds since the epoch."""


class PracticeDue(BaseModel):
    """Time of the next repetition of a position, in seconds since the epoch."""

    due: float


class PlayFromRequest(RequestBody):
    """Request for a table that continues from a step of a finished match."""

    deal: Annotated[int, Field(ge=1, le=10_000)]
    step: Annotated[int, Field(ge=0, le=10_000)]
    """Step of that deal's story, from 0."""
    seat: Seat
    """The caller's seat."""
    player: Annotated[str, StringConstraints(max_length=40)]
    """House player for the other seats."""
    name: Name
    pace: Pace = "easy"


class AnswerRequest(RequestBody):
    """A person's answer to a position."""

    action: Line


class FeltRequest(RequestBody):
    """How easy a right answer felt."""

    felt: Literal["easy", "hard"]
