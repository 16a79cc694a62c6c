"""New environments for testing a release, with the oldest and newest Python and the oldest and newest packages."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.release import contents

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).parent / "uv"
CLASSIFIER = "Programming Language :: Python :: 3."


@dataclass(frozen=True)
class Case:
    """One environment."""

    python: Path
    oldest: bool
    """Whether to install the oldest packages that `pyproject.toml` allows, instead of the newest."""

    def __str__(self) -> str:
        return f"{_version(self.python)} with the {'oldest' if self.oldest else 'newest'} packages"


def supported(pyproject: Path) -> list[Path]:
    """Return the installed Python versions that the classifiers name, oldest first."""
    classifiers = tomllib.loads(pyproject.read_text("utf-8"))["project"]["classifiers"]
    minors = sorted(int(name.removeprefix(CLASSIFIER)) for name in classifiers if name.startswith(CLASSIFIER))
    found = {minor: _find(f"3.{minor}") for minor in minors}
    for minor in (minors[0], minors[-1]):
        if found[minor] is None:
            print(f"Python 3.{minor} is not here: it is not tried (--python PATH names one)", flush=True)
    return [path for path in found.values() if path]


def cases(pythons: Sequence[Path]) -> list[Case]:
    """Return the oldest Python with the oldest packages, then the oldest and the newest Python with the newest
    packages.
    """
    if not pythons:
        raise contents.Unfit("no Python that could try it was found; name one with --python PATH")
    ordered = sorted(pythons, key=lambda path: [int(part) for part in _version(path).split()[1].split(".")])
    newest = [Case(path, oldest=False) for path in dict.fromkeys((ordered[0], ordered[-1]))]
    return [Case(ordered[0], oldest=True), *newest]


def try_case(case: Case, wheel: Path, folder: Path) -> None:
    """Install and test the wheel without extras, then with the extra `lab`; raise an error if something fails."""
    python = folder / "environment/bin/python"
    _uv("venv", "--python", case.python, folder / "environment")
    pins = ["--constraint", _oldest(python, folder / "oldest.txt")] if case.oldest else []
    for extra in ("", "[lab]"):
        _uv("pip", "install", "--compile-bytecode", "--python", python, *pins, f"{wheel}{extra}")
        _try(python, folder, "lab" if extra else "plain", *([] if case.oldest else ["--size"]))


def _oldest(python: Path, pins: Path) -> Path:
    """Write a file of pinned package versions and return it.

    Only direct dependencies are pinned to their oldest versions.
    """
    wanted = ["--extra", "lab", "--resolution", "lowest-direct", "--python", python, "--output-file", pins]
    _uv("pip", "compile", *wanted, ROOT / "pyproject.toml")
    return pins


def _try(python: Path, folder: Path, *arguments: str) -> None:
    _run(python, folder, "tried.py", *arguments)
    if arguments[0] == "plain":
        _run(python, folder, "upgraded.py", ROOT / "tests/fixtures/v0_1_0")


def _run(python: Path, folder: Path, name: str, *arguments: str | Path) -> None:
    environment = {
        "PATH": str(python.parent),  # without Node
        "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "NO_COLOR": "1",
    }
    program = Path(__file__).with_name(name)
    subprocess.run([python, "-I", program, *arguments], env=environment, cwd=folder, check=True)


def _find(version: str) -> Path | None:
    done = subprocess.run([UV, "python", "find", "--system", version], capture_output=True, text=True, check=False)
    return Path(done.stdout.strip()) if done.returncode == 0 else None


def _version(python: Path) -> str:
    return subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def _uv(*arguments: str | Path) -> None:
    subprocess.run([UV, "--quiet", *arguments], check=True)
