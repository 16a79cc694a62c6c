"""Kill a server by SIGKILL at moves, starts of rounds and a substitution of a club's series.

After each kill the series continues, and its standings equal the calculation by hand.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import random
import subprocess
import sys
import urllib.error
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests import children, services

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES))
evening: Any = import_module("club_evening")
by_hand: Any = import_module("club.by_hand")
people: Any = import_module("club.people")

EVERY = 180
"""Number of moves between two kills."""
SOON = 0.03
"""Maximum number of seconds between the request for a change and its kill."""
GONE = (OSError, http.client.HTTPException, websockets.WebSocketException, EOFError)


class Site:
    """A server at one address, which is killed and started again."""

    def __init__(self, data: Path) -> None:
        self.port, self.data, self.kills = services.free_port(), data, 0
        self.chance = random.Random(5)
        self.process = self._started()
        self.turn = asyncio.Lock()

    def _started(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "saleroom", "serve", "--no-open", "--port", str(self.port)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = children.start([*command, "--data", str(self.data)], **quiet)
        services.wait_for_port(self.port, process)
        return process

    async def kill(self, after: float = 0.0) -> None:
        """Kill the server after some seconds, and start it again."""
        async with self.turn:
            await asyncio.sleep(after)
            self.process.kill()
            await asyncio.to_thread(self.process.wait)
            self.kills += 1
            self.process = await asyncio.to_thread(self._started)

    async def kill_soon(self) -> None:
        """Kill the server while a request is under way."""
        await self.kill(self.chance.uniform(0, SOON))


class Steady(people.Person):
    """A person who repeats what had no answer, as a browser does."""

    site: Site
    moves = 0
    kills: set[asyncio.Task[None]]

    async def ask(self, method: str, path: str, body: Any = None) -> str:
        lost = False
        while True:
            try:
                return await super().ask(method, path, body)
            except urllib.error.HTTPError as error:
                with error:
                    if error.code >= 500:
                        lost = True
                    elif lost and method == "POST" and path.startswith("events/"):  # the first request has succeeded
                        return await super().ask("GET", "/".join(path.split("/")[:2]))
                    else:
                        raise
            except GONE:
                lost = True
            await asyncio.sleep(0.1)

    async def post(self, path: str, body: Any = None) -> Any:
        if path.endswith(("/start", "/substitute")):
            self._kill(self.site.kill_soon())
        return await super().post(path, body)

    async def play(self, event: str) -> None:
        while (await self.get(f"events/{event}"))["status"] == "playing":
            with contextlib.suppress(*GONE):
                await super().play(event)
            await asyncio.sleep(0.1)

    def _move(self, asked: int, mine: dict[str, Any]) -> dict[str, Any]:
        Steady.moves += 1
        if Steady.moves % EVERY == 0:
            self._kill(self.site.kill())
        return super()._move(asked, mine)

    def _kill(self, kill: Any) -> None:
        task = asyncio.create_task(kill)
        Steady.kills.add(task)
        task.add_done_callback(Steady.kills.discard)


async def play(site: Site) -> None:
    Steady.site, Steady.kills, Steady.moves = site, set(), 0
    club = evening.Club(f"http://127.0.0.1:{site.port}/", rounds=2, deals=1, seed=3)
    await club.found()
    for absent, in_round_1 in ((("Lou",), club.come_late), (("Lou",), club.substitute), (("Dan",), None)):
        await club.evening(absent, in_round_1)
    await asyncio.gather(*Steady.kills)
    texts = [await club.ann.ask("GET", f"events/{event}/results.csv") for event in club.events]
    expected = by_hand.standings(evening.NAMES, [by_hand.percentages(text) for text in texts], evening.COUNTED)
    assert sorted(await evening.server_standings(club)) == sorted(
        (rank, name, f"{float(total):.2f}") for rank, name, total in expected
    )
    assert "Lou" in texts[1] and "Dan" not in texts[2]


@pytest.mark.integration
def test_a_series_survives_kills_at_every_point(tmp_path, monkeypatch):
    monkeypatch.setattr(evening, "Person", Steady)

    async def whole() -> Site:
        site = Site(tmp_path / "club.db")
        try:
            await play(site)
        finally:
            await asyncio.to_thread(children.end, site.process)
        return site

    site = asyncio.run(whole())
    assert site.kills > 7  # each of six starts, the substitution, and some moves
