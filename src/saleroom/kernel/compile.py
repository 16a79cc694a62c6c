"""How a rule becomes machine code: a few decorators and three modes.

`SALEROOM_MODE` chooses, once, at import:

* ``compiled`` (the default): Numba, kept on disk between runs;
* ``checked``: the same with every array index checked;
* ``interpreted``: plain Python over the same source.

In every mode Python itself calls the functions as they are written. Compiled or not is decided at the *entries*, the
functions that Python calls: a `watched` entry runs interpreted until the machine code of its game is on disk.
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

_njit: Any = numba.njit  # its type knows fewer options than it has
F = TypeVar("F", bound=Callable[..., Any])
_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": MODE == "checked"}
_RULE_FLAGS: dict[str, Any] = {
    **_FLAGS,
    "_nrt": False,  # count no references to arrays: whoever makes them holds them while a rule uses them
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": RuleCompiler,
}


def _without_data(kind: Any) -> Any:
    """Tell Numba that values of a type hold nothing at run time."""
    register_model(kind)(models.OpaqueModel)
    return kind


class Rule:
    """A rule: for Python its function, for compiled code a translation that becomes part of the caller."""

    def __init__(self, function: Callable[..., Any], allocates: bool = False) -> None:
        """Nothing is translated before compiled code calls it."""
        self.function = function
        self.dispatcher: Any = _njit(forceinline=True, **{**_RULE_FLAGS, "_nrt": allocates})(function)
        self.type = _RuleType(self.dispatcher)
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        """The function itself."""
        return self.function(*arguments)


@_without_data
class _RuleType(types.Dispatcher):
    """The type of a rule while Numba types a call of it."""

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """One translation for all numbers of a kind, not one for each number that stands in the source."""
        codecache.deliver_signals()
        return super().get_call_type(context, tuple(map(types.unliteral, args)), kws)


class ByRecord:
    """A rule that every game has its own of; the record that is its first argument decides.

    Rules cannot be handed to compiled code as arguments without losing its cache on disk, so it is the type of the
    record, whose first field bears the game's name, that leads to the rule.
    """

    def __init__(self, find: Callable[[str], Any], doc: str) -> None:
        """`find` gives the rule for the name of a record's first field."""
        self.find = find
        self.type = _ByRecordType(self) if COMPILED else None
        self.__doc__ = doc

    def __call__(self, s: Any, *arguments: Any) -> Any:
        """The rule of that game."""
        return self.find(s.dtype.names[0])(s, *arguments)


@_without_data
class _ByRecordType(types.Callable, types.Opaque):
    """The same for the type of a record."""

    def __init__(self, rules: ByRecord) -> None:
        super().__init__(f"ByRecord({id(rules)})")
        self._rules = rules

    def _of(self, record: Any) -> Any:
        return self._rules.find(next(iter(record.fields))).type

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The type of a call of that game's rule."""
        return self._of(args[0]).get_call_type(context, args, kws)

    def get_call_signatures(self) -> tuple[list[Any], bool]:
        """It is known only when it is called."""
        return [], True

    def get_impl_key(self, sig: Any) -> Any:
        """Its code."""
        return self._of(sig.args[0]).get_impl_key(sig)


@typeof_impl.register(Rule)
@typeof_impl.register(ByRecord)
def _typeof_rule(rule: Any, context: Any) -> Any:
    return rule.type


@lower_constant(_RuleType)
@lower_constant(_ByRecordType)
def _lower_nothing(context: Any, builder: Any, kind: Any, rules: Any) -> Any:
    """Lower a rule to no value. Numba's own way leaves an address of this process where nothing is optimised."""
    return context.get_dummy_value()


def rule(function: F) -> F:
    """Declare a rule: a small function over a record, called from other rules and made part of them."""
    codecache.require_covered(function)
    return cast(F, Rule(function)) if COMPILED else function


def allocating_rule(function: F) -> F:
    """Declare a rule that makes arrays of its own."""
    codecache.require_covered(function)
    return cast(F, Rule(function, allocates=True)) if COMPILED else function


def in_compiled_code(function: Callable[..., Any]) -> Callable[[F], F]:
    """Declare what compiled code runs where rules call the plain `function`; as `numba.extending.overload` has it."""
    options: Any = dict(_RULE_FLAGS)

    def declare(choose: F) -> F:
        choose.__annotations__ = {}  # Numba compares signatures, annotations included
        return overload(function, jit_options=options)(choose)

    return declare if COMPILED else lambda choose: choose


def _kept(function: F, **flags: Any) -> F:
    """Compile a function that Python calls by itself, and keep its machine code on disk where that can be."""
    codecache.require_covered(function)
    if not COMPILED:
        return function
    dispatcher: Any = _njit(no_cfunc_wrapper=True, **flags)(function)
    codecache.keep_on_disk(dispatcher)
    return dispatcher


def entry(function: F) -> F:
    """Compile a loop that Python calls; other threads run meanwhile."""
    return _kept(function, **_FLAGS)


def direct(function: F, *like: Any) -> F:
    """What an entry is for arguments like these: the machine code itself, called with no look at their types."""
    kept: Any = compiled(function)
    return kept.compile(tuple(numba.typeof(argument) for argument in like)) if COMPILED else function


def single(function: F) -> F:
    """Compile one short step that Python calls; letting go of Python's lock would cost more than the step."""
    return _kept(function, **{**_FLAGS, "nogil": False})


def _plain(value: Any) -> Any:
    """A result with Python's own numbers, as compiled code returns them."""
    if isinstance(value, np.generic):
        return value.item()
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


def interpreted(function: F) -> F:
    """A look at a record that is too rare to be worth compiling: rules run as they are written."""

    def call(*arguments: Any) -> Any:
        return _plain(function(*arguments))

    return cast(F, update_wrapper(call, function))


def watched(function: F) -> F:
    """A step of a match that somebody watches, `function(states, ...)`: nobody waits until it is compiled."""
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
    """The machine code of an entry, `watched` ones too, whether it is ready or not."""
    return getattr(function, "compiled", function)
