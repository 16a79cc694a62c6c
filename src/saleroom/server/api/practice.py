"""Endpoints for practice, with positions from the caller's own reviews and positions of the day."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from saleroom.match.errors import IllegalAction
from saleroom.server.api.dependencies import Person, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.practice.service import NoPosition, NotAnswered
from saleroom.server.protocol import practice as wire

router = APIRouter(tags=["practice"])
PositionId = Annotated[str, Path(pattern=r"^[A-Za-z0-9.-]{1,60}$")]

_NONE = "practice.no-position"


@router.get("/practice")
async def overview(services: Services, person: Person) -> wire.Practice:
    """List the positions to practise: your own positions that are due, and today's positions."""
    return await services.practice.overview(person)


@router.get("/practice/{position}")
async def question(position: PositionId, services: Services, person: Person) -> wire.PracticePosition:
    """Return a practice position as the seat that has to act saw it, without the right action."""
    try:
        return await services.practice.position(person, position)
    except NoPosition:
        raise HttpRefusal(404, _NONE) from None


@router.post("/practice/{position}")
async def answer(
    position: PositionId, body: wire.AnswerRequest, services: Services, person: Person
) -> wire.PracticeAnswer:
    """Answer a position; return the right action and the reasons.

    The position is due again after minutes, days or months, depending on the answer.
    """
    try:
        return await services.practice.answer(person, position, body.action)
    except NoPosition:
        raise HttpRefusal(404, _NONE) from None
    except IllegalAction as error:
        raise HttpRefusal(422, CommandRefusal.of("illegal", error)) from None


@router.post("/practice/{position}/felt")
async def felt(position: PositionId, body: wire.FeltRequest, services: Services, person: Person) -> wire.PracticeDue:
    """Record whether the caller found a right answer easy or hard. This affects when the position is due again."""
    try:
        return wire.PracticeDue(due=await services.practice.felt(person, position, body.felt))
    except NoPosition:
        raise HttpRefusal(404, _NONE) from None
    except NotAnswered:
        raise HttpRefusal(409, "practice.not-answered") from None
