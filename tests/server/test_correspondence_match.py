"""A complete match by correspondence, played on four servers one after the other."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path

import pytest

from saleroom.match.referee import faults
from saleroom.server.protocol.common import DAY
from saleroom.server.realtime.correspondence import move_where_due
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.realtime.reminders import BEFORE, Reminders
from saleroom.server.storage.push import PushSubscription
from tests.server.live_tables import Guest, holder, open_hub, until
from tests.server.receivers import Receiver, receiver
from tests.server.test_correspondence import Clock, a_match, by_house, waits
from tests.server.test_reminders import PUSH, Reader

pytestmark = pytest.mark.integration

NAMES = ("Ann", "Ben")
LATE = 1  # Ben never returns
TURNS = 3
"""Number of turns of people before a server is stopped. The last server runs to the end of the match."""


class Match:
    """The match, and its expected notifications."""

    def __init__(self, clock: Clock, reader: Reader, service: Receiver) -> None:
        self.clock, self._reader, self._service = clock, reader, service
        self.table = ""
        self.due: Counter[str] = Counter()
        """Number of expected notifications by text; each turn adds two."""

    async def begin(self, hub: Hub) -> None:
        """Start the match: Ann and Ben subscribe to notifications, and leave."""
        live, *people = await a_match(hub)
        self.table = live.id
        for name in NAMES:
            words = f"Go {name}", f"Soon {name}", 1.0
            where = f"{PUSH}/{name}"
            await hub.store.push.add(PushSubscription(where, holder(name), *self._reader.browser[1:], *words))
        await waits(live)
        for guest in people:
            guest.leave()

    async def go_on(self, hub: Hub, turns: int) -> bool:
        """Play at most `turns` turns of people; return whether the match is over."""
        live = await hub.find(self.table)
        assert live is not None
        reminders = Reminders(hub, sender=self._service.sender())
        for _ in range(turns):
            await until(lambda: live.state.over or (live.state.people_to_act() and not live.autoplay.busy))
            if live.state.over:
                break
            await self._turn(hub, live, reminders)
        await asyncio.gather(*reminders._tasks)
        await reminders.close()
        return live.state.over

    async def _turn(self, hub: Hub, live: LiveTable, reminders: Reminders) -> None:
        """Play a person's turn: let nearly a day pass. After that, Ann moves, or Ben's time runs out."""
        seat = live.state.people_to_act()[0]
        self.due += Counter([f"Go {NAMES[seat]}", f"Soon {NAMES[seat]}"])
        self.clock.now += DAY - BEFORE + 1
        while not await hub.store.overdue(self.clock.now + BEFORE):  # clocks are written a moment after the move
            await asyncio.sleep(0.01)
        for _ in range(2):
            await asyncio.gather(*reminders._tasks)
            await reminders.remind()
        await move_where_due(hub)  # Ann's time has not run out
        assert live.state.people_to_act() == [seat]
        before = live.state.version
        if seat == LATE:
            self.clock.now += BEFORE
            await move_where_due(hub)
        else:
            ann = Guest(hub, live, NAMES[seat])
            assert (await ann.act())["type"] == "done"
            ann.leave()
        await until(lambda: live.state.version > before)


async def test_a_whole_match_across_three_restarts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(time, "time", clock)
    with receiver() as service:
        reader = Reader()
        match = Match(clock, reader, service)
        async with open_hub(tmp_path) as hub:
            await match.begin(hub)
            assert not await match.go_on(hub, TURNS)
        for _ in range(2):
            clock.now += DAY / 10
            async with open_hub(tmp_path) as hub:
                assert not await match.go_on(hub, TURNS)
        async with open_hub(tmp_path) as hub:
            assert await match.go_on(hub, 100)
            live = await hub.find(match.table)
            assert live is not None and faults(live.state.record(None)) == []
            assert set(await by_house(hub, match.table)) == {LATE}
        assert Counter(reader.read(body)["body"] for _, _, body, _ in service.requests) == match.due
