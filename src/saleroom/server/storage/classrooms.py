"""Stored data of classes: their questions, the people in them, and the answers."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from saleroom.server.core.typed_text import distinct
from saleroom.server.storage.columns import class_answers, class_people, class_questions, classrooms
from saleroom.server.storage.database import Database, insert_or

MOST_PEOPLE = 200
"""Maximum number of people in a class."""
MOST_QUESTIONS = 200
"""Maximum number of questions in a class."""

Change = Literal["done", "full", "late", "opened", "unknown"]
"""Outcome of a change, or why it is not possible."""


class Classroom(NamedTuple):
    """A class. The fields are the columns of the database."""

    id: str
    teacher: str
    """Identity of the person who made the class."""
    question: int
    """Number of the current question, from 1."""
    made_at: float
    asked_at: float
    """Time of the newest question, in seconds since the epoch."""


class ClassQuestion(NamedTuple):
    """Question of a class: a step of a finished match, from a seat. The fields are the columns of the database."""

    classroom: str
    number: int
    """Number of the question in its class, from 1."""
    table_id: str
    deal: int
    """Number of the deal, from 1."""
    step: int
    """Step, from 0, of the deal's story."""
    seat: int
    advice: dict[str, Any] | None = None
    """What the class sees once the question is open; None until then."""

    @property
    def place(self) -> tuple[str, int, int, int]:
        """Table, deal, step and seat."""
        return self.table_id, self.deal, self.step, self.seat


class ClassPerson(NamedTuple):
    """A person in a class, without the teacher."""

    identity: str
    name: str
    action: str | None
    """Answer to the question, in the notation of the record; None without an answer."""
    answered_at: float | None


class ClassState(NamedTuple):
    """A class at one moment."""

    classroom: Classroom
    question: ClassQuestion
    people: list[ClassPerson]
    """All people, in the order in which they joined, with their answers to the question."""


class ClassroomStore:
    """The classes in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(self, new: Classroom, first: ClassQuestion, expired: float, limit: int) -> bool:
        """Store a class, and delete all classes without a question since the time `expired`. Return False if the
        teacher has `limit` classes.
        """
        return await self._database.write(partial(_make, new=new, first=first, expired=expired, limit=limit))

    async def delete_expired(self, expired: float) -> None:
        """Delete all classes without a question since the time `expired`."""
        await self._database.write(lambda connection: _delete(connection, classrooms.c.asked_at < expired))

    async def find(self, classroom_id: str) -> Classroom | None:
        """Return a class by its id."""
        query = select(classrooms).where(classrooms.c.id == classroom_id)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else Classroom._make(row)

    async def state(self, classroom_id: str, number: int | None = None) -> ClassState | None:
        """Return a class with one of its questions, by default the current one; None if there is no such question."""
        return await self._database.read(partial(_state, classroom_id=classroom_id, number=number))

    async def ask(self, question: ClassQuestion, now: float) -> Change:
        """Store the next question and make it the current one; "late" if another question came first."""
        return await self._database.write(partial(_ask, question=question, now=now))

    async def join(self, classroom_id: str, identity: str, name: str, now: float) -> Change:
        """Add a person, or change their name. The name differs from those of all other people in the class."""
        joining = partial(_join, classroom_id=classroom_id, identity=identity, name=name, now=now)
        return await self._database.write(joining)

    async def answer(self, classroom_id: str, number: int, identity: str, action: str, now: float) -> Change:
        """Store a person's answer to the current question, in place of an earlier one."""
        values = {"classroom": classroom_id, "question": number, "identity": identity}
        return await self._database.write(partial(_answer, key=values, action=action, now=now))

    async def open(self, classroom_id: str, number: int, advice: dict[str, Any]) -> None:
        """Open the question `number` with `advice`, which ends its answers. An open question does not change."""
        own = class_questions.c
        closed = update(class_questions).where(
            own.classroom == classroom_id, own.number == number, own.advice.is_(None)
        )
        await self._database.write(lambda connection: connection.execute(closed.values(advice=advice)))

    async def all_of(self, identity: str) -> dict[str, list[dict[str, Any]]]:
        """Return a person's classes and answers, for the export of their data."""
        return await self._database.read(partial(_all_of, identity=identity))


# Transactions


def _make(connection: Connection, new: Classroom, first: ClassQuestion, expired: float, limit: int) -> bool:
    _delete(connection, classrooms.c.asked_at < expired)
    own = select(func.count()).select_from(classrooms).where(classrooms.c.teacher == new.teacher)
    if connection.execute(own).scalar_one() >= limit:
        return False
    connection.execute(insert(classrooms), new._asdict())
    connection.execute(insert(class_questions), first._asdict())
    return True


def _delete(connection: Connection, condition: Any) -> None:
    gone = select(classrooms.c.id).where(condition)
    for table in (class_answers, class_people, class_questions):
        connection.execute(delete(table).where(table.c.classroom.in_(gone)))
    connection.execute(delete(classrooms).where(condition))


def _state(connection: Connection, classroom_id: str, number: int | None) -> ClassState | None:
    row = connection.execute(select(classrooms).where(classrooms.c.id == classroom_id)).first()
    if row is None:
        return None
    classroom = Classroom._make(row)
    number = classroom.question if number is None else number
    own = class_questions.c
    asked = connection.execute(select(class_questions).where(own.classroom == classroom_id, own.number == number))
    question = asked.first()
    if question is None:
        return None
    return ClassState(classroom, ClassQuestion._make(question), _people(connection, classroom_id, number))


def _people(connection: Connection, classroom_id: str, number: int) -> list[ClassPerson]:
    own, given = class_people.c, class_answers.c
    same = (given.classroom == own.classroom) & (given.identity == own.identity) & (given.question == number)
    query = select(own.identity, own.name, given.action, given.answered_at).select_from(
        class_people.outerjoin(class_answers, same)
    )
    rows = connection.execute(query.where(own.classroom == classroom_id).order_by(own.joined_at, own.name))
    return [ClassPerson._make(row) for row in rows]


def _ask(connection: Connection, question: ClassQuestion, now: float) -> Change:
    before = (classrooms.c.id == question.classroom) & (classrooms.c.question == question.number - 1)
    moved = update(classrooms).where(before).values(question=question.number, asked_at=now)
    if question.number > MOST_QUESTIONS:
        return "full"
    if not connection.execute(moved).rowcount:
        return "late"
    connection.execute(insert(class_questions), question._asdict())
    return "done"


def _join(connection: Connection, classroom_id: str, identity: str, name: str, now: float) -> Change:
    if connection.execute(select(classrooms.c.id).where(classrooms.c.id == classroom_id)).first() is None:
        return "unknown"
    own = class_people.c
    query = select(own.name).where(own.classroom == classroom_id, own.identity != identity)
    others = list(connection.execute(query).scalars())
    values = {"name": distinct(name, others)}
    mine = update(class_people).where(own.classroom == classroom_id, own.identity == identity)
    if connection.execute(mine.values(**values)).rowcount:
        return "done"
    if len(others) >= MOST_PEOPLE:
        return "full"
    new = {"classroom": classroom_id, "identity": identity, "joined_at": now, **values}
    connection.execute(insert(class_people), new)
    return "done"


def _answer(connection: Connection, key: dict[str, Any], action: str, now: float) -> Change:
    state = _state(connection, key["classroom"], None)
    if state is None or all(person.identity != key["identity"] for person in state.people):
        return "unknown"
    if state.question.number != key["question"]:
        return "late"
    if state.question.advice is not None:
        return "opened"
    given = insert_or(connection, class_answers).values(**key, action=action, answered_at=now)
    changed = {"action": action, "answered_at": now}
    connection.execute(given.on_conflict_do_update(index_elements=list(key), set_=changed))
    return "done"


def _all_of(connection: Connection, identity: str) -> dict[str, list[dict[str, Any]]]:
    own, given = class_people.c, class_answers.c
    taught = select(classrooms.c.id, classrooms.c.made_at).where(classrooms.c.teacher == identity)
    joined = select(own.classroom, own.name, own.joined_at).where(own.identity == identity)
    answers = select(given.classroom, given.question, given.action, given.answered_at)
    answers = answers.where(given.identity == identity).order_by(given.answered_at)
    queries = {"taught": taught.order_by(classrooms.c.made_at), "joined": joined, "answers": answers}
    return {name: _rows(connection, query) for name, query in queries.items()}


def _rows(connection: Connection, query: Any) -> list[dict[str, Any]]:
    return [{str(name): value for name, value in row._mapping.items()} for row in connection.execute(query)]


def forget_in_classrooms(connection: Connection, who: str) -> None:
    """Delete an identity's classes, and their name and answers in other classes."""
    _delete(connection, classrooms.c.teacher == who)
    connection.execute(delete(class_answers).where(class_answers.c.identity == who))
    connection.execute(delete(class_people).where(class_people.c.identity == who))
