"""Mode in which rules are executed; the environment variable `SALEROOM_MODE` sets it. Importing this module never
fails.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

MODES = ("compiled", "checked", "interpreted")
HAS_NUMBA = find_spec("numba") is not None
"""Whether Numba is installed. It has no wheels for some processors and systems."""
INTERPRETED = MODES[2]
DEFAULT = MODES[0] if HAS_NUMBA else INTERPRETED
WANTED = os.environ.get("SALEROOM_MODE") or DEFAULT
MODE = WANTED if WANTED in MODES and (HAS_NUMBA or WANTED == INTERPRETED) else DEFAULT
WITHOUT_NUMBA = (
    "Numba is not installed, so the rules run as plain Python: tables, terminal and `house` bots as usual; search, "
    "simulations, environments and training a hundred times slower or more"
)


def check() -> None:
    """Raise `ValueError` if `SALEROOM_MODE` is not a mode, or needs Numba and Numba is not installed.

    Without this check, such a mode is treated as the default.
    """
    if WANTED not in MODES:
        raise ValueError(f"SALEROOM_MODE is {WANTED!r}; use one of {', '.join(MODES)}")
    if WANTED != MODE:
        raise ValueError(f"SALEROOM_MODE is {WANTED!r}, which needs Numba: install numba, or leave SALEROOM_MODE out")
