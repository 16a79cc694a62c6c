"""Run mutation testing of areas, and write surviving mutants to `tests/mutants`; see CONTRIBUTING.md."""

from __future__ import annotations

import argparse
import os
import sys

os.environ["SALEROOM_MODE"] = "interpreted"  # must be set before any import of Saleroom

from tools.mutants import areas
from tools.mutants.mutations import functions_in
from tools.mutants.results import load, summary
from tools.mutants.running import CHANGED, SURVIVORS, run


def main() -> int:
    """Run each area in its own process, which imports only the modules that its tests need."""
    parser = argparse.ArgumentParser(prog="make mutants ARGS=", description=__doc__)
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"of {', '.join(areas.AREAS)}; all if none is named")
    parser.add_argument("--sample", type=int, help="try this number of mutants of each area, the same ones every time")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--survivors", action="store_true", help="try only what survived the last time without a reason")
    which.add_argument("--changed", action="store_true", help="try only functions that are new or have changed")
    parser.add_argument("--quick", action="store_true", help="an area's own tests alone, the shortest first, for 4 s")
    parser.add_argument("--list", action="store_true", help="print the results that are kept, and run nothing")
    asked = parser.parse_args()
    only = SURVIVORS if asked.survivors else CHANGED if asked.changed else None
    for name in asked.areas or areas.AREAS:
        area = areas.AREAS[name]
        if not asked.list and run(area, asked.sample or area.sample, only, asked.quick):
            return 1
        print_results(area)
    return 0


def print_results(area: areas.Area) -> None:
    """Print the stored results of an area: counts, survivors, and functions that have changed since the run."""
    results = load(area.results())
    print(summary(area, results), flush=True)
    for survivor, reason in results.survivors.items():
        print(f"  {survivor}" + (f"\n    {reason}" if reason else ""))
    for function in results.changed(functions_in(area)):
        print(f"  {function} has changed since: --changed tries it again")


if __name__ == "__main__":
    sys.exit(main())
