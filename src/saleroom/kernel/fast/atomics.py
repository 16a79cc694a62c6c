"""Atomic counters that only grow. With them, a thread in compiled code sees how far other threads have come.

A counter is column 0 of a row of an int64 array. Stores have release semantics, and loads have acquire semantics: a
thread that reads a count also sees everything that was written before that count was stored.
"""

from __future__ import annotations

from typing import Any

from saleroom.kernel.compile import COMPILED, entry, rule

if COMPILED:
    from llvmlite import ir
    from numba import extending
    from numba.core import cgutils, types

    intrinsic: Any = extending.intrinsic  # the type stub does not support a call from a rule

    def _place(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """Return the address of a counter."""
        kind = signature.args[0]
        array = context.make_array(kind)(context, builder, args[0])
        return cgutils.get_item_pointer(context, builder, kind, array, [args[1], ir.Constant(ir.IntType(64), 0)])

    @intrinsic
    def _read(typingctx, counters, place):
        """Read the count. The compiler can move an ordinary load out of a loop, but not this load."""

        def emit(context, builder, signature, args):
            return builder.load_atomic(_place(context, builder, signature, args), "acquire", 8)

        return types.int64(counters, types.uint64), emit

    @intrinsic
    def _write(typingctx, counters, place, value):
        """Store a count, so that other threads see it only after all earlier writes."""

        def emit(context, builder, signature, args):
            builder.store_atomic(args[2], _place(context, builder, signature, args), "release", 8)
            return context.get_dummy_value()

        return types.void(counters, types.uint64, types.int64), emit

else:

    def _read(counters: Any, place: int) -> Any:
        return counters[place, 0]

    def _write(counters: Any, place: int, value: int) -> None:
        counters[place, 0] = value


@rule
def store(counters, place, value):
    """Store a count from compiled code."""
    _write(counters, place, value)


@entry
def store_from_python(counters, place, value):
    """Store a count from Python."""
    _write(counters, place, value)


@rule
def spin_until(counters, place, value, spins):
    """Return whether a count reaches `value` within `spins` reads."""
    for _ in range(spins):
        if _read(counters, place) >= value:
            return True
    return False
