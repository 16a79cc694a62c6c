"""The client's types are those of the server's messages."""

from __future__ import annotations

import json
import shutil

import pytest

import hatch_build
from saleroom.server.protocol.schema import schema

WEB = hatch_build.ROOT / "web"

pytestmark = pytest.mark.skipif(
    not (WEB / "node_modules").is_dir(), reason="THE CLIENT'S TOOLS ARE NOT INSTALLED: run make setup"
)


def test_the_types_in_the_tree_are_those_of_the_messages(tmp_path):
    shutil.copy(WEB / "package.json", tmp_path)
    (tmp_path / "wire.schema.json").write_text(json.dumps(schema(), indent=1))
    made = tmp_path / "wire.d.ts"
    hatch_build.npm("exec", "--", "json2ts", f"--input={tmp_path}/wire.schema.json", f"--output={made}", *FLAGS)
    assert body(made.read_text()) == body((WEB / "src/wire.d.ts").read_text()), "run make types"


FLAGS = ("--unreachableDefinitions", "--bannerComment=/* */")


def body(types: str) -> str:
    """The types without the comment above them."""
    return types.partition("*/")[2].strip()
