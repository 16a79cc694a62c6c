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
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import models, overload, register_model, typeof_impl

from saleroom.kernel import codecache, readiness
from saleroom.kernel.rulecompiler import RuleCompiler
from saleroom.modes import MODE

COMPILED = MODE != "interpreted"

_njit: Any = numba.njit  # Numba's type stub of `njit` lacks some options
F = TypeVar("F", bound=Callable[..., Any])
_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": MODE == "checked"}
_RULE_FLAGS: dict[str, Any] = {
    **_FLAGS,
    "_nrt": False,  # no reference counting of arrays, since the caller keeps the arrays alive
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": RuleCompiler,
}


def _without_data(kind: Any) -> Any:
    """Declare to Numba that values of a type have no data at run time."""
    register_model(kind)(models.OpaqueModel)
    return kind


class Rule:
    """Rule of a game. Python runs it as a plain function, and compiled code inlines it."""

    def __init__(self, function: Callable[..., Any], allocates: bool = False) -> None:
        """Store the function, which is compiled when compiled code first calls it."""
        self.function = function
        self.dispatcher: Any = _njit(forceinline=True, **{**_RULE_FLAGS, "_nrt": allocates})(function)
        self.type = _RuleType(self.dispatcher)
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        """Call the plain function."""
        return self.function(*arguments)


@_without_data
class _RuleType(types.Dispatcher):
    """Type of a rule while Numba infers the types of a call."""

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """Return the type of a call that is the same for all integers of a type.

        By default, Numba would compile a version for each literal integer.
        """
        codecache.deliver_signals()
        return super().get_call_type(context, tuple(map(types.unliteral, args)), kws)


class ByRecord:
    """Rule that every game implements; the type of its first argument, a record, selects the implementation.

    Numba cannot cache compiled code on disk if the code takes functions as arguments. The name of the record's first
    field, which is the game's name, therefore selects the function.
    """

    def __init__(self, find: Callable[[str], Any], doc: str) -> None:
        """Store `find`, which returns the rule for the name of a record's first field."""
        self.find = find
        self.type = _ByRecordType(self) if COMPILED else None
        self.__doc__ = doc

    def __call__(self, s: Any, *arguments: Any) -> Any:
        """Call the implementation for the record's game."""
        return self.find(s.dtype.names[0])(s, *arguments)


@_without_data
class _ByRecordType(types.Callable, types.Opaque):
    """Type of a `ByRecord` rule while Numba infers the types of a call."""

    def __init__(self, rules: ByRecord) -> None:
        super().__init__(f"ByRecord({id(rules)})")
        self._rules = rules

    def _of(self, record: Any) -> Any:
        return self._rules.find(next(iter(record.fields))).type

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """Return the type of the call to the implementation for the record's game."""
        return self._of(args[0]).get_call_type(context, args, kws)

    def get_call_signatures(self) -> tuple[list[Any], bool]:
        """Return no signatures: they are known only at a call."""
        return [], True

    def get_impl_key(self, sig: Any) -> Any:
        """Return the key of the implementation for a signature."""
        return self._of(sig.args[0]).get_impl_key(sig)


@typeof_impl.register(Rule)
@typeof_impl.register(ByRecord)
def _typeof_rule(rule: Any, context: Any) -> Any:
    return rule.type


@lower_constant(_RuleType)
@lower_constant(_ByRecordType)
def _lower_nothing(context: Any, builder: Any, kind: Any, rules: Any) -> Any:
    """Lower a rule to a dummy value; Numba's default would put an address of this process into unoptimised code."""
    return context.get_dummy_value()


def rule(function: F) -> F:
    """Declare a rule, which is a small function over a record. Other rules and entries call it, and compiled code
    inlines it.
    """
    codecache.require_covered(function)
    return cast(F, Rule(function)) if COMPILED else function


def allocating_rule(function: F) -> F:
    """Declare a rule that creates arrays."""
    codecache.require_covered(function)
    return cast(F, Rule(function, allocates=True)) if COMPILED else function


def in_compiled_code(function: Callable[..., Any]) -> Callable[[F], F]:
    """Declare the implementation of a plain `function` for calls from compiled rules, as `numba.extending.overload`
    does.
    """
    options: Any = dict(_RULE_FLAGS)

    def declare(choose: F) -> F:
        choose.__annotations__ = {}  # Numba compares signatures, including their annotations
        return overload(function, jit_options=options)(choose)

    return declare if COMPILED else lambda choose: choose


def _kept(function: F, **flags: Any) -> F:
    """Compile a function that Python calls, and keep its machine code on disk if possible."""
    codecache.require_covered(function)
    if not COMPILED:
        return function
    dispatcher: Any = _njit(no_cfunc_wrapper=True, **flags)(function)
    codecache.keep_on_disk(dispatcher)
    return dispatcher


def entry(function: F) -> F:
    """Compile a loop that Python calls, and release the GIL while it runs."""
    return _kept(function, **_FLAGS)


def direct(function: F, *like: Any) -> F:
    """Return an entry's machine code for arguments with the types of `like`.

    A call of this code skips the type check.
    """
    kept: Any = compiled(function)
    return kept.compile(tuple(numba.typeof(argument) for argument in like)) if COMPILED else function


def single(function: F) -> F:
    """Compile one short step that Python calls, and keep the GIL: releasing it would cost more than the step."""
    return _kept(function, **{**_FLAGS, "nogil": False})


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
