"""Programs at tables that another process owns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest

from saleroom.server.protocol import commands
from saleroom.server.realtime.bot_streams import BotTableStream
from tests import services
from tests.server.clusters import members
from tests.server.live_tables import Guest, ids, make_table, until
from tests.server.test_bot_streams import Reader, yes

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("store_kind")]


@pytest.fixture(scope="module")
def redis() -> Iterator[services.Redis]:
    with services.redis() as server:
        yield server


async def test_a_program_plays_through_a_process_that_does_not_own_its_table(
    redis: services.Redis, tmp_path: Path
) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        live = await make_table(one.hub, "auction-pitch", "me", "open", "bot", "bot", deals=1)
        program = await one.hub.store.bots.make("Bot", None, 0.0)
        followed = await other.hub.find(live.id)
        assert followed is not None and followed.owner == one.cluster.process

        async def do(kind: str, **parts: object) -> dict:
            said = {"type": kind, "id": next(ids), **parts}
            command = commands.client_message.validate_python(said)
            assert not isinstance(command, commands.Hello)
            return orjson.loads(await other.cluster.carry_out(followed, command, program.holder))

        assert (await do("sit", seat=1, name="Bot"))["type"] == "done"
        ann = Guest(one.hub, live, "Ann")
        await ann.do("start")
        await until(lambda: followed.state.match is not None)
        reader = Reader(BotTableStream(followed, program.holder).lines(yes))
        state = (await reader.next())["state"]
        await until(lambda: live.presence.present()[1])
        while live.state.turn_version(1) is None:
            if ann.asked is not None:
                await ann.act()
            await until(lambda: ann.asked is not None or live.state.turn_version(1) is not None)
        while state["seq"] is None:
            state = await reader.next()
        first = await do("act", at=state["seq"], action=state["legal"][0])
        assert first["type"] == "done"
        stored = await one.hub.store.events_after(live.id, first["version"] - 1)
        assert stored[0].data["action"] == state["legal"][0]
