"""Small reverse proxy, which can remove a prefix from the path and can go silent like a dead network."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Literal

REQUEST = re.compile(rb"^([A-Z]+) (\S+) (HTTP/1\.1\r\n)")
UPGRADE = b"upgrade: websocket"


Silence = Literal["at once", "after the handshake"]
"""Moment at which a connection goes silent. A silent connection stays open, but drops all bytes."""


class Proxy:
    """Proxy in front of a server, reached below a path. Each connection serves one request or one WebSocket."""

    strips = True
    """Whether the prefix is removed from the path of requests to the server."""

    def __init__(self, path: str) -> None:
        """Prepare a proxy without opening it."""
        self._path = path.encode()
        self._to = 0
        self._silence: Silence | None = None
        self._silent = threading.Event()
        """Set when the current connections have gone silent."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}{path}/"

    def send_to(self, port: int) -> None:
        """Set the server's address."""
        self._to = port

    def fall_silent(self, when: Silence = "at once") -> None:
        """Drop all data on open connections. On new connections, drop all data from the moment `when`."""
        self._silence = when
        self._silent.set()

    def speak(self) -> None:
        """Serve new connections again; silent connections stay silent."""
        self._silence, self._silent = None, threading.Event()

    def cut(self) -> None:
        """Close all connections."""
        for sock in list(self._open):
            _end(sock)

    def __enter__(self) -> Proxy:
        """Open the proxy."""
        self._accepting = threading.Thread(target=self._accept)
        self._accepting.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the proxy and all its connections."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()
        self._accepting.join()

    def _accept(self) -> None:
        threads = []
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threads.append(threading.Thread(target=self._serve, args=(client,)))
                threads[-1].start()
        for thread in threads:
            thread.join()

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError):
            self._open.add(client)
            head = b""
            while b"\r\n\r\n" not in head:
                more = client.recv(65536)
                if not more:
                    return
                head += more
            if self._silence is None or (self._silence == "after the handshake" and UPGRADE in head.lower()):
                self._connect(client, head)
            else:
                _drop(client)
        self._open.discard(client)

    def _connect(self, client: socket.socket, head: bytes) -> None:
        silent, greeting = self._silent, False
        if self._silence is not None:
            silent, greeting = threading.Event(), True
        with socket.create_connection(("127.0.0.1", self._to)) as house:
            self._open.add(house)
            house.sendall(self._rewritten(head))
            back = threading.Thread(target=_pass_on, args=(house, client, silent, greeting))
            back.start()
            _pass_on(client, house, silent)
            back.join()
            self._open.discard(house)

    def _rewritten(self, head: bytes) -> bytes:
        found = REQUEST.match(head)
        assert found
        path = found[2]
        if self.strips and path.startswith(self._path + b"/"):
            path = path.removeprefix(self._path)
        rest = head[found.end() :]
        if UPGRADE not in rest.lower():
            rest = re.sub(rb"(?i)connection: [^\r]*\r\n", b"", rest, count=1)
            rest = b"Connection: close\r\n" + rest
        return found[1] + b" " + path + b" " + found[3] + b"X-Forwarded-For: 10.0.0.9\r\n" + rest


def _pass_on(source: socket.socket, target: socket.socket, silent: threading.Event, greeting: bool = False) -> None:
    """Forward bytes until `silent` is set. With `greeting`, set `silent` after forwarding the first bytes."""
    with suppress(OSError):
        while data := source.recv(65536):
            if not silent.is_set():
                target.sendall(data)
            if greeting:
                silent.set()
    _end(target)


def _drop(source: socket.socket) -> None:
    with suppress(OSError):
        while source.recv(65536):
            pass


def _end(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
