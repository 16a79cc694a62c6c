"""The command line: `saleroom`. Everything heavy is imported by the command that needs it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(
    name="saleroom",
    help="Auction card games: play them, study them, check their records.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

UsageError: Any = typer.BadParameter.__mro__[2]  # the base of Typer's own errors, for which it has no public name
FAULTS, TROUBLE = 1, 2  # exit statuses
LONGEST = 300  # characters of a trouble that are worth reading


class Trouble(Exception):
    """Something the user should hear in one line."""


Options = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option.")]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many play.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="S", help="The chance: a number or 64 hex digits.")]


def _game_names(incomplete: str) -> list[str]:
    from saleroom.games import NAMES

    return [name for name in NAMES if incomplete in name]


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, by name or part of it.", autocompletion=_game_names)
]


def _version(wanted: bool) -> None:
    if wanted:
        from saleroom import __version__

        print(f"saleroom {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    pass


@app.command()
def games() -> None:
    """List the games, with their seats and options."""
    from saleroom.games import NAMES, load

    for name in NAMES:
        game = load(name)
        low, high = game.seats[0], game.seats[-1]
        print(f"{name}  ({low if low == high else f'{low}-{high}'} seats)")
        print(f"  {game.gist}")
        for option in game.options:
            default = "depends on the seats" if callable(option.default) else option.default
            print(f"    {option.name} = {default}: {option.meaning}; {option.choices()}")


@app.command()
def rules(game: GameName, option: Options = None, seats: Seats = None) -> None:
    """Print the rules of a game; with --option or --seats, the text that then applies."""
    from saleroom.games import load
    from saleroom.match import rulebook
    from saleroom.match.chosen import ChosenGame

    spec = load(game)
    chosen = ChosenGame(spec, parse_options(spec, option))
    if option or seats is not None:
        print(chosen.rules(seats).rstrip())
    else:
        print(rulebook.whole(spec, chosen.options()).rstrip())


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game; asked for if not given.", autocompletion=_game_names)
    ] = None,
    seats: Seats = None,
    option: Options = None,
    seed: Seed = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="house, easy, medium, hard, search:2000 (tries), search:200ms (time), random or you: "
            "one name for all the others, or a comma list by seat.",
        ),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain words: for screen readers and pipes.")] = False,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved match.")] = None,
) -> None:
    """Sit down at a table in the terminal."""
    from saleroom.terminal import run

    if resume is not None and (game or seats is not None or option or seed):
        raise Trouble("--resume goes on with the game, seats, options and seed of its record; leave those out")
    raise typer.Exit(run(game, seats, split_options(option), parse_seed(seed), players, plain, resume))


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on; 0.0.0.0 is all.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port to listen on.")] = 8642,
    data: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where every table is kept; a file of your own by default.")
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    public_url: Annotated[
        str | None, typer.Option("--public-url", metavar="URL", help="Where friends find it behind a proxy.")
    ] = None,
) -> None:
    """Open the house: tables in the browser, for you and for friends."""
    from saleroom.server import settings
    from saleroom.server.serve import serve as keep_open

    public = settings.public_url(public_url) if public_url is not None else None
    path = (data or settings.usual_data()).expanduser().absolute()
    keep_open(settings.Settings(path, host, port, public), browse=not no_open)


@app.command()
def simulate(
    game: GameName,
    seats: Seats = None,
    matches: Annotated[int, typer.Option(metavar="M", min=1, help="How many matches.")] = 100,
    seed: Seed = None,
    option: Options = None,
    players: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="random, house, easy, medium, hard or search:2000; one for all, or a comma list by seat.",
        ),
    ] = "random",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the records here (JSON Lines).")] = None,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, help="How many processes play.")] = 1,
) -> None:
    """Play matches in bulk and write their records; the same command goes on after an interruption."""
    from saleroom.bots import line_up
    from saleroom.bots.players import check
    from saleroom.bots.prepare import prepare
    from saleroom.games import load
    from saleroom.lab.simulate import Plan
    from saleroom.lab.writing import write_matches
    from saleroom.match.chosen import ChosenGame
    from saleroom.match.seeds import seed_bytes
    from saleroom.terminal.waiting import Waiting

    spec = load(game)
    chosen = ChosenGame(spec, parse_options(spec, option))
    complete = chosen.options(seats)
    number = seats if seats is not None else chosen.usual_seats
    if out is not None and seed is None and out.exists() and out.stat().st_size:
        raise Trouble(f"{out} exists; give --seed to go on with it, or name another file")
    plan = Plan(spec.name, complete, tuple(line_up(players, number)), seed_bytes(parse_seed(seed)), matches)

    def compiled() -> None:
        with Waiting(spec) as waiting:
            prepare(spec, waiting, search=any(check(name) is not None for name in plan.players))

    write_matches(plan, out, jobs, compiled)


@app.command()
def arena(
    game: GameName,
    players: Annotated[
        str, typer.Option(metavar="NAMES", help="Who plays: a name for each seat; the last takes all that are left.")
    ] = "house,random",
    deals: Annotated[int, typer.Option(metavar="N", min=1, help="How many deals, or matches, at most.")] = 200,
    seats: Seats = None,
    option: Options = None,
    seed: Seed = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write results, summary and report into this folder.")
    ] = None,
    jobs: Annotated[int | None, typer.Option(metavar="N", min=1, help="How many processes play; all cores.")] = None,
    until: Annotated[
        float | None,
        typer.Option(metavar="X", help="Stop when every difference is known to within X: a score, or a share of wins."),
    ] = None,
    matches: Annotated[bool, typer.Option("--matches", help="Whole matches, played to win, not single deals.")] = False,
) -> None:
    """Measure players on the same cards; the same command goes on after an interruption."""
    from saleroom.bots.prepare import prepare
    from saleroom.games import load
    from saleroom.lab.arena.command import measure, planned
    from saleroom.match.chosen import ChosenGame
    from saleroom.terminal.waiting import Waiting

    spec = load(game)
    chosen = ChosenGame(spec, parse_options(spec, option))
    complete = chosen.options(seats)
    number = seats if seats is not None else chosen.usual_seats
    if until is not None and not 0 < until < float("inf"):
        raise Trouble("--until is a number above 0, such as 0.05")

    def compiled() -> None:
        with Waiting(spec) as waiting:
            prepare(spec, waiting)

    measure(planned(spec, complete, number, players, deals, parse_seed(seed), matches, out), out, jobs, until, compiled)


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files of records (JSON Lines).")],
    fair: Annotated[bool, typer.Option("--fair", help="Also check that the cards came from a fair seed.")] = False,
) -> None:
    """Check every move and every score of the records in a file."""
    from saleroom.match.files import line_faults, lines

    sound = True
    for path in files:
        records = unfinished = wrong = 0
        for number, line in enumerate(lines(path), 1):
            record, found = line_faults(line, fair)
            for fault in found:
                print(f"{path}:{number}: {fault}")
            records += 1
            wrong += len(found)
            unfinished += not found and "scores" not in record
        sound = sound and not wrong
        if not wrong:
            name = f"{path}: " if len(files) > 1 else ""
            print(
                f"{name}{records} record{'' if records == 1 else 's'}"
                + (f", {unfinished} unfinished" if unfinished else "")
            )
    raise typer.Exit(0 if sound else FAULTS)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records (JSON Lines).")],
    match: Annotated[int, typer.Option("--match", metavar="N", min=1, help="Which match, counted from 1.")] = 1,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="S", help="Show it as this seat, or 'public', saw it.")
    ] = None,
) -> None:
    """Tell a recorded match event by event."""
    from saleroom.match.files import record_at
    from saleroom.match.referee import replay as play_again
    from saleroom.match.telling import tell

    if seat is not None and seat != "public" and not (seat.isascii() and seat.isdecimal() and len(seat) < 4):
        raise Trouble(f"--seat {seat!r}: it is a seat's number, or public")
    watcher = int(seat) if seat is not None and seat != "public" else seat
    for line in tell(play_again(record_at(file, match)), watcher):
        print(line)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records (JSON Lines).")],
    seat: Annotated[int, typer.Option("--seat", metavar="S", help="Whose decisions: the seat's number, from 0.")],
    match: Annotated[int, typer.Option("--match", metavar="N", min=1, help="Which match, counted from 1.")] = 1,
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Who judges: easy, medium, hard, search:2000, search:200ms.")
    ] = "search:2000",
    every: Annotated[bool, typer.Option("--all", help="Tell also of the decisions that cost nothing.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Plain words: for screen readers and pipes.")] = False,
) -> None:
    """Go through a seat's decisions in a match, and mark those that cost most, with the better move."""
    from saleroom.lab.review import review as judged
    from saleroom.match.files import record_at
    from saleroom.terminal.faults import tell
    from saleroom.terminal.waiting import prepare, thinking

    with thinking() as watch:
        found = judged(record_at(file, match), seat, player, watch, lambda spec: prepare(spec, plain, search=True))
    tell(found.game, seat, player, found.deals, found.decisions, plain, every)


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(metavar="S", help="How long to measure each game.")] = 1.0,
) -> None:
    """Measure how fast the rules run on this machine."""
    from saleroom.lab.speed import measure

    if not 0.1 <= seconds <= 3600:
        raise Trouble("--seconds is a number from 0.1 to 3600")
    print("Measuring; after an update each game is compiled first …", file=sys.stderr)
    print(f"{'one core, usual seats':28}{'M decisions/s':>15}{'view, ns':>10}")
    for speed in measure(seconds):
        print(f"{speed.game:28}{speed.decisions / 1e6:15.1f}{speed.view * 1e9:10.0f}")


def split_options(texts: list[str] | None) -> dict[str, str]:
    """``name=value`` texts as a mapping."""
    found: dict[str, str] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise Trouble(f"--option {text!r}: write it as name=value")
        if name in found:
            raise Trouble(f"--option {name} is given twice")
        found[name] = value
    return found


def parse_options(spec, texts: list[str] | None) -> dict[str, int | str]:
    """``name=value`` texts as options of a game."""
    known = {option.name: option for option in spec.options}
    given = split_options(texts)
    return {name: known[name].parse(value) if name in known else value for name, value in given.items()}


def parse_seed(text: str | None) -> int | str | None:
    """A seed that somebody typed: a decimal number, or hex digits as they are."""
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 64 else text


def main() -> None:
    """Run the program; every trouble is one line on standard error."""
    command = typer.main.get_command(app)
    if "_SALEROOM_COMPLETE" in os.environ:  # a shell asks what could be typed
        command.main(prog_name="saleroom")
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        getattr(sys, name).reconfigure(errors="backslashreplace")
    sys.exit(guarded(command, sys.argv[1:] or ["--help"]))


def guarded(command: Any, arguments: list[str]) -> int:
    """Run a command; its exit status.

    Not by the command's own `main`, which has other answers to an interruption and a closed pipe.
    """
    try:
        with command.make_context("saleroom", arguments) as context:
            command.invoke(context)
        sys.stdout.flush()
        return 0
    except typer.Exit as error:
        return error.exit_code
    except UsageError as error:
        return trouble(error.format_message())
    except (typer.Abort, KeyboardInterrupt) as error:
        return trouble(str(error) or "interrupted")
    except BrokenPipeError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        more = f"; {error}" if len(error.args) == 1 else ""
        return trouble(f"nobody reads the output any more{more}")
    except OSError as error:
        return trouble(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    except MemoryError:
        return trouble("there is not enough memory for that")
    except (Trouble, ValueError) as error:
        return trouble(str(error))


def trouble(text: str) -> int:
    """Say what is wrong in one line; the exit status for it."""
    text = " ".join(text.split())
    print(f"saleroom: {text if len(text) <= LONGEST else text[:LONGEST] + ' …'}", file=sys.stderr)
    return TROUBLE
