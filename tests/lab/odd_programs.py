"""Programs that play oddly, for tests of what is measured with them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from saleroom.bots.programs import player, process

ODD = f"cmd:{sys.executable} {Path(__file__).parents[1] / 'bots/programs/odd.py'}"
"""Name of the program as a player, without the name of the habit, which follows after a space."""


@pytest.fixture
def programs_end() -> Iterator[None]:
    """Forget the programs that were abandoned, and end all that still run."""
    player._hopeless.clear()
    yield
    player._hopeless.clear()
    process.end_all()
