"""Stored data of tournaments: their participants, and the seats and results of each round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from sqlalchemy import Connection, and_, case, exists, func, insert, select, union, update

from saleroom.server.storage.columns import tournament_people, tournament_tables, tournaments
from saleroom.server.storage.database import Database
from saleroom.server.storage.tournament_rows import (
    Joining,
    OwnTournament,
    PlannedSubstitute,
    RoundTable,
    Substituting,
    Tournament,
    TournamentPerson,
)
from saleroom.server.storage.tournament_transactions import (
    add_substitute,
    begin_round,
    has_enough_people,
    is_due,
    join,
    planned_substitutes,
)

Attach = Callable[[Connection, str], None]
"""Function that stores more about a new tournament in the same transaction, given the tournament's id."""


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
                join(connection, tournament.id, tournament.organiser, holder, lambda taken: name)
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
            partial(join, tournament_id=tournament_id, identity=identity, holder=holder, name=name)
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
            partial(begin_round, tournament_id=tournament_id, number=number, tables=tables, now=now)
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
                add_substitute,
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
        return await self._database.read(partial(planned_substitutes, tournament_id=tournament_id, number=number))

    async def due(self, now: float) -> list[str]:
        """Return the tournaments without a round in progress whose next round the server has to start by `now`, and
        that have enough people for it.
        """
        query = select(tournaments.c.id).where(is_due(now), has_enough_people())
        return [tournament_id for (tournament_id,) in await self._all(query, tuple)]

    async def stop_schedule(self, planned: float) -> None:
        """End the schedule of the tournaments whose next round was planned for the time `planned` or earlier, if too
        few people take part.
        """
        late = is_due(planned) & ~has_enough_people()
        if await self._all(select(tournaments.c.id).where(late).limit(1), tuple):  # usually there is nothing to write
            statement = update(tournaments).where(late).values(round_interval=None)
            await self._database.write(lambda connection: connection.execute(statement))

    async def unfinished(self) -> list[str]:
        """Return the tournaments with a round in progress."""
        query = select(tournament_tables.c.event).where(tournament_tables.c.scores.is_(None)).distinct()
        return [tournament_id for (tournament_id,) in await self._all(query, tuple)]

    async def _all(self, query: Any, make: Callable[[Any], Any]) -> list[Any]:
        return await self._database.read(lambda connection: [make(row) for row in connection.execute(query)])


def _by_name(row: Any) -> dict[str, Any]:
    """Return a database row as a dict whose keys are plain strings, as JSON requires."""
    return {str(name): value for name, value in row._mapping.items()}
