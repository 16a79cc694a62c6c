"""Correspondence tables: people can be away, and a bot moves for them when their time has run out, even across
restarts.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from saleroom.server.protocol.common import DAY
from saleroom.server.realtime.correspondence import move_where_due
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.datafile import StoreTrouble
from tests.server.live_tables import Guest, holder, make_table, open_hub, until

pytestmark = pytest.mark.usefixtures("store_kind")

WEEK = 7 * DAY


class Clock:
    """A clock that advances only when a test sets it."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(time, "time", found)
    return found


async def a_match(hub: Hub) -> tuple[LiveTable, Guest, Guest]:
    """Return a match with two bots, in which Ann and Ben have a day for each move."""
    live = await make_table(hub, "auction-pitch", "me", "open", "bot", "bot", deals=1)
    ann, ben = Guest(hub, live, "Ann"), Guest(hub, live, "Ben")
    await ben.do("sit", seat=1, name="Ben")
    await ann.do("settle", clock=DAY)
    await ann.do("start")
    await until(live.state.people_to_act)
    return live, ann, ben


def hide(hub: Hub, monkeypatch: pytest.MonkeyPatch, hidden: str) -> None:
    """Let a table be unreadable, as if a newer version had written to it."""
    find = hub.find

    async def find_others(table_id: str) -> LiveTable | None:
        if table_id == hidden:
            raise StoreTrouble("it waits for a process of a newer version")
        return await find(table_id)

    monkeypatch.setattr(hub, "find", find_others)


async def waits(live: LiveTable) -> int:
    """Wait until the bots have moved; return the seat of the person to act."""
    await until(lambda: live.state.people_to_act() and not live.autoplay.busy)
    return live.state.people_to_act()[0]


async def by_house(hub: Hub, table_id: str) -> list[int | None]:
    """Return the seat of each move that a bot made for a person."""
    events = await hub.store.events_after(table_id, 0)
    return [event.seat for event in events if event.kind == "move" and event.data["by_house"]]


async def test_nobody_is_replaced_while_there_is_time_and_the_house_moves_once_when_there_is_none(tmp_path, clock):
    async with open_hub(tmp_path, grace=0.0) as hub:
        live, ann, ben = await a_match(hub)
        seat = await waits(live)
        (ann, ben)[seat].leave()  # the other person stays connected and waits
        clock.now += DAY - 1
        await move_where_due(hub)
        live.autoplay.wake()
        assert await waits(live) == seat and await by_house(hub, live.id) == []
        clock.now += 2
        before = live.state.version
        await move_where_due(hub)
        await until(lambda: live.state.version > before)
        await waits(live)
        assert await by_house(hub, live.id) == [seat]


async def test_a_match_goes_on_across_restarts_and_weeks(tmp_path: Path, clock: Clock) -> None:
    async def begin() -> str:
        async with open_hub(tmp_path) as hub:
            live, _, _ = await a_match(hub)
            await waits(live)
            return live.id

    async def a_day_later(table_id: str) -> bool:
        """Continue the match in a new hub with one turn: Ann moves in time, or Ben's time runs out.

        Return whether the match is over.
        """
        async with open_hub(tmp_path) as hub:
            live = await hub.find(table_id)
            seat = await waits(live)
            ann, ben = Guest(hub, live, "Ann"), Guest(hub, live, "Ben")
            if seat == 0:
                assert (await ann.act())["type"] == "done"
            else:
                ben.leave()
                clock.now += WEEK
                await move_where_due(hub)
            await until(lambda: live.state.over or (live.state.people_to_act() and not live.autoplay.busy))
            return live.state.over

    table_id = await begin()
    for _ in range(40):
        clock.now += DAY / 2
        if await a_day_later(table_id):
            break
    async with open_hub(tmp_path) as hub:
        assert (await hub.find(table_id)).state.over
        assert set(await by_house(hub, table_id)) == {1}  # only Ben was late


async def test_time_that_ran_out_while_no_server_ran_is_noticed_by_the_next(tmp_path, clock):
    async with open_hub(tmp_path) as hub:
        live, _, _ = await a_match(hub)
        seat = await waits(live)
    clock.now += 3 * WEEK
    async with open_hub(tmp_path) as hub:
        assert await hub.store.overdue(clock.now) == [live.id]
        assert await hub.store.overdue(clock.now - 3 * WEEK) == []
        await move_where_due(hub)
        again = hub.in_memory(live.id)
        await until(lambda: seat not in again.state.people_to_act() or again.state.version > live.state.version)
        await waits(again)
        assert (await by_house(hub, live.id))[0] == seat
        while await hub.store.overdue(clock.now):  # the new clocks are written a moment later
            await asyncio.sleep(0.01)


async def test_a_table_that_cannot_be_read_does_not_hold_up_the_clocks_of_others(tmp_path, clock, monkeypatch):
    async with open_hub(tmp_path) as hub:
        matches = [await a_match(hub) for _ in range(2)]
        for live, _, _ in matches:
            await waits(live)
    clock.now += 3 * WEEK
    async with open_hub(tmp_path) as hub:
        hidden, readable = await hub.store.overdue(clock.now)
        hide(hub, monkeypatch, hidden)
        await move_where_due(hub)
        assert hub.in_memory(readable) is not None


async def test_bots_resume_at_a_slow_table_however_long_nobody_was_there(tmp_path, clock):
    slow = dict.fromkeys(("quick", "easy", "slow"), 1e6)
    async with open_hub(tmp_path, slow) as hub:
        live = await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot", deals=1)
        ann = Guest(hub, live, "Ann")
        await ann.do("settle", clock=WEEK)
        await ann.do("start")
        if ann.asked is not None:
            await ann.act()
    clock.now += WEEK - 10  # no player's time has run out
    async with open_hub(tmp_path) as hub:
        assert live.state.bots_to_act()
        await move_where_due(hub)
        again = hub.in_memory(live.id)
        await until(again.state.people_to_act)


async def test_nothing_is_taken_back_or_nudged_while_there_is_time(tmp_path, clock):
    async with open_hub(tmp_path) as hub:
        live, ann, ben = await a_match(hub)
        people = [ann, ben]
        seat = await waits(live)
        people[seat].leave()
        refused = await people[1 - seat].do("nudge", seat=seat)
        assert refused["reason"] == "not-now" and "24 hours" in refused["text"]
        assert "days" in (await people[1 - seat].do("undo"))["text"]
        assert not live.state.may_undo(0)
        clock.now += DAY
        assert (await people[1 - seat].do("nudge", seat=seat))["type"] == "done"


async def test_a_table_with_a_short_clock_or_none_is_not_watched(tmp_path, clock):
    async with open_hub(tmp_path) as hub:
        live, ann, _ = await a_match(hub)
        await waits(live)
        assert live.state.due_at == clock.now + DAY
        await ann.do("settle", clock=60)
        assert live.state.due_at is None and not live.state.slow
        await ann.do("settle", clock="none")
        assert live.state.due_at is None and holder("Ann") in live.state.seats[0].holders
