"""Check what you are working on: `make check GAME=pitch`, or `make check FILES="a.py b.py"`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from saleroom.games import UnknownGame, full_name
from tools.check.areas import OF_A_GAME, ROOT, run_for_game, runs_for_files, sources_of_game

BIN = Path(sys.executable).parent


class BadChoice(ValueError):
    """Error for a game or file to check that does not exist; its message is one line."""


@dataclass(frozen=True)
class Plan:
    """The checks to run: paths for the linters, and the arguments of each pytest run."""

    paths: tuple[str, ...]
    tests: tuple[Sequence[str], ...]

    @property
    def python(self) -> list[str]:
        """Python files, and folders that can contain Python files."""
        return [path for path in self.paths if path.endswith(".py") or (ROOT / path).is_dir()]

    @property
    def web(self) -> list[str]:
        """The files of the browser client, relative to `web/`."""
        return [path.removeprefix("web/") for path in self.paths if path.startswith("web/")]


def plan_of_game(name: str) -> Plan:
    """Return the plan for a game, given its name or a part of its name."""
    try:
        game = full_name(name)
    except UnknownGame as error:
        raise BadChoice(str(error)) from None
    return Plan(tuple(sources_of_game(game)), (run_for_game(game),))


def plan_of_files(files: Iterable[str]) -> Plan:
    """Return the plan for files and folders, given by paths relative to the project's root."""
    paths = []
    for name in files:
        path = (ROOT / name).resolve()
        if not path.exists() or not path.is_relative_to(ROOT):
            raise BadChoice(f"{name} is no file of this project; name paths such as src/saleroom/server/app.py")
        paths.append(path.relative_to(ROOT).as_posix())
    return Plan(tuple(paths), tuple(runs_for_files(paths)))


def changed_files() -> list[str]:
    """Return the files that differ from the last commit, including new files; no files outside a Git checkout."""
    git = ["git", "-C", str(ROOT), "status", "--porcelain", "--no-renames", "--untracked-files=all", "-z"]
    status = subprocess.run(git, capture_output=True, text=True, check=False).stdout
    return [entry[3:] for entry in status.split("\0") if entry and (ROOT / entry[3:]).exists()]


def commands(plan: Plan) -> list[list[str]]:
    """Return the commands of a plan, in the order in which they run."""
    found: list[list[str]] = []
    if plan.python:
        found += [
            [str(BIN / "ruff"), "check", "--quiet", *plan.python],
            [str(BIN / "ruff"), "format", "--check", "--quiet", *plan.python],
            [str(BIN / "ty"), "check", "--no-progress", "--output-format", "concise"],
            [str(BIN / "lint-imports"), "--no-logo"],
        ]
    if plan.web:
        npm = [sys.executable, "hatch_build.py", "npm"]
        found += [[*npm, "exec", "--", "prettier", "--check", "--ignore-unknown", *plan.web]]
        found += [[*npm, "exec", "--", "vitest", "related", "--run", "--passWithNoTests", *plan.web]]
    if plan.paths:
        found += [[str(BIN / "python"), "-m", "tools.prose", *plan.paths]]
    found += [[str(BIN / "pytest"), "-q", "-n", "0", *arguments] for arguments in plan.tests]
    return found


def environment(command: Sequence[str]) -> dict[str, str]:
    """Return the environment variables for a command.

    The tests of one game run interpreted, unless you set another mode. Interpreted mode needs no compilation, and the
    rules of the checked game have probably just changed.
    """
    mode = {"SALEROOM_MODE": "interpreted"} if OF_A_GAME in command else {}
    return {**mode, **os.environ}


def run(plan: Plan) -> int:
    """Run all checks, even after a failure; return 0 if no check fails."""
    failed = 0
    for command in commands(plan):
        print("+", Path(command[0]).name, *command[1:], flush=True)
        failed |= subprocess.run(command, cwd=ROOT, env=environment(command), check=False).returncode != 0
    return int(failed)
