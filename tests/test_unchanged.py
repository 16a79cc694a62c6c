"""Tests that a check runs again if and only if its command or one of its files has changed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools.unchanged import main, run

COUNT = "import pathlib, sys; p = pathlib.Path(sys.argv[1]); p.write_text((p.read_text() if p.exists() else '') + '.')"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    (folder / "node_modules").mkdir(parents=True)
    (folder / "a.ts").write_text("a")
    return folder


class Check:
    """Command that counts its runs and exits with a given status."""

    def __init__(self, folder: Path, log: Path, status: int = 0) -> None:
        self.folder, self.log, self.status = folder, log, status

    def __call__(self) -> int:
        """Return how often the command has run."""
        command = [sys.executable, "-c", f"{COUNT}; sys.exit({self.status})", str(self.log)]
        assert run("web", [self.folder], command, self.log.parent / "passed") == self.status
        return len(self.log.read_text())


def test_the_same_files_are_checked_once(project, tmp_path):
    check = Check(project, tmp_path / "log")
    assert [check(), check()] == [1, 1]
    (project / "node_modules/else.js").write_text("not ours")
    assert check() == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "a.ts").write_text("b"),
        lambda folder: (folder / "b.ts").write_text(""),
        lambda folder: (folder / "a.ts").rename(folder / "c.ts"),
        lambda folder: (folder / "a.ts").unlink(),
    ],
    ids=["edited", "added", "renamed", "removed"],
)
def test_other_files_are_checked_again(project, tmp_path, change):
    check = Check(project, tmp_path / "log")
    assert check() == 1
    change(project)
    assert check() == 2


def test_a_failure_is_never_kept(project, tmp_path):
    check = Check(project, tmp_path / "log", status=3)
    assert [check(), check()] == [1, 2]


def test_another_command_is_run(project, tmp_path):
    assert [Check(project, tmp_path / "log")(), Check(project, tmp_path / "other")()] == [1, 1]


def test_an_incomplete_command_line_is_refused(capsys):
    assert main(["web", "--", "true"]) == 2
    assert "usage" in capsys.readouterr().err
