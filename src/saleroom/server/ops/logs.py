"""Log output. In a file or a service, it has the format JSON Lines; in a terminal, it has short lines.

Lines contain no query, header, body or card.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

FACTS = "facts"  # name of the attribute with the structured fields of a log record


class JsonFormatter(logging.Formatter):
    """Formatter that writes one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a JSON object with time, level, logger and message, followed by the structured fields."""
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **getattr(record, FACTS, {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class ConsoleFormatter(logging.Formatter):
    """Formatter that writes one line for a terminal; a traceback, if any, follows the line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the time, the message and the structured fields."""
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        facts = " ".join(f"{name}={value}" for name, value in getattr(record, FACTS, {}).items())
        line = " ".join(part for part in (clock, record.getMessage(), facts) if part)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def configure() -> None:
    """Log to standard error; if that is a terminal, log only warnings and errors."""
    person = sys.stderr.isatty()
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(ConsoleFormatter() if person else JsonFormatter())
    for name in ("saleroom", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING if person or name == "uvicorn" else logging.INFO)
