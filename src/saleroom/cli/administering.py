"""Commands with which the operator of a server inspects and moderates tables and people."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from saleroom.cli.arguments import Trouble
from saleroom.toolkit.text.counts import DEVICES, FAULTS, MATCHES, TABLES, counted

if TYPE_CHECKING:
    from saleroom.server.administration import Administrator
    from saleroom.server.storage.administration import AdminLogLine
    from saleroom.server.storage.bots import BotToken
    from saleroom.server.storage.directory import ChatLine, PersonLine, TableLine

Result = TypeVar("Result")

admin = typer.Typer(
    help="Inspect and moderate tables and people of a server.\n\nThe server may run meanwhile.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Data = Annotated[
    str | None,
    typer.Option("--data", metavar="PLACE", help="Data file or database of `saleroom serve`; default: the usual one."),
]
Note = Annotated[str, typer.Option("--note", metavar="TEXT", help="Reason, for the log.")]
Most = Annotated[int, typer.Option("--most", metavar="N", min=1, max=10_000, help="Maximum number of lines.")]
Person = Annotated[
    str, typer.Argument(metavar="PERSON", help="An id, or its first characters, as `people` shows them.")
]
Table = Annotated[str, typer.Argument(metavar="TABLE", help="A table's id, the last part of its address.")]
Off = Annotated[bool, typer.Option("--off", help="Lift the restriction.")]


def _ask(data: str | None, asked: Callable[[Administrator], Awaitable[Result]], note: str = "") -> Result:
    """Return the result of a request to the data store's administrator. Raise `Trouble` if the store fails."""
    import getpass

    from saleroom.server.administration import administering
    from saleroom.server.ops.settings import data_place
    from saleroom.server.storage.datafile import StoreTrouble

    if len(note) > 200:
        raise Trouble("--note: at most 200 characters")

    async def run() -> Result:
        async with administering(data_place(data), getpass.getuser()[:64], note) as administrator:
            return await asked(administrator)

    try:
        return asyncio.run(run())
    except StoreTrouble as trouble:
        raise Trouble(str(trouble)) from None


@admin.command()
def people(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Part of a name.")] = None,
    most: Most = 50,
    data: Data = None,
) -> None:
    """List the people who sat down last."""
    rows = _ask(data, lambda administrator: administrator.people(name, most))
    lines = [_person_line(each) for each in rows]
    _show(("person", "last sat down", "tables", "devices", "passkeys", "names", ""), lines)


@admin.command()
def tables(
    person: Annotated[
        str | None, typer.Option("--person", metavar="PERSON", help="Only tables of this person.")
    ] = None,
    status: Annotated[
        str | None, typer.Option("--status", metavar="STATUS", help="gathering, playing, over or closed.")
    ] = None,
    most: Most = 50,
    data: Data = None,
) -> None:
    """List the tables where something happened last."""
    summaries = _ask(data, lambda administrator: administrator.tables(person, status, most))
    lines = [_table_line(each) for each in summaries]
    _show(("table", "last event", "game", "status", "process", "seats"), lines)


@admin.command()
def table(table: Table, data: Data = None) -> None:
    """Show who sat down at a table and what was said there.

    It shows no cards.
    """
    summary, messages = _ask(data, lambda administrator: administrator.table(table))
    times = f"made {_time(summary.made_at)}, last event {_time(summary.last_at)}"
    print(f"{summary.id}: {summary.game}, {_status(summary)}, {times}")
    lines = [_said_line(each) for each in messages]
    _show(("event", "at", "seat", "person", "", ""), lines)


@admin.command()
def mute(person: Person, off: Off = False, note: Note = "", data: Data = None) -> None:
    """Turn off a person's chat and reactions.

    This holds at all tables and for all their devices.
    """
    _restrict("unmute" if off else "mute", person, note, data)


@admin.command()
def block(person: Person, off: Off = False, note: Note = "", data: Data = None) -> None:
    """Block a person, and let a bot play their seats.

    They can still export or erase their data.
    """
    _restrict("unblock" if off else "block", person, note, data)


def _restrict(action: str, person: str, note: str, data: str | None) -> None:
    account = _ask(data, lambda administrator: administrator.restrict(action, person), note)
    print(f"{action}: {account.identity[:12]}, {counted(len(account.devices), DEVICES)}")


@admin.command()
def close(table: Table, off: Off = False, note: Note = "", data: Data = None) -> None:
    """Close a table, so that it cannot be found or played.

    Its data stay.
    """
    _ask(data, lambda administrator: administrator.close(table, not off), note)
    print(f"{'opened again' if off else 'closed'}: {table}")


@admin.command()
def export(
    person: Person,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="New file for the data.")],
    note: Note = "",
    data: Data = None,
) -> None:
    """Write all data about a person to a file, as JSON.

    People can export the same data themselves.
    """

    async def write(administrator: Administrator) -> int:
        pieces = await administrator.export(person)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            async for piece in pieces:
                out.write(piece)
            return out.tell()

    if file.exists():
        raise Trouble(f"{file} exists already; name another file")
    print(f"{file}: {_ask(data, write, note) / 1e6:.2f} MB")


@admin.command()
def erase(
    person: Person,
    sure: Annotated[bool, typer.Option("--sure", help="Confirm: this cannot be undone.")] = False,
    note: Note = "",
    data: Data = None,
) -> None:
    """Erase a person's names, chat, devices and results.

    This is final; the moves stay. People can erase the same data themselves.
    """
    if not sure:
        raise Trouble("nothing is erased without --sure: it cannot be undone; backups keep what they hold")
    count = _ask(data, lambda administrator: administrator.erase(person), note)
    print(f"erased, at {counted(count, TABLES)}")


@admin.command()
def program(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The program's name at tables.")],
    scope: Annotated[
        list[str] | None,
        typer.Option("--scope", metavar="SCOPE", help="Permission of the token (repeatable); default: all."),
    ] = None,
    off: Annotated[
        bool, typer.Option("--off", help="Remove the program and its tokens, also one that another person made.")
    ] = False,
    note: Note = "",
    data: Data = None,
) -> None:
    """Print a new token for a program of the Bot API.

    The program is created if there is none of this name.
    """
    if off:
        retired = _ask(data, lambda administrator: administrator.retire(name), note)
        print(f"removed: {retired.name}")
    else:
        print(_ask(data, lambda administrator: administrator.new_bot_token(name, scope or []), note))


@admin.command()
def programs(data: Data = None) -> None:
    """List the programs that may play over the Bot API."""
    accounts = _ask(data, lambda administrator: administrator.bots())
    lines = [
        [each.name, each.person[:12] if each.person else "", _time(each.made_at), str(len(tokens)), _last_use(tokens)]
        for each, tokens in accounts
    ]
    _show(("program", "person", "made", "tokens", "last used"), lines)


def _last_use(tokens: Sequence[BotToken]) -> str:
    used = [token.used_at for token in tokens if token.used_at is not None]
    return _time(max(used)) if used else ""


@admin.command()
def check(
    checksums: Annotated[
        Path | None,
        typer.Option("--checksums", metavar="FILE", help="Checksums of the last pass, which are brought up to date."),
    ] = None,
    slices: Annotated[
        int, typer.Option("--slices", metavar="N", min=1, help="Passes with checksums until all were replayed.")
    ] = 30,
    data: Data = None,
) -> None:
    """Replay every table and verify its record.

    Do this after you restore a backup. The exit status is 1 if something is wrong.

    With `--checksums`, all tables are compared with the file. New and changed tables are replayed, and those of the
    others that were replayed longest ago.
    """
    from saleroom.server.ops.settings import data_place
    from saleroom.server.realtime.verifying import check as check_all
    from saleroom.server.storage.database import refuse_outdated
    from saleroom.server.storage.datafile import StoreTrouble

    place = data_place(data)
    try:
        refuse_outdated(place)
        report = asyncio.run(check_all(place, checksums, slices))
    except StoreTrouble as trouble:
        raise Trouble(str(trouble)) from None
    compared = "" if checksums is None else f"{counted(report.tables, TABLES)} compared, "
    outcome = f"{counted(report.matches, MATCHES)} verified, {counted(len(report.faults), FAULTS)}"
    print(f"{compared}{outcome}", *report.faults, sep="\n")
    if report.faults:
        raise typer.Exit(1)


@admin.command()
def archive(
    days: Annotated[
        int, typer.Option("--days", metavar="N", min=0, max=36500, help="Days without an event, at least.")
    ] = 30,
    note: Note = "",
    data: Data = None,
) -> None:
    """Compress finished tables now, without rests.

    Nothing is lost: people and commands read the tables as before. You can interrupt and repeat the command. The exit
    status is 1 if a table could not be archived.
    """
    report = _ask(data, lambda administrator: administrator.archive(days), note)
    sizes = f"{report.bytes_before / 1e6:.1f} MB of events are now {report.bytes_after / 1e6:.1f} MB"
    print(f"{counted(report.tables, TABLES)} archived: {sizes}")
    if report.failed:
        print(f"{counted(report.failed, TABLES)} could not be archived; the first: {report.trouble}", file=sys.stderr)
        raise typer.Exit(1)


@admin.command("log")
def show_log(most: Most = 50, data: Data = None) -> None:
    """Show what was done with these commands, the latest first."""
    entries = _ask(data, lambda administrator: administrator.log(most))
    lines = [_log_line(each) for each in entries]
    _show(("number", "at", "operator", "action", "subject", "", "note"), lines)


def _person_line(each: PersonLine) -> list[str]:
    counts = [str(each.tables), str(each.devices), str(each.passkeys)]
    return [each.identity[:12], _time(each.last_at), *counts, ", ".join(each.names[:4]), " ".join(each.restrictions)]


def _table_line(each: TableLine) -> list[str]:
    seats = " ".join(f"{name}:{score}" for name, score in zip(each.names, each.scores, strict=False))
    return [each.id, _time(each.last_at), each.game, _status(each), each.process or "", seats]


def _status(each: TableLine) -> str:
    return "closed" if each.closed else each.status


def _said_line(each: ChatLine) -> list[str]:
    seat = "" if each.seat is None else str(each.seat + 1)
    what = "sat down as" if each.kind == "sit" else "said"
    return [str(each.number), _time(each.at), seat, (each.identity or "")[:12], what, each.text]


def _log_line(each: AdminLogLine) -> list[str]:
    cut_off = "" if each.done_at else "cut off: do it again"
    return [str(each.number), _time(each.at), each.operator, each.action, each.subject[:24], cut_off, each.note]


def _time(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def _show(head: Sequence[str], lines: Iterable[Sequence[str]]) -> None:
    """Print lines in columns. Replace unprintable characters, because names and chat may contain them."""
    shown = [head, *([_printable(cell) for cell in line] for line in lines)]
    widths = [max(len(line[column]) for line in shown) for column in range(len(head))]
    for line in shown:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _printable(text: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in text)
