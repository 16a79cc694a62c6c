"""The supervisor replaces workers that die."""

from __future__ import annotations

import asyncio
import signal
import threading
from multiprocessing import Pipe
from types import SimpleNamespace
from typing import Any

import pytest

from saleroom.server import supervisor
from saleroom.server.http.listening_socket import CannotServe
from tests.server.live_tables import until


class Worker:
    """Process that the supervisor starts. The test reports and ends for it."""

    started: list[Worker]
    exitcode = 1

    def __init__(self, *, args: tuple[Any, ...], **_: object) -> None:
        _, _, self.reports, _, self.late = args
        self.sentinel, self._running = Pipe(duplex=False)
        self._ended = False
        self._closing = threading.Lock()

    def start(self) -> None:
        self.pid = 1 + len(self.started)
        self.started.append(self)

    def is_alive(self) -> bool:
        """Return whether the process has not ended. Like that of a real process, it may still be alive a moment after
        the sentinel is closed.
        """
        return not self._ended

    def terminate(self) -> None:
        with self._closing:  # the test and the supervisor, in its thread, can end a worker at once
            self._running.close()

    def join(self) -> None:
        self._ended = True


class Supervised:
    """A supervisor of two workers, in a thread."""

    def __init__(self, handlers: list[Any]) -> None:
        self._handlers = handlers
        self.workers = Worker.started = []
        self.running = asyncio.create_task(asyncio.to_thread(supervisor._supervise, None, None, 2, None))

    async def stop(self) -> None:
        """Interrupt the supervisor, and wait until it has ended."""
        self._handlers[0](signal.SIGTERM, None)
        await self.running

    async def until_started(self, workers: int) -> None:
        """Wait until the supervisor has started this number of workers since its own start."""
        await until(lambda: len(self.workers) == workers)


@pytest.fixture
async def supervised(monkeypatch: pytest.MonkeyPatch) -> Supervised:
    handlers: list[Any] = []
    monkeypatch.setattr(supervisor, "PAUSE", 0.0)
    monkeypatch.setattr(supervisor.signal, "signal", lambda _, handler: handlers.append(handler))
    context = SimpleNamespace(Pipe=Pipe, Process=Worker)
    monkeypatch.setattr(supervisor.multiprocessing, "get_context", lambda _: context)
    started = Supervised(handlers)
    await started.until_started(2)
    return started


async def test_a_replaced_worker_waits_only_while_another_one_serves(supervised: Supervised) -> None:
    workers = supervised.workers
    workers[0].terminate()
    await supervised.until_started(3)
    for worker in workers[1:]:
        worker.reports.send((worker.pid, None))
    workers[1].terminate()
    await supervised.until_started(4)
    workers[3].terminate()
    await supervised.until_started(5)
    assert [worker.late for worker in workers] == [False, False, False, True, True]
    await supervised.stop()
    assert not any(worker.is_alive() for worker in workers)


async def test_the_server_ends_if_a_first_worker_cannot_start(supervised: Supervised) -> None:
    for worker in supervised.workers:
        worker.reports.send((worker.pid, "the store is newer"))
    supervised.workers[1].terminate()
    with pytest.raises(CannotServe, match="the store is newer"):
        await supervised.running
    assert not any(worker.is_alive() for worker in supervised.workers)


async def test_the_end_of_one_worker_does_not_use_up_the_reason_of_another(supervised: Supervised) -> None:
    workers = supervised.workers
    workers[0].terminate()
    await supervised.until_started(3)
    for worker in workers[1:]:
        worker.reports.send((worker.pid, f"worker {worker.pid} cannot start"))
    workers[2].terminate()
    await supervised.until_started(4)
    workers[1].terminate()
    with pytest.raises(CannotServe, match="worker 2 cannot start"):
        await supervised.running
