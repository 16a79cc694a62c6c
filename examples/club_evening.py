"""Let a club of twelve play a series of four evenings, and calculate its standings by hand.

Everyone comes on the first evening. On the second one, Lou comes late and plays from the second round on. On the third
one, Cleo leaves during the first round, and Lou takes over her seat. On the fourth one, Dan does not come. Each
member's three best evenings count.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import csv
import io
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from club.by_hand import percentages, standings
from club.people import Person

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Ida", "Jo", "Kim", "Lou")
COUNTED = 3
START = 120.0
"""Seconds in which a server has to start."""


class Club:
    """The people of the club, and their series. Ann owns it."""

    def __init__(self, url: str, rounds: int, deals: int, seed: int) -> None:
        chance = random.Random(seed)
        self.people = {name: Person(url, name, random.Random(chance.random())) for name in NAMES}
        self.ann = self.people["Ann"]
        self.rounds, self.deals = rounds, deals
        self.series = ""
        self.events: list[str] = []

    async def found(self) -> None:
        """Make the series, and let everyone join by the link."""
        for person in self.people.values():
            await person.come()
        rules = {"game": "auction-pitch", "seats": 4, "options": {"deals": self.deals}, "rounds": self.rounds}
        asked = {**rules, "title": "Fridays", "name": "Ann", "counted": COUNTED}
        self.series = (await self.ann.post("series", asked))["id"]
        code = (await self.ann.get(f"series/{self.series}"))["invitation"]
        for name in NAMES[1:]:
            await self.people[name].post(f"series/{self.series}/join", {"code": code, "name": name})

    async def evening(self, absent: Sequence[str], in_round_1: Callable[[str], Awaitable[None]] | None = None) -> None:
        """Play an evening. `in_round_1` is called when the first round has begun."""
        event = (await self.ann.post(f"series/{self.series}/evenings", {}))["id"]
        self.events.append(event)
        for name in NAMES[1:]:
            if name not in absent:
                await self.join(event, name)
        for number in range(1, self.rounds + 1):
            await self.ann.post(f"events/{event}/start", {"round": number})
            if number == 1 and in_round_1 is not None:
                await in_round_1(event)
            await asyncio.gather(*(person.play(event) for person in self.people.values()))
            while (await self.ann.get(f"events/{event}"))["status"] == "playing":
                await asyncio.sleep(0.1)

    async def join(self, event: str, name: str) -> Any:
        """Take part in an evening, and return the page of the event."""
        return await self.people[name].post(f"events/{event}/join", {"name": name})

    async def come_late(self, event: str) -> None:
        """Let Lou join during the first round."""
        await self.join(event, "Lou")

    async def substitute(self, event: str) -> None:
        """Let Cleo leave and Lou take over her seat."""
        page = await self.join(event, "Lou")
        cleo = next(one["number"] for one in page["people"] if one["name"] == "Cleo")
        table = next(one for one in page["played"][-1]["tables"] if cleo in one["people"])
        await self.people["Cleo"].post(f"events/{event}/leave")
        seat = {"table": table["number"], "seat": table["people"].index(cleo), "person": page["you"]}
        await self.people["Lou"].post(f"events/{event}/substitute", seat)


async def play(url: str, rounds: int, deals: int, seed: int) -> bool:
    """Play the series, print both calculations, and return whether they agree."""
    club = Club(url, rounds, deals, seed)
    await club.found()
    for absent, in_round_1 in (
        ((), None),
        (("Lou",), club.come_late),
        (("Lou",), club.substitute),
        (("Dan",), None),
    ):
        await club.evening(absent, in_round_1)
        print(f"evening {len(club.events)} is over", flush=True)
    by_server = await server_standings(club)
    evenings = [percentages(await club.ann.ask("GET", f"events/{event}/results.csv")) for event in club.events]
    by_hand = [(rank, name, f"{float(total):.2f}") for rank, name, total in standings(NAMES, evenings, COUNTED)]
    print_table(by_hand, evenings)
    agree = sorted(by_hand) == sorted(by_server)
    print("The server's standings are the same." if agree else f"The server has other standings: {by_server}")
    return agree


async def server_standings(club: Club) -> list[tuple[int, str, str]]:
    """Return rank, name and total of each member, from the CSV file of the series."""
    text = await club.ann.ask("GET", f"series/{club.series}/standings.csv")
    return [(int(rank), name, total) for rank, name, total, *_ in list(csv.reader(io.StringIO(text)))[1:]]


def print_table(ranked: Sequence[tuple[int, str, str]], evenings: Sequence[dict[str, Fraction]]) -> None:
    """Print the standings, with the percentage of each evening."""
    for rank, name, total in ranked:
        points = (f"{float(evening[name]):6.2f}" if name in evening else "     -" for evening in evenings)
        print(f"{rank:2}. {name:5}{total:>7}  ", *points)


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Yield the address of a new server with empty data."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        options = ("--no-open", "--host", "127.0.0.1", "--port", str(port), "--data", f"{folder}/club.db")
        process = subprocess.Popen(
            [sys.executable, "-m", "saleroom", "serve", *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            url = f"http://127.0.0.1:{port}/"
            wait_for(url, process)
            yield url
        finally:
            process.terminate()
            process.wait()


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server answers."""
    until = time.monotonic() + START
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(urllib.error.URLError), urllib.request.urlopen(f"{url}healthz", timeout=START):
            return
        time.sleep(0.2)
    raise SystemExit("the server did not start")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", help="address of a server that runs already, with a slash at its end")
    parser.add_argument("--rounds", type=int, default=2, help="rounds of each evening")
    parser.add_argument("--deals", type=int, default=2, help="deals of each round")
    parser.add_argument("--seed", type=int, default=1, help="seed of the moves")
    asked = parser.parse_args(arguments)
    with contextlib.nullcontext(asked.url) if asked.url else server() as url:
        agree = asyncio.run(play(url, asked.rounds, asked.deals, asked.seed))
    sys.exit(not agree)


if __name__ == "__main__":
    main()
