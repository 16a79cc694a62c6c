"""Modes of the rules: the values of the environment variable `SALEROOM_MODE`. Nothing here fails at import."""

from __future__ import annotations

import os

MODES = ("compiled", "checked", "interpreted")
WANTED = os.environ.get("SALEROOM_MODE") or MODES[0]
MODE = WANTED if WANTED in MODES else MODES[0]


def check() -> None:
    """Raise `ValueError` for a mode that does not exist; an imported library uses the default instead."""
    if WANTED not in MODES:
        raise ValueError(f"SALEROOM_MODE is {WANTED!r}; use one of {', '.join(MODES)}")
