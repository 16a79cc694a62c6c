"""`python -m tools.prose [--update] [FILE…]`: list faults of files, by default of all; exit with 1 if any."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.prose import HERE, chosen, exempt, faults, listed, tracked_files

HEADER = (
    "# Digests of sentences that wait to be reworded. `python -m tools.prose --update` removes those that are gone.\n"
)


def main(arguments: list[str]) -> int:
    """Check prose."""
    parser = argparse.ArgumentParser(prog="python -m tools.prose", description="Check docstrings, comments and pages.")
    parser.add_argument("--open", action="store_true", help="list the sentences that wait to be reworded too")
    parser.add_argument("--update", action="store_true", help="remove from open.txt what is no longer there")
    parser.add_argument("files", nargs="*", type=Path, help="files or folders; by default all of the project")
    options = parser.parse_args(arguments)
    exemptions, waiting = listed("exempt.txt"), set(listed("open.txt"))
    result = [
        fault
        for fault in faults(chosen(options.files) if options.files else tracked_files())
        if not exempt(fault, exemptions)
    ]
    wrong = [fault for fault in result if options.open or fault.digest not in waiting]
    for fault in wrong:
        print(fault)
    if wrong:
        print("Reword these sentences. CONTRIBUTING.md, under `make lint`, says what to do if a value needs the word.")
    gone = set() if options.files else waiting - {fault.digest for fault in result}
    if gone and options.update:
        (HERE / "open.txt").write_text(
            HEADER + "".join(f"{digest}\n" for digest in sorted(waiting - gone)), encoding="utf-8"
        )
    elif gone:
        print("tools/prose/open.txt lists digests of sentences that are gone: python -m tools.prose --update")
    return 1 if wrong or (gone and not options.update) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
