"""What the endpoints of practice, and of playing on from a position, take and give."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from saleroom.server.protocol.bodies import Remark
from saleroom.server.protocol.common import Asked, Line, Name, Pace, Seat
from saleroom.server.protocol.messages import Board
from saleroom.toolkit.display.scenes import Mine


class Share(BaseModel):
    """How many people have answered, and how many of them were right at their first try."""

    people: int
    right: int


class DailyPosition(BaseModel):
    """One of today's positions, the same for everybody."""

    id: str
    right: bool | None
    """What the asker's first answer was; None before that, …"""
    share: Share | None
    """… and then nothing is told of others' answers either."""


class PracticeGame(BaseModel):
    """What an asker can practise of one game."""

    game: str
    title: str
    due: list[str]
    """The ids of their own positions that are due, the longest due first; so many at most."""
    kept: int
    """How many positions are kept for them, due or not."""
    next_due: float | None
    """When the next one that is not due yet will be, in seconds since the epoch."""
    daily: list[DailyPosition]
    preparing: bool
    """Whether today's positions are still being looked for."""


class Practice(BaseModel):
    """What an asker can practise today."""

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
    """Of this deal, as the seat saw them."""
    day: str | None
    """The day of which it is a daily position; None for one of the asker's own."""


class PracticeAnswer(BaseModel):
    """Whether an answer was right, and why."""

    right: bool
    action: str
    """The answer in the words of the record."""
    remark: Remark
    """What was played in the match, what is better, and why."""
    table: str | None
    """The table of the match; None for a match of the house alone."""
    share: Share | None
    """For a daily position."""
    due: float
    """When it is asked again, in seconds since the epoch."""


class PracticeDue(BaseModel):
    """When a position is asked again, in seconds since the epoch."""

    due: float


class PlayFromAsked(Asked):
    """A table that goes on from a step of a finished match."""

    deal: Annotated[int, Field(ge=1, le=10_000)]
    step: Annotated[int, Field(ge=0, le=10_000)]
    """Of that deal's story, from 0."""
    seat: Seat
    """The asker's."""
    player: Annotated[str, StringConstraints(max_length=40)]
    """Who has the other seats: a player of the house."""
    name: Name
    pace: Pace = "easy"


class AnswerAsked(Asked):
    """What somebody would do in a position."""

    action: Line


class FeltAsked(Asked):
    """How a right answer felt."""

    felt: Literal["easy", "hard"]
