"""Programs at tables with people. These matches are never rated, and bots do not wait if no person watches."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from saleroom.server.core.create_table import rematch_table
from saleroom.server.core.decide import CommandRefusal, decide
from saleroom.server.core.project.results import results
from saleroom.server.core.state.table import BOT_ACCOUNT_PREFIX
from saleroom.server.protocol import commands
from saleroom.server.realtime.commands import handle
from saleroom.server.storage.ratings import newcomer
from tests.server.live_tables import Guest, holder, ids, make_table, open_hub, until
from tests.server.test_bot_streams import seated

pytestmark = pytest.mark.usefixtures("store_kind")

BOT = BOT_ACCOUNT_PREFIX + "0123456789abcdef"


async def test_a_program_takes_no_seat_at_a_rated_table(tmp_path):
    async with open_hub(tmp_path) as hub:
        rated = await make_table(hub, "auction-pitch", "me", "open", "open", "open", rated=True)
        sit = commands.Sit(type="sit", id=next(ids), seat=1, name="Bot")
        with pytest.raises(CommandRefusal, match="only people"):
            decide(rated.state, sit, BOT, 0.0)
        assert decide(rated.state, sit, holder("Ben"), 0.0).kind == "sit"


async def play_first(hub, live, program):
    """Play a program's first legal move at each of its turns."""
    seat = live.state.seat_of(program.holder)
    while not live.state.over:
        await until(lambda: live.state.turn_version(seat) is not None or live.state.over)
        if not live.state.over:
            at, action = live.state.turn_version(seat), live.state.match.legal(seat)[0]
            await handle(hub, live, commands.Act(type="act", id=next(ids), at=at, action=action), program.holder)


async def test_a_program_s_result_is_never_rated_whatever_its_table_says(tmp_path):
    async with open_hub(tmp_path) as hub:
        live = await make_table(hub, "auction-pitch", "open", "bot", "bot", "bot", deals=1)
        program, ann = await seated(hub, live, 0), Guest(hub, live, "Ann")
        await ann.do("start")
        await play_first(hub, live, program)
        await hub.results.wait_until_written()
        events = await hub.store.events_after(live.id, 0)
        live.state.header = replace(live.state.header, rated=True)  # the server rates no such table
        (result,) = results(live.state, events)
        assert result.holder == program.holder and result.whole and not result.rated
        assert await hub.store.results.ratings(program.holder) == {}


async def test_people_s_ratings_do_not_move_by_matches_with_programs(tmp_path):
    async with open_hub(tmp_path) as hub:
        live = await make_table(hub, "auction-pitch", "me", "open", "bot", "bot", deals=1)
        program, ann = await seated(hub, live, 1), Guest(hub, live, "Ann")
        await ann.do("start")
        bot = play_first(hub, live, program)
        await asyncio.gather(ann.play_on(), bot)
        await hub.results.wait_until_written()
        assert await hub.store.results.ratings(holder("Ann")) == {} and newcomer().mu > 0
        assert len(await hub.store.results.matches(holder("Ann"))) == 1
        header, _ = rematch_table(live.state, "next", holder("Ann"), b"0" * 32, 0.0)
        assert not header.rated


async def test_bots_wait_for_nobody_where_programs_play_alone(tmp_path):
    slow = dict.fromkeys(("quick", "easy", "slow"), 1e6)
    async with open_hub(tmp_path, slow) as hub:
        live = await make_table(hub, "auction-pitch", "open", "bot", "bot", "bot", name="Eve", deals=1)
        program = await seated(hub, live, 0)
        start = commands.Start(type="start", id=next(ids))
        await handle(hub, live, start, holder("Eve"))
        await play_first(hub, live, program)
