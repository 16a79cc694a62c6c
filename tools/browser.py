"""Find and start Chromium, for tests, pictures and benchmarks."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

PROGRAMS = ("chromium-headless-shell", "chromium")
"""Programs in the order of preference. The headless shell needs less processor time than the whole browser."""
ARGUMENTS = ("--no-sandbox", "--disable-dev-shm-usage")


def program(*, whole: bool = False) -> str | None:
    """Return the path of Chromium, or None if this machine has none.

    If `whole`, it is the whole browser, because the headless shell shows no notifications.
    """
    return next(filter(None, map(shutil.which, PROGRAMS[-1:] if whole else PROGRAMS)), None)


def launch(playwright: Playwright, arguments: Sequence[str] = (), *, whole: bool = False) -> Browser:
    """Start Chromium with further arguments of its command line. `whole` is as in `program`."""
    return playwright.chromium.launch(executable_path=program(whole=whole), args=[*ARGUMENTS, *arguments])
