"""HTTPS requests to addresses that people give, such as push services and webhooks.

Such an address could lead into the operator's own network, redirect there, or answer without end. The sender therefore
resolves a name once, connects only to public addresses of that answer, and limits the time and size of the response.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import cache
from typing import NamedTuple

PORT = 443
SECONDS = 10.0
"""Seconds within which a request must be resolved, sent and answered."""
CONNECT_SHARE = 0.4
"""Maximum share of these seconds for one attempt to connect."""
MOST_ADDRESSES = 4
"""Maximum number of network addresses that one request tries."""
LONGEST_HEAD = 16_384
"""Maximum size of status line and headers of a response, in bytes. The sender never reads the rest."""
LONGEST_WAIT = 3600.0
"""Maximum of `Retry-After`, in seconds."""
LONGEST_ADDRESS = 1000

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS = re.compile(
    rf"https://(?P<host>(?:{_LABEL}\.)+[a-z](?:[a-z0-9-]{{0,61}}[a-z0-9])?)(?::443)?"
    r"(?P<target>(?:[/?][a-z0-9._~!$&'()*+,;=:@%/?-]*)?)",
    re.IGNORECASE | re.ASCII,
)
"""An https address with a host name, the default port, no user and no fragment."""
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)(?: |\r|$)")
_RETRY_AFTER = re.compile(rb"^retry-after:[ \t]*(\d{1,9})(?:\.\d+)?[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_HEADER = re.compile(r"[\x20-\x7e]*")
_IPV6_UNICAST = ipaddress.IPv6Network("2000::/3")
_REFUSED = (
    ipaddress.ip_network("192.88.99.0/24"),  # 6to4 relays
    ipaddress.ip_network("2001::/23"),  # Teredo and other protocols; Teredo contains IPv4 addresses
    ipaddress.ip_network("2002::/16"),  # 6to4, which contains IPv4 addresses
    ipaddress.ip_network("3fff::/20"),  # documentation
)


class HttpsAddress(NamedTuple):
    """Parts of an https address."""

    host: str
    """Host name in lower case."""
    target: str
    """Path and query, beginning with a slash."""

    @property
    def text(self) -> str:
        """Return the address in the form that is stored."""
        return f"https://{self.host}{self.target}"


class Post(NamedTuple):
    """A POST request."""

    address: HttpsAddress
    headers: Mapping[str, str]
    body: bytes


class Answer(NamedTuple):
    """The part of a response that the sender reads."""

    status: int
    retry_after: float | None
    """Seconds to wait before the next request, if the response gives them."""


class SendFailed(Exception):
    """Failure to send a request or to get a response. The text contains no part of the address."""


def parse_https(text: str) -> HttpsAddress:
    """Return the parts of an https address; raise `ValueError` unless it has a host name, port 443, no user name and no
    fragment, and is short.
    """
    match = _ADDRESS.fullmatch(text) if len(text) <= LONGEST_ADDRESS else None
    if match is not None and len(match["host"]) <= 253:
        target = match["target"]
        address = HttpsAddress(match["host"].lower(), target if target.startswith("/") else f"/{target}")
        if len(address.text) <= LONGEST_ADDRESS:  # it can be longer than `text` by a slash
            return address
    raise ValueError("not an https address of a host name on port 443")


def is_public(address: IpAddress) -> bool:
    """Return whether an address belongs to one host on the public internet.

    Addresses that contain another address, such as IPv4-mapped ones, do not count as public.
    """
    if any(address in network for network in _REFUSED if network.version == address.version):
        return False
    if address.is_multicast or address.is_reserved or not address.is_global:
        return False
    return address.version == 4 or address in _IPV6_UNICAST


def resolve(host: str) -> Sequence[str]:
    """Return the network addresses of a host name, in the order of preference; raise `OSError` if there are none."""
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)]


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


class HttpsSender:
    """Sender of POST requests to addresses that people give."""

    def __init__(
        self,
        resolve: Callable[[str], Sequence[str]] = resolve,
        is_allowed: Callable[[IpAddress], bool] = is_public,
        *,
        port: int = PORT,
        trust: Callable[[], ssl.SSLContext] = _trusted,
        seconds: float = SECONDS,
    ) -> None:
        """Create a sender; the parameters exist for tests, which have no public addresses."""
        self._resolve, self._is_allowed = resolve, is_allowed
        self._port, self._trust, self._seconds = port, trust, seconds
        self._resolvers = _resolver_threads(16)
        """Threads of their own, because a slow name server must not delay other work."""

    def with_threads(self, number: int) -> HttpsSender:
        """Return a sender with the same settings, and with `number` threads of its own. A lookup occupies its thread
        even after the time limit of a request.
        """
        sender = copy(self)
        sender._resolvers = _resolver_threads(number)
        return sender

    async def post(self, request: Post) -> Answer:
        """Send a request and return the status of the response; follow no redirect. Raise `SendFailed` if there is no
        response in time.
        """
        try:
            async with asyncio.timeout(self._seconds):
                return await self._post(request)
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:  # timeouts are `OSError`
            raise SendFailed(type(error).__name__) from None

    async def _post(self, request: Post) -> Answer:
        reader, writer = await self._connect(request.address.host)
        try:
            writer.write(_request_bytes(request))
            await writer.drain()
            return await _answer(reader)
        finally:
            writer.transport.abort()

    async def _connect(self, host: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to one of the allowed addresses of a host. The name is resolved only once."""
        loop = asyncio.get_running_loop()
        resolved = await loop.run_in_executor(self._resolvers, self._resolve, host)
        allowed = [text for text in dict.fromkeys(resolved) if self._is_allowed(ipaddress.ip_address(text))]
        if not allowed:
            raise SendFailed("no public address")
        trust = await loop.run_in_executor(self._resolvers, self._trust)
        failure: OSError = ConnectionError()
        for text in allowed[:MOST_ADDRESSES]:
            try:
                async with asyncio.timeout(CONNECT_SHARE * self._seconds):
                    return await asyncio.open_connection(
                        text, self._port, ssl=trust, server_hostname=host, limit=LONGEST_HEAD
                    )
            except OSError as error:
                failure = error
        raise failure

    def close(self) -> None:
        """Release the threads."""
        self._resolvers.shutdown(wait=False, cancel_futures=True)


def _resolver_threads(number: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(number, thread_name_prefix="resolver")


def _request_bytes(request: Post) -> bytes:
    """Return the request as sent; raise `ValueError` if a header contains a line break."""
    headers = {
        "host": request.address.host,
        **request.headers,
        "content-length": str(len(request.body)),
        "connection": "close",
        "user-agent": "saleroom",
    }
    if not all(_HEADER.fullmatch(text) for text in (*headers, *headers.values())):
        raise ValueError("a header contains control characters")
    lines = [f"POST {request.address.target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + request.body


async def _answer(reader: asyncio.StreamReader) -> Answer:
    while True:
        head = await reader.readuntil(b"\r\n\r\n")
        status = _STATUS.match(head)
        if status is None:
            raise ValueError("not an HTTP response")
        if int(status[1]) >= 200:  # earlier ones only announce the response
            wait = _RETRY_AFTER.search(head)
            return Answer(int(status[1]), min(float(wait[1]), LONGEST_WAIT) if wait else None)
