"""Checks on the host, origin and body of requests, and security headers for responses."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import MutableMapping
from typing import Any

from saleroom.kernel.refusals import Refusal
from saleroom.server.http.asgi import App, Header, Receive, Scope, Send, headers, refuse
from saleroom.server.ops.addresses import parse_address
from saleroom.server.ops.settings import PublicUrl

MAX_BODY_SIZE = 16_384  # bytes
BODY_TIMEOUT = 10.0  # seconds within which the body of a request must arrive
HOST_PATTERN = re.compile(r"(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9._-]{1,253}?)\.?(?::\d{1,5})?")
FORWARDING_HEADERS = (b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip")

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
SECURITY_HEADERS: list[Header] = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
CLOSE_CONNECTION: Header = (b"connection", b"close")
"""Header of a refusal: the connection closes, because the rest of the request's body is not read."""
OPENER_POLICY: Header = (b"cross-origin-opener-policy", b"same-origin")
"""Header that is sent only over HTTPS, because browsers ignore it over HTTP and show a warning."""


class SecurityMiddleware:
    """Middleware that guards the server.

    The middleware refuses requests with a wrong host, origin or body, and adds security headers to every response.
    """

    def __init__(self, app: App, public: PublicUrl | None) -> None:
        """Guard `app`."""
        self._app = app
        self._public = public
        name = socket.gethostname().lower()
        short = name.split(".")[0]
        self._names = {"localhost", name, short, f"{short}.local"} | ({public.host} if public else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or one socket."""
        send = _with_security_headers(scope, send)
        wrong = self._objection(scope)
        if wrong is not None:
            await refuse(scope, receive, send, *wrong, more=[CLOSE_CONNECTION])
            return
        if not self._at_our_root(scope):
            folder = scope["path"].rsplit("/", 1)[-1].encode()
            more = [(b"location", folder + b"/"), CLOSE_CONNECTION]
            await refuse(scope, receive, send, 307, Refusal("server.needs-slash"), more=more)
            return
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            body = await _body(scope, receive)
            if isinstance(body, int):
                large = Refusal("server.too-large", bytes=MAX_BODY_SIZE)
                refusal = large if body == 413 else Refusal("server.too-slow")
                await refuse(scope, receive, send, body, refusal, more=[CLOSE_CONNECTION])
                return
            receive = _again(body, receive)
        await self._app(scope, receive, send)

    def _objection(self, scope: Scope) -> tuple[int, Refusal] | None:
        """Return why the host or origin of a request is refused; None if both are allowed.

        The owner of a foreign page can make the page's host name point to this machine; therefore, only known host
        names are allowed. An address as the host cannot be misused in this way. Browsers always send an `Origin` header
        when they open a socket or send a POST.
        """
        hosts, origins = headers(scope, b"host"), headers(scope, b"origin")
        if len(hosts) != 1 or not self._ours(hosts[0]):
            return 421, Refusal("server.wrong-name")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and not all(self._same(origin, hosts[0]) for origin in origins):
            return 403, Refusal("server.foreign-page")
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and _has_body(scope):
            return 400, Refusal("server.read-with-body")
        return None

    def _ours(self, host: str) -> bool:
        name = host_name(host)
        return name is not None and (name in self._names or parse_address(name) is not None)

    def _same(self, origin: str, host: str) -> bool:
        scheme, _, place = origin.partition("://")
        here = scheme in ("http", "https") and place.lower() == host.lower()
        return here or (self._public is not None and origin == self._public.origin)

    def _at_our_root(self, scope: Scope) -> bool:
        """Remove the path of the public URL from the request's path, unless the proxy has already removed it.

        Return `False` if the request's path is the path of the public URL without its final slash.
        """
        prefix, path = self._public.path if self._public else "", scope["path"]
        if not prefix:
            return True
        if path.startswith(prefix + "/"):
            scope["path"] = path.removeprefix(prefix)
            scope["raw_path"] = scope["path"].encode()
        return path != prefix


def host_name(host: str) -> str | None:
    """Return the name or the address in a `Host` header, without the port; None if it is invalid."""
    matched = HOST_PATTERN.fullmatch(host)
    return matched[1].strip("[]").lower() if matched else None


def is_loopback(name: str) -> bool:
    """Return whether a host name or address is a loopback address, which other machines cannot reach."""
    address = parse_address(name)
    return name == "localhost" if address is None else address.is_loopback


def is_local_request(scope: Scope) -> bool:
    """Return whether a request comes from this machine.

    Such a request comes from a loopback address, names a loopback host, and has passed through no proxy.
    """
    client = scope.get("client")
    name = host_name("".join(headers(scope, b"host")))
    forwarded = any(headers(scope, header) for header in FORWARDING_HEADERS)
    return bool(client and name and is_loopback(client[0]) and is_loopback(name) and not forwarded)


def _has_body(scope: Scope) -> bool:
    lengths = headers(scope, b"content-length")
    return bool(headers(scope, b"transfer-encoding")) or any(length.strip("0 ") for length in lengths)


async def _body(scope: Scope, receive: Receive) -> bytes | int:
    """Return the whole body, or the HTTP status with which to refuse the request."""
    announced = "".join(headers(scope, b"content-length"))
    if announced.isdecimal() and int(announced[:12]) > MAX_BODY_SIZE:
        return 413
    body = b""
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return 400
                body += message.get("body", b"")
                if len(body) > MAX_BODY_SIZE:
                    return 413
                if not message.get("more_body"):
                    return body
    except TimeoutError:
        return 408


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` function that returns a body that has already been read."""
    parts = [body]

    async def once() -> MutableMapping[str, Any]:
        if parts:
            return {"type": "http.request", "body": parts.pop(), "more_body": False}
        return await receive()

    return once


def _with_security_headers(scope: Scope, send: Send) -> Send:
    """Return a `send` function that adds security headers to a response."""
    if scope["type"] != "http":
        return send
    guards = [*SECURITY_HEADERS, OPENER_POLICY] if scope.get("scheme") == "https" else SECURITY_HEADERS

    async def guarded(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *guards]}
        await send(message)

    return guarded
