"""Background tasks end when they are cancelled, even if a library swallows a cancellation."""

from __future__ import annotations

import asyncio

import pytest

from saleroom.server.ops import tasks
from saleroom.server.ops.tasks import cancel_all


async def test_a_task_that_loses_a_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "RETRY", 0.01)
    lost = 0

    async def loses() -> None:
        nonlocal lost
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                lost += 1
                if lost == 3:
                    raise

    stubborn, usual = asyncio.create_task(loses()), asyncio.create_task(asyncio.Event().wait())
    await asyncio.sleep(0)
    await cancel_all([stubborn, usual])
    assert stubborn.cancelled() and usual.cancelled() and lost == 3


async def test_errors_of_ending_tasks_are_ignored() -> None:
    async def fails() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise OSError("the connection is gone")

    failing = asyncio.create_task(fails())
    await asyncio.sleep(0)
    await cancel_all([failing])
    await cancel_all([])
    assert isinstance(failing.exception(), OSError)
