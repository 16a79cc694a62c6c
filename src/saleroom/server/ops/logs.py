"""Log output. In a file or a service, it has the format JSON Lines; in a terminal, it has short lines.

Lines contain no query, header, body or card.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
import time
from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

FACTS = "facts"  # name of the attribute with the structured fields of a log record
_context: ContextVar[Mapping[str, Any]] = ContextVar("facts of a task's log lines", default=MappingProxyType({}))


def set_context(**facts: Any) -> None:
    """Add facts, such as the id of a request, to all later log lines of this task and of the tasks that it starts.

    They replace the facts that the task has from the task that started it.
    """
    _context.set(facts)


def context() -> dict[str, Any]:
    """Return the facts that all log lines of this task have."""
    return dict(_context.get())


def new_id() -> str:
    """Return a new id of a request or connection."""
    return secrets.token_hex(4)


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    return {**_context.get(), **getattr(record, FACTS, {})}


class JsonFormatter(logging.Formatter):
    """Formatter that writes one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a JSON object with time, level, logger and message, followed by the structured fields.

        If a field has the name of one of those four, it gets a trailing underscore.
        """
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {f"{name}_" if name in line else name: value for name, value in _facts(record).items()}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class ConsoleFormatter(logging.Formatter):
    """Formatter that writes one line for a terminal; a traceback, if any, follows the line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the time, the message and the structured fields."""
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        facts = " ".join(f"{name}={value}" for name, value in _facts(record).items())
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
