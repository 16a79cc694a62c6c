"""The number of cores that this process may use, limited by its affinity and the quotas of its control groups."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

GROUPS = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")


def cores() -> int:
    """Return the number of cores, at least one."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(allowed, int(min(quotas(), default=allowed))))


def quotas(own: Path = OWN, groups: Path = GROUPS) -> Iterator[float]:
    """Yield the number of cores that each control group of this process, or an ancestor of such a group, allows.

    Control groups can be of version 1 or 2; both count.
    """
    for line in _text(own).splitlines():
        _, controllers, path = [*line.split(":", 2), "", ""][:3]
        if controllers and "cpu" not in controllers.split(","):
            continue
        for root in (groups / controllers, groups / "cpu") if controllers else (groups,):
            for folder in _upwards(path):
                yield from _quota_of(root / folder)


def _upwards(path: str) -> list[str]:
    """Return the folders of a control group and of its ancestors, relative to the root folder.

    In a container, only the root folder exists.
    """
    inside = PurePosixPath(path.lstrip("/"))
    return [str(folder) for folder in (inside, *inside.parents)]


def _quota_of(folder: Path) -> Iterator[float]:
    """Yield the quota of one control group; yield nothing if the group has no quota."""
    newer = _text(folder / "cpu.max").split()
    older = [*_text(folder / "cpu.cfs_quota_us").split(), *_text(folder / "cpu.cfs_period_us").split()]
    for limit in (newer, older):
        if len(limit) == 2 and all(number.isdecimal() for number in limit) and int(limit[1]):
            yield int(limit[0]) / int(limit[1])


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii", "replace")
    except OSError:
        return ""
