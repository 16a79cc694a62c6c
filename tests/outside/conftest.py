"""Only where `make outside` has installed what these tests need is there anything to collect."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("textarena") else ["test_*.py"]
