"""Lines of the log that tests read."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from saleroom.server.ops.logs import JsonFormatter


class Lines(logging.Handler):
    """Handler that keeps each line of the log as a JSON object."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonFormatter())
        self.all: list[dict] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.all.append(json.loads(self.format(record)))

    def about(self, what: str) -> dict:
        """Return the only line with a message."""
        (line,) = [line for line in self.all if line["what"] == what]
        return line


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Yield all lines of the log of a test, which does not see the facts of other tests."""
    handler, logger = Lines(), logging.getLogger("saleroom")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(level)
