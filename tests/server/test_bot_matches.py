"""Complete matches between two programs over the Bot API, while connections are cut and the server is killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sys
import urllib.request
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from saleroom.games import NAMES
from saleroom.match.referee import faults
from saleroom.server.core.apply import replay
from saleroom.server.core.state.table import TableState, is_bot_account
from saleroom.server.storage.store import Store
from tests import children
from tests.games import short
from tests.server.clusters import Wire
from tests.server.test_kill import Server

pytestmark = pytest.mark.integration

BOTS = Path(__file__).parents[2] / "examples" / "bots"
PROGRAMS = {"Python": [sys.executable, str(BOTS / "first_bot.py")], "JavaScript": ["node", str(BOTS / "first_bot.mjs")]}


async def token_of(server: Server, name: str) -> str:
    """Create a program and return a token for it."""
    program = await server.post("me/programs", name, {"name": name})
    return (await server.post(f"me/programs/{program['id']}/tokens", name, {}))["secret"]


def asked(server: Server, path: str, secret: str, body: Any) -> Any:
    """Return the answer of the Bot API to a POST request."""
    headers = {"content-type": "application/json", "authorization": f"Bearer {secret}"}
    request = urllib.request.Request(f"http://{server.place}/api/bot/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=600) as answer:
        return json.load(answer)


async def stored(data: Path, table: str) -> TableState:
    """Return the state of a table as it is stored."""
    store = await Store.open(data)
    try:
        found = await store.load(table)
    finally:
        await store.close()
    assert found is not None
    return replay(*found)


async def has_come_to(data: Path, table: str, version: int) -> TableState:
    """Wait until a table has at least `version` events or its match is over, and return its state."""
    while True:
        state = await stored(data, table)
        if state.version >= version or state.over:
            return state
        await asyncio.sleep(0.3)


def port(server: Server) -> int:
    return int(server.place.rpartition(":")[2])


async def started(data: Path) -> Server:
    """Start a server, and wait until its application is loaded."""
    server = await Server.start(data)
    while not await asyncio.to_thread(is_ready, server):
        await asyncio.sleep(0.2)
    return server


def is_ready(server: Server) -> bool:
    with contextlib.suppress(OSError):
        return urllib.request.urlopen(f"http://{server.place}/readyz", timeout=10).status == 200
    return False


async def new_table(server: Server, secret: str, game: str) -> str:
    """Create a table as the Python program, challenge the JavaScript program, and return the table's id."""
    more = short.seats(game) - 2
    chairs = [{"kind": "me"}, {"kind": "program", "program": "JavaScript"}, *[{"kind": "bot"}] * more]
    body = {"game": game, "chairs": chairs, "options": short.options(game)}
    return (await asyncio.to_thread(asked, server, "tables", secret, body))["id"]


async def test_two_programs_play_every_game_through_cut_connections_and_a_killed_server(tmp_path: Path) -> None:
    if not shutil.which("node"):
        pytest.skip("the bot in JavaScript needs node")
    data = tmp_path / "house.db"
    async with AsyncExitStack() as stack:
        server = await started(data)

        async def end() -> None:
            await server.kill()  # the current server

        stack.push_async_callback(end)
        wire = await stack.enter_async_context(Wire.to(port(server)))
        secrets = {name: await token_of(server, name) for name in PROGRAMS}
        for name, command in PROGRAMS.items():
            place = f"http://127.0.0.1:{wire.port}"
            stack.enter_context(children.child([*command, place, secrets[name]]))
        tables = [await new_table(server, secrets["Python"], game) for game in NAMES]
        states = [await has_come_to(data, table, 15) for table in tables]
        await wire.cut()
        await wire.mend()
        for table, state in zip(tables, states, strict=True):
            await has_come_to(data, table, state.version + 5)
        await server.kill()
        server = await started(data)
        wire.lead_to(port(server))
        for table in tables:
            check(await has_come_to(data, table, 10**9))


def check(state: TableState) -> None:
    """Check that the match is over and valid, and that both programs have made moves in it."""
    assert state.over and faults(state.record(None)) == []
    assert [any(map(is_bot_account, seat.holders)) for seat in state.seats[:2]] == [True, True]
    assert {holder for holder, command in state.versions_by_command if command.startswith("m")} == {
        seat.holders[0] for seat in state.seats[:2]
    }
