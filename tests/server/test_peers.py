"""Addresses of peers, and addresses from trusted proxies. A socket on `::` reports IPv4 addresses as IPv6."""

from __future__ import annotations

import json

import httpx
import pytest

from saleroom.server.http.open_connections import OpenConnections
from saleroom.server.http.rate_limits import address_key
from saleroom.server.http.security import is_local_request
from saleroom.server.ops.settings import proxies
from saleroom.server.serve import _config


async def echo(scope, receive, send):
    """Answer with the client's address, the URL scheme, and whether the client is on this machine."""
    seen = {"client": scope["client"][0], "scheme": scope["scheme"], "local": is_local_request(scope)}
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": json.dumps(seen).encode()})


async def asked_by(peer, trusted=(), **headers):
    """Return the answer of `echo` on a server that trusts the given proxies."""
    config = _config(echo, "off", OpenConnections(proxies(trusted)))
    config.load()
    transport = httpx.ASGITransport(config.loaded_app, client=(peer, 5))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        return (await client.get("/", headers={name.replace("_", "-"): text for name, text in headers.items()})).json()


PROXIES = [
    ("127.0.0.1", ()),
    ("::1", ()),
    ("::ffff:127.0.0.1", ()),
    ("::ffff:7f00:1", ()),
    ("10.0.0.7", ("10.0.0.0/24",)),
    ("::ffff:10.0.0.7", ("10.0.0.0/24",)),
    ("::ffff:10.0.0.7", ("10.0.0.7",)),
    ("10.0.0.7", ("::ffff:10.0.0.0/120",)),
    ("::ffff:10.0.0.7", ("::ffff:10.0.0.7",)),
    ("2001:db8::7", ("2001:db8::/64",)),
]


@pytest.mark.parametrize(("peer", "trusted"), PROXIES)
@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        ("198.51.100.3", "198.51.100.3"),
        ("::ffff:198.51.100.3", "198.51.100.3"),
        ("[::ffff:198.51.100.3]:4711", "198.51.100.3"),
        ("203.0.113.1, 198.51.100.3, ::ffff:127.0.0.1", "198.51.100.3"),
        ("2001:db8:1::3", "2001:db8:1::3"),
        ("[2001:db8:1::3]:4711", "2001:db8:1::3"),
    ],
)
async def test_a_trusted_proxy_reports_who_asks(peer, trusted, forwarded, client):
    seen = await asked_by(peer, trusted, x_forwarded_for=forwarded, x_forwarded_proto="https")
    assert seen == {"client": client, "scheme": "https", "local": False}


@pytest.mark.parametrize("peer", ["10.0.0.7", "::ffff:10.0.0.7", "2001:db8::7"])
@pytest.mark.parametrize("trusted", [(), ("10.0.1.0/24",), ("::ffff:10.0.1.0/120",)])
async def test_others_are_not_believed(peer, trusted):
    seen = await asked_by(peer, trusted, x_forwarded_for="198.51.100.3", x_forwarded_proto="https")
    assert seen == {"client": peer.removeprefix("::ffff:"), "scheme": "http", "local": False}


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
async def test_this_machine_is_local_however_its_address_is_written(peer):
    assert (await asked_by(peer))["local"]


async def test_one_address_counts_as_one():
    seen = {
        address_key((await asked_by(peer))["client"])
        for peer in ("198.51.100.3", "::ffff:198.51.100.3", "::ffff:c633:6403")
    }
    assert seen == {"198.51.100.3"}
