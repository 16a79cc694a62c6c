"""Adjustable clock.

Python imports this module at startup if its folder is on the import path. `time.time` is then ahead of the true time.

The environment variable `TEST_CLOCK` names a file that contains the difference, such as ``+3600s``. Stopwatches
(`time.monotonic`) are unaffected.
"""

import os
import time
from pathlib import Path

_true_time, _file = time.time, Path(os.environ["TEST_CLOCK"])
_read_at, _ahead = float("-inf"), 0


def _time() -> float:
    global _read_at, _ahead
    if time.monotonic() > _read_at + 0.2:
        _read_at, _ahead = time.monotonic(), int(_file.read_text().strip("s\n"))
    return _true_time() + _ahead


time.time = _time
