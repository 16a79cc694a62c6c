"""Request and response bodies of classes, in which a group answers questions from a seat of a finished match."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

from saleroom.server.protocol.common import Line, Name, RequestBody, Seat
from saleroom.server.protocol.messages import Figures
from saleroom.server.protocol.practice import SeatView
from saleroom.toolkit.display.reasons import Reason

QuestionNumber = Annotated[int, Field(ge=1, le=1000)]


class ClassRequest(RequestBody):
    """Request for a class, or for its next question: a step of a finished match, from one seat."""

    table: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
    deal: Annotated[int, Field(ge=1, le=10_000)]
    step: Annotated[int, Field(ge=0, le=10_000)]
    """Step, from 0, of that deal's story."""
    seat: Seat


class NextQuestion(ClassRequest):
    """The teacher's request for the next question. If it is sent twice, the question is asked only once."""

    number: QuestionNumber
    """Number of the new question."""


class QuestionRequest(RequestBody):
    """The teacher's request about the question with a number."""

    number: QuestionNumber


class ClassNameRequest(RequestBody):
    """A person's name in a class."""

    name: Name


class ClassAnswerRequest(RequestBody):
    """A person's answer to the current question."""

    number: QuestionNumber
    action: Line


class ClassQuestion(SeatView):
    """The current question of a class: a moment of a match, as one seat saw it."""

    number: int


class ClassTally(BaseModel):
    """Number of people who gave an answer."""

    action: str
    """Answer in the notation of the record."""
    count: int


class ClassAdvice(BaseModel):
    """What a search found for the seat, and what the seat did in the match."""

    action: str
    """Action that the search prefers, in the notation of the record."""
    reasons: list[Reason]
    figures: Figures | None
    """Estimates of the search; None if heuristics chose the action."""
    played: str | None
    """Action of the seat in the match."""


class ClassResult(BaseModel):
    """An open question: all answers, and the reasons."""

    tally: list[ClassTally]
    """Answers, the most frequent first."""
    advice: ClassAdvice


class ClassPerson(BaseModel):
    """Person in a class, as the teacher sees them."""

    name: str
    action: str | None
    """Answer to the current question, in the notation of the record."""


class ClassProgress(BaseModel):
    """Answers to the current question so far, for the teacher."""

    tally: list[ClassTally]
    people: list[ClassPerson]
    """All people, in the order in which they joined."""
    answered: int
    table: str
    """Table of the match."""
    deal: int
    step: int


class ClassPage(BaseModel):
    """All that the caller may see of a class, except the current question."""

    id: str
    number: int
    """Number of the current question, from 1."""
    teacher: bool
    """Whether the caller made the class."""
    name: str | None
    """The caller's name in the class; None if they have not joined."""
    answer: str | None
    """The caller's answer to the current question, in the notation of the record."""
    result: ClassResult | None
    """None until the teacher opens the question."""
    progress: ClassProgress | None
    """None unless the caller is the teacher."""
    again_after: float
    """Seconds after which the caller should ask again; more in a large class."""
