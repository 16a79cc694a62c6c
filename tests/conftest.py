"""What all tests have in common: none leaves a process behind, even if the run is interrupted."""

from __future__ import annotations

from tests.children import guarded


def pytest_configure() -> None:
    """Have what is left of this run ended after it."""
    guarded()
