"""Faulty environments for a program: a disk that gets full, and a clock that jumps."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests import services
from tests.children import finished

MEGABYTE = bytes(1 << 20)


# A disk


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path | None]:
    """Provide a folder on a disk of the given size, or None if creating it requires root."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "saleroom-test", folder]
    small = shutil.which("mount") is not None and finished(command).returncode == 0
    try:
        yield folder if small else None
    finally:
        if small:
            finished(["umount", "--lazy", folder])


@contextlib.contextmanager
def full(disk: Path) -> Iterator[None]:
    """Fill a disk for the duration of the block."""
    ballast = disk / "ballast"
    try:
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while file.write(MEGABYTE):
                pass
        yield
    finally:
        ballast.unlink(missing_ok=True)


# A clock


class Clock:
    """Adjustable clock. It applies to programs that run in one of its environments, except their monotonic clocks."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.set(0)

    def set(self, seconds: int) -> None:
        """Set the clock `seconds` ahead of the true time; programs notice this within about a second."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{seconds:+d}s\n")
        new.chmod(0o644)
        new.replace(self._file)

    @property
    def environment(self) -> dict[str, str]:
        """Environment in which a single-threaded program sees this clock.

        If libfaketime is missing, the environment is empty and changes no clock.
        """
        library = _library()
        if library is None:
            return {}
        return {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def python(self, environment: Mapping[str, str]) -> dict[str, str]:
        """Return an environment in which Python programs see this clock. This needs no library."""
        paths = [str(Path(__file__).parent / "clock"), *filter(None, [environment.get("PYTHONPATH")])]
        return {**environment, "PYTHONPATH": os.pathsep.join(paths), "TEST_CLOCK": str(self._file)}


def clocks_jump() -> bool:
    """Return whether the clock of any program can be set. Under CI, fail if it cannot."""
    if _library() is None and os.environ.get("CI"):
        services.missing("libfaketime", "libfaketime")
    return _library() is not None


def _library() -> Path | None:
    return next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
