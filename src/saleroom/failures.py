"""One-line reports of unexpected errors."""

from __future__ import annotations

import os
import sys
import traceback

VARIABLE = "SALEROOM_TRACEBACK"
"""Environment variable; if it is set, the whole traceback is also printed."""
EXPECTED = (ValueError, OSError)
"""Error types whose message explains the problem sufficiently."""


def describe(error: BaseException) -> str:
    """Return an error as one line; for a bug in Saleroom, include the error's type and the source line."""
    text = " ".join(str(error).split())
    if isinstance(error, EXPECTED) and text:
        return text
    if os.environ.get(VARIABLE):
        traceback.print_exception(error, file=sys.stderr)
    frames = traceback.extract_tb(error.__traceback__)
    place = f", {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
    more = "" if os.environ.get(VARIABLE) else f"; {VARIABLE}=1 shows more"
    return f"this is a fault of the program ({type(error).__name__}: {text}{place}){more}"
