"""Differences between the supported databases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine

READERS = 4
"""Maximum number of concurrent reading transactions; further transactions wait."""

UNLIMITED = "unlimited"
"""Execution option of connections that may wait without a time limit."""

Options = Mapping[str, Any]
"""SQLAlchemy execution options for a transaction."""


@dataclass(frozen=True)
class Backend:
    """A database engine, and the options of its transactions."""

    engine: Engine
    writers: int
    """Maximum number of concurrent writing transactions of one process."""
    serial: Options
    """Options of transactions that run serializably, as if no other transaction wrote at the same time."""
    locking: Options
    """Options of transactions that themselves lock or check the rows that they depend on."""
    reading: Options
    describe: Callable[[BaseException], str]
    """Function that describes an error in one line."""
    undone: Callable[[BaseException], bool]
    """Function that returns whether a conflict or pause rolled a transaction back, so that it can be repeated."""
    check_room: Callable[[Connection], None]
    """Function that raises an error if the database cannot grow; it is called within a writing transaction."""
