"""Deferral of signals during compilation until the compiler's state is consistent.

A signal handler, such as the handler for Ctrl-C, can raise an exception between any two bytecodes. An exception inside
Numba would leave its registries incomplete, so that later compilations in the process fail. With this module, a signal
waits until Numba compiles the next rule or finishes.
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
    """Wrapper for an exception that a handler raised; Numba would mistake an `Exception` for an error in the code."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


_handlers: dict[int, Any] = {}
"""Original handlers of the signals that are currently deferred."""
_waiting: list[int] = []
"""Deferred signals that have arrived."""


@contextmanager
def deferred() -> Iterator[None]:
    """Defer signals that have Python handlers; do nothing outside the main thread, where no handlers run."""
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
    """Run the handlers of the deferred signals that have arrived.

    Call this function only where an exception is safe.
    """
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
