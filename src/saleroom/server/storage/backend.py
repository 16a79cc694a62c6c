"""What differs between the databases that can be a store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine

READERS = 4
"""Reading transactions at a time; the next waits its turn."""

UNLIMITED = "unlimited"
"""The option of a connection that may wait for answers as long as it takes."""

Options = Mapping[str, Any]
"""Options of SQLAlchemy with which a transaction runs."""


@dataclass(frozen=True)
class Backend:
    """A database, and how its transactions run."""

    engine: Engine
    writers: int
    """Writing transactions of one process at a time."""
    serial: Options
    """For those that run as if nobody else wrote meanwhile."""
    locking: Options
    """For those that lock or check by themselves what they rely on."""
    reading: Options
    describe: Callable[[BaseException], str]
    """What is wrong, in one line."""
    undone: Callable[[BaseException], bool]
    """Whether a transaction was undone because of others that ran meanwhile, and may succeed if it is repeated."""
    check_room: Callable[[Connection], None]
    """Raises if the database cannot grow; called within a transaction that writes."""
