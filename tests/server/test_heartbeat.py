"""Heartbeat of sockets. Pings are answered immediately, and a quiet connection gets pongs."""

from __future__ import annotations

import asyncio

import pytest

from saleroom.server.http.direct_websocket import READ_AHEAD, DirectWebSocketProtocol
from saleroom.server.protocol.commands import Ping, client_message
from saleroom.server.protocol.heartbeat import PING, PONG
from saleroom.server.protocol.messages import server_message
from saleroom.server.realtime import heartbeat
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.realtime.socket_limits import SocketLimits
from tests.server.live_tables import Browser, make_table, serving, until

pytestmark = pytest.mark.usefixtures("store_kind")

BOTH = pytest.mark.parametrize("protocol", ["auto", DirectWebSocketProtocol], ids=["queued", "direct"])


async def open_table(hub: Hub) -> LiveTable:
    return await make_table(hub, "auction-pitch", "me", "open", "open", "open", deals=1)


def test_the_encoded_heartbeat_is_what_the_wire_says() -> None:
    assert client_message.validate_json(PING) == Ping(type="ping")
    assert server_message.validate_json(PONG) == {"type": "pong"}


@BOTH
async def test_a_ping_is_answered(hub: Hub, protocol: object) -> None:
    table = await open_table(hub)
    async with serving(hub, protocol=protocol) as url, Browser.at(url, table.id, "Ann") as ann:
        await ann.next("snapshot")
        for ping in (PING.decode(), '{"type": "ping"}', PING.decode()):
            await ann.send(ping)
            await ann.next("pong")
        assert (await ann.do("say", text="Still here"))["type"] == "done"


async def test_a_ping_is_answered_while_a_command_is_carried_out(hub: Hub) -> None:
    table = await open_table(hub)
    async with serving(hub, protocol=DirectWebSocketProtocol) as url, Browser.at(url, table.id, "Ann") as ann:
        await ann.next("snapshot")
        async with table.lock:
            await ann.send({"type": "say", "id": "command-1", "text": "Slow"})
            await ann.send(PING.decode())
            await ann.next("pong")
        assert (await ann.next("done"))["id"] == "command-1"


@pytest.mark.parametrize("waiting", [1, READ_AHEAD + 3])
async def test_reading_stops_only_while_many_messages_wait(hub: Hub, waiting: int) -> None:
    paused: list[int] = []

    class Noting(DirectWebSocketProtocol):
        def send_receive_event_to_app(self) -> None:
            super().send_receive_event_to_app()
            if self.read_paused:
                paused.append(self.queue.qsize())

    table = await open_table(hub)
    async with serving(hub, protocol=Noting) as url, Browser.at(url, table.id, "Ann") as ann:
        await ann.next("snapshot")
        async with table.lock:
            for number in range(waiting):
                await ann.send({"type": "say", "id": f"command-{number}", "text": "Slow"})
            if waiting > READ_AHEAD:
                await until(lambda: paused)
        for number in range(waiting):
            assert (await ann.next("done"))["id"] == f"command-{number}"
    assert paused[:1] == ([READ_AHEAD] if waiting > READ_AHEAD else [])


@BOTH
async def test_pings_without_end_are_a_flood(hub: Hub, protocol: object) -> None:
    table = await open_table(hub)
    few = SocketLimits(rate=1, burst=10)
    async with serving(hub, few, protocol=protocol) as url, Browser.at(url, table.id, "Ann") as ann:
        await ann.next("snapshot")
        for _ in range(200):
            await ann.send(PING.decode())
        assert (await ann.closed()) == (1008, "too-fast")


@BOTH
async def test_a_quiet_connection_hears_from_the_server(
    hub: Hub, protocol: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert heartbeat.QUIET + heartbeat.INTERVAL < 10
    monkeypatch.setattr(heartbeat, "QUIET", 0.05)
    monkeypatch.setattr(heartbeat, "INTERVAL", 0.01)
    table = await open_table(hub)
    async with serving(hub, protocol=protocol) as url:
        async with Browser.at(url, table.id, "Ann") as ann:
            for kind in ("snapshot", "pong", "pong"):
                await ann.next(kind)
        await until(lambda: not table.presence.listeners)


class Line:
    """A connection that counts the pongs sent to it."""

    def __init__(self, last_sent: float) -> None:
        self.last_sent, self.pongs = last_sent, 0

    def send(self, message: bytes) -> None:
        assert message == PONG
        self.pongs += 1


async def test_only_quiet_connections_are_sent_pongs_and_others_may_run_meanwhile() -> None:
    beating = heartbeat.Heartbeat()
    quiet = [Line(1000.0) for _ in range(3 * heartbeat.BATCH)]
    busy = Line(1000.0 + heartbeat.QUIET)
    beating.connections |= {*quiet, busy}
    between: list[int] = []

    async def look() -> None:
        while len(between) < 2:
            between.append(sum(line.pongs for line in quiet))
            await asyncio.sleep(0)

    await asyncio.gather(beating.beat(1000.0 + heartbeat.QUIET), look())
    assert [line.pongs for line in quiet] == [1] * len(quiet) and busy.pongs == 0
    assert between[0] < len(quiet)


async def test_connections_that_have_ended_are_forgotten(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[heartbeat.Heartbeat] = []
    real = heartbeat.Heartbeat.__init__
    monkeypatch.setattr(heartbeat.Heartbeat, "__init__", lambda self: (made.append(self), real(self))[1])
    table = await open_table(hub)
    async with serving(hub) as url:
        async with Browser.at(url, table.id, "Ann") as ann:
            await ann.next("snapshot")
            await until(lambda: len(made[0].connections) == 1)
        await until(lambda: not made[0].connections)
