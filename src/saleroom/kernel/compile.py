"""Compilation of rules to machine code, with a few decorators and three modes.

The environment variable `SALEROOM_MODE` selects the mode at import:

* ``compiled`` (the default): Numba, with machine code kept on disk between runs;
* ``checked``: like ``compiled``, with every array index checked;
* ``interpreted``: plain Python from the same source.

In every mode, a rule that Python calls directly runs as plain Python. Only *entries*, the functions that Saleroom calls
from Python, run as machine code if the mode allows it. A `watched` entry is interpreted until the machine code of its
game is on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from saleroom.kernel import codecache, readiness
from saleroom.modes import MODE

COMPILED = MODE != "interpreted"

if COMPILED or TYPE_CHECKING:  # without compilation, Numba need not be installed
    from saleroom.kernel import numba_rules

F = TypeVar("F", bound=Callable[..., Any])


class ByRecord:
    """Rule that every game implements; the type of its first argument, a record, selects the implementation.

    Numba cannot cache compiled code on disk if the code takes functions as arguments. The name of the record's first
    field, which is the game's name, therefore selects the function.
    """

    def __init__(self, find: Callable[[str], Any], doc: str) -> None:
        """Store `find`, which returns the rule for the name of a record's first field."""
        self.find = find
        self.type = numba_rules.ByRecordType(self) if COMPILED else None
        self.__doc__ = doc

    def __call__(self, s: Any, *arguments: Any) -> Any:
        """Call the implementation for the record's game."""
        return self.find(s.dtype.names[0])(s, *arguments)


if COMPILED:
    numba_rules.declare_by_record(ByRecord)


def rule(function: F) -> F:
    """Declare a rule, which is a small function over a record. Other rules and entries call it, and compiled code
    inlines it.
    """
    codecache.require_covered(function)
    return cast(F, numba_rules.Rule(function)) if COMPILED else function


def allocating_rule(function: F) -> F:
    """Declare a rule that creates arrays."""
    codecache.require_covered(function)
    return cast(F, numba_rules.Rule(function, allocates=True)) if COMPILED else function


def in_compiled_code(function: Callable[..., Any]) -> Callable[[F], F]:
    """Declare the implementation of a plain `function` for calls from compiled rules, as `numba.extending.overload`
    does.
    """
    return lambda choose: numba_rules.implement(function, choose) if COMPILED else choose


def _kept(function: F, nogil: bool) -> F:
    """Compile a function that Python calls, and keep its machine code on disk if possible."""
    codecache.require_covered(function)
    return numba_rules.compile_entry(function, nogil) if COMPILED else function


def entry(function: F) -> F:
    """Compile a loop that Python calls, and release the GIL while it runs."""
    return _kept(function, nogil=True)


def direct(function: F, *like: Any) -> F:
    """Return an entry's machine code for arguments with the types of `like`.

    A call of this code skips the type check.
    """
    kept: Any = compiled(function)
    return kept.compile(numba_rules.signature_of(like)) if COMPILED else function


def single(function: F) -> F:
    """Compile one short step that Python calls, and keep the GIL: releasing it would cost more than the step."""
    return _kept(function, nogil=False)


def _plain(value: Any) -> Any:
    """Return `value` with NumPy numbers converted to Python's own numbers, which compiled code also returns."""
    if isinstance(value, np.generic):
        return value.item()
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


def interpreted(function: F) -> F:
    """Declare a function that is called too rarely to be worth compiling; its rules always run as plain Python."""

    def call(*arguments: Any) -> Any:
        return _plain(function(*arguments))

    return cast(F, update_wrapper(call, function))


def watched(function: F) -> F:
    """Declare `function(states, ...)` as one step of a match that people watch.

    The function is interpreted until its machine code is ready.
    """
    as_written = interpreted(function)
    if not COMPILED:
        return as_written
    machine_code: Any = single(function)

    def call(states: Any, *arguments: Any) -> Any:
        if readiness.is_compiled(states.dtype.names[0]):
            return machine_code(states, *arguments)
        return as_written(states, *arguments)

    update_wrapper(call, function)
    call.__dict__["compiled"] = machine_code
    return cast(F, call)


def compiled(function: F) -> F:
    """Return the compiled version of an entry, even of a `watched` entry whose machine code is not ready."""
    return getattr(function, "compiled", function)
