"""Packages that are installed only on request."""

from __future__ import annotations


def missing(extra: str, error: ImportError) -> ImportError:
    """What is raised where a package of an extra cannot be imported."""
    return ImportError(f"this needs the extra saleroom[{extra}], which is not installed ({error})", name=error.name)
