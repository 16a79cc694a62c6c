"""Listening sockets of the server, and advice for the operator if a socket cannot be opened."""

from __future__ import annotations

import contextlib
import errno
import os
import socket

UNREAD = 30_000  # milliseconds during which the system resends data that a client has not acknowledged


class CannotServe(ValueError):
    """Error: the server cannot start; the text says why, in one line."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on an address; raise `OSError` if it cannot be opened."""
    family, kind, proto, _, place = socket.getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    sock = socket.socket(family, kind, proto)
    try:
        if os.name == "posix":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # drop clients that stop reading, and the data queued for them
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
        sock.bind(place)
        sock.listen(2048)
        sock.setblocking(False)
    except OSError:
        sock.close()
        raise
    return sock


def open_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket; if it cannot be opened, raise `CannotServe` with advice for the operator."""
    try:
        return listen(host, port)
    except (socket.gaierror, UnicodeError):
        raise CannotServe(f"--host {host[:60]!r}: there is no such host") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(
                f"port {port} is taken, perhaps by another Saleroom; try --port {_free_port(host, port)}"
            ) from None
        if error.errno == errno.EACCES:
            raise CannotServe(f"port {port} needs special rights; try --port 8642") from None
        if error.errno == errno.EADDRNOTAVAIL:
            raise CannotServe(f"--host {host}: this machine does not have that address") from None
        raise CannotServe(f"--host {host} --port {port}: {error.strerror}") from None


def _free_port(host: str, port: int) -> int:
    """Return a free port near `port`."""
    for near in range(port + 1, min(port + 50, 65536)):
        with contextlib.suppress(OSError), listen(host, near):
            return near
    with listen(host, 0) as sock:
        return sock.getsockname()[1]


def allow_many_sockets() -> None:
    """Raise this process's limit on open files, because every browser needs a socket and the usual limit is too low."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
