"""Rules as Numba sees them: their types, flags and compilation. This module needs Numba."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any

import numba
from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import models, overload, register_model, typeof_impl

from saleroom.kernel import codecache
from saleroom.kernel.codecache.entries import keep_on_disk
from saleroom.kernel.rulecompiler import RuleCompiler
from saleroom.modes import MODE

_njit: Any = numba.njit  # Numba's type stub of `njit` lacks some options
FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": MODE == "checked"}
RULE_FLAGS: dict[str, Any] = {
    **FLAGS,
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
        self.dispatcher: Any = _njit(forceinline=True, **{**RULE_FLAGS, "_nrt": allocates})(function)
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


@_without_data
class ByRecordType(types.Callable, types.Opaque):
    """Type of a `ByRecord` rule while Numba infers the types of a call."""

    def __init__(self, rules: Any) -> None:
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
def _typeof_rule(rule: Any, context: Any) -> Any:
    return rule.type


@lower_constant(_RuleType)
@lower_constant(ByRecordType)
def _lower_nothing(context: Any, builder: Any, kind: Any, rules: Any) -> Any:
    """Lower a rule to a dummy value; Numba's default would put an address of this process into unoptimised code."""
    return context.get_dummy_value()


def declare_by_record(kind: type) -> None:
    """Declare to Numba that the type of an instance of `kind` is its attribute `type`, a `ByRecordType`."""
    typeof_impl.register(kind)(_typeof_rule)


def implement(function: Callable[..., Any], choose: Callable[..., Any]) -> Any:
    """Declare `choose` as the implementation of `function` in compiled code, as `numba.extending.overload` does."""
    choose.__annotations__ = {}  # Numba compares signatures, including their annotations
    options: Any = dict(RULE_FLAGS)
    return overload(function, jit_options=options)(choose)


def compile_entry(function: Callable[..., Any], nogil: bool) -> Any:
    """Return the dispatcher of a function that Python calls; its machine code is kept on disk if possible."""
    dispatcher: Any = _njit(no_cfunc_wrapper=True, **{**FLAGS, "nogil": nogil})(function)
    keep_on_disk(dispatcher)
    return dispatcher


def signature_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the Numba types of the arguments."""
    return tuple(map(numba.typeof, arguments))
