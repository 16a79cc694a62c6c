"""Endpoints for daily deals and challenges."""

from __future__ import annotations

import time
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from saleroom.server.api.dependencies import Asker, GameName, Guest, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.tables import TableId, VisibleTable
from saleroom.server.contests import days
from saleroom.server.contests.challenges import NoChallenge
from saleroom.server.contests.daily import NoDeal
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.protocol import bodies
from saleroom.server.protocol.contest_bodies import Challenge, Dailies, DailyDeal, PlayRequest

router = APIRouter(tags=["contests"])


def _day(day: Annotated[str | None, Query(description="Such as 2026-11-23, in UTC; today without it.")] = None) -> date:
    try:
        return days.today(time.time()) if day is None else days.parse(day)
    except ValueError:
        raise HttpRefusal(422, "daily.day-form") from None


Day = Annotated[date, Depends(_day)]


@router.get("/daily")
async def overview(services: Services, asker: Asker) -> Dailies:
    """List today's deals."""
    return Dailies(deals=await services.dailies.overview(asker))


@router.get("/daily/{game}")
async def page(game: GameName, day: Day, services: Services, asker: Asker) -> DailyDeal:
    """Return a day's deal. People who have played the deal see its results; all other people see the results when the
    day is over.
    """
    try:
        return await services.dailies.page(game, day, asker)
    except NoDeal as error:
        raise HttpRefusal(404, error) from None


@router.post("/daily/{game}", status_code=201)
async def play(game: GameName, body: PlayRequest, services: Services, guest: Guest) -> bodies.Created:
    """Return your table for today's deal; the first request creates the table."""
    try:
        return bodies.Created(id=await services.dailies.play(game, guest, body.name))
    except CommandRefusal as refusal:
        raise HttpRefusal(422, refusal) from None


@router.post("/tables/{table}/challenge", status_code=201)
async def challenge(table: VisibleTable, services: Services, guest: Guest) -> bodies.Created:
    """Challenge other people to play the cards that you had at the table `table`; repeated requests return the same
    challenge.
    """
    try:
        return bodies.Created(id=await services.challenges.make(table.state, guest))
    except CommandRefusal as refusal:
        raise HttpRefusal(409, refusal) from None


@router.get("/challenges/{challenge}")
async def challenge_page(challenge: TableId, services: Services, asker: Asker) -> Challenge:
    """Return a challenge. Only people who have played the challenge see other people's results."""
    try:
        return await services.challenges.page(challenge, asker)
    except NoChallenge:
        raise _NO_CHALLENGE from None


@router.post("/challenges/{challenge}", status_code=201)
async def meet(challenge: TableId, body: PlayRequest, services: Services, guest: Guest) -> bodies.Created:
    """Return your table for a challenge; the first request creates the table."""
    try:
        return bodies.Created(id=await services.challenges.play(challenge, guest, body.name))
    except NoChallenge:
        raise _NO_CHALLENGE from None
    except CommandRefusal as refusal:
        raise HttpRefusal(422, refusal) from None


_NO_CHALLENGE = HttpRefusal(404, "no-challenge")
