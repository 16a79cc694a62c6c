"""Tests that `saleroom where` names every place with files, and removes what Saleroom can make again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.children import finished

PROGRAM = Path(sys.executable).parent / "saleroom"


@pytest.fixture
def home(tmp_path):
    """Return a home folder with its own data file and machine code."""
    for path in (tmp_path / ".local/share/saleroom/saleroom.sqlite3", tmp_path / ".cache/saleroom/machine-code/a.code"):
        path.parent.mkdir(parents=True, mode=0o700)
        path.write_bytes(bytes(200_000))
    for folder in (tmp_path / ".cache/saleroom", tmp_path / ".cache/saleroom/machine-code"):
        folder.chmod(0o700)
    return tmp_path


def where(home: Path, *arguments: str, **variables: str):
    named = ("XDG_CACHE_HOME", "XDG_DATA_HOME", "SALEROOM_CACHE", "SALEROOM_DATA")
    environment = {name: value for name, value in os.environ.items() if name not in named}
    environment |= {"HOME": str(home), **variables}
    return finished([PROGRAM, "where", *arguments], text=True, env=environment, cwd=home)


def test_it_names_the_data_file_and_the_machine_code_with_their_sizes(home):
    done = where(home)
    assert done.returncode == 0, done.stderr
    assert f"{home}/.local/share/saleroom/saleroom.sqlite3 (0.2 MB)" in done.stdout
    assert f"{home}/.cache/saleroom/machine-code (0.2 MB)" in done.stdout


def test_cleared_machine_code_leaves_only_the_data(home):
    assert where(home, "--clear").returncode == 0
    left = {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()}
    assert left == {".local/share/saleroom/saleroom.sqlite3"}
    assert not (home / ".cache/saleroom").exists()


def test_a_folder_that_the_user_chose_is_not_removed(home, tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    done = where(home, "--clear", SALEROOM_CACHE=str(shared))
    assert done.returncode == 2 and "SALEROOM_CACHE" in done.stderr and shared.is_dir()


def test_a_password_of_the_database_is_not_shown(home):
    done = where(home, SALEROOM_DATA="postgresql://ann:secret@localhost/saleroom")
    assert "@localhost/saleroom" in done.stdout and "secret" not in done.stdout


def test_the_data_file_that_the_operator_named_is_shown(home):
    assert f"{home}/club.sqlite3 (empty)" in where(home, SALEROOM_DATA=str(home / "club.sqlite3")).stdout
