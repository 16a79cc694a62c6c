"""Servers that tests start: their logs are read while they write, and a server that does not start is killed."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server import sites, test_kill
from tests.server.sites import Site, processes_of
from tests.server.test_kill import Server
from tests.surroundings import Clock

LINE = json.dumps({"at": "now", "what": "shares tables", "pid": 7, "process": "a"}).encode()


@pytest.mark.parametrize("length", [1, len(b'{"at'), len(b'{"at"'), len(LINE)])
def test_an_incomplete_last_line_of_a_log_is_ignored(tmp_path: Path, length: int) -> None:
    log = tmp_path / "log"
    log.write_bytes(LINE + b"\n" + LINE[:length])
    assert processes_of(log) == [(7, "a")]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.subprocess.Process]:
    """Start processes instead of servers; each says that it is open, and does nothing more. Return these processes."""
    processes: list[asyncio.subprocess.Process] = []
    real = asyncio.create_subprocess_exec

    async def start(*command: str, **options: Any) -> asyncio.subprocess.Process:
        code = "import time; print('open at', flush=True); time.sleep(600)"
        processes.append(await real(sys.executable, "-c", code, **options))
        return processes[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    return processes


async def test_a_server_that_never_opens_is_killed(
    started: list[asyncio.subprocess.Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_kill, "START", 0.0)
    with pytest.raises(TimeoutError):
        await Server.start("data")
    assert [process.returncode for process in started] == [-9]


async def test_a_server_that_never_shares_tables_is_killed(
    started: list[asyncio.subprocess.Process], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sites, "START", 0.1)
    missing: Any = None
    ports: Any = type("Ports", (), {"port": 1})()
    site = Site(ports, missing, "postgresql://127.0.0.1:1/site", tmp_path, Clock(tmp_path / "clock"), None)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(60):
            await site._start(ports, ports, missing, tmp_path / "log", Clock(tmp_path / "clock-0"))
    assert [process.returncode for process in started] == [-9]
