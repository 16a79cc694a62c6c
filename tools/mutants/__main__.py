"""Mutate areas and write what survives to `tests/mutants`; see CONTRIBUTING.md."""

from __future__ import annotations

import argparse
import os
import sys

os.environ["SALEROOM_MODE"] = "interpreted"  # before anything of Saleroom is imported

from tools.mutants import areas
from tools.mutants.results import load, summary


def main() -> int:
    """Run each area in a process of its own: it imports what its tests need, and nothing of another."""
    parser = argparse.ArgumentParser(prog="make mutants ARGS=", description=__doc__)
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"of {', '.join(areas.AREAS)}; all but small games")
    parser.add_argument("--sample", type=int, help="try this number of mutants of each area, the same ones every time")
    parser.add_argument("--survivors", action="store_true", help="try only what survived the last time")
    parser.add_argument("--quick", action="store_true", help="an area's own tests alone, the shortest first, for 4 s")
    parser.add_argument("--list", action="store_true", help="print the results that are kept, and run nothing")
    asked = parser.parse_args()
    for name in asked.areas or areas.USUAL:
        area = areas.AREAS[name]
        if not asked.list:
            from tools.mutants.running import run

            if run(area, asked.sample or area.sample, asked.survivors, asked.quick):
                return 1
        print(summary(area, load(area.results())), flush=True)
        for survivor, reason in load(area.results()).survivors.items():
            print(f"  {survivor}" + (f"\n    {reason}" if reason else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
