"""Pages at two machines behind the proxy of `deploy/`: people come to the machine that owns their table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests import services
from tests.browser.test_stopped_server import Background, play_until_ben_is_asked, proxied, seated
from tests.server.test_kill import Server, sit_down

pytestmark = pytest.mark.integration


@pytest.fixture
def background() -> Iterator[Background]:
    background = Background()
    yield background
    background.close()


def test_a_page_comes_to_the_machine_that_owns_its_table_without_a_visible_break(
    browser: Browser, background: Background, tmp_path: Path
) -> None:
    run = background.run
    with ExitStack() as stack:
        database = stack.enter_context(services.postgres()).database("site")
        bus = stack.enter_context(services.redis()).url

        async def start(name: str) -> Server:
            return await Server.start(database, "--bus", bus, "--machine", name)

        north, south = [run(start(name)) for name in ("north", "south")]
        for server in (north, south):
            stack.callback(lambda server=server: run(server.kill()))
        rules = f"north {north.place}\n\t\tsouth {south.place}"
        url = stack.enter_context(proxied([south.place], tmp_path, {"SALEROOM_MACHINES": rules}))
        table = run(sit_down(north, "auction-pitch", random.Random(1)))[0].table
        ann = seated(browser, f"http://{north.place}", table, "Ann")
        ben = seated(browser, url, table, "Ben")
        with ben.visitor.page.expect_websocket(lambda socket: socket.url.endswith("/socket?machine=north")):
            pass
        ben.visitor.until("() => wire.calm")
        assert "Connected again." not in ben.visitor.heard()
        play_until_ben_is_asked(ann, ben)
        ben.play(moves=1)
        ann.visitor.until(f"() => wire.last.version >= {ben.visitor.ask('() => wire.last.version')}")
        assert not [*ann.visitor.leave(), *ben.visitor.leave()]
