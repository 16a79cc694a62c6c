"""Functions that run the server: listening sockets, signals, and messages to the operator."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import uvicorn

from saleroom.extras import to_install
from saleroom.server.front import Front
from saleroom.server.http.asgi import App
from saleroom.server.http.direct_websocket import DirectWebSocketProtocol
from saleroom.server.http.handover import Handover
from saleroom.server.http.http_limits import HandedOverProtocol, LimitedHttpProtocol
from saleroom.server.http.listening_socket import CannotServe, allow_many_sockets, listen, open_socket
from saleroom.server.http.network import ALL_INTERFACES
from saleroom.server.http.open_connections import OpenConnections, ServerConfig
from saleroom.server.http.peers import PeerMiddleware
from saleroom.server.ops import logs
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.settings import BusUrl, DatabaseUrl, DataPlace, Settings
from saleroom.server.storage.datafile import StoreTrouble, is_open_to_others, prepare_file

log = logging.getLogger("saleroom.server")

LONGEST_MESSAGE = 4096  # maximum size of one message on a socket, in bytes
SWITCH_INTERVAL = 0.0005
"""Maximum seconds for which the event loop keeps the GIL from the writer thread, which needs it for every row."""


class UvicornServer(uvicorn.Server):
    """uvicorn server that leaves signals to `_Serving`, because two such servers can run simultaneously."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture no signals."""
        yield


def serve(settings: Settings, browse: bool) -> None:
    """Serve until interrupted; raise `CannotServe` if the server cannot start."""
    with prepared_socket(settings) as sock:
        serve_on(sock, settings, lambda: print_address(settings, sock.getsockname()[1], browse))
    _end_process()


@contextlib.contextmanager
def prepared_socket(settings: Settings) -> Iterator[socket.socket]:
    """Open a listening socket and check all requirements; raise `CannotServe` if a requirement is not met."""
    logs.configure()
    _admit_players(settings.players)
    with open_socket(settings.host, settings.port) as sock:
        _check_data(settings.data)
        _check_bus(settings.bus)
        yield sock
    _print("Closed. Every table is stored and continues when the server starts again.")


def serve_on(
    sock: socket.socket,
    settings: Settings,
    opened: Callable[[], None],
    stop: int | None = None,
    handover: Handover | None = None,
    late: bool = False,
) -> None:
    """Serve on a socket until a signal arrives or `stop` becomes readable; call `opened` once serving has begun.

    `handover` exchanges connections with other processes that serve on the same socket. With `late`, accept no
    connections before the store is open, because these other processes already serve.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    allow_many_sockets()
    _admit_players(settings.players)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_Serving(settings, sock, opened, stop, handover, late).run())


class _Serving:
    """Listeners of one server."""

    def __init__(
        self,
        settings: Settings,
        sock: socket.socket,
        opened: Callable[[], None],
        stop: int | None,
        handover: Handover | None,
        late: bool = False,
    ) -> None:
        self._settings, self._handover = settings, handover
        self._sock, self._late = sock, late
        self._opened, self._stop_when = opened, stop
        self._port = sock.getsockname()[1]
        self._connections = OpenConnections(settings.proxies)
        self._more: list[tuple[UvicornServer, asyncio.Task[None]]] = []

    async def run(self) -> None:
        """Serve until the server is stopped."""
        front = self._front = Front(self._settings, self._port, self._listen)
        main = UvicornServer(_config(front, "on", self._connections, self._handover))
        loop = asyncio.get_running_loop()
        # The supervisor of a worker handles Ctrl-C, which reaches all processes of a terminal
        for number in (signal.SIGINT, signal.SIGTERM) if self._stop_when is None else (signal.SIGTERM,):
            loop.add_signal_handler(number, self._stop, main)
        if self._stop_when is not None:
            loop.add_reader(self._stop_when, self._stop_once, loop, main)
        serving = asyncio.create_task(main.serve([] if self._late else [self._sock]))
        while not main.started and not serving.done():
            await asyncio.sleep(0.005)
        running = front.running
        assert running is not None
        loading = asyncio.create_task(front.loaded())
        try:
            if not self._late:
                self._opened()
            await asyncio.wait([serving, running, loading], return_when=asyncio.FIRST_COMPLETED)
            if loading.done() and loading.result():
                await self._meet_others(main)
                await asyncio.wait([serving, running], return_when=asyncio.FIRST_COMPLETED)
        finally:
            loading.cancel()
            self._stop(main)
            await asyncio.gather(serving, *(task for _, task in self._more))
            await _wait_closed(running)

    async def _meet_others(self, main: UvicornServer) -> None:
        """Exchange connections with the other processes, when the store is open."""
        if self._handover is not None:
            self._take_connections(main, self._handover)
        if self._late:
            await self._accept(main)
            self._opened()

    def _take_connections(self, main: UvicornServer, handover: Handover) -> None:
        cluster = self._front.cluster
        try:
            if cluster is not None:
                handover.open(cluster.process, cluster.order, partial(_serve_handed_over, main))
                cluster.strays.neighbours = handover.neighbours
        except OSError as error:
            log.warning("sockets of tables are not handed over", extra={FACTS: {"trouble": str(error)}})
        finally:
            handover.give_up()

    def _stop(self, main: UvicornServer) -> None:
        """Stop gracefully: connections have three seconds to end, and all data is written.

        A second signal has no further effect.
        """
        for listener in (main, *(more for more, _ in self._more)):
            listener.should_exit = True
        self._front.stop()
        if self._handover is not None:
            self._handover.close()

    def _stop_once(self, loop: asyncio.AbstractEventLoop, main: UvicornServer) -> None:
        assert self._stop_when is not None
        loop.remove_reader(self._stop_when)
        self._stop(main)

    async def _accept(self, main: UvicornServer) -> None:
        """Accept connections on the socket, like a server that began with it."""
        make = partial(LimitedHttpProtocol, **_context(main))
        server = await asyncio.get_running_loop().create_server(make, sock=self._sock, backlog=main.config.backlog)
        main.servers.append(server)

    async def _listen(self, addresses: list[str]) -> None:
        """Open the same port on more addresses; if this fails for one address, open the port on none of them."""
        with contextlib.ExitStack() as stack:
            socks = [stack.enter_context(listen(address, self._port)) for address in addresses]
            stack.pop_all()
        listener = UvicornServer(_config(self._front, "off", self._connections, self._handover))
        task = asyncio.create_task(listener.serve(socks))
        self._more.append((listener, task))
        while not listener.started and not task.done():
            await asyncio.sleep(0.005)


def print_address(settings: Settings, port: int, browse: bool) -> None:
    """Print the server's address."""
    host = settings.host
    name = "127.0.0.1" if host in ALL_INTERFACES else f"[{host}]" if ":" in host else host
    url = f"http://{name}:{port}/"
    _print(f"Saleroom is open at {url}", f"Everything is kept in {settings.data}", "Press Ctrl-C to close.")
    if browse and _has_screen():
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


async def _wait_closed(running: asyncio.Task[None]) -> None:
    """Wait until the application is closed; raise `CannotServe` if an error of the store prevented its start."""
    try:
        await running
    except StoreTrouble as trouble:
        raise CannotServe(str(trouble)) from None


async def _serve_handed_over(server: UvicornServer, sock: socket.socket, request: bytes) -> None:
    """Serve a connection from which another process has read a request."""
    make = partial(HandedOverProtocol, request, **_context(server))
    try:
        await asyncio.get_running_loop().connect_accepted_socket(make, sock)
    except OSError:  # the client has disconnected
        sock.close()


def _context(server: UvicornServer) -> dict[str, Any]:
    """Return what a protocol needs to belong to a server."""
    return {"config": server.config, "server_state": server.server_state, "app_state": server.lifespan.state}


def _config(front: App, lifespan: str, connections: OpenConnections, handover: Handover | None = None) -> ServerConfig:
    return ServerConfig(
        PeerMiddleware(front, connections.proxies),
        connections,
        handover,
        http=LimitedHttpProtocol,
        lifespan="on" if lifespan == "on" else "off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `PeerMiddleware` reads these headers
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


def _check_data(place: DataPlace) -> None:
    """Check that data can be stored at `place`, before the server reports that it is open."""
    try:
        if isinstance(place, DatabaseUrl):
            from saleroom.server.storage.postgres import prepare_database

            prepare_database(place)
        else:
            prepare_file(place)
            if is_open_to_others(place):
                log.warning("every user of this machine can read the data file; run: chmod o= %s*", place)
    except StoreTrouble as trouble:
        raise CannotServe(f"--data: {trouble}") from None


def _check_bus(bus: BusUrl | None) -> None:
    """Check that the bus works, before the server reports that it is open."""
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


def _admit_players(names: tuple[str, ...]) -> None:
    """Admit third-party players to this process's tables; raise `CannotServe` if one is unusable."""
    if not names:
        return
    # the import is slow, and few servers need it before they serve pages
    from saleroom.bots.players import UnknownPlayer, admit

    try:
        admit(names)
    except UnknownPlayer as error:
        raise CannotServe(f"--player: {error}") from None


def _print(*lines: str) -> None:
    """Print lines for the operator; raise `CannotServe` if the output is closed."""
    try:
        print(*lines, sep="\n", flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # this drops buffered output
        raise CannotServe(f"the output is closed: {error.strerror}") from None


def _end_process() -> None:
    """End the process immediately, even if a thread is still compiling; all data is already on disk."""
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        sys.stderr.flush()
        os._exit(0)


def _has_screen() -> bool:
    """Return whether a browser would open its own window and not use the terminal."""
    return sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
