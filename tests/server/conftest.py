"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from saleroom.server.realtime.hub import Hub
from tests.server.live_tables import open_hub
from tests.stores import module_store_kind, postgres_cluster, store_kind

__all__ = ["hub", "module_store_kind", "postgres_cluster", "store_kind"]


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    """Yield a hub with its own data file; its bots move immediately."""
    async with open_hub(tmp_path) as opened:
        yield opened
