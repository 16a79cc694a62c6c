"""The client's types agree with the server's messages."""

from __future__ import annotations

import json

import pytest

import hatch_build
from saleroom.server.protocol.schema import schemas

WEB = hatch_build.ROOT / "web"

pytestmark = pytest.mark.skipif(
    not (WEB / "node_modules").is_dir(), reason="THE CLIENT'S TOOLS ARE NOT INSTALLED: run make .venv/.dev"
)


def test_the_types_in_the_tree_are_those_of_the_messages(tmp_path):
    (tmp_path / "schemas.json").write_text(json.dumps(schemas(), indent=1))
    hatch_build.npm("run", "types", "--", f"{tmp_path}/schemas.json", f"{tmp_path}/src")
    made = {path.relative_to(tmp_path): path.read_text() for path in tmp_path.rglob("wire.d.ts")}
    there = {path.relative_to(WEB): path.read_text() for path in (WEB / "src").rglob("wire.d.ts")}
    assert made == there, "run make types"
