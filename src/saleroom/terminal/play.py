"""`saleroom play`: from what was asked for to a match at the screen."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

from saleroom.bots import players as bots
from saleroom.bots.players import any_searches
from saleroom.games import load
from saleroom.kernel.game import Game
from saleroom.kernel.options import parse_options
from saleroom.match.chosen import game as choose
from saleroom.match.match import Match
from saleroom.terminal import saving, seating
from saleroom.terminal.screen import Screen
from saleroom.terminal.session import Quit, Session
from saleroom.terminal.waiting import prepare, prepare_meanwhile

FAULT = 2


def run(
    game: str | None,
    seats: int | None,
    options: dict[str, str],
    seed: int | str | None,
    players: str | None,
    plain: bool,
    resume: Path | None,
) -> int:
    """Play a match; the exit status. An interruption and a closed pipe are the command line's to tell."""
    screen = Screen(plain)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and threading.current_thread() is threading.main_thread():
            signal.signal(getattr(signal, name), _hang_up)
    try:
        return _at_the_screen(screen, game, seats, options, seed, players, resume)
    except (EOFError, Quit):
        return 0
    except BrokenPipeError:
        raise
    except (ValueError, OSError) as error:
        screen.complain(" ".join(saving.reason(error).split())[:300])
        return FAULT


def _hang_up(*_: object) -> None:
    """The terminal is gone, or the program is to end."""
    raise BrokenPipeError


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
        get_ready(match.game, names, screen)
    elif game is None:
        from saleroom.terminal.lobby import choose_match

        match = choose_match(screen, seats, options, players, lambda spec, names: get_ready(spec, names, screen), seed)
    else:
        match = match_for(load(game), seats, options, players, screen, seed)
    people = seating.people(match.players)
    session = Session(match, screen, people, seating.bots_for(match.game, match.players, seed, screen.say))
    return play(session, screen, resumed=resume is not None)


def match_for(
    game: Game, seats: int | None, options: dict[str, str], players: str | None, screen: Screen, seed: int | str | None
) -> Match:
    """The match that the command line asks for."""
    chosen = choose(game.name, **parse_options(game.options, options, game.name))
    named = seating.seats_named(players) if seats is None else None
    seats = named if seats is None else seats
    if named and named not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        room = f"{low}" if low == high else f"{low} to {high}"
        raise bots.UnknownPlayer(
            f"--players names {named} players, but {game.name} has {room} seats; "
            f"name one for all the others, or one for each seat and you among them: {_example(players, low)}"
        )
    seats = chosen.usual_seats if seats is None else seats
    chosen.options(seats)  # a wrong number of seats is said before wrong players are
    names = seating.line_up(players, seats)
    get_ready(game, names, screen)
    return chosen.match(seats, seed, names)


def _example(players: str | None, seats: int) -> str:
    """Names for so many seats that begin with a person and those who were named."""
    names = [name.strip() for name in (players or "").split(",") if name.strip() != seating.YOU]
    return ",".join([seating.YOU, *names, *[seating.USUAL] * seats][:seats])


def get_ready(game: Game, names: list[str], screen: Screen) -> None:
    """Compile what a match needs in which these players sit: while a person plays already, else before it begins.

    What bots that search do among themselves follows from the seed alone, so they wait for their search.
    """
    if seating.people(names) or not any_searches(names):
        prepare_meanwhile(game)
    else:
        prepare(game, screen.plain, search=True)


def play(session: Session, screen: Screen, resumed: bool) -> int:
    """The session to its end; whoever leaves early finds the match saved."""
    may_ask, interrupted = True, False
    try:
        session.open(resumed)
        session.play()
        return 0
    except Quit:
        pass
    except OSError as error:  # nobody can be told any more
        kept = session.saved_as_it_is
        if kept is None and not session.match.over:
            kept = saving.save_silently(session.match)
        raise BrokenPipeError(f"the match is saved as {kept}" if kept else "no match was saved") from error
    except EOFError:
        may_ask = False
        screen.say()
    except KeyboardInterrupt:
        may_ask, interrupted = False, True
        screen.say()
    if not _save(session, screen, may_ask and screen.interactive):
        screen.complain("the match could not be saved anywhere")
        return FAULT
    if interrupted:
        raise KeyboardInterrupt
    return 0


def _save(session: Session, screen: Screen, may_ask: bool) -> bool:
    """Save a match that goes on; False only when nobody chose to throw it away and there is no place for it."""
    if session.match.over or session.saved_as_it_is:
        return True
    if session.kept is not None and saving.save_as(session.match, session.kept, screen, again=True):
        return True
    return saving.save_somewhere(session.match, screen, may_ask) or may_ask
