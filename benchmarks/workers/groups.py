"""Linux control groups, which limit processes to a part of a core."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
PERIOD = 100_000
"""Length of a group's quota period in microseconds."""


@contextlib.contextmanager
def limited(pid: int, cores: float) -> Iterator[None]:
    """Limit a process to `cores` cores in a block; raise `OSError` if that is not permitted. The process must end
    before the block ends.
    """
    unified = (ROOT / "cgroup.controllers").exists()
    group = (ROOT if unified else ROOT / "cpu") / f"saleroom-benchmark-{os.getpid()}-{pid}"
    quota = int(PERIOD * cores)
    group.mkdir()
    try:
        if unified:
            (group / "cpu.max").write_text(f"{quota} {PERIOD}")
        else:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        (group / "cgroup.procs").write_text(str(pid))
        yield
    finally:
        _remove(group)


def _remove(group: Path) -> None:
    """Remove a group. The kernel keeps it busy for a moment after its last process has ended."""
    for _ in range(100):
        try:
            group.rmdir()
            return
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            time.sleep(0.1)
    raise OSError(f"processes are left in {group}")


def may_limit() -> bool:
    """Return whether processes can be limited here."""
    probe = ROOT / ("." if (ROOT / "cgroup.controllers").exists() else "cpu")
    return os.access(probe, os.W_OK) and (probe / "cgroup.procs").exists()
