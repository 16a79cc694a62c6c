"""Endpoints for classes, in which a group answers questions from a seat of a finished match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import APIRouter, Path

from saleroom.match.errors import IllegalAction
from saleroom.server.api.dependencies import Address, Asker, Person, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.tournaments import STATUS
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.http.csv_file import CSV, CsvResponse
from saleroom.server.practice.classrooms import NoClass
from saleroom.server.protocol import bodies
from saleroom.server.protocol import classroom_bodies as wire

router = APIRouter(tags=["classes"])
ClassId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except NoClass as error:
        raise HttpRefusal(404, str(error)) from None
    except IllegalAction as error:
        raise HttpRefusal(422, CommandRefusal.of("illegal", error)) from None
    except CommandRefusal as refusal:
        raise HttpRefusal(STATUS.get(refusal.reason, 409), refusal) from None


@router.post("/classes", status_code=201)
async def make(body: wire.ClassRequest, services: Services, person: Person) -> bodies.Created:
    """Create a class, with a step of a finished match as its first question; you are its teacher."""
    with _refusals():
        return bodies.Created(id=await services.classrooms.make(person, body))


@router.get("/classes/{classroom}")
async def look(classroom: ClassId, services: Services, asker: Asker) -> wire.ClassPage:
    """Return what you may see of a class. Only the teacher sees answers before the question is open."""
    person = None if asker is None else await services.store.people.identity_of(asker)
    with _refusals():
        return await services.classrooms.page(classroom, person)


@router.get("/classes/{classroom}/question")
async def question(classroom: ClassId, services: Services) -> wire.ClassQuestion:
    """Return the current question, as its seat saw the table."""
    with _refusals():
        return await services.classrooms.question(classroom)


@router.post("/classes/{classroom}/join")
async def join(classroom: ClassId, body: wire.ClassNameRequest, services: Services, person: Person) -> wire.ClassPage:
    """Join a class under a name, or change your name there."""
    with _refusals():
        await services.classrooms.join(classroom, person, body.name)
        return await services.classrooms.page(classroom, person)


@router.post("/classes/{classroom}/answer")
async def answer(
    classroom: ClassId, body: wire.ClassAnswerRequest, services: Services, person: Person
) -> wire.ClassPage:
    """Answer the current question. Until the teacher opens the question, you may change your answer."""
    with _refusals():
        await services.classrooms.answer(classroom, person, body.number, body.action)
        return await services.classrooms.page(classroom, person)


@router.post("/classes/{classroom}/open")
async def open_question(
    classroom: ClassId, body: wire.QuestionRequest, services: Services, person: Person, address: Address
) -> wire.ClassPage:
    """End the answers, and show them to the class with the reasons; only the teacher may do this."""
    with _refusals():
        await services.classrooms.open(classroom, person, body.number, address)
        return await services.classrooms.page(classroom, person)


@router.post("/classes/{classroom}/ask")
async def ask(classroom: ClassId, body: wire.NextQuestion, services: Services, person: Person) -> wire.ClassPage:
    """Ask about another step, of any finished match; only the teacher may do this."""
    with _refusals():
        await services.classrooms.ask(classroom, person, body)
        return await services.classrooms.page(classroom, person)


@router.post("/classes/{classroom}/next")
async def ask_next(
    classroom: ClassId, body: wire.QuestionRequest, services: Services, person: Person
) -> wire.ClassPage:
    """Ask about the next decision of the same seat in the same match; only the teacher may do this."""
    with _refusals():
        await services.classrooms.ask_next(classroom, person, body.number)
        return await services.classrooms.page(classroom, person)


_TROUBLE = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Trouble"}}}}
_ROWS = {"content": {CSV: {"schema": {"type": "string"}}}, "description": "A row for each person and question"}


@router.get(
    "/classes/{classroom}/answers.csv",
    response_class=CsvResponse,
    responses={200: _ROWS, "4XX": _TROUBLE, "503": _TROUBLE},
)
async def export(classroom: ClassId, services: Services, person: Person) -> CsvResponse:
    """Return all answers as CSV; only the teacher gets them."""
    with _refusals():
        rows = await services.classrooms.answers_csv(classroom, person)
    headers = {"content-disposition": f'attachment; filename="class-{classroom}.csv"', "cache-control": "no-store"}
    return CsvResponse(rows, headers=headers)
