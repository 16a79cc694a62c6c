"""Tests of the workflows: their permissions and targets. Each reference has a pin or says that it has none."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools import pins
from tools.release.contents import Unfit

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
COMMIT, DIGEST = "1" * 40, f"sha256:{'2' * 64}"


def jobs(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text("utf-8"))["jobs"]


@pytest.mark.parametrize("path", pins.files(ROOT), ids=lambda path: path.name)
def test_each_reference_has_a_pin_or_says_that_it_has_none(path):
    named = list(pins.references(path.read_text("utf-8")))
    assert named and not [one for one in named if not one.is_honest]


def test_no_reference_escapes_the_command():
    for path in pins.files(ROOT):
        text = path.read_text("utf-8")
        lines = re.findall(r"^\s*(?:- )?uses: .+$|^\s*image: \S+[:@].*$|^FROM \S+[:@].*$", text, re.M)
        assert len(lines) == len(list(pins.references(text)))


@pytest.mark.parametrize(
    ("line", "honest"),
    [
        ("- uses: actions/checkout@v5", False),
        (f"- uses: actions/checkout@v5 # {pins.MARK}", True),
        (f"- uses: actions/checkout@{COMMIT}", False),
        (f"- uses: actions/checkout@{COMMIT} # v5", True),
        (f"- uses: actions/checkout@{COMMIT} # {pins.MARK}", False),
        ("image: redis:8", False),
        (f"image: redis:8 # {pins.MARK}", True),
        (f"image: redis:8@{DIGEST}", True),
        (f"image: redis:8@{DIGEST} # {pins.MARK}", False),
    ],
)
def test_what_is_honest(line, honest):
    (named,) = pins.references(line)
    assert named.is_honest == honest


def test_a_workflow_has_no_right_that_a_job_does_not_name():
    for path in WORKFLOWS:
        assert yaml.safe_load(path.read_text("utf-8"))["permissions"] == {}
        for name, job in jobs(path).items():
            writes = {right for right, level in job["permissions"].items() if level == "write"}
            allowed = {"publish": {"pages", "id-token"}, "attach": {"contents"}}
            assert writes <= allowed.get(name, set()), (path.name, name)


def test_every_job_has_a_limit():
    assert not [
        (path.name, name) for path in WORKFLOWS for name, job in jobs(path).items() if "timeout-minutes" not in job
    ]


def test_a_job_of_changes_keeps_no_credentials():
    for name, job in jobs(ROOT / ".github/workflows/checks.yml").items():
        checkouts = [step for step in job["steps"] if step.get("uses", "").startswith("actions/checkout@")]
        assert [step["with"]["persist-credentials"] for step in checkouts] == [False], name


def test_a_cache_is_keyed_by_lock_files():
    keys = [
        step["with"]["key"]
        for path in WORKFLOWS
        for job in jobs(path).values()
        for step in job["steps"]
        if step.get("uses", "").startswith("actions/cache@")
    ]
    assert keys and all("hashFiles('requirements/" in key for key in keys)


def test_changes_are_checked_by_the_targets_that_one_command_runs_here():
    checks = jobs(ROOT / ".github/workflows/checks.yml")
    steps = [step.get("run", "") for job in checks.values() for step in job["steps"]]
    called = {target for step in steps for target in re.findall(r"^make (\S+)", step, re.M)}
    assert called - {"wheel"} == set(re.findall(r"^make (\S+)", (ROOT / ".ci/run").read_text("utf-8"), re.M))
    assert called <= set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    command = ["git", "-C", str(folder), *identity, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Return a checkout whose actions are repositories of this machine, and whose Docker knows one digest."""
    action = tmp_path / "host/actions/checkout"
    action.mkdir(parents=True)
    git(action, "init", "--quiet", "--initial-branch=release/v1")
    git(action, "commit", "--quiet", "--allow-empty", "--message=one")
    git(action, "tag", "--annotate", "v5", "--message=five")
    docker = tmp_path / "bin/docker"
    docker.parent.mkdir()
    docker.write_text(f"#!/bin/sh\nfor image; do :; done\n[ $image = gone:1 ] && exit 1\necho '\"{DIGEST}\"'\n")
    docker.chmod(0o755)
    monkeypatch.setenv("PATH", f"{docker.parent}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / ".github/workflows").mkdir(parents=True)
    (tmp_path / "deploy").mkdir()
    pins.resolved.cache_clear()
    return tmp_path


def test_the_command_writes_the_commit_of_each_tag_and_branch_and_the_digest_of_each_image(checkout):
    commit = git(checkout / "host/actions/checkout", "rev-parse", "HEAD")
    assert commit != git(checkout / "host/actions/checkout", "rev-parse", "v5")  # the tag is an object of its own
    workflow, images = checkout / ".github/workflows/a.yml", checkout / "deploy/Dockerfile"
    workflow.write_text(
        f"      - uses: actions/checkout@v5 # {pins.MARK}\n"
        f"        with:\n        uses: actions/checkout/path@release/v1 # {pins.MARK}\n"
        f"      - uses: actions/checkout@{COMMIT} # v5\n"
    )
    images.write_text(f"# {pins.MARK}\nFROM python:3.13 AS build\nCOPY a b\nFROM build AS next\n")
    assert pins.main(["--root", str(checkout), "--host", f"file://{checkout}/host"]) == 0
    assert workflow.read_text() == (
        f"      - uses: actions/checkout@{commit} # v5\n"
        f"        with:\n        uses: actions/checkout/path@{commit} # release/v1\n"
        f"      - uses: actions/checkout@{commit} # v5\n"
    )
    assert images.read_text() == f"FROM python:3.13@{DIGEST} AS build\nCOPY a b\nFROM build AS next\n"


@pytest.mark.parametrize("line", ["- uses: actions/checkout@v6", "- uses: actions/never@v1", "image: gone:1"])
def test_the_command_writes_nothing_if_a_pin_is_unknown(line, checkout, capsys):
    good, bad = checkout / ".github/workflows/a.yml", checkout / ".github/workflows/b.yml"
    good.write_text(before := f"- uses: actions/checkout@v5 # {pins.MARK}\n")
    bad.write_text(f"{line} # {pins.MARK}\n")
    assert pins.main(["--root", str(checkout), "--host", f"file://{checkout}/host"]) == 1
    assert good.read_text() == before
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "nothing is written" in said


def test_a_release_without_pins_is_unfit(checkout, capsys):
    path = checkout / ".github/workflows/a.yml"
    path.write_text(f"- uses: actions/checkout@v5 # {pins.MARK}\n")
    pins.check_pins(checkout, "9.9.9.dev0")
    assert "1 actions and images have no pin" in capsys.readouterr().out
    with pytest.raises(Unfit, match="make pins"):
        pins.check_pins(checkout, "9.9.9")
    path.write_text(f"- uses: actions/checkout@{COMMIT} # v5\n")
    pins.check_pins(checkout, "9.9.9")
