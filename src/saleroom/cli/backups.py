"""Commands that back up, restore or move a server's data file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from saleroom.cli.arguments import Trouble
from saleroom.toolkit.text.counts import EVENTS, MATCHES, PARTS, TABLES, counted

Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="FILE", help="Data file of `saleroom serve`; default: the usual one."),
]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="New file for the copy.")],
    data: Data = None,
) -> None:
    """Copy a server's data file, also while people play."""
    from saleroom.server.storage.backup import back_up
    from saleroom.server.storage.datafile import StoreTrouble

    try:
        count = back_up(_data_file(data), file)
    except StoreTrouble as trouble:
        raise Trouble(str(trouble)) from None
    print(f"{file}: {counted(count, TABLES)}, {file.stat().st_size / 1e6:.1f} MB")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")],
    data: Data = None,
) -> None:
    """Replace a stopped server's data file with a backup.

    The old file is kept next to it.
    """
    from saleroom.server.storage.backup import restore as put_back
    from saleroom.server.storage.datafile import StoreTrouble

    path = _data_file(data)
    try:
        kept = put_back(file, path)
    except StoreTrouble as trouble:
        raise Trouble(str(trouble)) from None
    print(f"{path} is now what {file} holds")
    if kept is not None:
        print(f"What was there before is kept in {kept}")


def move_data(
    to: Annotated[
        str | None, typer.Argument(metavar="[URL]", help="postgresql://user@host/name; default: SALEROOM_DATA.")
    ] = None,
    data: Data = None,
) -> None:
    """Copy a stopped server's data file to PostgreSQL.

    The database must be empty. Afterwards, every record in it is verified.
    """
    import asyncio

    from saleroom.server.ops.settings import DatabaseUrl, data_place
    from saleroom.server.realtime.verifying import check
    from saleroom.server.storage.datafile import StoreTrouble
    from saleroom.server.storage.postgres_import import move

    place = data_place(to)
    if not isinstance(place, DatabaseUrl):
        raise Trouble("name the database to move to, like postgresql://user@host:5432/name")
    try:
        counts = move(_data_file(data), place)
        report = asyncio.run(check(place))
    except StoreTrouble as trouble:
        raise Trouble(str(trouble)) from None
    tables, rows = counted(counts["tables"], TABLES), counted(counts["rows"], EVENTS)
    archives = f", and {counted(counts['archives'], PARTS)} of archives" if counts["archives"] else ""
    print(f"{place} holds {tables} with {rows}{archives}, each row as it was")
    print(f"{counted(report.matches, MATCHES)} verified")
    for line in report.faults:
        print(line)
    if report.faults:
        raise typer.Exit(1)


def _data_file(data: Path | None) -> Path:
    from saleroom.server.ops.settings import data_file

    return data_file(data)
