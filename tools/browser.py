"""Find and start Chromium, for tests, pictures and benchmarks."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

PROGRAMS = ("chromium-headless-shell", "chromium")
"""Programs in the order of preference. The headless shell needs half of the processor time of the whole browser."""
ARGUMENTS = ("--no-sandbox", "--disable-dev-shm-usage")


def program() -> str | None:
    """Return the path of Chromium, or None if this machine has none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def launch(playwright: Playwright, arguments: Sequence[str] = ()) -> Browser:
    """Start Chromium with further arguments of its command line."""
    return playwright.chromium.launch(executable_path=program(), args=[*ARGUMENTS, *arguments])
