"""People at two servers behind the proxy of `deploy/`, one of which stops, goes silent or is cut off.

Pages see the next moves through the other server while the fault lasts, and the house moves for no open page.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import statistics
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import httpx
import pytest
from playwright.sync_api import Browser

from saleroom.server.core.state.events import TableEvent
from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.storage.store import Store
from tests import services
from tests.browser.house import ROOT, free_port
from tests.browser.robot import Robot
from tests.browser.visitor import PATIENCE, Visitor
from tests.children import end, start
from tests.server.clusters import Wire
from tests.server.live_tables import token
from tests.server.sites import Node, Site, site
from tests.server.takeovers import Takeovers
from tests.server.test_kill import rows_of, sit_down

pytestmark = pytest.mark.integration

ROUNDS = 20 if os.environ.get("SALEROOM_SOAK") else 1
SEATS = {"Ann": 0, "Ben": 2}
T = TypeVar("T")


class Background:
    """Event loop in its own thread, because Playwright occupies the one of the test."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine, and return its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@dataclass
class Place:
    """Site behind a proxy, with the connection between the proxy and each server."""

    background: Background
    site: Site
    fronts: list[Wire]
    store: Store
    url: str
    """Address of the proxy."""

    def owner(self, table: str) -> tuple[Node, Wire]:
        """Return the server that owns a table, and the proxy's connection to this server."""
        owner = self.background.run(Takeovers(self.store).owned([table]))[table]
        return next(
            (node, front) for node, front in zip(self.site.nodes, self.fronts, strict=True) if node.process == owner
        )


@contextmanager
def proxied(servers: list[str], folder: Path, more: Mapping[str, str] | None = None) -> Iterator[str]:
    """Run Caddy with the file of `deploy/` before the given servers, and yield its address. `more` contains further
    environment variables.
    """
    if shutil.which("caddy") is None:
        services.missing("Caddy", "caddy")
    url = f"http://127.0.0.1:{free_port()}"
    names = {"SALEROOM_HOST": url, "SALEROOM_SERVERS": " ".join(servers), **(more or {})}
    own = {"CADDY_ADMIN": f"127.0.0.1:{free_port()}", "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "caddy").open("ab") as log:
        command = ["caddy", "run", "--config", str(ROOT / "deploy/Caddyfile"), "--adapter", "caddyfile"]
        process = start(command, env={**os.environ, **names, **own}, stdout=log, stderr=log)
    try:
        with httpx.Client(transport=httpx.HTTPTransport(retries=30), timeout=PATIENCE / 1000) as client:
            while client.get(url).status_code != 200:
                time.sleep(0.1)
        yield url
    finally:
        end(process)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    background, stack = Background(), AsyncExitStack()
    folder = tmp_path_factory.mktemp("site")
    try:
        at = background.run(stack.enter_async_context(site(folder, 2)))
        ports = [int(server.place.split(":")[1]) for server in at.servers]
        fronts = [background.run(stack.enter_async_context(Wire.to(port))) for port in ports]
        store = background.run(Store.open(DatabaseUrl(at.database)))
        stack.push_async_callback(store.close)
        with proxied([f"127.0.0.1:{front.port}" for front in fronts], folder) as url:
            yield Place(background, at, fronts, store, url)
    finally:
        background.run(stack.aclose())
        background.close()


@asynccontextmanager
async def stopped(node: Node, front: Wire) -> AsyncIterator[None]:
    node.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        node.signal(signal.SIGCONT)


@asynccontextmanager
async def silent(node: Node, front: Wire) -> AsyncIterator[None]:
    front.silence()
    yield
    await front.mend()


@asynccontextmanager
async def cut(node: Node, front: Wire) -> AsyncIterator[None]:
    await front.cut()
    yield
    await front.mend()


Fault = Callable[[Node, Wire], AbstractAsyncContextManager[None]]


def seated(browser: Browser, url: str, table: str, name: str) -> Robot:
    """Open the table's page for a seated person."""
    visitor = Visitor(browser, url)
    visitor.expects_no_way = True
    visitor.context.add_init_script(f"localStorage.setItem('saleroom.guest', '{token(name)}')")
    visitor.go(f"/table/{table}")
    visitor.until(f"() => wire.last?.you.seat === {SEATS[name]}")
    return Robot(visitor, SEATS[name])


def play_until_ben_is_asked(ann: Robot, ben: Robot) -> None:
    """Play until Ann waits for Ben's bid."""
    while not ben.visitor.ask("() => lit().length > 0"):
        if ann.visitor.ask("() => wire.calm && lit().length > 0"):
            ann.play(moves=1)
        ann.visitor.page.wait_for_timeout(20)


def seconds_until_seen(ann: Robot, ben: Robot) -> float:
    """Let Ben pass, whose page may still have to notice the fault; return the seconds until Ann's page has seen it."""
    version = ann.visitor.ask("() => wire.last.version")
    began = time.monotonic()
    ben.visitor.push("Pass")
    ann.visitor.until(f"() => wire.calm && wire.last.version > {version}")
    return time.monotonic() - began


def moves_of_the_house(events: Iterable[TableEvent]) -> list[TableEvent]:
    """Return the moves of people's seats that no person made."""
    return [event for event in events if event.kind == "move" and event.seat in SEATS.values() and not event.holder]


@pytest.mark.parametrize("fault", [stopped, silent, cut])
def test_everyone_sees_moves_again_and_the_house_moves_for_no_one(
    browser: Browser, place: Place, fault: Fault, record_property: Callable[[str, object], None]
) -> None:
    run, took = place.background.run, []
    for number in range(ROUNDS):
        people = run(sit_down(place.site.servers[number % 2], "auction-pitch", random.Random(number)))
        table = people[0].table
        ann, ben = (seated(browser, place.url, table, name) for name in SEATS)
        play_until_ben_is_asked(ann, ben)
        broken = fault(*place.owner(table))
        run(broken.__aenter__())
        try:
            took.append(seconds_until_seen(ann, ben))
        finally:
            run(broken.__aexit__(None, None, None))
        assert not [*ann.visitor.leave(), *ben.visitor.leave()]
        assert not moves_of_the_house(run(rows_of(DatabaseUrl(place.site.database), [table]))[table])
    record_property("seconds", f"{fault.__name__}: median {statistics.median(took):.1f}, worst {max(took):.1f}")
