"""SIMD operations on eight words or numbers. A processor without SIMD instructions processes the eight one by one.

Functions write to `rows[i, at]` and the elements after it, without bounds checks. Every index is an unsigned word.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from saleroom.kernel.compile import COMPILED, rule

WORDS = 8
"""Number of words compared at once, and the maximum number of values written at once."""
FLAGS = 16
"""Number of flags written at once."""

if COMPILED:
    from llvmlite import ir
    from numba import extending
    from numba.core import cgutils, types

    intrinsic: Any = extending.intrinsic  # the type stub does not support a call from a rule
    _BIT, _BYTE, _SHORT, _INT, _WORD = map(ir.IntType, (1, 8, 16, 32, 64))
    _EIGHT_WORDS, _EIGHT_INTS = ir.VectorType(_WORD, WORDS), ir.VectorType(_INT, WORDS)
    _index = types.uint64

    class _Call:
        """Call of an intrinsic while Numba compiles it."""

        def __init__(self, context: Any, builder: Any, signature: Any, args: Any) -> None:
            self.context, self.builder, self.signature, self.args = context, builder, signature, args

        def address(self, array: int, *indices: Any, as_: Any) -> Any:
            """Return the address of an element of an argument, typed as a vector if `as_` is one."""
            kind = self.signature.args[array]
            values = self.context.make_array(kind)(self.context, self.builder, self.args[array])
            place = cgutils.get_item_pointer(self.context, self.builder, kind, values, list(indices))
            return self.builder.bitcast(place, as_.as_pointer())

        def load(self, array: int, *indices: Any) -> Any:
            """Load eight words, starting at an element of an argument."""
            return self.builder.load(self.address(array, *indices, as_=_EIGHT_WORDS), align=8)

        def each(self, value: Any, kind: Any) -> Any:
            """Return a vector whose lanes all hold `value`, truncated to the element type."""
            value = value if value.type == kind.element else self.builder.trunc(value, kind.element)
            first = self.builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(_INT, 0))
            return self.builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(_INT, kind.count), None))

    @intrinsic
    def differing(typingctx, rows, i, others, k, shown, start):
        """Return which of the eight words from index `start` on differ between `rows[i]` and `others[k]`, as a set.

        Only bits in `shown` are compared.
        """

        def emit(*given):
            call = _Call(*given)
            builder, (_, i, _, k, _, start) = call.builder, call.args
            news = builder.xor(call.load(0, i, start), call.load(2, k, start))
            news = builder.and_(news, call.load(4, start))
            unlike = builder.icmp_unsigned("!=", news, ir.Constant(_EIGHT_WORDS, None))
            return builder.zext(builder.bitcast(unlike, _BYTE), _WORD)

        return types.uint64(rows, _index, others, _index, shown, _index), emit

    @intrinsic
    def write_numbers(typingctx, bits, downs, j, first, spare, kept, rows, i, at, count):
        """Write `count` numbers, at most eight; number n is `bits` shifted right by `downs[j, first + n]`.

        The shifted number is the lowest `32 - spare` bits, sign-extended and then masked by `kept`.
        """

        def emit(*given):
            call = _Call(*given)
            builder, (bits, _, j, first, spare, kept, _, i, at, count) = call.builder, call.args
            down = builder.lshr(call.each(bits, _EIGHT_WORDS), call.load(1, j, first))
            numbers, spare = builder.trunc(down, _EIGHT_INTS), call.each(spare, _EIGHT_INTS)
            numbers = builder.ashr(builder.shl(numbers, spare), spare)
            numbers = builder.and_(numbers, call.each(kept, _EIGHT_INTS))
            lanes = ir.Constant(_EIGHT_INTS, list(range(WORDS)))
            wanted = builder.icmp_unsigned("<", lanes, call.each(count, _EIGHT_INTS))
            place = call.address(6, i, at, as_=_EIGHT_INTS)
            kind = ir.FunctionType(ir.VoidType(), [numbers.type, place.type, _INT, wanted.type])
            store = cgutils.get_or_insert_function(builder.module, kind, "llvm.masked.store.v8i32.p0")
            builder.call(store, [numbers, place, ir.Constant(_INT, 4), wanted])
            return call.context.get_dummy_value()

        return types.void(_index, downs, *[_index] * 4, rows, *[_index] * 3), emit

    @intrinsic
    def _write_flags(typingctx, bits, rows, i, at):
        """Write sixteen flags, for the members 0 to 15 of the set `bits`."""

        def emit(*given):
            call = _Call(*given)
            builder, (bits, _, i, at) = call.builder, call.args
            lanes = ir.VectorType(call.context.get_data_type(rows.dtype), FLAGS)
            flags = builder.bitcast(builder.trunc(bits, _SHORT), ir.VectorType(_BIT, FLAGS))
            builder.store(builder.zext(flags, lanes), call.address(1, i, at, as_=lanes), align=1)
            return call.context.get_dummy_value()

        return types.void(_index, rows, _index, _index), emit

else:

    def differing(rows, i, others, k, shown, start):
        eight = slice(int(start), int(start) + WORDS)
        unlike = (rows[i, eight] ^ others[k, eight]) & shown[eight]
        return np.uint64(sum(1 << place for place in np.flatnonzero(unlike).tolist()))

    def write_numbers(bits, downs, j, first, spare, kept, rows, i, at, count):
        first, at, count, spare = int(first), int(at), int(count), np.uint64(spare)
        down = bits >> downs[j, first : first + count]
        numbers = (down.astype(np.uint32) << spare.astype(np.uint32)).view(np.int32) >> spare.astype(np.int32)
        rows[i, at : at + count] = numbers & np.uint64(kept).astype(np.uint32).view(np.int32)

    def _write_flags(bits, rows, i, at):
        rows[i, int(at) : int(at) + FLAGS] = [int(bits) >> member & 1 for member in range(FLAGS)]


@rule
def write_all_flags(bits, members, rows, i, at):
    """Write a flag for each of the first `members` bits, sixteen at a time. If `members` is less than sixteen, write
    them one by one.
    """
    member = np.uint64(0)
    if members < np.uint64(FLAGS):
        while member < members:
            rows[i, at + member] = (bits >> member) & np.uint64(1)
            member += np.uint64(1)
        return
    last = members - np.uint64(FLAGS)
    while member < last:
        _write_flags(bits >> member, rows, i, at + member)
        member += np.uint64(FLAGS)
    _write_flags(bits >> last, rows, i, at + last)  # some flags are written twice, which does no harm
