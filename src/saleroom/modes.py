"""Mode in which rules are executed; the environment variable `SALEROOM_MODE` sets it. Importing this module never
fails.
"""

from __future__ import annotations

import os

MODES = ("compiled", "checked", "interpreted")
WANTED = os.environ.get("SALEROOM_MODE") or MODES[0]
MODE = WANTED if WANTED in MODES else MODES[0]


def check() -> None:
    """Raise `ValueError` if `SALEROOM_MODE` is not a mode.

    Without this check, an invalid mode is treated as the default.
    """
    if WANTED not in MODES:
        raise ValueError(f"SALEROOM_MODE is {WANTED!r}; use one of {', '.join(MODES)}")
