"""`python -m tools.new_game NAME`."""

from __future__ import annotations

import sys

from tools.new_game import BadName, create, folder_of


def main(arguments: list[str]) -> int:
    """Write the files of the new game, and print the next step."""
    try:
        written = create(" ".join(arguments))
    except BadName as error:
        print(error, file=sys.stderr)
        return 2
    for path in written:
        print(path)
    print(f"\nWhat to do next: .venv/bin/pytest -q tests/games/{folder_of(arguments[0])}/test_next_step.py")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
