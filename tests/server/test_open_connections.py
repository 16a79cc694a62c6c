"""Limit on the open connections of each address, enforced by the protocols of HTTP and of sockets."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
import websockets

from saleroom.server.http.http_limits import LimitedHttpProtocol
from saleroom.server.http.open_connections import OpenConnections
from saleroom.server.serve import UvicornServer, _config
from tests.server.live_tables import until

LIMIT = 3


async def echo(scope, receive, send):
    """Accept sockets, and answer requests with status 200."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


@asynccontextmanager
async def serving(connections, **where):
    """Serve `echo` on an address or a UNIX socket."""
    server = UvicornServer(_config(echo, "off", connections))
    server.config.load()
    loop = asyncio.get_running_loop()

    def protocol():
        return LimitedHttpProtocol(server.config, server.server_state, {})

    create = loop.create_unix_server if "path" in where else loop.create_server
    async with await create(protocol, **where) as listener:
        yield listener.sockets[0].getsockname()


async def request(reader, writer):
    """Return the status line of a request; empty if the server has ended the connection."""
    try:
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        return await reader.readline()
    except ConnectionError:
        return b""


async def connected(stack, place):
    opening = asyncio.open_unix_connection(place) if isinstance(place, str) else asyncio.open_connection(*place[:2])
    reader, writer = await opening
    stack.callback(writer.close)
    return reader, writer


@pytest.fixture
def strangers(monkeypatch):
    """Return connections that trust no proxy, not even on this machine."""
    monkeypatch.setattr("saleroom.server.http.open_connections.LOOPBACK", [])
    return OpenConnections((), LIMIT)


async def test_an_address_cannot_open_more_and_others_still_can(strangers):
    async with AsyncExitStack() as stack:
        place = await stack.enter_async_context(serving(strangers, host="127.0.0.1", port=0))
        other = await stack.enter_async_context(serving(strangers, host="::1", port=0))
        first = [await connected(stack, place) for _ in range(LIMIT)]
        assert [await request(*each) for each in first] == [b"HTTP/1.1 200 OK\r\n"] * LIMIT
        assert await request(*await connected(stack, place)) == b""
        assert await request(*await connected(stack, other)) == b"HTTP/1.1 200 OK\r\n"
        first[0][1].close()
        await until(lambda: len(strangers) == LIMIT)
        assert await request(*await connected(stack, place)) == b"HTTP/1.1 200 OK\r\n"


async def test_a_socket_counts_until_it_ends(strangers):
    async with AsyncExitStack() as stack:
        place = await stack.enter_async_context(serving(strangers, host="127.0.0.1", port=0))
        url = f"ws://127.0.0.1:{place[1]}/"
        sockets = [await stack.enter_async_context(websockets.connect(url)) for _ in range(LIMIT)]
        assert await request(*await connected(stack, place)) == b""
        await sockets[0].close()
        await until(lambda: len(strangers) == LIMIT - 1)
        assert await request(*await connected(stack, place)) == b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize("proxies", [(), ("127.0.0.0/8",)])
async def test_proxies_have_no_limit(proxies, monkeypatch):
    if proxies:
        monkeypatch.setattr("saleroom.server.http.open_connections.LOOPBACK", [])
    async with AsyncExitStack() as stack:
        place = await stack.enter_async_context(serving(OpenConnections(proxies, 1), host="127.0.0.1", port=0))
        for _ in range(LIMIT):
            assert await request(*await connected(stack, place)) == b"HTTP/1.1 200 OK\r\n"


async def test_unix_sockets_have_no_limit(tmp_path):
    async with AsyncExitStack() as stack:
        place = await stack.enter_async_context(serving(OpenConnections((), 1), path=str(tmp_path / "s")))
        for _ in range(LIMIT):
            assert await request(*await connected(stack, place)) == b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize(
    ("addresses", "counted"),
    [
        (["192.0.2.1", "::ffff:192.0.2.1"], 2),
        (["2001:db8::1", "2001:db8::2"], 2),
        (["2001:db8::1", "2001:db8:0:1::1"], 1),
    ],
)
def test_a_network_counts_as_one_address(addresses, counted):
    class Transport(asyncio.BaseTransport):
        """Transport of a connection from an address."""

    connections = OpenConnections((), 2)
    admitted = [
        connections.enter(Transport({"peername": (address, 5, 0, 0)})) for address in (*addresses, addresses[0])
    ]
    assert admitted == [True, True, counted == 1]
