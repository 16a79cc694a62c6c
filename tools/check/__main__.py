"""`python -m tools.check [--game GAME] [FILE…]`; by default, check the files that differ from the last commit."""

from __future__ import annotations

import argparse
import sys

from tools.check import BadChoice, changed_files, plan_of_files, plan_of_game, run


def main(arguments: list[str]) -> int:
    """Check a game or files; return 2 if they do not exist."""
    parser = argparse.ArgumentParser(prog="make check", description="Lint and test what you are working on.")
    parser.add_argument("--game", help="a game by its name or part of it")
    parser.add_argument("files", nargs="*", help="files or folders; by default those that differ from the last commit")
    options = parser.parse_args(arguments)
    try:
        plan = plan_of_game(options.game) if options.game else plan_of_files(options.files or changed_files())
    except BadChoice as error:
        print(error, file=sys.stderr)
        return 2
    if not plan.paths:
        print("Nothing differs from the last commit. Name what to check: make check GAME=pitch, or FILES=path")
        return 0
    return run(plan)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
