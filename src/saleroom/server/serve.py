"""Running the server: its sockets, its signals, and what it says to whoever started it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence

import uvicorn

from saleroom.extras import to_install
from saleroom.server.front import Front
from saleroom.server.http.direct_websocket import DirectWebSocketProtocol
from saleroom.server.http.http_limits import LimitedHttpProtocol
from saleroom.server.http.network import ALL_INTERFACES
from saleroom.server.http.peers import PeerMiddleware
from saleroom.server.ops import logs
from saleroom.server.ops.settings import BusUrl, DatabaseUrl, DataPlace, Settings
from saleroom.server.storage.datafile import StoreTrouble, prepare_file

LONGEST_MESSAGE = 4096  # bytes of one message of a socket
UNREAD = 30_000  # milliseconds for which the system keeps sending to somebody who does not take it
SWITCH_INTERVAL = 0.0005
"""Seconds for which the event loop may keep Python's lock from the thread that writes, which asks for it row by row."""


class CannotServe(ValueError):
    """Why the server cannot start, in one line."""


class Listener(uvicorn.Server):
    """A server that leaves the signals to us: there may be two of them."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing to do."""
        yield


def serve(settings: Settings, browse: bool) -> None:
    """Serve until somebody interrupts it; `CannotServe` says why it cannot."""
    with opened_house(settings) as sock:
        serve_on(sock, settings, lambda: say_where(settings, sock.getsockname()[1], browse))
    _leave()


@contextlib.contextmanager
def opened_house(settings: Settings) -> Iterator[socket.socket]:
    """A socket that listens, once everything that is needed has been seen; `CannotServe` says what is missing."""
    logs.configure()
    _admit(settings.players)
    with _bound(settings.host, settings.port) as sock:
        _settled(settings.data)
        _met(settings.bus)
        yield sock
    _say("Closed. Every table is kept and goes on when the house opens again.")


def serve_on(sock: socket.socket, settings: Settings, opened: Callable[[], None], stop: int | None = None) -> None:
    """Serve on a socket that listens; calls `opened` once it does. Ends by a signal, or when `stop` can be read."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    _allow_many_sockets()
    _admit(settings.players)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_Serving(settings, sock, opened, stop).run())


class _Serving:
    """The listeners of one server."""

    def __init__(
        self, settings: Settings, sock: socket.socket, opened: Callable[[], None], stop: int | None = None
    ) -> None:
        self._settings = settings
        self._sock = sock
        self._opened, self._stop_when = opened, stop
        self._port = sock.getsockname()[1]
        self._more: list[tuple[Listener, asyncio.Task[None]]] = []

    async def run(self) -> None:
        """Serve until the end."""
        front = self._front = Front(self._settings, self._port, self._listen)
        main = Listener(_config(front, "on", self._settings.proxies))
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop, main)
        if self._stop_when is not None:
            loop.add_reader(self._stop_when, self._stop_once, loop, main)
        serving = asyncio.create_task(main.serve([self._sock]))
        while not main.started and not serving.done():
            await asyncio.sleep(0.005)
        running = front.running
        assert running is not None
        try:
            self._opened()
            await asyncio.wait([serving, running], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._stop(main)
            await asyncio.gather(serving, *(task for _, task in self._more))
            await _wait_closed(running)

    def _stop(self, main: Listener) -> None:
        """End calmly. Asked again there is nothing to hurry: connections get three seconds, and the rest is written."""
        for listener in (main, *(more for more, _ in self._more)):
            listener.should_exit = True
        self._front.stop()

    def _stop_once(self, loop: asyncio.AbstractEventLoop, main: Listener) -> None:
        assert self._stop_when is not None
        loop.remove_reader(self._stop_when)
        self._stop(main)

    async def _listen(self, addresses: list[str]) -> None:
        """Open the same port on more addresses, all of them or none."""
        with contextlib.ExitStack() as stack:
            socks = [stack.enter_context(_listening(address, self._port)) for address in addresses]
            stack.pop_all()
        listener = Listener(_config(self._front, "off", self._settings.proxies))
        task = asyncio.create_task(listener.serve(socks))
        self._more.append((listener, task))
        while not listener.started and not task.done():
            await asyncio.sleep(0.005)


def say_where(settings: Settings, port: int, browse: bool) -> None:
    """Tell whoever started the server where it is."""
    host = settings.host
    name = "127.0.0.1" if host in ALL_INTERFACES else f"[{host}]" if ":" in host else host
    url = f"http://{name}:{port}/"
    _say(f"Saleroom is open at {url}", f"Everything is kept in {settings.data}", "Press Ctrl-C to close.")
    if browse and _has_screen():
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


async def _wait_closed(running: asyncio.Task[None]) -> None:
    """Wait until the application has closed; what kept it from starting becomes one line."""
    try:
        await running
    except StoreTrouble as trouble:
        raise CannotServe(str(trouble)) from None


def _config(front: Front, lifespan: str, proxies: Sequence[str]) -> uvicorn.Config:
    return uvicorn.Config(
        PeerMiddleware(front, proxies),
        http=LimitedHttpProtocol,
        lifespan="on" if lifespan == "on" else "off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `PeerMiddleware` reads them
        timeout_graceful_shutdown=3,
        ws=DirectWebSocketProtocol,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
    )


def _loop_factory():
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


def _listening(host: str, port: int) -> socket.socket:
    family, kind, proto, _, place = socket.getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    sock = socket.socket(family, kind, proto)
    try:
        if os.name == "posix":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # drop connections that stop reading, and what is queued for them
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
        sock.bind(place)
        sock.listen(2048)
        sock.setblocking(False)
    except OSError:
        sock.close()
        raise
    return sock


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens; `CannotServe` names what to change."""
    try:
        return _listening(host, port)
    except (socket.gaierror, UnicodeError):
        raise CannotServe(f"--host {host[:60]!r}: there is no such host") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(
                f"port {port} is taken, perhaps by another Saleroom; try --port {_free(host, port)}"
            ) from None
        if error.errno == errno.EACCES:
            raise CannotServe(f"port {port} is not open to everybody; try --port 8642") from None
        if error.errno == errno.EADDRNOTAVAIL:
            raise CannotServe(f"--host {host}: this machine does not have that address") from None
        raise CannotServe(f"--host {host} --port {port}: {error.strerror}") from None


def _free(host: str, port: int) -> int:
    """A port near `port` that nobody has."""
    for near in range(port + 1, min(port + 50, 65536)):
        with contextlib.suppress(OSError), _listening(host, near):
            return near
    with _listening(host, 0) as sock:
        return sock.getsockname()[1]


def _settled(place: DataPlace) -> None:
    """See that everything can be kept there, before anybody is told that the house is open."""
    try:
        if isinstance(place, DatabaseUrl):
            from saleroom.server.storage.postgres import prepare_database

            prepare_database(place)
        else:
            prepare_file(place)
    except StoreTrouble as trouble:
        raise CannotServe(f"--data: {trouble}") from None


def _met(bus: BusUrl | None) -> None:
    """See that the bus works, before anybody is told that the house is open."""
    if bus is None:
        return
    try:
        from saleroom.server.realtime.bus import BusTrouble, check
    except ImportError:
        raise CannotServe(f"--bus: Redis needs a client: {to_install('cluster')}") from None
    try:
        asyncio.run(check(bus))
    except BusTrouble as trouble:
        raise CannotServe(f"--bus: {trouble}") from None


def _admit(names: tuple[str, ...]) -> None:
    """Let players that others wrote sit at this process's tables; `CannotServe` says why one cannot."""
    if not names:
        return
    from saleroom.bots.players import UnknownPlayer, admit  # which takes a second, and few need it before the pages

    try:
        admit(names)
    except UnknownPlayer as error:
        raise CannotServe(f"--player: {error}") from None


def _say(*lines: str) -> None:
    """Tell whoever started us; `CannotServe` where that cannot be done."""
    try:
        print(*lines, sep="\n", flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what waits to be said is given up
        raise CannotServe(f"the output goes nowhere: {error.strerror}") from None


def _allow_many_sockets() -> None:
    """Every browser holds a socket; the usual limit is lower than need be."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _leave() -> None:
    """End at once, whatever a thread still compiles: all that matters is on the disk."""
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        sys.stderr.flush()
        os._exit(0)


def _has_screen() -> bool:
    """Whether a browser would open a window, rather than take over the terminal."""
    return sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
