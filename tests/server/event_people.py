"""A tournament (club event) in the test's own process, and the people who take part in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from saleroom.server.contests.access import Access
from saleroom.server.contests.results import store_result
from saleroom.server.contests.tournament_page import page
from saleroom.server.contests.tournaments import Tournaments
from saleroom.server.protocol import tournament_bodies
from saleroom.server.realtime.hub import Hub
from tests.server.live_tables import Guest, holder, open_hub, until

GAME = "auction-pitch"
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Ida")
AWAY_FOR_EVER = 1e6


class Club:
    """A server's hub with one tournament."""

    def __init__(self, hub: Hub, event: str = "") -> None:
        self.hub, self.event = hub, event
        self.events = Tournaments(hub)
        self.access = Access(hub.store.contests)
        hub.results.writers += [partial(store_result, hub.store.contests), self.events.note_end]

    async def make(self, people: Sequence[str] = PEOPLE, **more: Any) -> None:
        """Create a tournament that Ann owns, and let the given people join it."""
        await self.hub.bot_pool.ready(GAME)
        asked = {
            "game": GAME,
            "seats": 4,
            "options": {"deals": 2},
            "title": "Friday",
            "rounds": 2,
            "name": "Ann",
            **more,
        }
        self.event = await self.events.make(tournament_bodies.TournamentRequest.model_validate(asked), holder("Ann"))
        for name in people:
            await self.events.join(self.event, holder(name), name)

    async def page(self, name: str | None = "Ann") -> tournament_bodies.EventPage:
        """Return the page of the tournament as the person `name` sees it."""
        state = await self.events.state(self.event)
        pictures = await self.hub.store.people.pictures_of(person.identity for person in state.people)
        return page(state, await self.events.identity_of(holder(name)) if name else None, pictures)

    async def start(self, number: int = 1) -> None:
        """Start a round as Ann."""
        await self.events.start(self.event, holder("Ann"), number)

    async def sit(self, name: str) -> Guest:
        """Return a person's connection to their table of the current round."""
        table_id = (await self.page(name)).table
        assert table_id is not None
        live = await self.hub.find(table_id)
        assert live is not None
        guest = Guest(self.hub, live, name)
        guest.seat = live.state.seat_of(guest.holder)
        return guest

    async def asked(self, *names: str) -> Guest:
        """Wait until at least one of the named people has to act, and return the first of them."""
        guests = [await self.sit(name) for name in names]
        await until(lambda: any(guest.asked is not None for guest in guests))
        return next(guest for guest in guests if guest.asked is not None)

    async def play(self, *names: str) -> None:
        """Play the round to its end with the named people."""
        guests = [await self.sit(name) for name in names]
        await asyncio.gather(*(guest.play_on() for guest in guests))
        for guest in guests:
            guest.leave()
        await self.stored()

    async def stored(self) -> None:
        """Wait until the results of the tables are stored."""
        await self.hub.results.wait_until_written()


@asynccontextmanager
async def open_club(path: Path, event: str = "", away: float = AWAY_FOR_EVER) -> AsyncIterator[Club]:
    """Yield a `Club`, in which the `house` bot plays for people who have been away for `away` seconds."""
    async with open_hub(path, grace=away) as hub:
        club = Club(hub, event)
        await club.events.resume()
        yield club
