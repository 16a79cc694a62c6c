"""The supervisor replaces workers that die."""

from __future__ import annotations

import asyncio
from multiprocessing import Pipe
from types import SimpleNamespace
from typing import Any

import pytest

from saleroom.server import supervisor
from tests.server.live_tables import until


class Worker:
    """Process that the supervisor starts. The test reports and ends for it."""

    started: list[Worker]
    exitcode = 1

    def __init__(self, *, args: tuple[Any, ...], **_: object) -> None:
        _, _, self.reports, _, self.late = args
        self.sentinel, self._running = Pipe(duplex=False)

    def start(self) -> None:
        self.pid = len(self.started)
        self.started.append(self)

    def is_alive(self) -> bool:
        return not self._running.closed

    def terminate(self) -> None:
        self._running.close()

    def join(self) -> None:
        pass


async def test_a_replaced_worker_waits_only_while_another_one_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    handlers: list[Any] = []
    workers = Worker.started = []
    monkeypatch.setattr(supervisor, "PAUSE", 0.0)
    monkeypatch.setattr(supervisor.signal, "signal", lambda _, handler: handlers.append(handler))
    context = SimpleNamespace(Pipe=Pipe, Process=Worker)
    monkeypatch.setattr(supervisor.multiprocessing, "get_context", lambda _: context)
    running = asyncio.create_task(asyncio.to_thread(supervisor._supervise, None, None, 2, None))
    await until(lambda: len(workers) == 2)
    workers[0].terminate()
    await until(lambda: len(workers) == 3)
    for worker in workers[1:]:
        worker.reports.send((worker.pid, None))
    workers[1].terminate()
    await until(lambda: len(workers) == 4)
    workers[3].terminate()
    await until(lambda: len(workers) == 5)
    assert [worker.late for worker in workers] == [False, False, False, True, True]
    handlers[0](15, None)
    await running
    assert not any(worker.is_alive() for worker in workers)
