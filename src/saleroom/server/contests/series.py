"""Series: a club's evenings, each a tournament, with members who join by a link."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from saleroom.games import load
from saleroom.server.contests.series_page import SeriesState
from saleroom.server.contests.tournament_page import Status, TournamentState
from saleroom.server.contests.tournaments import Tournaments, checked_name, checked_title, settled_rules
from saleroom.server.core.typed_text import distinct
from saleroom.server.protocol import series_bodies
from saleroom.server.protocol.tournament_bodies import TournamentRequest
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.series import attach
from saleroom.server.storage.series_rows import (
    ORGANISERS,
    EveningResult,
    Role,
    Series,
    SeriesEvening,
    SeriesMember,
    SeriesRefused,
    SeriesRows,
)

MOST_A_DAY = 5
"""Maximum number of series that one person may create within a day."""


class SeriesService:
    """The series of one server. Methods raise `SeriesRefused` if the caller may not do what they ask for."""

    def __init__(self, hub: Hub, tournaments: Tournaments, clock: Callable[[], float] = time.time) -> None:
        """Use `tournaments` of `hub`, and `clock`, which returns seconds since the epoch."""
        self._contests, self._tournaments, self._clock = hub.store.contests, tournaments, clock
        self._store = hub.store.contests.series

    async def make(self, request: series_bodies.SeriesRequest, holder: str) -> str:
        """Create a series and return its id."""
        title, name = checked_title(request.title), checked_name(request.name)
        seats, options = settled_rules(request, request.game)
        new = Series(
            id=secrets.token_urlsafe(12),
            title=title,
            game=request.game,
            options=options,
            seats=seats,
            rounds=request.rounds,
            per_table=request.per_table,
            counted=request.counted,
            invitation=_new_invitation(),
            made_at=self._clock(),
        )
        await self._store.add(new, await self._identity(holder), name, MOST_A_DAY)
        return new.id

    # Viewing

    async def state(self, series_id: str, holder: str | None) -> SeriesState:
        """Return all data of a series, for one of its members. Store the results of evenings that have just ended."""
        rows, own = await self._as_member(series_id, holder)
        evenings: list[SeriesEvening] = []
        statuses: dict[int, Status] = {}
        for evening in rows.evenings:
            status, results = await self._progress(series_id, evening)
            statuses[evening.number] = status
            evenings.append(evening._replace(results=results))
        return SeriesState(rows._replace(evenings=evenings), own, statuses)

    async def _progress(
        self, series_id: str, evening: SeriesEvening
    ) -> tuple[Status, tuple[EveningResult, ...] | None]:
        """Return the stage of an evening, and its results if it is over."""
        if evening.results is not None or not evening.round:
            return "over" if evening.results is not None else "gathering", evening.results
        state = await self._tournaments.state(evening.event)
        if state.status != "over":
            return state.status, None
        results = evening_results(state)
        await self._store.note_results(series_id, evening.number, results)
        return "over", results

    async def invitation(self, series_id: str, code: str, holder: str | None) -> series_bodies.SeriesInvitation:
        """Return what a person may know who has the invitation link."""
        rows = await self._store.rows(series_id)
        if not rows.series.invites(code):
            raise SeriesRefused("series.no-invitation")
        members = [one for one in rows.members if one.status == "in"]
        return series_bodies.SeriesInvitation(
            title=rows.series.title,
            game_title=load(rows.series.game).title,
            owner_name=next(one.name for one in members if one.role == "owner"),
            members=len(members),
            member=holder is not None and rows.member(await self._identity(holder)) is not None,
        )

    async def of(self, holder: str) -> list[tuple[Series, Role]]:
        """Return the series to which a person belongs, with their role in each."""
        return await self._store.of(await self._identity(holder))

    async def of_event(self, event: str, holder: str) -> tuple[Series, Role] | None:
        """Return the series of a tournament, if the person belongs to it, with their role."""
        own = await self._store.of(await self._identity(holder), event)
        return own[0] if own else None

    # Members

    async def join(self, series_id: str, holder: str, request: series_bodies.SeriesJoinRequest) -> None:
        """Add a person who has the invitation link, under a name that no other member has."""
        cleaned, who = checked_name(request.name), await self._identity(holder)
        await self._store.join(series_id, request.code, who, lambda others: distinct(cleaned, others), self._clock())

    async def leave(self, series_id: str, holder: str) -> None:
        """Remove a member who wants to leave."""
        await self._store.leave(series_id, await self._identity(holder))

    async def remove(self, series_id: str, holder: str, member: int) -> None:
        """Remove a member, as an organiser."""
        await self._store.remove(series_id, await self._identity(holder), member)

    async def set_role(self, series_id: str, holder: str, request: series_bodies.RoleRequest) -> None:
        """Change a member's role, as the owner."""
        await self._store.set_role(series_id, await self._identity(holder), request.member, request.role)

    # Settings

    async def settle(self, series_id: str, holder: str, settings: series_bodies.SeriesSettings) -> None:
        """Change the title, or how many evenings count."""
        values: dict[str, Any] = {}
        if settings.title is not None:
            values["title"] = checked_title(settings.title)
        if settings.counted is not None:
            values["counted"] = None if settings.counted == "all" else settings.counted
        await self._store.change(series_id, await self._identity(holder), values)

    async def invite(self, series_id: str, holder: str, is_open: bool) -> None:
        """Replace the invitation link, or close it. The previous link then admits no one."""
        values = {"invitation": _new_invitation() if is_open else None}
        await self._store.change(series_id, await self._identity(holder), values)

    # Evenings

    async def plan(self, series_id: str, holder: str, request: series_bodies.EveningRequest) -> str:
        """Create the next evening with the game and rules of the series, and return the id of its tournament."""
        rows, own = await self._as_member(series_id, holder)
        if own.role not in ORGANISERS:
            raise SeriesRefused("series.organisers-only")
        series, next_number = rows.series, max((one.number for one in rows.evenings), default=0) + 1
        tournament = TournamentRequest(
            game=series.game,
            title=request.title or f"{series.title[:50].rstrip()} · {next_number}",
            name=own.name,
            seats=series.seats,
            options=dict(series.options),
            rounds=series.rounds,
            per_table=series.per_table,
            plays=request.plays,
            language=request.language,
            begins_at=request.begins_at,
        )
        added = partial(attach, series_id=series_id, identity=own.identity)
        return await self._tournaments.make(tournament, holder, added)

    async def remove_evening(self, series_id: str, holder: str, number: int) -> None:
        """Remove an evening that has not begun."""
        await self._store.remove_evening(series_id, await self._identity(holder), number)

    async def take_evening(self, series_id: str, holder: str, number: int) -> None:
        """Become the organiser of an evening, as an organiser of the series."""
        await self._store.take_evening(series_id, await self._identity(holder), number)

    async def _identity(self, holder: str) -> str:
        return await self._contests.identity_of(holder)

    async def _as_member(self, series_id: str, holder: str | None) -> tuple[SeriesRows, SeriesMember]:
        rows = await self._store.rows(series_id)
        own = None if holder is None else rows.member(await self._identity(holder))
        if own is None:
            raise SeriesRefused("series.members-only")
        return rows, own


def evening_results(state: TournamentState) -> tuple[EveningResult, ...]:
    """Return the results of all people who have played at least one deal of a tournament."""
    deals = sum(len({line.deal for line in state.lines(tables)}) for tables in state.rounds)
    return tuple(
        EveningResult(one.person, one.rank, int(2 * one.points), one.possible, one.deals, 2 * one.deals >= deals)
        for one in state.standings()
        if one.possible
    )


def _new_invitation() -> str:
    return secrets.token_urlsafe(16)
