"""Collect these tests only where `make outside` has installed the packages that they need."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("textarena") else ["test_*.py"]
