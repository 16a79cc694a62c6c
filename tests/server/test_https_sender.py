"""The sender of HTTPS messages: it reaches only public addresses, and no receiver can hold it up."""

from __future__ import annotations

import ipaddress
import ssl
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from saleroom.server.workers import https_sender
from saleroom.server.workers.https_sender import (
    HttpsAddress,
    HttpsSender,
    Post,
    SendFailed,
    is_public,
    parse_https,
)
from tests.server.receivers import LOOPBACK, Receiver, receiver, trust

ADDRESS = HttpsAddress("chat.example.org", "/hooks/secret?x=1")
MESSAGE = Post(ADDRESS, {"content-type": "application/json"}, b'{"text": "x"}')


@pytest.fixture
def chat() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


async def test_a_message_arrives_under_the_name_of_its_host(chat):
    answer = await chat.sender().post(MESSAGE)
    (request,) = chat.requests
    assert answer.status == 204 and answer.retry_after is None
    assert request.line == "POST /hooks/secret?x=1 HTTP/1.1" and request.body == MESSAGE.body
    assert request.server_name == request.headers["host"] == "chat.example.org"


@pytest.mark.parametrize(
    "text",
    [
        "http://chat.example.org/x",
        "https://chat.example.org:8443/x",
        "https://fcm.googleapis.com:x/",
        "https://user@chat.example.org/x",
        "https://user:word@chat.example.org/x",
        "https://chat.example.org@evil.example/x",
        "https://chat.example.org\\@evil.example/x",
        "https://chat.example.org/x#fragment",
        "https://chat.example.org/x\r\nhost: evil.example",
        "https://chat.example.org/\tx",
        "https://chat.example.org/x\n",
        " https://chat.example.org/x",
        "https://127.0.0.1/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://chat..example/x",
        "https://chät.example/x",
        "https://chat.example\u2024org/x",
        "https:///x",
        "file:///etc/passwd",
        "https://chat.example.org/" + "x" * 1000,
        "https://chat.example.org?" + "x" * 975,
        f"https://{'a.' * 130}example/x",
    ],
)
def test_an_address_is_https_of_a_host_name_on_the_usual_port(text):
    with pytest.raises(ValueError, match="not an https address"):
        parse_https(text)


def test_parts_of_an_address():
    assert parse_https("https://Chat.Example.ORG") == ("chat.example.org", "/")
    assert parse_https("https://chat.example.org:443/a/@b?c=%20") == ("chat.example.org", "/a/@b?c=%20")
    assert parse_https("https://chat.example.org?c") == ("chat.example.org", "/?c")
    longest = "https://chat.example.org?" + "x" * 974
    assert parse_https(parse_https(longest).text) == parse_https(longest)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1111", True),
        ("0.0.0.0", False),
        ("10.1.2.3", False),
        ("127.0.0.1", False),
        ("100.64.0.1", False),  # carrier-grade NAT
        ("169.254.169.254", False),  # link-local: metadata of clouds
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("192.0.2.1", False),
        ("198.18.0.1", False),
        ("192.88.99.1", False),
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("::8.8.8.8", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:8.8.8.8", False),
        ("64:ff9b::a00:1", False),  # NAT64 of 10.0.0.1
        ("64:ff9b:1::1", False),
        ("2001:0:a00:1::1", False),  # Teredo
        ("2001:db8::1", False),
        ("2002:a00:1::1", False),  # 6to4 of 10.0.0.1
        ("3fff::1", False),
        ("fc00::1", False),
        ("fe80::1", False),
        ("fe80::1%eth0", False),
        ("fec0::1", False),
        ("ff02::1", False),
    ],
)
def test_only_single_hosts_of_the_public_internet_are_reached(address, public):
    assert is_public(ipaddress.ip_address(address)) == public


@pytest.mark.parametrize("found", [[LOOPBACK], ["10.0.0.1", "::ffff:127.0.0.1"], ["169.254.169.254"], []])
async def test_a_name_in_the_own_network_is_not_connected_to(chat, found):
    sender = chat.sender(lambda host: found, is_allowed=is_public)
    with pytest.raises(SendFailed, match="no public address"):
        await sender.post(MESSAGE)
    assert chat.connections == 0


async def test_a_name_that_changes_its_address_after_the_check_gains_nothing(chat):
    """A name server gives a public address first, and then one of this network (DNS rebinding)."""
    answers = [["192.0.2.7", LOOPBACK], ["10.0.0.1"], ["10.0.0.1"]]
    checked: list[str] = []

    def is_allowed(address: Any) -> bool:
        checked.append(str(address))
        return str(address) == LOOPBACK

    sender = chat.sender(lambda host: answers.pop(0), is_allowed=is_allowed)
    assert (await sender.post(MESSAGE)).status == 204
    assert checked == ["192.0.2.7", LOOPBACK] and len(answers) == 2  # resolved once, and connected to what was checked
    assert chat.connections == 1


async def test_a_second_address_is_tried_if_the_first_is_dead(chat):
    sender = chat.sender(lambda host: ["127.0.0.2", LOOPBACK], is_allowed=lambda address: True)
    assert (await sender.post(MESSAGE)).status == 204


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirects_are_not_followed(chat, status):
    chat.statuses, chat.extra_headers = [status], f"location: https://chat.example.org:{chat.port}/other\r\n"
    assert (await chat.sender().post(MESSAGE)).status == status
    assert len(chat.requests) == 1


def drip(wfile: Any) -> None:
    """Write a response that never ends, a byte at a time."""
    wfile.write(b"HTTP/1.1 200 OK\r\nx: ")
    while True:
        wfile.write(b"x")
        wfile.flush()
        time.sleep(0.05)


def flood(wfile: Any) -> None:
    """Write headers without end, as fast as possible."""
    wfile.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        wfile.write(b"x: " + b"y" * 65536 + b"\r\n")


def huge_body(wfile: Any) -> None:
    """Write a complete head, and then a body without end."""
    wfile.write(b"HTTP/1.1 200 OK\r\ncontent-length: 9999999999\r\n\r\n")
    while True:
        wfile.write(b"y" * 65536)


def silence(wfile: Any) -> None:
    """Write nothing."""
    time.sleep(5)


@pytest.mark.parametrize("reply", [drip, flood, silence])
async def test_a_receiver_cannot_hold_the_sender_up(chat, reply: Callable[[Any], None]):
    chat.reply = reply
    with pytest.raises(SendFailed):
        await chat.sender(seconds=1.0).post(MESSAGE)


async def test_the_body_of_a_response_is_not_read(chat):
    chat.reply = huge_body
    assert (await chat.sender().post(MESSAGE)).status == 200


@pytest.mark.parametrize(
    "head", [b"", b"SSH-2.0-x\r\n\r\n", b"HTTP/1.1 999 x\r\n\r\n", b"HTTP/2 200\r\n\r\n", b"\x00" * 99]
)
async def test_what_is_not_http_is_a_failure(chat, head):
    chat.reply = lambda wfile: wfile.write(head)
    with pytest.raises(SendFailed):
        await chat.sender(seconds=5.0).post(MESSAGE)


async def test_interim_responses_are_skipped(chat):
    chat.reply = lambda wfile: wfile.write(b"HTTP/1.1 103 Early\r\nlink: x\r\n\r\nHTTP/1.1 202 Yes\r\n\r\n")
    assert (await chat.sender().post(MESSAGE)).status == 202


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        ("1.5", 1.0),
        ("999999", https_sender.LONGEST_WAIT),
        ("Wed, 21 Oct 2026 07:28:00 GMT", None),
        ("-1", None),
    ],
)
async def test_a_receiver_may_ask_for_a_pause_within_limits(chat, header, seconds):
    chat.statuses, chat.extra_headers = [429], f"Retry-After: {header}\r\n"
    assert await chat.sender().post(MESSAGE) == (429, seconds)


async def test_only_the_host_that_was_named_is_trusted(chat):
    with pytest.raises(SendFailed):
        await chat.sender().post(MESSAGE._replace(address=HttpsAddress("other.example.org", "/")))
    with pytest.raises(SendFailed):
        await chat.sender(trust=ssl.create_default_context).post(MESSAGE)
    assert chat.requests == []


@pytest.mark.parametrize("value", ["x\r\ninjected: yes", "x\nx", "x\0", "ü"])
async def test_headers_cannot_be_injected(chat, value):
    with pytest.raises(SendFailed):
        await chat.sender().post(MESSAGE._replace(headers={"authorization": value}))
    assert chat.requests == []


async def test_failures_do_not_name_the_address(chat):
    def fail(host: str) -> list[str]:
        raise OSError(f"{host} is unknown")

    with pytest.raises(SendFailed) as failure:
        await chat.sender(fail).post(MESSAGE)
    assert "example" not in str(failure.value) and failure.value.__suppress_context__


def test_without_options_the_sender_takes_the_names_and_certificates_of_the_system():
    sender = HttpsSender()
    assert (sender._resolve, sender._is_allowed, sender._port) == (https_sender.resolve, is_public, 443)
    assert sender._trust().verify_mode == trust().verify_mode == ssl.CERT_REQUIRED and sender._trust().check_hostname
