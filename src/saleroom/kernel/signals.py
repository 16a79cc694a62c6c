"""Signals: numbers that only grow, by which threads of compiled code see how far others are.

A signal is the first number in a row of its own of an array of int64. What was written before it was told is there for
whoever has seen it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from saleroom.kernel.compile import COMPILED, entry, rule

if COMPILED:

    def _place(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """The address of a signal."""
        kind = signature.args[0]
        array = context.make_array(kind)(context, builder, args[0])
        return cgutils.get_item_pointer(context, builder, kind, array, [args[1], ir.Constant(ir.IntType(64), 0)])

    @intrinsic
    def _read(typingctx, signals, place):
        """What stands there now: an ordinary load may be done once and for all before a loop."""

        def emit(context, builder, signature, args):
            return builder.load_atomic(_place(context, builder, signature, args), "acquire", 8)

        return types.int64(signals, types.uint64), emit

    @intrinsic
    def _write(typingctx, signals, place, value):
        """Let it stand there, after all that was written before."""

        def emit(context, builder, signature, args):
            builder.store_atomic(args[2], _place(context, builder, signature, args), "release", 8)
            return context.get_dummy_value()

        return types.void(signals, types.uint64, types.int64), emit

else:

    def _read(signals: Any, place: int) -> Any:
        return signals[place, 0]

    def _write(signals: Any, place: int, value: int) -> None:
        signals[place, 0] = value


@rule
def raise_to(signals, place, value):
    """Let a signal say `value`, from compiled code."""
    _write(signals, place, value)


@entry
def tell(signals, place, value):
    """Let a signal say `value`, from Python."""
    _write(signals, place, value)


@rule
def reached(signals, place, value, patience):
    """Whether a signal reaches `value` while it is looked at `patience` times."""
    for _ in range(patience):
        if _read(signals, place) >= value:
            return True
    return False
