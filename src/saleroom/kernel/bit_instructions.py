"""Operations on words (`saleroom.kernel.bits`) as processor instructions, for compiled code; this needs Numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from saleroom.kernel import target
from saleroom.kernel.compile import in_compiled_code

ONE = np.uint64(1)


def _unary(name: str) -> Any:
    """Return a function for rules that applies an LLVM instruction to a word."""

    @intrinsic
    def instruction(typingctx, bits):
        def emit(context, builder, signature, args):
            if name == "llvm.ctpop":
                return builder.ctpop(args[0])
            flag = ir.Constant(ir.IntType(1), 0)
            make = builder.cttz if name == "llvm.cttz" else builder.ctlz
            return make(args[0], flag)

        return types.uint64(types.uint64), emit

    return instruction


_popcount, _trailing, _leading = _unary("llvm.ctpop"), _unary("llvm.cttz"), _unary("llvm.ctlz")


def _emit_deposit(typingctx, source, mask):
    """Deposit the bits of `source`, lowest first, at the set bits of `mask` (instruction pdep, BMI2)."""

    def emit(context, builder, signature, args):
        i64 = ir.IntType(64)
        kind = ir.FunctionType(i64, [i64, i64])
        function = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
        return builder.call(function, args)

    return types.uint64(types.uint64, types.uint64), emit


def _nth_by_halves(bits, index):
    """Find the `nth` member without pdep, by binary search: first 32 bits, then 16, 8 …"""
    at = 0
    for width in (32, 16, 8, 4, 2, 1):
        inside = np.int64(_popcount(bits & ((ONE << np.uint64(width)) - ONE)))
        if index >= inside:
            index -= inside
            bits = bits >> np.uint64(width)
            at += width
    return at


def _nth_by_deposit(bits, index):
    return np.int64(_trailing(_deposit(ONE << np.uint64(index), bits)))


_deposit: Any = intrinsic(_emit_deposit)


def _nth_on_target(bits, index):
    """Choose the version of `nth` for the target processor."""
    return _nth_by_deposit if target.has("bmi2") else _nth_by_halves


def declare(
    *,
    count: Callable[..., Any],
    first: Callable[..., Any],
    last: Callable[..., Any],
    nth: Callable[..., Any],
    multiplied: Callable[..., Any],
    added: Callable[..., Any],
) -> None:
    """Declare what compiled code runs in place of these functions of `saleroom.kernel.bits`."""
    in_compiled_code(count)(lambda bits: lambda bits: np.int64(_popcount(bits)))
    in_compiled_code(first)(lambda bits: lambda bits: np.int64(_trailing(bits)))
    in_compiled_code(last)(lambda bits: lambda bits: np.int64(63) - np.int64(_leading(bits)))
    in_compiled_code(nth)(_nth_on_target)
    in_compiled_code(multiplied)(lambda a, b: lambda a, b: a * b)
    in_compiled_code(added)(lambda a, b: lambda a, b: a + b)
