"""How rules run: what the environment variable `SALEROOM_MODE` may say. Nothing here fails at import."""

from __future__ import annotations

import os

MODES = ("compiled", "checked", "interpreted")
WANTED = os.environ.get("SALEROOM_MODE") or MODES[0]
MODE = WANTED if WANTED in MODES else MODES[0]


def check() -> None:
    """`ValueError` for a mode that does not exist; a library that is imported takes the default instead."""
    if WANTED not in MODES:
        raise ValueError(f"SALEROOM_MODE is {WANTED!r}; use one of {', '.join(MODES)}")
