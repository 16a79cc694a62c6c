"""Which core does what: the server has one to itself, the crowd another."""

from __future__ import annotations

import os

ALL = range(os.cpu_count() or 1)
SERVER, CROWD = (0,), (1,)


def keep_to(cores: range | tuple[int, ...]) -> None:
    """Run this process on these cores alone, where the system and the machine can."""
    if hasattr(os, "sched_setaffinity") and len(ALL) > 1:
        os.sched_setaffinity(0, cores)
