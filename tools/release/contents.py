"""Checks of a release's contents, and the digests of its files."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

DIGESTS = "SHA256SUMS"
IN_WHEEL = (
    "saleroom/py.typed",
    "saleroom/server/client/index.html",
    "saleroom/server/client/font-license.txt",
    "saleroom/games/pitch/RULES.md",
    "saleroom/games/pitch/HOW-TO-PLAY.md",
    "saleroom/games/pitch/player/net.bin",
    "saleroom/games/pitch/effects.json",
)
IN_SDIST = ("LICENSE", "CITATION.cff", "Makefile", "hatch_build.py", "web/package-lock.json", "tests/test_light.py")
NOWHERE = ("node_modules/", "__pycache__/", ".venv/", ".env")
"""Paths that must never be in a release."""


class Unfit(Exception):
    """Error for a version that cannot be released; its text gives the reason in one line."""


def check_changelog(text: str, version: str) -> None:
    """Raise `Unfit` unless the changelog's newest version is `version`. Development versions need no entry."""
    if ".dev" in version:
        print(f"{version} is no release: it is built and tried, but not to be published", flush=True)
        return
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    if not headings or headings[0].split()[0] != version:
        raise Unfit(f"the first heading of CHANGELOG.md is not {version}; put what is new under it, with the date")


def check_citation(text: str, version: str) -> None:
    """Raise `Unfit` unless CITATION.cff names `version`. Between two releases, it names the last release."""
    if ".dev" not in version and f"version: {version}" not in text.splitlines():
        raise Unfit(f"CITATION.cff does not name {version}")


def check_address(version: str, address: str) -> None:
    """Raise `Unfit` if a release has no address of the repository, because its description could not link to pages."""
    if ".dev" not in version and not address.startswith("https://"):
        raise Unfit("set SALEROOM_REPOSITORY to the https address of the repository, for the links of the description")


def check_wheel(path: Path) -> None:
    """Raise `Unfit` if the wheel lacks a part, such as the client, or contains a file that it should not."""
    with zipfile.ZipFile(path) as wheel:
        _check(path, wheel.namelist(), IN_WHEEL)


def check_sdist(path: Path) -> None:
    """Raise `Unfit` if the sdist lacks a part that the wheel needs, or contains a file that it should not."""
    with tarfile.open(path) as sdist:
        names = [name.partition("/")[2] for name in sdist.getnames()]
    _check(path, names, IN_SDIST)


def _check(path: Path, names: Iterable[str], wanted: Iterable[str]) -> None:
    names = set(names)
    if missing := sorted(set(wanted) - names):
        raise Unfit(f"{path.name} lacks {', '.join(missing)}")
    if wrong := sorted(name for name in names if any(part in f"{name}/" for part in NOWHERE)):
        raise Unfit(f"{path.name} contains {wrong[0]}, which is no part of a release")


def check_equal(first: Path, second: Path) -> None:
    """Raise `Unfit` if two wheels differ in a file: one was built from the checkout, the other from the sdist."""
    one, other = (_contents(path) for path in (first, second))
    if wrong := sorted(name for name in {*one, *other} if one.get(name) != other.get(name)):
        raise Unfit(f"the wheels of the checkout and of the sdist differ in {len(wrong)} files, such as {wrong[0]}")


def _contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as wheel:
        return {name: wheel.read(name) for name in wheel.namelist()}


def write_digests(dist: Path) -> None:
    """Write the SHA-256 of every file, in the format of `sha256sum --check`."""
    files = sorted(path for path in dist.iterdir() if path.suffix in (".whl", ".gz", ".json"))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (dist / DIGESTS).write_text("".join(lines), "utf-8")


def dated(root: Path) -> dict[str, str]:
    """Return environment variables for a build.

    With these variables, files in the release get the time of the last commit, so that two builds are identical.
    """
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=root, capture_output=True, text=True, check=False)
    return {**os.environ, **({"SOURCE_DATE_EPOCH": done.stdout.strip()} if done.stdout.strip() else {})}
