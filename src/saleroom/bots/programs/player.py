"""The player ``cmd:COMMAND``: its messages, the time limits of its answers, and the bot ``house`` as its substitute."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from saleroom.bots.external_players import PlayerFailed, UnknownPlayer
from saleroom.bots.plain import Plain
from saleroom.bots.programs.process import Ended, Late, Process, borrow, give_back
from saleroom.kernel.game import Game

PREFIX = "cmd:"
_NAME = re.compile(r"cmd:(?:([0-9]+(?:\.[0-9]+)?)s:)?(.+)", re.DOTALL)
SECONDS, LONGEST = 10.0, 3600.0
"""Default and maximum number of seconds for a move."""
START = 20.0
"""Additional seconds for the first move of a newly started program."""
ANSWERS = 3
"""Maximum number of attempts at a move in a turn."""
FLOOD = 1000
"""Number of invalid lines in one turn at which a program counts as flooding."""
LONGEST_SHOWN = 80
"""Maximum number of characters of a program's line that a failure message quotes."""
LATE = 2
"""Number of consecutive missed turns after which a program is ended until the next match."""
HOPELESS = 3
"""Number of consecutive matches without a move after which a program is rejected with `PlayerFailed`."""
LAPSES = ("refused", "stray", "late", "ended", "by_house")
"""Names of the counters of protocol errors.

They count refused moves, lines that are no moves, turns without a move, ends of the program, and moves by ``house``.
"""


class MatchSeat(Protocol):
    """A seat of a match, with the messages that the seat's program receives (`saleroom.match.move_requests`)."""

    match_id: str
    seat: int

    def full(self, state: Mapping[str, Any], clock: float) -> Mapping[str, Any]: ...
    def state(self, left: float | None) -> Mapping[str, Any]: ...
    def refusal(self, seq: int, reason: str, text: str) -> Mapping[str, Any]: ...
    def why_not(self, action: str) -> str | None: ...
    def number(self, action: str) -> int: ...
    def views(self) -> Any: ...


def parse(name: str) -> tuple[float, list[str]]:
    """Return the seconds for a move and the command from a player's name; `UnknownPlayer` says what is wrong."""
    parts = _NAME.fullmatch(name)
    try:
        args = shlex.split(parts[2]) if parts else []
    except ValueError as error:
        raise UnknownPlayer(f"player {name}: {error}") from None
    if not parts or not args:
        raise UnknownPlayer(f"player {name}: write cmd:COMMAND, such as cmd:./mybot, or cmd:2s:./mybot for 2 s a move")
    if not shutil.which(args[0]):
        raise UnknownPlayer(f"player {name}: there is no program {args[0]} that can be run")
    seconds = float(parts[1] or SECONDS)
    if not 0 < seconds <= LONGEST:
        raise UnknownPlayer(f"player {name}: a move may take up to {LONGEST:.0f} s, and more than 0")
    return seconds, args


def no_views(name: str) -> str:
    """Return why a program cannot play where players get only views."""
    return f"player {name}: programs play only in play, simulate, arena, evaluate, exploit and train"


class Program:
    """A program that plays one seat of one match."""

    by_message = True
    """The program follows its match through messages, so callers use `answer` instead of `choose`."""

    def __init__(
        self, name: str, game: Game, seed: bytes, launch: Callable[[Sequence[str]], Process] | None = None
    ) -> None:
        """Check that the program exists, or raise `UnknownPlayer`. The program starts only at its first move.

        `launch` starts a process for this match only; by default, programs continue to the next match.
        """
        self.name = name
        self._launch = launch
        self.seconds, self._args = parse(name)
        self.protocol_errors: Counter[str] = Counter(moves=0)
        """Number of requested moves, and the counters in `LAPSES`."""
        self.tell: Callable[[str], None] = lambda line: None
        """Function that is called with a line of text when ``house`` moves instead of the program."""
        self._house = Plain("house", game, seed)
        self._process: Process | None = None
        self._gone = self._greeted = False
        self._late = 0
        self._began = 0.0
        self._allowed = self.seconds
        """Seconds allowed for the last requested move."""
        self.failure = ""
        """The first failure in this match, with the line and the seconds since the request; empty if there is none."""

    def choose(self, views: Any, seat: int) -> int:
        """Raise `PlayerFailed`, because a program needs more than a view."""
        raise PlayerFailed(no_views(self.name))

    def answer(self, match_seat: MatchSeat) -> int:
        """Return the id of a legal action from the program, or from ``house`` if the program fails."""
        self.protocol_errors["moves"] += 1
        try:
            return self._asked(match_seat)
        except Late:
            self._fail("it is silent" if not self.protocol_errors["stray"] else "it wrote no move", self._allowed)
            self._count("late", f"there was no move within {self._allowed:g} s")
            self._late += 1
            if self._late == LATE:
                self._leave()
        except Ended as end:
            self._fail(f"it is gone: {end}", time.monotonic() - self._began)
            self._count("ended", str(end))
            self._leave()
        self.protocol_errors["by_house"] += 1
        return self._house.choose(match_seat.views(), match_seat.seat)

    def finished(self, match_seat: MatchSeat) -> None:
        """Send the end of the match, and keep the program running for the next match."""
        _note_hope(self.name, self.protocol_errors, self.failure)
        if self._process is None or self._gone:
            return
        try:
            self._process.send(_encoded(match_seat.state(None)), time.monotonic() + self.seconds)
            self._release(self._process)
        except (Late, Ended):
            self._process.close()
        self._process = None

    def _release(self, process: Process) -> None:
        if self._launch is None:
            give_back(self.name, process)
        else:
            process.close()

    def _start(self) -> Process:
        return borrow(self.name, self._args) if self._launch is None else self._launch(self._args)

    def _asked(self, match_seat: MatchSeat) -> int:
        if self._gone:
            raise Late
        self._began, self._allowed = time.monotonic(), self.seconds
        if self._process is None:
            self._process = self._start()
            self._allowed += START
        deadline = self._began + self._allowed
        state = match_seat.state(self.seconds)
        self._process.send(_encoded(state if self._greeted else match_seat.full(state, self.seconds)), deadline)
        self._greeted = True
        return self._move(match_seat, self._process, state["seq"], deadline)

    def _move(self, match_seat: MatchSeat, process: Process, seq: int, deadline: float) -> int:
        """Return the program's legal move for the turn `seq`."""
        for _ in range(ANSWERS):
            move = self._heard(process, deadline)
            reason, text = _wrong(move, seq, match_seat)
            if not reason:
                self._late = 0
                return match_seat.number(move["action"])
            self.protocol_errors["refused"] += 1
            self._fail(f"its move was refused ({text})", time.monotonic() - self._began, json.dumps(move))
            process.send(_encoded(match_seat.refusal(seq, reason, text)), deadline)
        raise Late

    def _heard(self, process: Process, deadline: float) -> Mapping[str, Any]:
        """Return the program's next line that is a move; count the lines before it, which are no moves."""
        strays, first = 0, ("", 0.0)
        while True:
            line = process.line(deadline)
            message = _decoded(line)
            if message.get("type") == "move":
                return message
            strays += 1
            self.protocol_errors["stray"] += 1
            if strays == 1:
                first = line.decode(errors="replace").strip(), time.monotonic() - self._began
                self._fail("it is garbled: lines that are no moves", first[1], first[0])
            if strays == FLOOD and self.protocol_errors["stray"] == FLOOD:
                self.failure = ""
                self._fail(f"it floods: {FLOOD} lines and more that are no moves", first[1], first[0])

    def _fail(self, what: str, seconds: float, line: str = "") -> None:
        """Store a failure, unless a failure of this match is already stored."""
        if not self.failure:
            shown = f", first {line[:LONGEST_SHOWN]!r}" if line else ""
            self.failure = f"{what}{shown}, {seconds:.1f} s after it was asked"

    def _count(self, lapse: str, why: str) -> None:
        if not self._gone:
            self.protocol_errors[lapse] += 1
            self.tell(f"player {self.name}: {why}; the house moves in its place.")

    def _leave(self) -> None:
        """Stop requesting moves from the program in this match."""
        self._gone = True
        if self._process is not None:
            self._process.close()


def _wrong(move: Mapping[str, Any], seq: int, match_seat: MatchSeat) -> tuple[str, str]:
    """Return what is wrong with a move, as a reason code and a line of text; two empty strings if the move is valid."""
    action = move.get("action")
    if type(move.get("seq")) is not int or not isinstance(action, str):
        return "malformed", 'a move is {"type": "move", "seq": NUMBER, "action": "WORDS"}'
    if move["seq"] != seq:
        return "stale", f"this is turn {seq}"
    why = match_seat.why_not(action)
    return ("illegal", why) if why else ("", "")


def _encoded(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _decoded(line: bytes) -> Mapping[str, Any]:
    """Return the JSON object in a line, or an empty dict if the line has none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


_hopeless: Counter[str] = Counter()
"""Number of consecutive matches, by player's name, in which the player has made no move."""


def _note_hope(name: str, errors: Counter[str], failure: str) -> None:
    """Raise `PlayerFailed` for a program that never moves, because its results would be those of ``house``.

    `failure` is the program's first failure.
    """
    if errors["moves"] == 0:
        return
    _hopeless[name] = _hopeless[name] + 1 if errors["by_house"] == errors["moves"] else 0
    if _hopeless[name] == HOPELESS:
        _hopeless[name] = 0
        raise PlayerFailed(f"player {name} has made no move in {HOPELESS} matches running: {failure}")
