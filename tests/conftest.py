"""Shared by all tests: none leaves a process behind, even if the run is interrupted."""

from __future__ import annotations

import pytest

from tests.children import guarded


def pytest_configure() -> None:
    """End the remaining processes of this run after it."""
    guarded()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Return the event loop of asynchronous tests."""
    return "asyncio"


@pytest.fixture
def no_shared_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `XDG_CACHE_HOME` choose the cache of machine code even if the user names a shared one."""
    monkeypatch.delenv("SALEROOM_CACHE", raising=False)
