"""Differences between the supported databases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine

READERS = 4
"""Maximum number of concurrent reading transactions; further ones wait."""

UNLIMITED = "unlimited"
"""Execution option of a connection without a limit on waiting for answers."""

Options = Mapping[str, Any]
"""SQLAlchemy execution options of a transaction."""


@dataclass(frozen=True)
class Backend:
    """A database, and how its transactions run."""

    engine: Engine
    writers: int
    """Maximum number of concurrent writing transactions of one process."""
    serial: Options
    """For transactions that run serializably, as if no other wrote meanwhile."""
    locking: Options
    """For transactions that lock or check what they rely on."""
    reading: Options
    describe: Callable[[BaseException], str]
    """Returns what is wrong, in one line."""
    undone: Callable[[BaseException], bool]
    """Returns whether concurrent transactions undid this one, so that it may succeed if repeated."""
    check_room: Callable[[Connection], None]
    """Raises if the database cannot grow; called within a writing transaction."""
