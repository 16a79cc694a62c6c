"""What the server says about its work: JSON lines to a file or a service, a quiet line to a person.

No line has a query, a header, a body or a card in it.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import MutableMapping
from typing import Any

from saleroom.server.answers import App, Receive, Scope, Send

requests = logging.getLogger("saleroom.requests")
FACTS = "facts"  # the attribute of a log record that holds what belongs to it


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger and message; then whatever belongs to the message."""
        told: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **getattr(record, FACTS, {}),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


class Plain(logging.Formatter):
    """One line for a person; a traceback stays below it."""

    def format(self, record: logging.LogRecord) -> str:
        """The message behind its time."""
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        facts = " ".join(f"{name}={value}" for name, value in getattr(record, FACTS, {}).items())
        line = " ".join(part for part in (clock, record.getMessage(), facts) if part)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up() -> None:
    """Send everything to standard error: to a person only what he should know."""
    person = sys.stderr.isatty()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Plain() if person else JsonLines())
    for name in ("saleroom", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.WARNING if person or name == "uvicorn" else logging.INFO)


class Logged:
    """Writes down each request when it has been answered, and each socket when it has closed."""

    def __init__(self, app: App) -> None:
        """`app` answers."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or one socket."""
        if scope["type"] == "lifespan" or not requests.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
            return
        began, status, path = time.perf_counter(), 0, scope["path"]

        async def noted(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            status = message.get("status") or message.get("code") or status
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            facts = {
                "method": scope.get("method", "SOCKET"),
                "path": path[:120],
                "status": status,
                "ms": round((time.perf_counter() - began) * 1000, 1),
                "client": (scope.get("client") or ("",))[0],
            }
            requests.info("answered", extra={FACTS: facts})
