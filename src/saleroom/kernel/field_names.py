"""Field names that are refused because views or rows already have an attribute of that name."""

from __future__ import annotations

import keyword
from collections import Counter
from collections.abc import Sequence

import numpy as np

VIEW_NAMES = ("next_to_act", "record", "round_from", "row", "seen_by")
"""Attributes of `saleroom.toolkit.display.view.ViewFields` that are not fields."""
ROW_NAMES = ("seat",)
"""Names of parts of rows (`saleroom.kernel.layout.Layout`) that are not fields."""


def check_names(names: Sequence[str]) -> None:
    """Raise `ValueError` with a one-line text for a field name that is also an attribute of records, views or rows."""
    for name, count in Counter(names).items():
        reason = _objection(name) or ("it is declared twice" if count > 1 else "")
        if reason:
            raise ValueError(f"field {name}: {reason}; choose another name, such as {name.strip('_')}_value")


def _objection(name: str) -> str:
    if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
        return "rules cannot read a field of that name"
    if hasattr(np.record, name) or hasattr(np.recarray, name):
        return f"every record of NumPy has a `{name}` of its own"
    if name in VIEW_NAMES or name in ROW_NAMES:
        return f"every {'view' if name in VIEW_NAMES else 'row of numbers'} has a `{name}` of its own"
    return ""
