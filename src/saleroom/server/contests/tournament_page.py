"""Page of a tournament, as each person may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Literal

from saleroom.games import load
from saleroom.match.fair_deals import commitment
from saleroom.server.contests import duplicate
from saleroom.server.contests.duplicate import DuplicateLine, TableScores
from saleroom.server.contests.seating import people_per_table
from saleroom.server.core.tournament_tables import CLOCK
from saleroom.server.protocol.common import Picture
from saleroom.server.protocol.tournament_bodies import (
    EventDeal,
    EventPage,
    EventPerson,
    EventRound,
    EventStanding,
    EventSubstitute,
    EventTable,
)
from saleroom.server.storage.tournament_rows import RoundTable, Tournament, TournamentPerson

Status = Literal["gathering", "playing", "between", "over"]


@dataclass(frozen=True)
class TournamentState:
    """All data of a tournament."""

    tournament: Tournament
    people: Sequence[TournamentPerson]
    tables: Sequence[RoundTable]
    scores: Mapping[str, TableScores]
    """Scores of each table so far, by table id."""

    @property
    def status(self) -> Status:
        """Stage of the tournament; ``between`` means between two rounds."""
        if self.tournament.round == 0:
            return "gathering"
        if not all(self.scores[table.table_id].over for table in self.tables):
            return "playing"
        return "over" if self.tournament.round >= self.tournament.rounds else "between"

    @cached_property
    def rounds(self) -> list[list[RoundTable]]:
        """Tables of each round that has started."""
        return [list(tables) for _, tables in groupby(self.tables, key=lambda table: table.round)]

    def is_over(self, tables: Iterable[RoundTable]) -> bool:
        """Return whether all tables of a round have finished."""
        return all(self.scores[table.table_id].over for table in tables)

    def lines(self, tables: Iterable[RoundTable]) -> Sequence[DuplicateLine]:
        """Return the compared scores of all seats in a round, deal by deal. Leave out deals that a table still has to
        play.
        """
        return duplicate.deal_lines(self._scores_of(tables))

    def standings(self) -> Sequence[duplicate.DuplicateStanding]:
        """Return the standings of all people who have had a seat in a round or are still participants."""
        later = (person for scores in self.scores.values() for _, person, _ in scores.substitutes)
        played = {person for table in self.tables for person in table.people} | set(later)
        people = tuple(one.number for one in self.people if one.status == "in" or one.number in played)
        return duplicate.standings(people, tuple(self._scores_of(tables) for tables in self.rounds))

    def _scores_of(self, tables: Iterable[RoundTable]) -> duplicate.Round:
        return tuple(self.scores[table.table_id] for table in tables)

    def table_in_play(self, number: int) -> RoundTable | None:
        """Return the table of that number in the current round; None if it has finished."""
        tables = self.rounds[-1] if self.rounds else []
        table = next((table for table in tables if table.number == number), None)
        return None if table is None or self.scores[table.table_id].over else table

    def numbered(self, number: int) -> TournamentPerson | None:
        """Return the person who has joined as number `number`."""
        return next((person for person in self.people if person.number == number), None)

    def is_free(self, table: RoundTable, seat: int) -> bool:
        """Return whether the person who has a seat no longer takes part."""
        number = self.scores[table.table_id].seated[seat]
        person = None if number is None else self.numbered(number)
        return person is not None and person.status != "in"

    def person(self, identity: str | None) -> TournamentPerson | None:
        """Return the participant who has this identity."""
        return next((person for person in self.people if person.identity == identity), None)

    def moves_of(self, person: int) -> tuple[int, int]:
        """Return the number of moves at a person's seats in finished rounds, and how many of these moves a bot made for
        the person without being asked.
        """
        return self._moves.get(person, (0, 0))

    @cached_property
    def _moves(self) -> dict[int | None, tuple[int, int]]:
        """Numbers of moves in finished rounds, by person."""
        counts: dict[int | None, tuple[int, int]] = {}
        for table in (table for tables in self.rounds if self.is_over(tables) for table in tables):
            substitutes = [(person, (moves, by_house)) for _, person, _, moves, by_house in table.substitutes or ()]
            for person, (moves, by_house) in (*zip(table.people, table.moves or (), strict=False), *substitutes):
                before = counts.get(person, (0, 0))
                counts[person] = before[0] + moves, before[1] + by_house
        return counts


def page(state: TournamentState, identity: str | None, pictures: Mapping[str, Picture]) -> EventPage:
    """Return the page of a tournament as the person `identity` may see it; `pictures` has portraits by identity."""
    tournament, own, game = state.tournament, state.person(identity), load(state.tournament.game)
    people = sum(person.status == "in" for person in state.people)
    over = state.status == "over"
    organiser, takes_part = identity == tournament.organiser, own is not None and own.status == "in"
    return EventPage(
        id=tournament.id,
        title=tournament.title,
        game=tournament.game,
        game_title=game.title,
        unit="chips" if game.unit == "chips" else "points",
        options=tournament.options,
        seats=tournament.seats,
        rounds=tournament.rounds,
        round=tournament.round,
        status=state.status,
        per_table=people_per_table(people, tournament.seats, tournament.per_table),
        organiser_name=tournament.organiser_name,
        organiser=organiser,
        begins_at=tournament.begins_at,
        clock=tournament.clock_seconds or CLOCK,
        round_interval=tournament.round_interval,
        next_at=tournament.next_at,
        call=tournament.call_link if organiser or takes_part else None,
        you=own.number if own is not None and takes_part else None,
        table=_table_of(state, own),
        people=[
            EventPerson(number=one.number, name=one.name, picture=pictures[one.identity], status=one.status)
            for one in state.people
        ],
        standings=[_standing(state, standing) for standing in state.standings()],
        played=[_round(state, tables, identity) for tables in state.rounds],
        deals=[] if own is None else _deals(state, own.number),
        commit=commitment(tournament.seed),
        seed=tournament.seed.hex() if over else None,
    )


def _table_of(state: TournamentState, own: TournamentPerson | None) -> str | None:
    """Return the table at which a person has to play now."""
    for table in state.tables:
        scores = state.scores[table.table_id]
        if own is not None and own.number in scores.seated and not scores.over:
            return table.table_id
    return None


def _standing(state: TournamentState, standing: duplicate.DuplicateStanding) -> EventStanding:
    moves, by_house = state.moves_of(standing.person)
    return EventStanding(
        person=standing.person,
        rank=standing.rank,
        points=float(standing.points),
        possible=standing.possible,
        share=None if standing.share is None else float(standing.share),
        difference=float(standing.difference),
        deals=standing.deals,
        moves=moves,
        by_house=by_house,
    )


def _round(state: TournamentState, tables: Sequence[RoundTable], identity: str | None) -> EventRound:
    own, over = state.person(identity), state.is_over(tables)
    opened = over and (state.status == "over" or own is not None or identity == state.tournament.organiser)
    return EventRound(
        number=tables[0].round,
        over=over,
        tables=[_table(table, state.scores[table.table_id], over, opened, own) for table in tables],
    )


def _table(
    table: RoundTable, scores: TableScores, over: bool, opened: bool, own: TournamentPerson | None
) -> EventTable:
    sits = own is not None and own.number in scores.seated
    return EventTable(
        number=table.number,
        id=table.table_id if opened or sits else None,
        people=list(scores.seated),
        substitutes=list(_substitutes(scores)),
        deals=len(scores.scores),
        over=scores.over,
        scores=[sum(seat) for seat in zip(*scores.scores, strict=True)] if over else None,
    )


def _substitutes(scores: TableScores) -> Iterator[EventSubstitute]:
    seated = list(scores.people)
    for seat, person, deals in scores.substitutes:
        yield EventSubstitute(seat=seat, person=person, replaced=seated[seat], deal=deals + 1)
        seated[seat] = person


def _deals(state: TournamentState, person: int) -> list[EventDeal]:
    lines = [
        (tables[0].round, line) for tables in state.rounds for line in state.lines(tables) if line.person == person
    ]
    return [
        EventDeal(
            round=number,
            deal=line.deal,
            seat=line.seat,
            score=line.score,
            points=float(line.compared.points),
            possible=line.compared.possible,
            difference=float(line.compared.difference),
        )
        for number, line in lines
    ]
