"""Test of the French messages of the server, the games and the client."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(path for folder in ("src", "web/src") for path in (ROOT / folder).rglob("messages/fr.json"))
LOOSE = re.compile(r'(?<=[^\s"]) [:;!?»%]|« ')
"""Punctuation that French sets apart, after or before a space at which a line can break."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.parent.name)
def test_no_line_can_begin_with_punctuation(path):
    assert [line.strip() for line in path.read_text("utf-8").splitlines() if LOOSE.search(line)] == []


def test_the_messages_are_found():
    assert len(FILES) > 10
