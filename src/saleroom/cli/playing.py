"""Commands for players: list games, print rules, play in the terminal, and start the web server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from saleroom.cli.arguments import (
    GameName,
    Language,
    Options,
    Seats,
    Seed,
    Trouble,
    chosen_game,
    game_names,
    parse_seed,
)

if TYPE_CHECKING:
    from saleroom.kernel.game import Game


def games(lang: Language = "en") -> None:
    """List the games, with their seats and options."""
    from saleroom.games import NAMES, load
    from saleroom.match import languages

    for name in NAMES:
        game = load(name)
        low, high = game.seats[0], game.seats[-1]
        print(f"{name}  ({low if low == high else f'{low}-{high}'} seats)")
        print(f"  {languages.gist(name, lang)}")
        for option in game.options:
            default = "depends on the seats" if callable(option.default) else option.default
            meaning = languages.meaning(name, option, lang)
            print(f"    {option.name} = {default}: {meaning}; {option.choices()}")


def rules(
    game: GameName,
    option: Options = None,
    seats: Seats = None,
    effects: Annotated[
        bool, typer.Option("--effects", help="Show the measured effects of each option instead of the text.")
    ] = False,
    law: Annotated[bool, typer.Option("--law", help="Show every article instead of the page that teaches it.")] = False,
    lang: Language = "en",
) -> None:
    """Print how to play a game.

    With --law, print all articles of its rules; with --option or --seats, only those that then apply.
    """
    from saleroom.match import how_to_play, rulebook

    chosen = chosen_game(game, option)
    if effects:
        _tell_effects(chosen.spec, option, seats)
    elif option or seats is not None:
        print(chosen.rules(seats, lang).rstrip())
    else:
        page = None if law else how_to_play.plain(chosen.spec, lang)
        print((page or rulebook.whole(chosen.spec, chosen.options(), lang)).rstrip())


def _tell_effects(game: Game, option: list[str] | None, seats: int | None) -> None:
    from saleroom.lab.study.effects_table import print_effects

    if option:
        raise Trouble("--effects describes every option separately; leave --option out")
    if seats is not None:
        game.settle_options({}, seats)
    print_effects(game, seats)


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A game; if you leave it out, you are asked.", autocompletion=game_names),
    ] = None,
    seats: Seats = None,
    option: Options = None,
    seed: Seed = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="random, house, easy, medium, trained, hard, master, search:2000 (tries), search:200ms (time), "
            "module:Class or cmd:COMMAND (docs/build/bots.md), or you: one name for all the others, "
            "or a name for each seat, such as you,hard,house,easy.",
        ),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain words: for screen readers and pipes.")] = False,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved match.")] = None,
) -> None:
    """Play a game in the terminal."""
    from saleroom.kernel.options import split_options
    from saleroom.terminal import run

    if resume is not None and (game or seats is not None or option or seed):
        raise Trouble("--resume continues with the game, seats, options and seed of its record; leave those out")
    raise typer.Exit(run(game, seats, split_options(option or ()), parse_seed(seed), players, plain, resume))


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on; 0.0.0.0 is all.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port to listen on.")] = 8642,
    data: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|URL",
            help="Storage of tables: a file (default: your own) or postgresql://user@host/name.",
        ),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    public_url: Annotated[
        str | None, typer.Option("--public-url", metavar="URL", help="Public address behind a proxy.")
    ] = None,
    bus: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Redis that connects processes with the same --data: redis://host:6379/0."),
    ] = None,
    machine: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Name of this machine for the proxy, if several machines share --bus."),
    ] = None,
    workers: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="Processes to start; needs --bus.")] = 1,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A trusted proxy on another machine, or a network; repeatable."),
    ] = None,
    no_webhooks: Annotated[
        bool, typer.Option("--no-webhooks", help="Send no messages to chats of tables and tournaments.")
    ] = False,
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A third-party player for web tables, MODULE:CLASS or a package's name for it; "
            "repeatable. Its code runs in the server.",
        ),
    ] = None,
) -> None:
    """Start the web server: tables for you and your friends."""
    from saleroom.server.ops import settings
    from saleroom.server.serve import serve as keep_open

    public = settings.public_url(public_url) if public_url is not None else None
    chosen = settings.Settings(
        settings.data_place(data),
        host,
        port,
        public,
        bus=settings.bus_place(bus),
        machine=settings.machine_name(machine),
        proxies=settings.proxies(proxy or ()),
        players=tuple(player or ()),
        metrics_token=settings.metrics_token(),
        webhooks=not no_webhooks,
    )
    if workers > 1 and chosen.bus is None:
        raise Trouble("--workers: several processes need a bus to meet on, such as --bus redis://127.0.0.1:6379/0")
    if workers > 1:
        from saleroom.server.supervisor import serve_many

        serve_many(chosen, browse=not no_open, workers=workers)
    else:
        keep_open(chosen, browse=not no_open)
