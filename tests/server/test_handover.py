"""Hand-over of a table's socket to another process, with two servers in this process that serve an echo application."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import pytest
import websockets

from saleroom.server.http import handover
from saleroom.server.http.handover import Handover
from saleroom.server.http.http_limits import LimitedHttpProtocol
from saleroom.server.http.open_connections import OpenConnections
from saleroom.server.serve import UvicornServer, _config, _serve_handed_over
from tests.server.live_tables import until

pytestmark = pytest.mark.skipif(not handover.is_possible(), reason="this system cannot hand over connections")

SOCKET = "/api/tables/aTable/socket"


class Process:
    """A simulated process: its application answers with its name and what it knows of the client."""

    def __init__(self, name, folder, connections):
        self.name, self.connections, self.orders = name, connections, []
        self.order = ["other", "first"]
        self.handover = Handover(folder)
        self.server = UvicornServer(_config(self.application, "off", connections, self.handover))

    async def application(self, scope, receive, send):
        answer = json.dumps({"process": self.name, "client": scope["client"], "path": scope["path"]})
        if scope["type"] == "http":
            headers = [(b"content-length", str(len(answer)).encode())]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": answer.encode()})
            return
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": answer})
        while (message := await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": message["text"]})

    async def sorted(self, table, processes):
        self.orders.append((table, sorted(processes)))
        return self.order

    @asynccontextmanager
    async def serving(self):
        """Serve; yield the port."""
        self.server.config.load()
        self.server.lifespan = self.server.config.lifespan_class(self.server.config)
        protocol = partial(LimitedHttpProtocol, self.server.config, self.server.server_state, {})
        async with await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0) as listener:
            self.handover.open(self.name, self.sorted, partial(_serve_handed_over, self.server))
            try:
                yield listener.sockets[0].getsockname()[1]
            finally:
                self.handover.close()


@pytest.fixture
def strangers(monkeypatch):
    monkeypatch.setattr("saleroom.server.http.open_connections.LOOPBACK", [])
    return lambda: OpenConnections((), 100)


@asynccontextmanager
async def two(folder, connections=lambda: OpenConnections(())):
    """Yield two processes, and the port of the first."""
    async with AsyncExitStack() as stack:
        first, other = (Process(name, folder, connections()) for name in ("first", "other"))
        port = await stack.enter_async_context(first.serving())
        await stack.enter_async_context(other.serving())
        yield first, other, port


async def said(connection):
    async with asyncio.timeout(30):
        return json.loads(await connection.recv())


async def test_a_socket_is_served_by_the_process_that_suits_its_table(tmp_path):
    async with two(tmp_path) as (first, other, port):
        async with websockets.connect(f"ws://127.0.0.1:{port}{SOCKET}?x=1") as connection:
            here = list(connection.local_address)
            assert await said(connection) == {"process": "other", "client": here, "path": SOCKET}
            await connection.send('"hello"')
            assert await said(connection) == "hello"
        assert first.orders == [("aTable", ["first", "other"])] and other.orders == []
        async with websockets.connect(f"ws://127.0.0.1:{port}/elsewhere") as connection:
            assert (await said(connection))["process"] == "first"
        first.order = ["first", "other"]
        async with websockets.connect(f"ws://127.0.0.1:{port}{SOCKET}") as connection:
            assert (await said(connection))["process"] == "first"


async def test_a_trusted_proxy_still_reports_the_client(tmp_path):
    async with two(tmp_path) as (_, _, port):
        more = {"x-forwarded-for": "192.0.2.7"}
        async with websockets.connect(f"ws://127.0.0.1:{port}{SOCKET}", additional_headers=more) as connection:
            assert (await said(connection))["client"] == ["192.0.2.7", 0]


async def test_a_connection_counts_where_it_is_served(tmp_path, strangers):
    async with two(tmp_path, strangers) as (first, other, port):
        async with websockets.connect(f"ws://127.0.0.1:{port}{SOCKET}") as connection:
            assert (await said(connection))["process"] == "other"
            await until(lambda: (len(first.connections), len(other.connections)) == (0, 1))
        await until(lambda: len(other.connections) == 0)


async def test_a_connection_that_had_requests_before_is_handed_over(tmp_path):
    async with two(tmp_path) as (_, _, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /page HTTP/1.1\r\nhost: x\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().split(b"content-length: ")[1].split(b"\r")[0])
        assert json.loads(await reader.readexactly(size))["process"] == "first"
        upgrade = b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
        key = b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        writer.write(b"GET " + SOCKET.encode() + b" HTTP/1.1\r\nhost: x\r\n" + upgrade + key + b"\r\n")
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        assert b'"process": "other"' in await reader.readuntil(b"}")
        writer.close()


async def test_a_process_that_was_killed_is_skipped(tmp_path):
    async with two(tmp_path) as (first, _, port):
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as dead:
            dead.bind(str(tmp_path / "dead"))
        first.order = ["dead", "other", "first"]
        async with websockets.connect(f"ws://127.0.0.1:{port}{SOCKET}") as connection:
            assert (await said(connection))["process"] == "other"
        assert sorted(os.listdir(tmp_path)) == ["first", "other"]


@pytest.mark.parametrize("answers", [False, True])
async def test_a_process_that_was_stopped_serves_nothing_that_another_one_serves(tmp_path, monkeypatch, answers):
    """Stop a process before it reads an offer, or after its answer, and let it continue later."""
    monkeypatch.setattr(handover, "PATIENCE", 0.2)
    async with two(tmp_path) as (first, _, port):
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as stopped:
            stopped.bind(str(tmp_path / "stopped"))
            stopped.listen(5)
            first.order = ["stopped", "other", "first"]
            async with websockets.connect(f"ws://127.0.0.1:{port}{SOCKET}") as connection:
                assert (await said(connection))["process"] == "other"
                channel, _ = stopped.accept()
                with channel:
                    request, (descriptor,), _, _ = socket.recv_fds(channel, 65536, 1)
                    os.close(descriptor)
                    assert request.startswith(f"GET {SOCKET} HTTP/1.1\r\n".encode())
                    if answers:
                        with pytest.raises(BrokenPipeError):
                            channel.send(handover.TAKEN)
                    assert channel.recv(1) == b""  # never the permission to serve the connection
                await connection.send('"still here"')
                assert await said(connection) == "still here"
            async with websockets.connect(f"ws://127.0.0.1:{port}{SOCKET}") as connection:
                assert (await said(connection))["process"] == "other"
            stopped.setblocking(False)
            with pytest.raises(BlockingIOError):  # nothing more was offered
                stopped.accept()


async def test_an_offer_without_permission_is_not_served(tmp_path):
    async with two(tmp_path) as (_, other, _):
        here, there = socket.socketpair()
        with here, there, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as channel:
            channel.connect(str(tmp_path / "other"))
            socket.send_fds(channel, [b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"], [there.fileno()])
            channel.settimeout(30)
            assert await asyncio.to_thread(channel.recv, 1) == handover.TAKEN
            channel.close()
            there.close()
            here.settimeout(30)
            assert await asyncio.to_thread(here.recv, 1) == b""  # all copies of the connection are closed
        assert not other.server.server_state.total_requests


async def test_nothing_is_left_open_and_only_this_user_may_enter(tmp_path):
    async with two(tmp_path) as (_, _, port):

        async def visit():
            async with websockets.connect(f"ws://127.0.0.1:{port}{SOCKET}") as connection:
                assert (await said(connection))["process"] == "other"

        await visit()
        assert all((tmp_path / name).stat().st_mode & 0o077 == 0 for name in ("first", "other"))
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(20):
            await asyncio.gather(*(visit() for _ in range(10)))
        await until(lambda: len(os.listdir("/proc/self/fd")) <= before)
    assert not tmp_path.exists()
