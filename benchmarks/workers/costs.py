"""Resource usage of processes: processor time, bytes through sockets, transactions and messages."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

from redis import Redis

from tests import services

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Costs:
    """Seconds, bytes and counts: since the start of each process, between two moments, or per move."""

    workers: float
    """Processor seconds of the servers."""
    store: float
    """Processor seconds of all PostgreSQL processes."""
    bus: float
    """Processor seconds of Redis."""
    people: float
    """Bytes sent to and received from browsers."""
    queries: float
    """Bytes between the servers and PostgreSQL."""
    wal: float
    """Bytes that PostgreSQL writes to its log, which go to the disk and to replicas."""
    transactions: float
    messages: float
    """Messages published on the bus."""
    announced: float
    """Bytes into and out of the bus."""

    @property
    def cpu(self) -> float:
        """Processor seconds of the servers, PostgreSQL and Redis together."""
        return self.workers + self.store + self.bus

    def __sub__(self, earlier: Costs) -> Costs:
        return Costs(*(getattr(self, part.name) - getattr(earlier, part.name) for part in fields(self)))

    def each(self, moves: int) -> Costs:
        """Return the costs of each move."""
        return Costs(*(getattr(self, part.name) / moves for part in fields(self)))


@dataclass(frozen=True)
class Meter:
    """Reader of the resource usage of a site's processes."""

    postgres: services.Postgres
    redis: services.Redis
    database: str
    """Name of the database."""

    def read(self, workers: Iterable[int], ports: Iterable[int]) -> Costs:
        """Return the costs of the server processes `workers`, which listen on `ports`, and of PostgreSQL and Redis."""
        wal, transactions = self._store()
        client = Redis.from_url(self.redis.url)
        bus, calls = client.info("stats"), client.info("commandstats")
        client.close()
        return Costs(
            workers=sum(_tree(pid) for pid in workers),
            store=_tree(self.postgres.process.pid),
            bus=_tree(self.redis.process.pid),
            people=sum(_through(port) for port in ports),
            queries=_through(self.postgres.port),
            wal=wal,
            transactions=transactions,
            messages=calls.get("cmdstat_publish", {}).get("calls", 0),
            announced=bus["total_net_input_bytes"] + bus["total_net_output_bytes"],
        )

    def _store(self) -> tuple[float, float]:
        asked = "SELECT pg_current_wal_lsn() - '0/0', xact_commit + xact_rollback FROM pg_stat_database"
        (found,) = self.postgres.sql(f"{asked} WHERE datname = '{self.database}'", database=self.database)
        wal, transactions = found.split("|")
        return float(wal), float(transactions)


def _tree(pid: int) -> float:
    """Return processor seconds of a process and its children, including those that have ended."""
    return sum(_used(each) for each in (pid, *children(pid)))


def _used(pid: int) -> float:
    try:
        parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0  # the process has just ended, and its time is included in its parent's time
    return sum(map(int, parts[11:15])) / _TICKS


def children(pid: int) -> list[int]:
    """Return the ids of the processes that a process has started."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        found += map(int, (thread / "children").read_text().split())
    return found


def _through(port: int) -> float:
    """Return the bytes that have passed, in both directions, through the open sockets of the server on a port."""
    output = subprocess.check_output(["ss", "-tinH", "state", "established", "sport", f"= :{port}"], text=True)
    return sum(map(int, re.findall(r"bytes_(?:sent|received):(\d+)", output)))
