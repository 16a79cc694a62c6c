"""Rounds of tournaments that begin at a planned time, by the server's clock."""

from __future__ import annotations

import asyncio
from functools import partial

from saleroom.server.contests.tournaments import Tournaments
from saleroom.server.storage.outage import try_job

EVERY = 5.0
"""Seconds between two checks."""
FAILURE = "rounds could not begin at their time"


async def watch_schedule(tournaments: Tournaments) -> None:
    """Until cancelled, regularly start the rounds whose time has come, even if no server was running at that time."""
    while True:
        await try_job(partial(begin_due_rounds, tournaments), FAILURE)
        await asyncio.sleep(EVERY)


async def begin_due_rounds(tournaments: Tournaments) -> None:
    """Start the rounds whose planned time has come. A round begins only when the one before is over. Afterwards, end
    the schedules for which too few people have come.
    """
    for tournament_id in await tournaments.due():
        if not await try_job(partial(tournaments.begin, tournament_id), FAILURE, event=tournament_id):
            return
    await tournaments.give_up()
