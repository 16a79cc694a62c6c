"""Commands that verify, print and review records of matches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from saleroom.cli.arguments import Trouble
from saleroom.toolkit.text.counts import RECORDS, counted

FAULTS = 1
"""Exit status if any record is wrong."""


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files of records (JSON Lines).")],
    fair: Annotated[bool, typer.Option("--fair", help="Also check that the cards came from a fair seed.")] = False,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, help="Number of processes.")] = 1,
) -> None:
    """Check every move and score of the records in files.

    The exit status is 1 if a record is wrong.
    """
    from saleroom.lab.verification import verify as verify_files
    from saleroom.terminal.progress import progress

    sound = True
    with progress("Verifying …", sum(path.stat().st_size for path in files if path.is_file())) as advance:
        for path, total in verify_files(files, fair, jobs, _object, advance):
            sound = sound and not total.faults
            if not total.faults:
                name = f"{path}: " if len(files) > 1 else ""
                unfinished = f", {total.unfinished} unfinished" if total.unfinished else ""
                print(f"{name}{counted(total.records, RECORDS)}{unfinished}")
    raise typer.Exit(0 if sound else FAULTS)


def _object(path: Path, number: int, fault: str) -> None:
    print(f"{path}:{number}: {fault}")


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records (JSON Lines).")],
    match: Annotated[int, typer.Option("--match", metavar="N", min=1, help="Number of the match, from 1.")] = 1,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="S", help="Show it as this seat, or 'public', saw it.")
    ] = None,
) -> None:
    """Print a recorded match event by event."""
    from saleroom.match.files import match_at
    from saleroom.match.formatting import tell

    if seat is not None and seat != "public" and not (seat.isascii() and seat.isdecimal() and len(seat) < 4):
        raise Trouble(f"--seat {seat!r}: it is a seat's number, or public")
    watcher = int(seat) if seat is not None and seat != "public" else seat
    for line in tell(match_at(file, match), watcher):
        print(line)


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records (JSON Lines).")],
    seat: Annotated[int, typer.Option("--seat", metavar="S", help="Number of the reviewed seat, from 0.")],
    match: Annotated[int, typer.Option("--match", metavar="N", min=1, help="Number of the match, from 1.")] = 1,
    player: Annotated[
        str,
        typer.Option(
            "--player",
            metavar="NAME",
            help="The judge: hard, master, search:2000 (tries) or search:200ms (time).",
        ),
    ] = "search:2000",
    every: Annotated[bool, typer.Option("--all", help="Also show the decisions that cost nothing.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Plain words: for screen readers and pipes.")] = False,
) -> None:
    """Show the costliest decisions of a seat, with better moves."""
    from saleroom.lab.review import review as judged
    from saleroom.match.files import match_at
    from saleroom.terminal.progress import prepare, thinking
    from saleroom.terminal.review_text import tell

    with thinking() as watch:
        found = judged(match_at(file, match), seat, player, watch, lambda spec: prepare(spec, plain, search=True))
    tell(found.game, seat, player, found.deals, found.decisions, plain, every, found.over)
