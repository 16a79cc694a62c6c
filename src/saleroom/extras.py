"""Packages that are installed only on request."""

from __future__ import annotations


def missing(extra: str, error: ImportError) -> ImportError:
    """What is raised where a package of an extra cannot be imported; of the same type as `error`."""
    how = f'in a checkout, pip install ".[{extra}]"'
    return type(error)(
        f"this needs the extra saleroom[{extra}], which is not installed: {how} ({error})", name=error.name
    )
