"""Command line of `saleroom`. Each command imports slow modules only when it runs."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Annotated, Any

import typer

from saleroom import extras, modes, notices
from saleroom.cli.administering import admin
from saleroom.cli.arguments import Trouble
from saleroom.cli.backups import backup, move_data, restore
from saleroom.cli.compiling import compile_games
from saleroom.cli.datasets import dataset
from saleroom.cli.evaluating import evaluate
from saleroom.cli.examples import add_examples
from saleroom.cli.exploiting import exploit
from saleroom.cli.locations import where
from saleroom.cli.measuring import arena, bench, simulate
from saleroom.cli.playing import games, play, rules, serve
from saleroom.cli.records import replay, review, verify
from saleroom.cli.solving import solve
from saleroom.cli.studying import study
from saleroom.cli.training import train
from saleroom.failures import describe

app = typer.Typer(
    name="saleroom",
    help="Five auction games with cards and dominoes: play, study and check them.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (
    games,
    rules,
    play,
    serve,
    backup,
    restore,
    simulate,
    arena,
    evaluate,
    exploit,
    study,
    dataset,
    verify,
    replay,
    review,
    train,
    solve,
    bench,
    where,
):
    app.command()(command)
app.add_typer(admin, name="admin")
app.command("compile")(compile_games)
app.command("move-data")(move_data)
add_examples(app)
add_examples(admin, "admin ")

UsageError: Any = typer.BadParameter.__mro__[2]  # base class of Typer's errors, which has no public name
TROUBLE = 2  # exit status of the program after any error
CLOSED = 128 + 13  # exit status that shells report for a program that SIGPIPE ended
LONGEST = 300  # maximum number of characters in an error message


def _version(wanted: bool) -> None:
    if wanted:
        from saleroom import __version__

        print(f"saleroom {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the program. Every error is printed as one line on standard error."""
    command = typer.main.get_command(app)
    if "_SALEROOM_COMPLETE" in os.environ:  # a shell requests completions and not a command
        command.main(prog_name="saleroom")
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the parent process has closed this stream
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        getattr(sys, name).reconfigure(errors="backslashreplace")
    sys.exit(guarded(command, sys.argv[1:] or ["--help"]))


def guarded(command: Any, arguments: list[str]) -> int:
    """Run a command and return its exit status.

    The command's own `main` is not used: it handles interruptions and closed pipes differently.
    """
    try:
        status = _status_of(command, arguments)
        sys.stdout.flush()
        return status
    except UsageError as error:
        return trouble(error.format_message())
    except (typer.Abort, KeyboardInterrupt) as error:
        return trouble(str(error) or "interrupted")
    # as in `saleroom replay FILE | head`, after which other programs also end silently
    except BrokenPipeError as error:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if len(error.args) == 1:
            trouble(f"the output is closed; {error}")
        return CLOSED
    except OSError as error:
        return trouble(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    except MemoryError:
        return trouble("there is not enough memory for that")
    except (Trouble, ValueError, extras.MissingExtra) as error:
        return trouble(str(error))
    except Exception as error:
        return trouble(describe(error))


def _status_of(command: Any, arguments: list[str]) -> int:
    modes.check()
    if not modes.HAS_NUMBA:
        notices.once(modes.WITHOUT_NUMBA)
    try:
        with command.make_context("saleroom", arguments) as context:
            command.invoke(context)
        return 0
    except typer.Exit as error:
        return error.exit_code


def trouble(text: str) -> int:
    """Print an error as one line on standard error, and return its exit status."""
    text = " ".join(text.split())
    print(f"saleroom: {text if len(text) <= LONGEST else text[:LONGEST] + ' …'}", file=sys.stderr)
    return TROUBLE
