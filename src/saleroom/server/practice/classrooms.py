"""Classes. A teacher asks a group what it would do in a moment of a finished match, seen from one seat.

People see only the seat's view, and their own answer. The teacher sees all answers while they arrive, then opens the
question: the class sees how many chose what, the reasons of a search, and what was played. None of this exists while a
contest with the same cards is open.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from saleroom.kernel import refusals
from saleroom.match.decisions import decisions
from saleroom.match.match import Match
from saleroom.server.core.apply import replay
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.project.match_story import prefix_of_step, step_before
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.typed_text import NAME_LENGTH, clean
from saleroom.server.http.csv_file import safe, to_text
from saleroom.server.practice.question import in_words, match_at, seat_view
from saleroom.server.protocol import classroom_bodies as bodies
from saleroom.server.protocol.practice import SeatView
from saleroom.server.storage.classrooms import (
    MOST_PEOPLE,
    MOST_QUESTIONS,
    Change,
    ClassPerson,
    ClassQuestion,
    Classroom,
    ClassState,
)
from saleroom.server.storage.outage import try_job
from saleroom.server.storage.store import Store
from saleroom.server.workers.bot_pool import BotPool
from saleroom.server.workers.hints import advice
from saleroom.server.workers.result_cache import AT_ONCE, ResultCache
from saleroom.server.workers.search_queue import Demand, Share

LIFETIME = 30 * 24 * 3600.0
"""Seconds after its newest question in which a class is deleted."""
DELETES_EVERY = 3600.0
"""Seconds between two deletions of expired classes."""
MOST_CLASSES = 50
"""Maximum number of classes of one teacher."""
MOST_VIEWS, MOST_MATCHES = 512, 64
"""Maximum number of views of seats in memory, about 10 kB each, and of matches, which are larger."""
AGAIN, PEOPLE_A_SECOND = 2.0, 20
"""Seconds between two requests of a page, and the number of people of a class who may ask within a second. A school can
have one network address, which has a rate limit.
"""
COLUMNS = ("question", "table", "deal", "step", "seat", "name", "answer", "preferred", "played", "answered at")


class NoClass(LookupError):
    """Error: there is no class, or no table, with the given id. The argument is the key of the refusal."""


@dataclass(frozen=True)
class Moment:
    """Moment of a finished match."""

    match: Match
    """Replay of the match up to this moment."""
    later: tuple[str, ...]
    """Later events of the deal."""

    def played(self, seat: int) -> str | None:
        """Return what a seat that has to act did; None if the seat does not have to act."""
        if seat not in self.match.to_act:
            return None
        return next(words for actor, _, words in (each.partition(" ") for each in self.later) if actor == str(seat))


class Classrooms:
    """The classes of one server."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        is_open: Callable[[TableHeader, bool], Awaitable[bool]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Use `store`. `is_open` returns whether everyone may see a table, given its header and whether its match is
        over. `clock` returns seconds since the epoch.
        """
        self._tables, self._store, self._bot_pool = store, store.classrooms, bot_pool
        self._is_open, self._clock = is_open, clock
        self._views, self._moments = ResultCache(MOST_VIEWS), ResultCache(MOST_MATCHES)
        self._room = asyncio.Semaphore(AT_ONCE)

    # The teacher

    async def make(self, teacher: str, step: bodies.ClassRequest) -> str:
        """Create a class with its first question, and return its id."""
        now, classroom_id = self._clock(), secrets.token_urlsafe(12)
        first = await self._question(classroom_id, 1, step)
        new = Classroom(classroom_id, teacher, 1, now, now)
        if not await self._store.make(new, first, now - LIFETIME, MOST_CLASSES):
            raise CommandRefusal("full", "class.too-many", count=MOST_CLASSES)
        return classroom_id

    async def ask(self, classroom_id: str, teacher: str, step: bodies.NextQuestion) -> None:
        """Ask the next question; do nothing if it has been asked."""
        await self._of_teacher(classroom_id, teacher)
        await self._ask(await self._question(classroom_id, step.number, step))

    async def ask_next(self, classroom_id: str, teacher: str, number: int) -> None:
        """Ask about the next decision of the same seat in the same match; do nothing if question `number` exists."""
        question = (await self._of_teacher(classroom_id, teacher)).question
        if number <= question.number:
            return
        await self._check_shown(question.table_id)
        key = await self._key(question, "next")
        following = await self._views.get(key, self._next, *question.place)
        if following is None:
            raise CommandRefusal("not-now", "class.no-later")
        deal, step = following
        await self._ask(question._replace(number=number, deal=deal, step=step, advice=None))

    async def _ask(self, question: ClassQuestion) -> None:
        if await self._store.ask(question, self._clock()) == "full":
            raise CommandRefusal("full", "class.too-many-questions", count=MOST_QUESTIONS)

    async def open(self, classroom_id: str, teacher: str, number: int, address: str) -> None:
        """Open the current question: end its answers, and show them to the class with the reasons of a search."""
        question = (await self._of_teacher(classroom_id, teacher)).question
        if question.number != number or question.advice is not None:
            return
        moment, seat = await self._moment(question), question.seat
        if seat not in moment.match.to_act:
            raise CommandRefusal("not-now", "class.nothing-to-choose")
        demand = Demand(Share.ADVICE, address, teacher)
        action, reasons, figures = await advice(self._bot_pool, moment.match, seat, demand)
        opened = bodies.ClassAdvice(action=action, reasons=reasons, figures=figures, played=moment.played(seat))
        await self._store.open(classroom_id, number, opened.model_dump(mode="json"))

    async def answers_csv(self, classroom_id: str, teacher: str) -> str:
        """Return all answers to all questions as CSV, a row for each person and question. Tables that the operator has
        closed are left out.
        """
        classroom = (await self._of_teacher(classroom_id, teacher)).classroom
        numbers = range(1, classroom.question + 1)
        states = [state for number in numbers if (state := await self._store.state(classroom_id, number))]
        listed = await self._tables.summaries(list({state.question.table_id for state in states}))
        shown = {header.id for header, _ in listed}
        return await asyncio.to_thread(_csv, [state for state in states if state.question.table_id in shown])

    # The class

    async def join(self, classroom_id: str, person: str, name: str) -> None:
        """Add a person to the class, or change their name."""
        if (await self._state(classroom_id)).classroom.teacher == person:
            raise CommandRefusal("not-now", "class.teacher")
        cleaned = clean(name, NAME_LENGTH)
        if not cleaned:
            raise CommandRefusal("malformed", "name.empty")
        _check(await self._store.join(classroom_id, person, cleaned, self._clock()))

    async def question(self, classroom_id: str) -> bodies.ClassQuestion:
        """Return the current question, as its seat saw it."""
        question = (await self._state(classroom_id)).question
        await self._check_shown(question.table_id)
        view = await self._views.get(await self._key(question, "view"), self._view, *question.place)
        return bodies.ClassQuestion(number=question.number, **dict(view))

    async def answer(self, classroom_id: str, person: str, number: int, action: str) -> None:
        """Store a person's answer to the current question; raise `IllegalAction` if it is not legal."""
        question = (await self._state(classroom_id)).question
        if question.number != number:
            raise CommandRefusal("stale", _WHY_NOT["late"])
        match = (await self._moment(question)).match
        words = in_words(match, question.seat, action)
        _check(await self._store.answer(classroom_id, number, person, words, self._clock()))

    async def page(self, classroom_id: str, person: str | None) -> bodies.ClassPage:
        """Return what a person may see of a class."""
        state = await self._state(classroom_id)
        question, people = state.question, state.people
        await self._check_shown(question.table_id)
        teaches = person == state.classroom.teacher
        own = next((each for each in people if each.identity == person), None)
        return bodies.ClassPage(
            id=classroom_id,
            number=question.number,
            teacher=teaches,
            name=own and own.name,
            answer=own and own.action,
            result=_result(state),
            progress=_progress(state) if teaches else None,
            again_after=AGAIN if teaches else max(AGAIN, len(people) / PEOPLE_A_SECOND),
        )

    # Stored classes and matches

    async def delete_expired(self) -> None:
        """Delete the classes whose lifetime has ended, every hour until cancelled."""
        while True:
            job = partial(self._store.delete_expired, self._clock() - LIFETIME)
            await try_job(job, "expired classes could not be deleted")
            await asyncio.sleep(DELETES_EVERY)

    def forget(self, table_id: str) -> None:
        """Drop what is in memory about a table, because its names have changed."""
        for cache in (self._views, self._moments):
            cache.forget(table_id)

    def forget_all(self) -> None:
        """Drop everything in memory about tables."""
        for cache in (self._views, self._moments):
            cache.clear()

    async def _key(self, question: ClassQuestion, part: str) -> tuple[str | int, ...]:
        """Return the cache key of a part of a question; an erasure changes the table's edition, and with it the key."""
        table_id, *place = question.place
        return table_id, await self._tables.leases.edition(table_id), *place, part

    async def _state(self, classroom_id: str) -> ClassState:
        state = await self._store.state(classroom_id)
        if state is None or state.classroom.asked_at < self._clock() - LIFETIME:
            raise NoClass("class.none")
        return state

    async def _of_teacher(self, classroom_id: str, teacher: str) -> ClassState:
        state = await self._state(classroom_id)
        if state.classroom.teacher != teacher:
            raise CommandRefusal("not-yours", "class.teacher-only")
        return state

    async def _question(self, classroom_id: str, number: int, step: bodies.ClassRequest) -> ClassQuestion:
        """Return a new question, if everyone may see its match."""
        question = ClassQuestion(classroom_id, number, step.table, step.deal, step.step, step.seat)
        match = (await self._moment(question)).match
        if step.seat >= match.seats:
            raise CommandRefusal("malformed", "record.seats", count=match.seats)
        return question

    async def _moment(self, question: ClassQuestion) -> Moment:
        """Return the moment of a question, if everyone may see its match."""
        await self._check_shown(question.table_id)
        table_id, deal, step, _ = question.place
        return await self._load(table_id, deal, step)

    async def _check_shown(self, table_id: str) -> None:
        """Refuse a table that the operator has closed, or whose cards are in play in a contest."""
        listed = await self._tables.summary(table_id)
        if listed is None:
            raise NoClass("no-table")
        if not await self._is_open(listed[0], True):
            raise CommandRefusal("not-yours", _IN_PLAY)

    async def _load(self, table_id: str, deal: int, step: int) -> Moment:
        key = (table_id, await self._tables.leases.edition(table_id), deal, step)
        return await self._moments.get(key, self._from_match, table_id, _moment_of, deal, step)

    async def _view(self, table_id: str, deal: int, step: int, seat: int) -> SeatView:
        match = (await self._load(table_id, deal, step)).match
        return await asyncio.to_thread(seat_view, match, seat, deal)

    async def _next(self, table_id: str, deal: int, step: int, seat: int) -> tuple[int, int] | None:
        return await self._from_match(table_id, next_decision, seat, deal, step)

    async def _from_match(self, table_id: str, make: Callable[..., Any], *arguments: Any) -> Any:
        """Return `make(match, *arguments)`, computed in a thread; few matches are replayed simultaneously."""
        async with self._room:
            stored = await self._tables.load(table_id)
            if stored is None:
                raise NoClass("no-table")
            result = await asyncio.to_thread(lambda: make(_finished(*stored), *arguments))
        await self._check_shown(table_id)  # a contest can have begun while this request waited
        return result


_IN_PLAY = "class.cards-in-play"
_WHY_NOT = {"full": "class.full", "late": "class.late", "opened": "class.opened", "unknown": "class.not-in"}


def _check(change: Change) -> None:
    if change != "done":
        raise CommandRefusal("full" if change == "full" else "not-now", _WHY_NOT[change], count=MOST_PEOPLE)


def _finished(header: TableHeader, events: list[TableEvent]) -> Match:
    """Return the match of a table; refuse a match that is not over."""
    state = replay(header, events)
    if state.match is None or not state.over:
        raise CommandRefusal("not-yours", _IN_PLAY)
    return state.match


def _moment_of(match: Match, deal: int, step: int) -> Moment:
    try:
        before = len(prefix_of_step(match, deal, step).deals[-1])
    except ValueError as error:
        raise CommandRefusal.of("malformed", refusals.refusal_of(error)) from None
    later = tuple(event.text() for event in match.deals[deal - 1].events[before:])
    return Moment(match_at(match, deal, step), later)


def next_decision(match: Match, seat: int, deal: int, step: int) -> tuple[int, int] | None:
    """Return the deal and step before the next decision of a seat after the given step; None if there is none."""
    places = ((each.deal, step_before(match, each.deal, each.number)) for each in decisions(match, seat))
    return next((place for place in places if place > (deal, step)), None)


def _tally(people: Iterable[ClassPerson]) -> list[bodies.ClassTally]:
    counts = Counter(person.action for person in people if person.action is not None)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [bodies.ClassTally(action=action, count=count) for action, count in ranked]


def _result(state: ClassState) -> bodies.ClassResult | None:
    if state.question.advice is None:
        return None
    opened = bodies.ClassAdvice.model_validate(state.question.advice)
    return bodies.ClassResult(tally=_tally(state.people), advice=opened)


def _progress(state: ClassState) -> bodies.ClassProgress:
    question, people = state.question, state.people
    return bodies.ClassProgress(
        tally=_tally(people),
        people=[bodies.ClassPerson(name=person.name, action=person.action) for person in people],
        answered=sum(person.action is not None for person in people),
        table=question.table_id,
        deal=question.deal,
        step=question.step,
    )


def _csv(states: Iterable[ClassState]) -> str:
    return to_text([COLUMNS, *(row for state in states for row in _rows(state))])


def _rows(state: ClassState) -> Iterator[tuple[object, ...]]:
    question = state.question
    opened = question.advice or {"action": "", "played": ""}
    for person in state.people:
        at = person.answered_at
        yield (
            question.number,
            safe(question.table_id),
            question.deal,
            question.step,
            question.seat + 1,
            safe(person.name),
            safe(person.action or ""),
            safe(opened["action"]),
            safe(opened["played"] or ""),
            "" if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds"),
        )
