"""Assignment of cores: the server has one to itself, the crowd another."""

from __future__ import annotations

import os

ALL = range(os.cpu_count() or 1)
SERVER, CROWD = (0,), (1,)


def keep_to(cores: range | tuple[int, ...]) -> None:
    """Restrict this process to these cores, if the system and the machine allow it."""
    if hasattr(os, "sched_setaffinity") and len(ALL) > 1:
        os.sched_setaffinity(0, cores)
