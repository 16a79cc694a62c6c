"""Measure the effects of a house rule and draw them, as in a notebook.

    python examples/house_rules.py pitch dealer_match=any,never --matches 4000 --out pictures

The program prints the significant differences, and writes a figure for each measure that differs. In a notebook,
display `found.frame()` and `found.figure()`. If pandas is installed, `frame()` returns a data frame, otherwise a
PyArrow table.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import saleroom
from saleroom.games import load
from saleroom.kernel.options import BadOptions
from saleroom.lab.study.command import parse_vary
from saleroom.lab.study.result import MINUTES, StudyResult

CLEAR = ("more", "less")


def clear(found: StudyResult) -> list[dict]:
    """Return the significant differences."""
    return [row for row in found.table().to_pylist() if row["verdict"] in CLEAR]


def line(row: dict) -> str:
    """Return a line of text about a difference, with the usual value and the change by the option."""
    sure = "" if row["low"] is None else f" ({row['low']:+.3f} to {row['high']:+.3f})"
    name = f"{row['option']}={row['value']}"
    return f"{name:20} {row['measure']:15} {row['base']:8.3f} {row['mean']:+8.3f}{sure}"


def draw(found: StudyResult, out: Path) -> list[Path]:
    """Draw a figure for every measure that changes, and one for the length of matches; return the files' paths."""
    out.mkdir(parents=True, exist_ok=True)
    paths = []
    for measure in [MINUTES, *dict.fromkeys(row["measure"] for row in clear(found))]:
        paths.append(out / f"{measure}.svg")
        found.figure(measure).save(paths[-1])
    return paths


def main(arguments: list[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Measure what a house rule does and draw it.")
    parser.add_argument("game", help="such as pitch")
    parser.add_argument("vary", nargs="+", metavar="OPTION=A,B", help="an option and the values that it is to have")
    parser.add_argument("--matches", type=int, default=4000, help="of each variant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a folder for figures")
    asked = parser.parse_args(arguments)
    try:
        vary = parse_vary(load(asked.game), asked.vary)
        found = saleroom.study(asked.game, vary, matches=asked.matches, seed=asked.seed)
    except (BadOptions, ValueError) as error:
        parser.error(str(error))
    for row in clear(found):
        print(line(row))
    print(f"{len(clear(found))} differences are clear, of {found.table().num_rows} that were looked for.")
    if asked.out:
        print(*draw(found, asked.out), sep="\n")


if __name__ == "__main__":
    main()
