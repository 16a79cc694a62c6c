"""Digest of a policy's code and weights. It is fixed before the cards of a season are computed from it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from importlib.machinery import PathFinder
from importlib.metadata import entry_points
from pathlib import Path

from saleroom.bots import UnknownPlayer
from saleroom.bots.external_players import GROUP
from saleroom.bots.players import is_outside, is_program
from saleroom.bots.programs.player import parse
from saleroom.lab.runs.version import version


def policy_digest(policy: str, files: Sequence[Path] = ()) -> str:
    """Return a digest of the policy's name and files, in hex. No code of the policy runs.

    The files are the module or the package of ``module:Class``, the existing files in the command of ``cmd:COMMAND``,
    and the files and folders in `files`, such as weights. Saleroom's own bots have Saleroom's version instead.
    """
    hashed = sha256(policy.encode())
    if not (is_outside(policy) or is_program(policy)):
        hashed.update(version().encode())
    for name, content in sorted(_contents([*_own_files(policy), *files])):
        hashed.update(f"\n{name} {content}".encode())
    return hashed.hexdigest()


def _own_files(policy: str) -> list[Path]:
    if is_program(policy):
        return [Path(arg) for arg in parse(policy)[1] if Path(arg).is_file()]
    if not is_outside(policy):
        return []
    module = policy.partition(":")[0]
    if ":" not in policy:
        (entry,) = entry_points(group=GROUP, name=policy)
        module = entry.module
    top = module.partition(".")[0]
    # `importlib.util.find_spec` would import the packages above a module
    spec = PathFinder.find_spec(top, [os.getcwd(), *sys.path])
    if spec is None or (spec.origin is None and not spec.submodule_search_locations):
        raise UnknownPlayer(f"player {policy}: there is no module {top} here or among what is installed")
    return [Path(folder) for folder in spec.submodule_search_locations or [spec.origin or ""]]


def _contents(paths: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Yield the name of each file, relative to the given path's folder, and a digest of its content."""
    for path in paths:
        if not path.exists():
            raise ValueError(f"--file {path}: there is no such file or folder")
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                yield str(file.relative_to(path.parent)), sha256(file.read_bytes()).hexdigest()
