"""`python -m tools.player_figures`: list the figures that new players have made stale, or make them again."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import player_figures
from tools.player_figures import ROOT, STORE, FigureFile


def main(given: Sequence[str] | None = None) -> int:
    """Return 1 if figures are stale, or if a command failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.player_figures", description=__doc__)
    parser.add_argument("file", nargs="*", help="only these files; default: all")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--remake", action="store_true", help="make stale files again; this can take days")
    action.add_argument("--made", action="store_true", help="store that the present players made these files")
    parser.add_argument("--store", type=Path, default=STORE, help="the file with the digests")
    arguments = parser.parse_args(given)
    files = [file for file in player_figures.figure_files() if not arguments.file or file.path in arguments.file]
    if unknown := set(arguments.file) - {file.path for file in files}:
        parser.error(f"{min(unknown)} has no figures of players")
    if arguments.made:
        for file in files:
            player_figures.write(file, arguments.store)
        return 0
    return max([_report(file, arguments.store, arguments.remake) for file in files])


def _report(file: FigureFile, store: Path, remake: bool) -> int:
    changes = player_figures.changed(file, player_figures.read(store))
    if not any(changes):
        return 0
    reasons = (f"{kind.capitalize()}: {', '.join(names)}" for kind, names in changes._asdict().items() if names)
    print(f"{file.path} is stale. {'. '.join(reasons)}", *(f"  {line}" for line in file.commands), sep="\n")
    if not remake:
        return 1
    bin_first = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for line in file.commands:
        if subprocess.run(line, shell=True, cwd=ROOT, env=bin_first, check=False).returncode:
            print(f"failed: {line}", file=sys.stderr)
            return 1
    player_figures.write(file, store)
    return 0


if __name__ == "__main__":
    sys.exit(main())
