"""Tests that each first task names files and tests that exist."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tools import doctor

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/build/first-tasks.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.read_text("utf-8").splitlines()
    if line.startswith("|") and not re.match(r"\| (task|---)", line)
]


def test_there_are_ten_tasks_with_names_of_their_own():
    assert len(ROWS) == len({row[0].strip("| ") for row in ROWS}) == 10


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].strip("| "))
def test_each_task_names_files_and_tests_that_exist(row):
    _, change, files, test = row
    paths = re.findall(r"`([^`]+)`", files)
    assert change.endswith(".") and paths
    assert not [path for path in paths if not (ROOT / path).is_file()]
    (command,) = re.findall(r"`(tests/[^`]+\.py)`", test)
    assert (ROOT / command).is_file()


def test_the_development_container_has_every_tool_that_tests_use():
    text = (ROOT / ".devcontainer/Dockerfile").read_text("utf-8")
    words = set(re.findall(r"[\w-]+", text))
    assert {tool.debian for tool in doctor.TOOLS} <= words
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text("utf-8"))
    targets = container["postCreateCommand"].removeprefix("make ").split()
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert not [target for target in targets if not re.search(rf"^{re.escape(target)}:", makefile, re.M)]
