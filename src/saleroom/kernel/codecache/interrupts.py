"""Signals during a compilation: they are delivered only while the compiler's state is consistent.

A handler that raises, such as that of Ctrl-C, runs between any two bytecodes. Inside Numba it would leave registries
incomplete, so that later compilations of the process fail. Here a signal waits for the next rule or for the end.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGBREAK")
    if hasattr(signal, name)
]


class _Delivered(BaseException):
    """Exception that a handler raised. Numba would take an `Exception` for a fault of the code, and remember it."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


_handlers: dict[int, Any] = {}
"""Handlers of the signals that are deferred now."""
_waiting: list[int] = []
"""Signals that have arrived meanwhile."""


@contextmanager
def deferred() -> Iterator[None]:
    """Defer signals with Python handlers; Python runs such handlers in the main thread only."""
    if _handlers or threading.current_thread() is not threading.main_thread():
        yield
        return
    try:
        for number in _SIGNALS:
            handler = signal.getsignal(number)
            if callable(handler):
                _handlers[number] = handler
                signal.signal(number, _note)
        yield
    except _Delivered as delivered:
        raise delivered.error from None
    finally:
        handlers = dict(_handlers)
        _handlers.clear()
        for number, handler in handlers.items():
            signal.signal(number, handler)
        _deliver(handlers)


def deliver() -> None:
    """Run the handlers of the signals that have arrived; an exception is safe here."""
    if _waiting and threading.current_thread() is threading.main_thread():
        try:
            _deliver(_handlers)
        except BaseException as error:
            raise _Delivered(error) from None


def _note(number: int, _frame: Any) -> None:
    _waiting.append(number)


def _deliver(handlers: dict[int, Any]) -> None:
    while _waiting:
        number = _waiting.pop(0)
        handlers[number](number, None)
