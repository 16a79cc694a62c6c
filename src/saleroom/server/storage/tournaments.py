"""Stored data of tournaments: their participants, and the seats and results of each round."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, case, exists, func, insert, select, union, update

from saleroom.server.protocol.common import Clock
from saleroom.server.storage.columns import (
    tournament_people,
    tournament_substitutes,
    tournament_tables,
    tournaments,
)
from saleroom.server.storage.database import Database

MOST_PEOPLE = 500
"""Maximum number of participants in a tournament."""

FEWEST, FEWEST_LATER = 4, 2
"""Minimum number of people for the first round, and for a later one."""

Joining = Literal["in", "full", "over", "removed"]
Substituting = Literal["in", "has-seen", "taken"]
Attach = Callable[[Connection, str], None]
"""Function that stores more about a new tournament in the same transaction, given the tournament's id."""


class Tournament(NamedTuple):
    """A tournament. The fields are the columns of the database."""

    id: str
    title: str
    game: str
    options: dict[str, int | str]
    """Values of all options of the game."""
    seats: int
    rounds: int
    per_table: int | None
    """Maximum number of people at a table. None means as many as possible with two tables."""
    organiser: str
    """Identity of the organiser."""
    organiser_name: str
    seed: bytes
    """32 bytes from which the seeds of all rounds are derived; secret until the tournament is over."""
    made_at: float
    round: int
    """Number of the last started round; 0 before the first round."""
    language: str | None = None
    """Language of link previews; None for the language of each reader."""
    names_organiser: bool = False
    """Whether link previews contain the organiser's name."""
    begins_at: float | None = None
    """Planned time of the first round, in seconds since the epoch."""
    call_link: str | None = None
    """Address of the organiser's call, shown to participants and the organiser."""
    clock_seconds: Clock = None
    """Seconds for a move; None for `tournament_tables.CLOCK`."""
    round_interval: int | None = None
    """Minimum number of seconds between the beginnings of two rounds that the server starts; None if the organiser
    starts each round.
    """

    @property
    def next_at(self) -> float | None:
        """Time at which the server starts the next round, at the earliest; None if it starts none."""
        if self.begins_at is None or self.round_interval is None or self.round >= self.rounds:
            return None
        return self.begins_at + self.round * self.round_interval


class OwnTournament(NamedTuple):
    """Tournament that a person organises or takes part in."""

    id: str
    title: str
    game: str
    begins_at: float | None
    round: int
    rounds: int
    organised: bool
    playing: bool
    """Whether a table of a started round has no result yet."""


class TournamentPerson(NamedTuple):
    """Participant of a tournament, or a person who took part and then left or was removed."""

    event: str
    number: int
    """Number of the person, from 1, in the order in which people joined."""
    identity: str
    holder: str
    """Device with which the person joined."""
    name: str
    status: Literal["in", "left", "removed"]


class RoundTable(NamedTuple):
    """A table in one round of a tournament."""

    event: str
    round: int
    number: int
    """Number of the table in its round, from 1."""
    table_id: str
    people: list[int | None]
    """Number of the person at each seat; None for a bot."""
    scores: list[list[int]] | None = None
    """Score changes of each deal, shape (deals, seats); None until the match is over."""
    moves: list[list[int]] | None = None
    """For each seat, the number of moves of the first person, and of moves that a bot made for them; None until the
    match is over.
    """
    substitutes: list[list[int]] | None = None
    """For each substitute, the seat, the number of the person, the number of deals that had finished before, and the
    numbers of moves as in `moves`; None until the match is over.
    """


class PlannedSubstitute(NamedTuple):
    """A person who takes over a seat in a round, stored before the person sits down at the table."""

    event: str
    round: int
    person: int
    number: int
    """Number of the substitute in the round, from 1, in the order in which they were stored."""
    table_number: int
    seat: int


class TournamentStore:
    """The tournaments in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        tournament: Tournament,
        first: tuple[str, str] | None = None,
        attach: Attach | None = None,
    ) -> None:
        """Store a new tournament, and call `attach`. `first` gives the device and name of the first participant, if
        there is one.
        """

        def transaction(connection: Connection) -> None:
            connection.execute(insert(tournaments), tournament._asdict())
            if first is not None:
                holder, name = first
                _join(connection, tournament.id, tournament.organiser, holder, lambda taken: name)
            if attach is not None:
                attach(connection, tournament.id)

        await self._database.write(transaction)

    async def find(self, tournament_id: str) -> Tournament | None:
        """Return a tournament by its id."""
        rows = await self._all(select(tournaments).where(tournaments.c.id == tournament_id), Tournament._make)
        return rows[0] if rows else None

    async def all_of(self, identity: str) -> list[dict[str, Any]]:
        """Return data of the tournaments that a person organised or joined, the earliest first. Only organisers get the
        address of the call, because it is theirs.
        """
        own, came = tournaments.c, tournament_people.c
        organised = (own.organiser == identity).label("organised")
        call = case((own.organiser == identity, own.call_link)).label("call")
        query = select(own.id, own.title, own.game, own.made_at, own.begins_at, call, organised, came.name, came.status)
        joined = and_(came.event == own.id, came.identity == identity)
        theirs = query.select_from(tournaments.outerjoin(tournament_people, joined)).where(
            organised | came.identity.is_not(None)
        )
        return await self._all(theirs.order_by(own.made_at), _by_name)

    async def latest_of(self, identity: str, limit: int) -> list[OwnTournament]:
        """Return the newest tournaments that a person organises or takes part in, the newest first."""
        own, came, at = tournaments.c, tournament_people.c, tournament_tables.c
        mine = union(
            select(own.id).where(own.organiser == identity),
            select(came.event).where(came.identity == identity, came.status == "in"),
        )
        playing = exists().where(at.event == own.id, at.scores.is_(None))
        organised = own.organiser == identity
        query = select(own.id, own.title, own.game, own.begins_at, own.round, own.rounds, organised, playing)
        query = query.where(own.id.in_(mine)).order_by(own.made_at.desc(), own.id).limit(limit)
        return await self._all(query, lambda row: OwnTournament._make((*row[:6], bool(row[6]), bool(row[7]))))

    async def change(self, tournament_id: str, values: Mapping[str, Any]) -> None:
        """Change columns of a tournament."""
        statement = update(tournaments).where(tournaments.c.id == tournament_id).values(dict(values))
        await self._database.write(lambda connection: connection.execute(statement))

    async def made_since(self, organiser: str, since: float) -> int:
        """Return how many tournaments a person has created after the time `since`."""
        query = select(func.count()).where(tournaments.c.organiser == organiser, tournaments.c.made_at >= since)
        return await self._database.read(lambda connection: connection.execute(query).scalar_one())

    async def people(self, tournament_id: str) -> list[TournamentPerson]:
        """Return all people who have joined, including people who have left, in the order in which they joined."""
        query = (
            select(tournament_people)
            .where(tournament_people.c.event == tournament_id)
            .order_by(tournament_people.c.number)
        )
        return await self._all(query, TournamentPerson._make)

    async def join(self, tournament_id: str, identity: str, holder: str, name: Callable[[list[str]], str]) -> Joining:
        """Add a person, even if they have left before. During a round they have no seat until the next one begins.
        Return "in", or why they cannot join.

        `name` is a function that returns the person's name, given the names of the other participants.
        """
        return await self._database.write(
            partial(_join, tournament_id=tournament_id, identity=identity, holder=holder, name=name)
        )

    async def leave(self, tournament_id: str, number: int, status: Literal["left", "removed"]) -> None:
        """Mark a person as having left or been removed."""
        query = (tournament_people.c.event == tournament_id) & (tournament_people.c.number == number)
        statement = update(tournament_people).where(query, tournament_people.c.status == "in").values(status=status)
        await self._database.write(lambda connection: connection.execute(statement))

    # Rounds

    async def begin_round(self, tournament_id: str, number: int, tables: Sequence[RoundTable], now: float) -> bool:
        """Store the seats of the next round; return False if that round has already started. If the first round begins
        before its planned time, the times of later rounds follow from `now`.
        """
        return await self._database.write(
            partial(_begin_round, tournament_id=tournament_id, number=number, tables=tables, now=now)
        )

    async def end_after(self, tournament_id: str, rounds: int) -> None:
        """End a tournament after the round numbered `rounds`, if that round is the current one."""
        statement = (
            update(tournaments)
            .where(tournaments.c.id == tournament_id, tournaments.c.round == rounds)
            .values(rounds=rounds)
        )
        await self._database.write(lambda connection: connection.execute(statement))

    async def tables(self, tournament_id: str) -> list[RoundTable]:
        """Return all tables of a tournament, in order of rounds and table numbers."""
        query = select(tournament_tables).where(tournament_tables.c.event == tournament_id)
        return await self._all(query.order_by(tournament_tables.c.round, tournament_tables.c.number), RoundTable._make)

    async def note_result(
        self, table_id: str, scores: list[list[int]], moves: list[list[int]], substitutes: list[list[int]]
    ) -> None:
        """Store the scores, the counts of moves and the substitutes of a finished table."""
        own = update(tournament_tables).where(tournament_tables.c.table_id == table_id)
        statement = own.values(scores=scores, moves=moves, substitutes=substitutes)
        await self._database.write(lambda connection: connection.execute(statement))

    async def add_substitute(
        self, tournament_id: str, number: int, table: int, seat: int, person: int, *, replaced: int | None
    ) -> Substituting:
        """Store that a person takes over a seat in the round `number`. Return "has-seen" unless the round is in
        progress at that table, and the person takes part and has no seat in the round.

        `replaced` is the person at the seat if they have to have left; None if the seat need not be free. Return
        "taken" if that person, or a later substitute, takes part.
        """
        return await self._database.write(
            partial(
                _add_substitute,
                tournament_id=tournament_id,
                number=number,
                table=table,
                seat=seat,
                person=person,
                replaced=replaced,
            )
        )

    async def substitutes(self, tournament_id: str, number: int) -> list[PlannedSubstitute]:
        """Return the substitutes of a round, in the order in which they were stored."""
        return await self._database.read(partial(_substitutes, tournament_id=tournament_id, number=number))

    async def due(self, now: float) -> list[str]:
        """Return the tournaments without a round in progress whose next round the server has to start by `now`, and
        that have enough people for it.
        """
        query = select(tournaments.c.id).where(_is_due(now), _has_enough_people())
        return [tournament_id for (tournament_id,) in await self._all(query, tuple)]

    async def stop_schedule(self, planned: float) -> None:
        """End the schedule of the tournaments whose next round was planned for the time `planned` or earlier, if too
        few people take part.
        """
        late = _is_due(planned) & ~_has_enough_people()
        if await self._all(select(tournaments.c.id).where(late).limit(1), tuple):  # usually there is nothing to write
            statement = update(tournaments).where(late).values(round_interval=None)
            await self._database.write(lambda connection: connection.execute(statement))

    async def unfinished(self) -> list[str]:
        """Return the tournaments with a round in progress."""
        query = select(tournament_tables.c.event).where(tournament_tables.c.scores.is_(None)).distinct()
        return [tournament_id for (tournament_id,) in await self._all(query, tuple)]

    async def _all(self, query: Any, make: Callable[[Any], Any]) -> list[Any]:
        return await self._database.read(lambda connection: [make(row) for row in connection.execute(query)])


# Queries


def _is_due(now: float) -> ColumnElement[bool]:
    """Return the condition that no round is in progress and the next round was planned for `now` or earlier."""
    own, tables = tournaments.c, tournament_tables.c
    in_play = exists().where(tables.event == own.id, tables.scores.is_(None)).correlate(tournaments)
    return and_(own.round < own.rounds, own.begins_at + own.round * own.round_interval <= now, ~in_play)


def _has_enough_people() -> ColumnElement[bool]:
    own, people = tournaments.c, tournament_people.c
    taking_part = select(func.count()).where(people.event == own.id, people.status == "in").correlate(tournaments)
    return taking_part.scalar_subquery() >= case((own.round == 0, FEWEST), else_=FEWEST_LATER)


# Transactions


def _by_name(row: Any) -> dict[str, Any]:
    """Return a database row as a dict whose keys are plain strings, as JSON requires."""
    return {str(name): value for name, value in row._mapping.items()}


def _join(
    connection: Connection, tournament_id: str, identity: str, holder: str, name: Callable[[list[str]], str]
) -> Joining:
    if _is_over(connection, tournament_id):
        return "over"
    query = select(tournament_people).where(tournament_people.c.event == tournament_id)
    people = [TournamentPerson._make(row) for row in connection.execute(query)]
    others = [person for person in people if person.identity != identity]
    own = next((person for person in people if person.identity == identity), None)
    if own is not None and own.status == "removed":
        return "removed"
    if sum(person.status == "in" for person in others) >= MOST_PEOPLE:
        return "full"
    values = {"holder": holder, "name": name([person.name for person in others]), "status": "in"}
    if own is None:
        number = max((person.number for person in people), default=0) + 1
        connection.execute(
            insert(tournament_people).values(event=tournament_id, number=number, identity=identity, **values)
        )
    else:
        same = (tournament_people.c.event == tournament_id) & (tournament_people.c.number == own.number)
        connection.execute(update(tournament_people).where(same).values(**values))
    return "in"


def _is_over(connection: Connection, tournament_id: str) -> bool:
    """Return whether all tables of the last round have finished."""
    own, tables = tournaments.c, tournament_tables.c
    last = select(own.id).where(own.id == tournament_id, own.round >= own.rounds)
    unfinished = select(tables.number).where(tables.event == tournament_id, tables.scores.is_(None))
    return connection.execute(last).first() is not None and connection.execute(unfinished).first() is None


def _begin_round(
    connection: Connection, tournament_id: str, number: int, tables: Sequence[RoundTable], now: float
) -> bool:
    own = tournaments.c
    query = (own.id == tournament_id) & (own.round == number - 1)
    if not connection.execute(update(tournaments).where(query).values(round=number)).rowcount:
        return False
    if number == 1:
        early = (own.id == tournament_id) & (func.coalesce(own.begins_at, now) >= now)
        connection.execute(update(tournaments).where(early).values(begins_at=now))
    connection.execute(insert(tournament_tables), [table._asdict() for table in tables])
    return True


def _substitutes(connection: Connection, tournament_id: str, number: int) -> list[PlannedSubstitute]:
    own = tournament_substitutes.c
    query = select(tournament_substitutes).where(own.event == tournament_id, own.round == number)
    return [PlannedSubstitute._make(row) for row in connection.execute(query.order_by(own.number))]


def _add_substitute(
    connection: Connection, *, tournament_id: str, number: int, table: int, seat: int, person: int, replaced: int | None
) -> Substituting:
    own, people = tournament_tables.c, tournament_people.c
    query = select(tournament_tables).where(own.event == tournament_id, own.round == number)
    round_tables = [RoundTable._make(row) for row in connection.execute(query)]
    planned = _substitutes(connection, tournament_id, number)
    rows = connection.execute(select(tournament_people).where(people.event == tournament_id)).all()
    taking_part = {row.number for row in rows if row.status == "in"}
    identities = {row.number: row.identity for row in rows if row.number != person or row.status == "in"}
    seated = {each for table in round_tables for each in table.people} | {each.person for each in planned}
    if person not in identities or identities[person] in {identities.get(each) for each in seated}:
        return "has-seen"
    place = next((each for each in round_tables if each.number == table and each.scores is None), None)
    if place is None:
        return "has-seen"
    if replaced is not None:
        substitutes = [each.person for each in planned if (each.table_number, each.seat) == (table, seat)]
        holders = [place.people[seat], *substitutes]
        if taking_part.intersection(holders[holders.index(replaced) :]):
            return "taken"
    new = PlannedSubstitute(tournament_id, number, person, len(planned) + 1, table, seat)
    connection.execute(insert(tournament_substitutes), new._asdict())
    return "in"


def forget_in_tournaments(connection: Connection, who: str) -> None:
    """Anonymise an identity in all tournaments; for example, the third participant becomes "player 3". Scores do not
    change.
    """
    for row in connection.execute(select(tournament_people).where(tournament_people.c.identity == who)).all():
        own = (tournament_people.c.event == row.event) & (tournament_people.c.number == row.number)
        unknown = secrets.token_hex(32)
        values = {"identity": unknown, "holder": unknown, "name": f"player {row.number}", "status": "left"}
        connection.execute(update(tournament_people).where(own).values(**values))
    for (tournament_id,) in connection.execute(select(tournaments.c.id).where(tournaments.c.organiser == who)).all():
        values = {
            "organiser": secrets.token_hex(32),
            "organiser_name": "player",
            "names_organiser": False,
            "call_link": None,
        }
        connection.execute(update(tournaments).where(tournaments.c.id == tournament_id).values(**values))
