"""The processor for which Numba compiles. Its settings `NUMBA_CPU_NAME` and `NUMBA_CPU_FEATURES` can name another one
than the host's.
"""

from __future__ import annotations

from numba.core.registry import cpu_target


def description() -> tuple[str, str, str]:
    """Return the triple, the processor's name and its features, such as ``+avx2,+bmi2,-sha``."""
    return cpu_target.target_context.codegen().magic_tuple()  # pyright: ignore - Numba has no types here


def has(feature: str) -> bool:
    """Return whether compiled code may use a feature of the processor, such as ``bmi2``."""
    return f"+{feature}" in description()[2].split(",")
