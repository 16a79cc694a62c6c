"""Fixtures: a server, a browser, and visitors who use them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from saleroom.kernel.compile import COMPILED
from saleroom.server.ops.settings import CLIENT
from tests.browser.house import PUBLIC_NAME, House
from tests.browser.visitor import PATIENCE, Visit, Visitor
from tools.browser import launch, program

ARGUMENTS = [f"--host-resolver-rules=MAP {PUBLIC_NAME} 127.0.0.1"]

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the browser tests unless the rules are compiled, because pages look the same with interpreted rules."""
    if not COMPILED:
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="the house runs compiled"))


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Yield one server for all tests of this process."""
    assert (CLIENT / "index.html").exists(), "the client is not built: make setup"
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.close()
    assert not house.faults()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield one browser for the tests of a file.

    While it is open, nothing else in this thread can run an event loop.
    """
    yield from opened_browser()


def opened_browser(*, whole: bool = False) -> Iterator[Browser]:
    """Open a browser, yield it, and close it. `whole` is as in `tools.browser.program`."""
    if program(whole=whole) is None:
        message = "There is no Chromium on the path: the web table is NOT tested (make doctor)"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(message)
    with sync_playwright() as playwright:
        browser = launch(playwright, ARGUMENTS, whole=whole)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Yield a function that creates visitors. At the end, check that none of them has seen an error."""
    visitors: list[Visitor] = []

    def enter(size: str = "desktop", url: str | None = None, **more) -> Visitor:
        visitors.append(Visitor(browser, url or house.url, size, **more))
        return visitors[-1]

    yield enter
    faults = [fault for visitor in visitors for fault in visitor.leave()]
    assert not faults
