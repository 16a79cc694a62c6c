"""PostgreSQL and Redis servers for tests, on this machine, in temporary folders. If they are missing, the test is
skipped with a message.

Both servers answer before their data is on the disk. This is safe here, because tests never crash the machine.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.children import end, finished, start

PATIENCE = 120.0


def free_port() -> int:
    """Return a port that is free on this machine, outside the range for outgoing connections.

    A port within that range could be given to a client that retries while its service restarts, and the client would
    connect to itself.
    """
    while True:
        with contextlib.suppress(OSError), socket.socket() as sock:
            sock.bind(("127.0.0.1", random.randrange(10_000, 32_768)))
            return sock.getsockname()[1]


def missing(what: str, package: str) -> None:
    """Skip the test because `what` is missing. Under CI, where all programs must be installed, fail instead."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is not installed")
    pytest.skip(f"NOT TESTED: {what} is not installed (on Debian: apt install {package})")


def wait_for_port(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a process listens on the port."""
    until = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        assert process.poll() is None, f"it ended with {process.returncode}"
        assert time.monotonic() < until, "it never began to listen"
        time.sleep(0.02)


# PostgreSQL


@dataclass
class Postgres:
    """A running PostgreSQL cluster."""

    folder: Path
    programs: Path
    port: int
    settings: tuple[str, ...]
    """Settings in addition to the default settings."""
    environment: dict[str, str]
    """Variables in addition to the usual environment."""
    process: subprocess.Popen[bytes]

    def url(self, database: str) -> str:
        """Return a database's URL."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def sql(self, *statements: str, database: str = "postgres") -> list[str]:
        """Run statements one after another, and return the rows of the last statement."""
        wanted = [part for statement in statements for part in ("-c", statement)]
        done = finished(
            [self.programs / "psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", *wanted, self.url(database)],
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    def database(self, name: str, template: str = "template0") -> str:
        """Return the URL of a database. Create the database if necessary."""
        key = "t" + hashlib.sha256(name.encode()).hexdigest()[:20]
        if not self.sql(f"SELECT 1 FROM pg_database WHERE datname = '{key}'"):
            self.sql(f"CREATE DATABASE {key} TEMPLATE {template}")
        return self.url(key)

    def write_until_it_fails(self) -> None:
        """Write to an unused table until the disk is full."""
        line = "SELECT repeat(md5(n::text), 30) AS line FROM generate_series(1, 5000) n"
        for more in ("DROP TABLE IF EXISTS ballast", f"CREATE TABLE ballast AS {line}"):
            self._try(more)
        while not (failed := self._try(f"INSERT INTO ballast {line}")):
            pass
        assert "No space left" in failed or self.process.poll() is not None or "connection" in failed, failed

    def _try(self, statement: str) -> str:
        """Return the error of a statement, or an empty text if it succeeded."""
        done = finished([self.programs / "psql", "-X", "-q", "-c", statement, self.url("postgres")], text=True)
        return done.stderr if done.returncode else ""

    def restart(self) -> None:
        """Kill all processes of the cluster, and start the cluster again. All confirmed writes are kept."""
        end(self.process)
        (self.folder / "postmaster.pid").unlink(missing_ok=True)
        self.process = start_postgres(
            self.programs, self.folder, self.port, *self.settings, environment=self.environment
        )


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def _own_user() -> dict[str, str]:
    """Return the `subprocess` argument that runs PostgreSQL as another user than root, as PostgreSQL demands."""
    return {"user": "postgres"} if sys.platform != "win32" and os.geteuid() == 0 else {}


@contextlib.contextmanager
def postgres(
    *settings: str, within: Path | None = None, environment: Mapping[str, str] | None = None
) -> Iterator[Postgres]:
    """Provide a new cluster with additional settings and environment variables.

    `within` is the parent of its folder.
    """
    found = programs()
    if found is None:
        missing("PostgreSQL", "postgresql")
        raise AssertionError
    with tempfile.TemporaryDirectory(prefix="saleroom-pg-", dir=within, ignore_cleanup_errors=True) as folder:
        data, port, own = Path(folder) / "data", free_port(), _own_user()
        if own:
            shutil.chown(folder, own["user"])
        made = finished(
            [
                found / "initdb",
                "-D",
                data,
                "-U",
                "postgres",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
                "--no-sync",
            ],
            cwd=folder,
            text=True,
            **own,
        )
        assert made.returncode == 0, made.stderr
        more = {**os.environ, **(environment or {})}
        process = start_postgres(found, data, port, *settings, environment=more)
        cluster = Postgres(data, found, port, settings, more, process)
        try:
            yield cluster
        finally:
            end(cluster.process)


def start_postgres(
    programs: Path, data: Path, port: int, *settings: str, environment: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Start the server of a cluster, and wait until it answers."""
    chosen = [
        "fsync=off",
        "max_connections=200",
        "listen_addresses=127.0.0.1",
        f"unix_socket_directories={data}",
        *settings,
    ]
    command = [programs / "postgres", "-D", data, "-p", str(port), *(part for one in chosen for part in ("-c", one))]
    with (data / "log").open("ab") as log:
        process = start(command, stdout=log, stderr=log, cwd=data, env=environment, **_own_user())
    wait_for_port(port, process)
    until = time.monotonic() + PATIENCE
    while finished([programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]).returncode:
        assert process.poll() is None, (data / "log").read_text()
        assert time.monotonic() < until
        time.sleep(0.02)
    return process


# Redis


@dataclass
class Redis:
    """A running server of Redis or Valkey."""

    port: int
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        """The server's URL."""
        return f"redis://127.0.0.1:{self.port}/0"


def redis_programs() -> list[str]:
    """Return the installed server programs that speak the Redis protocol."""
    return [name for name in ("redis-server", "valkey-server") if shutil.which(name)]


def start_redis(port: int, program: str = "redis-server", *options: str) -> subprocess.Popen[bytes]:
    """Start a server that stores nothing, and wait until it answers."""
    process = start(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", *options],
        stdout=subprocess.DEVNULL,
    )
    wait_for_port(port, process)
    return process


@contextlib.contextmanager
def redis(*options: str) -> Iterator[Redis]:
    """Provide a new Redis server with additional options."""
    found = redis_programs()
    if not found:
        missing("Redis", "redis-server")
    port = free_port()
    server = Redis(port, start_redis(port, found[0], *options))
    try:
        yield server
    finally:
        end(server.process)
