"""Fixtures for all tests. No test leaves a process behind, even if the run is interrupted."""

from __future__ import annotations

import pytest

from tests.children import guarded


def pytest_configure() -> None:
    """Start a guard that ends the remaining processes after this run."""
    guarded()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Return the event loop of asynchronous tests."""
    return "asyncio"


@pytest.fixture
def no_shared_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `XDG_CACHE_HOME` choose the machine-code cache, even if the user's environment names a shared cache."""
    monkeypatch.delenv("SALEROOM_CACHE", raising=False)
