"""Assignment of cores. The server has one core for itself, and the simulated people (the crowd) have another core."""

from __future__ import annotations

import os

ALL = range(os.cpu_count() or 1)
SERVER, CROWD = (0,), (1,)


def keep_to(cores: range | tuple[int, ...]) -> None:
    """Restrict this process to the given cores, if the system allows it and the machine has several cores."""
    if hasattr(os, "sched_setaffinity") and len(ALL) > 1:
        os.sched_setaffinity(0, cores)
