"""Tests that `make doctor` reports what is missing, with the command that brings it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tools import doctor

ROOT = Path(__file__).resolve().parents[1]


def test_it_runs_without_any_package_and_names_what_is_missing(tmp_path):
    command = [sys.executable, "-I", "-S", ROOT / "tools/doctor.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": str(tmp_path)})
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.search(r"^Git: .+ missing: (apt|brew) install git$", done.stdout, re.M)
    assert re.search(r"^Python: all +no Python 3\.11 or newer with venv: ", done.stdout, re.M)


def test_packages_are_those_that_are_missing(monkeypatch):
    monkeypatch.setattr(doctor, "is_here", lambda tool: tool.debian != "tmux")
    monkeypatch.setattr(doctor, "python", lambda: None)
    assert doctor.missing_packages() == ["python3-venv", "tmux"]


def test_an_environment_older_than_its_lock_file_is_reported(tmp_path):
    stamp, lock = tmp_path / ".venv/.dev", tmp_path / "dev.txt"
    lock.touch()
    assert doctor.set_up(".dev", ["dev.txt"], "x", "Tools", tmp_path) == ("Tools", "not installed", "make x", False)
    stamp.parent.mkdir()
    stamp.touch()
    os.utime(lock, (1, 1))
    assert doctor.set_up(".dev", ["dev.txt"], "x", "Tools", tmp_path).state == doctor.READY
    os.utime(stamp, (0, 0))
    assert doctor.set_up(".dev", ["dev.txt"], "x", "Tools", tmp_path).command == "make x"


def test_it_tries_the_programs_of_the_makefile():
    (line,) = re.findall(r"^PYTHONS .+\(PYTHON\),(.+)\)$", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert tuple(line.split()) == doctor.PYTHONS[: len(line.split())]


def test_each_stamp_and_lock_file_is_one_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for stamp, lock in ((".runtime", "requirements/runtime.txt"), (".dev", "requirements/dev.txt")):
        assert re.search(rf"^\.venv/{re.escape(stamp)}: .*{lock}", makefile, re.M)
