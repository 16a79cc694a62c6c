"""Page of a series as a member may see it, and its standings as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from saleroom.games import load
from saleroom.server.contests.series_standings import SeriesStanding, series_standings
from saleroom.server.contests.tournament_export import csv_text, safe
from saleroom.server.contests.tournament_page import Status
from saleroom.server.protocol.common import Picture
from saleroom.server.protocol.series_bodies import (
    SeriesEveningInfo,
    SeriesMemberInfo,
    SeriesPage,
    SeriesPoints,
    SeriesStandingInfo,
)
from saleroom.server.storage.series_rows import ORGANISERS, EveningResult, SeriesEvening, SeriesMember, SeriesRows


@dataclass(frozen=True)
class SeriesState:
    """All data of a series, for one of its members."""

    rows: SeriesRows
    own: SeriesMember
    """The member who asks."""
    statuses: Mapping[int, Status]
    """Stage of each evening, by number."""

    @property
    def finished(self) -> list[SeriesEvening]:
        """Evenings that are over."""
        return [one for one in self.rows.evenings if one.results is not None]

    @cached_property
    def results(self) -> list[dict[int, EveningResult]]:
        """Results of the members in each finished evening, by the member's number. If devices of two participants were
        linked later, the first of the two counts.
        """
        numbers = {one.identity: one.number for one in self.rows.members}
        results: list[dict[int, EveningResult]] = []
        for evening in self.finished:
            own: dict[int, EveningResult] = {}
            for result in sorted(evening.results or (), key=lambda one: one.person):
                member = numbers.get(evening.people.get(result.person, ""))
                if member is not None:
                    own.setdefault(member, result)
            results.append(own)
        return results

    @cached_property
    def members(self) -> list[SeriesMember]:
        """Members, and people who were members and have played."""
        played = {member for evening in self.results for member in evening}
        return [one for one in self.rows.members if one.status == "in" or one.number in played]

    @cached_property
    def standings(self) -> Sequence[SeriesStanding]:
        """Standings after the finished evenings."""
        evenings = [
            {member: _percent(one) for member, one in evening.items() if one.enough} for evening in self.results
        ]
        return series_standings([one.number for one in self.members], evenings, self.rows.series.counted)


def _percent(result: EveningResult) -> Fraction:
    return Fraction(50 * result.half_points, result.possible)


def series_page(state: SeriesState, pictures: Mapping[str, Picture]) -> SeriesPage:
    """Return the page; `pictures` has portraits by identity."""
    series, own, game = state.rows.series, state.own, load(state.rows.series.game)
    return SeriesPage(
        id=series.id,
        title=series.title,
        game=series.game,
        game_title=game.title,
        options=series.options,
        seats=series.seats,
        rounds=series.rounds,
        per_table=series.per_table,
        counted=series.counted,
        you=own.number,
        role=own.role,
        invitation=series.invitation if own.role in ORGANISERS else None,
        members=[
            SeriesMemberInfo(
                number=one.number, name=one.name, picture=pictures[one.identity], role=one.role, status=one.status
            )
            for one in state.members
        ],
        evenings=[_evening(state, one) for one in state.rows.evenings],
        standings=[_standing(state, one) for one in state.standings],
    )


def _evening(state: SeriesState, evening: SeriesEvening) -> SeriesEveningInfo:
    own = {number for number, identity in evening.people.items() if identity == state.own.identity}
    people = evening.taking_part if evening.results is None else {one.person for one in evening.results}
    return SeriesEveningInfo(
        number=evening.number,
        event=evening.event,
        title=evening.title,
        begins_at=evening.begins_at,
        status=state.statuses[evening.number],
        people=len(people),
        takes_part=bool(own & people),
        organises=evening.organiser == state.own.identity,
    )


def _standing(state: SeriesState, standing: SeriesStanding) -> SeriesStandingInfo:
    results = [
        (index, evening.number, own[standing.member])
        for index, (evening, own) in enumerate(zip(state.finished, state.results, strict=True))
        if standing.member in own
    ]
    return SeriesStandingInfo(
        member=standing.member,
        rank=standing.rank,
        total=float(standing.total),
        evenings=[
            SeriesPoints(
                evening=number,
                rank=result.rank,
                percent=float(_percent(result)),
                deals=result.deals,
                counts=index in standing.counted,
            )
            for index, number, result in results
        ],
    )


# CSV


def to_csv(state: SeriesState) -> str:
    """Return the standings as CSV, with the percentage of each finished evening; an absence leaves its cell empty."""
    return csv_text(_rows(state))


def _rows(state: SeriesState) -> Iterator[tuple[object, ...]]:
    names = {one.number: safe(one.name) for one in state.members}
    titles = (safe(f"{one.number}. {one.title}") for one in state.finished)
    yield ("rank", "name", "total", "evenings", "counted", *titles)
    for one in state.standings:
        played = sum(point is not None for point in one.points)
        points = ("" if point is None else f"{float(point):.2f}" for point in one.points)
        yield (one.rank, names[one.member], f"{float(one.total):.2f}", played, len(one.counted), *points)
