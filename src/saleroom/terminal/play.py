"""Command `saleroom play`: create a match from the arguments and play it in the terminal."""

from __future__ import annotations

import errno
import signal
import threading
from pathlib import Path

from saleroom.bots import players as bots
from saleroom.bots.players import any_searches
from saleroom.failures import describe
from saleroom.games import load
from saleroom.kernel.game import Game
from saleroom.kernel.options import parse_options
from saleroom.match.configured_game import game as choose
from saleroom.match.match import Match
from saleroom.terminal import saving, seating
from saleroom.terminal.progress import prepare, prepare_meanwhile
from saleroom.terminal.screen import Screen
from saleroom.terminal.session import Quit, Session

FAULT = 2
LONGEST = 300  # maximum length of an error message
GONE = (errno.EPIPE, errno.EIO, errno.EBADF)
"""Error numbers of operations on a terminal or pipe that no longer exists."""


class Ended(KeyboardInterrupt):
    """Raised if a signal asks the program to end; the message names the signal."""


def run(
    game: str | None,
    seats: int | None,
    options: dict[str, str],
    seed: int | str | None,
    players: str | None,
    plain: bool,
    resume: Path | None,
) -> int:
    """Play a match and return the exit status. The caller handles `KeyboardInterrupt` and `BrokenPipeError`."""
    screen = Screen(plain)
    for name, react in SIGNALS.items():
        if hasattr(signal, name) and threading.current_thread() is threading.main_thread():
            signal.signal(getattr(signal, name), react)
    try:
        return _at_the_screen(screen, game, seats, options, seed, players, resume)
    except (EOFError, Quit):
        return 0
    except BrokenPipeError:
        raise
    except (ValueError, OSError) as error:
        screen.complain(" ".join(saving.reason(error).split())[:LONGEST])
        return FAULT


def _hang_up(*_: object) -> None:
    raise BrokenPipeError


def _end(number: int, *_: object) -> None:
    raise Ended(f"ended by {signal.Signals(number).name}")


SIGNALS = {"SIGHUP": _hang_up, "SIGTERM": _end, "SIGQUIT": _end}
"""Handlers of signals that end a match.

After `SIGHUP`, the terminal is gone; after other signals, it can still show messages.
"""


def _at_the_screen(
    screen: Screen,
    game: str | None,
    seats: int | None,
    options: dict[str, str],
    seed: int | str | None,
    players: str | None,
    resume: Path | None,
) -> int:
    """Create the match and play it on this screen."""
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
    """Return the match for the arguments of the command line."""
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
    chosen.options(seats)  # report a wrong number of seats before wrong players
    names = seating.line_up(players, seats)
    get_ready(game, names, screen)
    return chosen.match(seats, seed, names)


def _example(players: str | None, seats: int) -> str:
    """Return an example of player names for `seats` seats: a person, the given names, then others."""
    names = [name.strip() for name in (players or "").split(",") if name.strip() != seating.YOU]
    return ",".join([seating.YOU, *names, *[seating.USUAL] * seats][:seats])


def get_ready(game: Game, names: list[str], screen: Screen) -> None:
    """Compile the code for a match in the background.

    If only bots play and one of them searches, wait for the compilation before play begins. Without people, the moves
    of bots that search must depend only on the seed, not on when the compilation ends.
    """
    if seating.people(names) or not any_searches(names):
        prepare_meanwhile(game)
    else:
        prepare(game, screen.plain, search=True)


def play(session: Session, screen: Screen, resumed: bool) -> int:
    """Play the session to its end and return the exit status. If the session ends early, save the match first."""
    try:
        session.open(resumed)
        session.play()
        return 0
    except (Quit, EOFError, KeyboardInterrupt) as error:
        return _leave(session, screen, error)
    except BaseException as error:
        return _break_off(session, screen, error)


def _leave(session: Session, screen: Screen, error: BaseException) -> int:
    """Save the match when the user leaves, and return the exit status."""
    if not isinstance(error, Quit):
        screen.say()
    if not _save(session, screen, isinstance(error, Quit) and screen.interactive):
        screen.complain("the match could not be saved anywhere")
        return FAULT
    if isinstance(error, KeyboardInterrupt):
        raise error
    return 0


def _break_off(session: Session, screen: Screen, error: BaseException) -> int:
    """Report the error and the path of the saved match in one line."""
    gone = isinstance(error, OSError) and error.errno in (*GONE, None)
    path = session.saved_as_it_is
    if path is None and not (gone and session.match.over):
        path = saving.save_silently(session.match)
    place = f"the match is saved as {path}" if path else "no match was saved"
    if gone:
        raise BrokenPipeError(place) from error
    screen.complain(f"{describe(error)[:LONGEST]}; {place}")
    return FAULT


def _save(session: Session, screen: Screen, may_ask: bool) -> bool:
    """Save an unfinished match. Return False only if saving failed and the user did not choose to discard the match."""
    if session.match.over or session.saved_as_it_is:
        return True
    if session.kept is not None and saving.save_as(session.match, session.kept, screen, again=True):
        return True
    return saving.save_somewhere(session.match, screen, may_ask) or may_ask
