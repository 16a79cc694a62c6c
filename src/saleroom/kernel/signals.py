"""Signals: numbers that only grow, by which threads of compiled code see how far others are."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from saleroom.kernel.compile import COMPILED, entry

if COMPILED:

    @intrinsic
    def _read(typingctx, signals, place):
        """What stands there now: an ordinary load may be done once and for all before a loop."""

        def emit(context, builder, signature, args):
            kind = signature.args[0]
            array = context.make_array(kind)(context, builder, args[0])
            place = cgutils.get_item_pointer(context, builder, kind, array, [args[1], ir.Constant(ir.IntType(64), 0)])
            return builder.load_atomic(place, "acquire", 8)

        return types.int64(signals, types.uint64), emit

else:

    def _read(signals: Any, place: int) -> Any:
        return signals[place, 0]


@entry
def reached(signals, place, value, patience):
    """Whether a signal, the first number in its row, reaches `value` while it is looked at `patience` times."""
    for _ in range(patience):
        if _read(signals, place) >= value:
            return True
    return False
