"""`saleroom play`: from what was asked for to a match at the screen."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from saleroom.games import load
from saleroom.kernel.game import Game
from saleroom.match.chosen import ChosenGame
from saleroom.match.chosen import game as choose
from saleroom.match.match import Match
from saleroom.terminal import saving, seating
from saleroom.terminal.screen import Screen
from saleroom.terminal.session import Quit, Session

FAULT, INTERRUPTED = 2, 130


def run(
    game: str | None,
    seats: int | None,
    options: dict[str, str],
    seed: int | str | None,
    players: str | None,
    plain: bool,
    resume: Path | None,
) -> int:
    """Play a match; the exit status of the program."""
    screen = Screen(plain)
    try:
        return _at_the_screen(screen, game, seats, options, seed, players, resume)
    except BrokenPipeError:
        _silence()
        return 0
    except (EOFError, Quit):
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except (ValueError, OSError) as error:
        screen.complain(" ".join(saving.reason(error).split())[:300])
        return FAULT


def _at_the_screen(
    screen: Screen,
    game: str | None,
    seats: int | None,
    options: dict[str, str],
    seed: int | str | None,
    players: str | None,
    resume: Path | None,
) -> int:
    """Make the match and play it."""
    if resume is not None:
        match = saving.load(resume)
        names = seating.line_up(players, match.seats) if players else match.players
        match.players = list(names)
        prepare(match.game, screen)
    elif game is None:
        from saleroom.terminal.lobby import choose_match

        match = choose_match(screen, seats, options, players, lambda spec: prepare(spec, screen), seed_of(seed))
    else:
        match = match_for(load(game), seats, options, players, screen, seed_of(seed))
    people = seating.people(match.players)
    session = Session(match, screen, people, seating.bots_for(match.game, match.players, seed))
    return play(session, screen, resumed=resume is not None)


def seed_of(seed: int | str | None) -> int | str | None:
    """A seed as typed: a number, or 64 hex digits."""
    return int(seed) if isinstance(seed, str) and seed.isdecimal() and len(seed) < 64 else seed


def match_for(
    game: Game, seats: int | None, options: dict[str, str], players: str | None, screen: Screen, seed: int | str | None
) -> Match:
    """The match that the command line asks for."""
    chosen = choose(game.name, **seating.parsed(game, options))
    seats = seats if seats is not None else seating.seats_named(players)
    prepare(game, screen)
    seats = usual_seats(chosen) if seats is None else seats
    chosen.options(seats)  # a wrong number of seats is said before wrong players are
    return chosen.match(seats, seed, seating.line_up(players, seats))


def usual_seats(chosen: ChosenGame) -> int:
    """How many play when nobody says: the usual number where the options allow it."""
    usual = chosen.spec.usual_seats
    return usual if usual in chosen.seats or not chosen.seats else chosen.seats[0]


def prepare(game: Game, screen: Screen) -> None:
    """Compile a game where that is due, and say so meanwhile."""
    try:
        from saleroom.match.prepare import prepare as compile_game  # pyright: ignore[reportMissingImports]
    except ImportError:
        return
    from saleroom.terminal.waiting import Waiting

    with Waiting(game, screen) as waiting:
        compile_game(game, waiting)


def play(session: Session, screen: Screen, resumed: bool) -> int:
    """The session to its end; whoever leaves early finds the match saved."""
    status, may_ask = 0, True
    try:
        session.open(resumed)
        session.play()
        return 0
    except Quit:
        pass
    except EOFError:
        may_ask = False
        screen.say()
    except KeyboardInterrupt:
        status = INTERRUPTED
        screen.say()
    if session.match.over:
        return status
    may_ask = may_ask and screen.interactive and not status
    if saving.save_somewhere(session.match, screen, may_ask) or may_ask:
        return status
    screen.complain("the match could not be saved anywhere")
    return FAULT


def _silence() -> None:
    """Nobody listens any more: let nothing more be written, not even at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
