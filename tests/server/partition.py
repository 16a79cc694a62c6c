"""Network partitions between machines, run as a script.

`unshare --net python -m tests.server.partition FOLDER` cuts the networks between three machines.

A machine is a network namespace with a server in it. PostgreSQL, Redis and the people run in the namespace of this
script. Two links lead to each machine: one for its data, and one for people. No packet leaves these namespaces.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.storage.store import Store
from tests import services
from tests.children import child
from tests.server.sites import Play, check_all, process_of
from tests.server.takeovers import Takeovers
from tests.server.test_kill import Server

MACHINES = 3
GAMES = ("auction-house", "auction-flop-poker")
CUTS = {"data": ("data",), "people": ("people",), "both": ("data", "people")}
"""Links to cut, by name of the partition. The links belong to the machine that owns a table."""
ROUNDS = 20 if os.environ.get("SALEROOM_SOAK") else 1


def ip(*arguments: str) -> None:
    """Run an `ip` command."""
    subprocess.run(["ip", *arguments], check=True)


@dataclass
class Machine:
    """A network namespace, with its links and its server."""

    number: int
    inside: list[str]
    """Command prefix that runs a command inside the namespace."""
    log: Path
    server: Server

    def link(self, links: tuple[str, ...], state: str) -> None:
        """Set the state of links to ``down`` or ``up``."""
        for link in links:
            ip("link", "set", f"{link}{self.number}", state)


NETWORKS = {"data": 77, "people": 78}


def here(link: str, number: int) -> str:
    """Address of the script's own namespace on a link to a machine."""
    return f"10.{NETWORKS[link]}.{number}.1"


def there(link: str, number: int) -> str:
    """Address of the machine on a link."""
    return f"10.{NETWORKS[link]}.{number}.2"


@contextmanager
def namespace(number: int) -> Iterator[list[str]]:
    """Create a namespace with its links; yield the command prefix that runs a command inside."""
    with child(["unshare", "--net", "sleep", "infinity"]) as holder:
        inside = ["nsenter", f"--net=/proc/{holder.pid}/ns/net"]
        own = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{holder.pid}/ns/net") == own:
            pass
        subprocess.run([*inside, "ip", "link", "set", "lo", "up"], check=True)
        for link in NETWORKS:
            ip("link", "add", f"{link}{number}", "type", "veth", "peer", "name", link, "netns", str(holder.pid))
            ip("addr", "add", f"{here(link, number)}/24", "dev", f"{link}{number}")
            ip("link", "set", f"{link}{number}", "up")
            subprocess.run([*inside, "ip", "addr", "add", f"{there(link, number)}/24", "dev", link], check=True)
            subprocess.run([*inside, "ip", "link", "set", link, "up"], check=True)
        yield inside


@dataclass
class Machines:
    """All machines, and the services that they share."""

    postgres: services.Postgres
    redis: services.Redis
    database: str
    machines: list[Machine]

    @property
    def servers(self) -> list[Server]:
        """The server of each machine."""
        return [machine.server for machine in self.machines]

    async def add(self, number: int, inside: list[str], folder: Path) -> None:
        """Start the server of a machine and add the machine."""
        data, log = here("data", number), folder / f"log-{number}"
        url = self.database.replace("127.0.0.1", data)
        bus = f"redis://{data}:{self.redis.port}/0"
        server = await Server.start(url, "--bus", bus, log=log, host=there("people", number), within=inside)
        self.machines.append(Machine(number, inside, log, server))


@asynccontextmanager
async def machines(folder: Path) -> AsyncIterator[Machines]:
    """Yield three machines on one store and one bus."""
    with ExitStack() as stack:
        postgres = stack.enter_context(services.postgres("listen_addresses=*"))
        with (postgres.folder / "pg_hba.conf").open("a") as rules:
            rules.write("host all all 10.77.0.0/16 trust\n")
        postgres.sql("SELECT pg_reload_conf()")
        redis = stack.enter_context(services.redis("--bind", "0.0.0.0", "--protected-mode", "no"))
        found = Machines(postgres, redis, postgres.database("site"), [])
        try:
            for number in range(1, MACHINES + 1):
                await found.add(number, stack.enter_context(namespace(number)), folder)
            yield found
        finally:
            for machine in found.machines:
                await machine.server.kill()


async def cut_again_and_again(folder: Path) -> None:
    """Repeatedly cut off a machine that owns a table, in each way that `CUTS` lists."""
    async with machines(folder) as at:
        store = await Store.open(DatabaseUrl(at.database))
        play, takeovers = Play(at), Takeovers(store)
        for name, links in [*CUTS.items()] * ROUNDS:
            await play.fill(GAMES)
            owners = await takeovers.owned([people[0].table for people in play.tables.values()])
            owner = play.rng.choice(sorted(set(owners.values())))
            machine = next(machine for machine in at.machines if process_of(machine.log) == owner)
            async with takeovers.measured(name, [table for table in owners if owners[table] == owner]):
                machine.link(links, "down")
                await play.progressed()
            machine.link(links, "up")
            await play.progressed()
            print(f"{name} cut off: {takeovers.of(name)}", flush=True)
        await play.moved()
        await play.stop()
        await store.close()
        await check_all(DatabaseUrl(at.database), play.people)


if __name__ == "__main__":
    ip("link", "set", "lo", "up")
    asyncio.run(cut_again_and_again(Path(sys.argv[1])))
