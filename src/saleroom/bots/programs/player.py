"""The player ``cmd:COMMAND``: what it is told, what it answers in time, and what the house does in its place."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from saleroom.bots.external_players import PlayerFailed, UnknownPlayer
from saleroom.bots.plain import Plain
from saleroom.bots.programs.process import Ended, Late, Process, borrow, give_back
from saleroom.kernel.game import Game

PREFIX = "cmd:"
_NAME = re.compile(r"cmd:(?:([0-9]+(?:\.[0-9]+)?)s:)?(.+)", re.DOTALL)
SECONDS, LONGEST = 10.0, 3600.0
"""For a move, unless the name says otherwise, and at most."""
START = 20.0
"""Seconds more for the first move of a program that has just been started."""
ANSWERS = 3
"""Moves that it may try in a turn."""
FLOOD = 1000
"""Lines in a turn that are no moves, from which on a program is said to flood."""
LONGEST_SHOWN = 80
"""Characters of a line that are shown."""
LATE = 2
"""Turns running that it may leave without a move; then it is ended, until the next match."""
HOPELESS = 3
"""Matches running without a move of its own, after which it is no player."""
LAPSES = ("refused", "stray", "late", "ended", "by_house")
"""What is counted: moves that were refused, lines that were no moves, turns without one, ends, moves of the house."""


class Told(Protocol):
    """A seat of a match, as its program is told of it (`saleroom.match.move_requests`)."""

    match_id: str
    seat: int

    def full(self, state: Mapping[str, Any], clock: float) -> Mapping[str, Any]: ...
    def state(self, left: float | None) -> Mapping[str, Any]: ...
    def refusal(self, seq: int, reason: str, text: str) -> Mapping[str, Any]: ...
    def why_not(self, action: str) -> str | None: ...
    def number(self, action: str) -> int: ...
    def views(self) -> Any: ...


def parse(name: str) -> tuple[float, list[str]]:
    """The seconds that a player's name gives a move, and its command; `UnknownPlayer` says what is wrong."""
    found = _NAME.fullmatch(name)
    try:
        args = shlex.split(found[2]) if found else []
    except ValueError as error:
        raise UnknownPlayer(f"player {name}: {error}") from None
    if not found or not args:
        raise UnknownPlayer(f"player {name}: write cmd:COMMAND, such as cmd:./mybot, or cmd:2s:./mybot for 2 s a move")
    if not shutil.which(args[0]):
        raise UnknownPlayer(f"player {name}: there is no program {args[0]} that can be run")
    seconds = float(found[1] or SECONDS)
    if not 0 < seconds <= LONGEST:
        raise UnknownPlayer(f"player {name}: a move may take up to {LONGEST:.0f} s, and more than 0")
    return seconds, args


def no_views(name: str) -> str:
    """Why a program cannot play where players are given views alone."""
    return f"player {name}: programs play in play, simulate, arena and evaluate alone"


class Program:
    """A program in one seat of one match."""

    by_message = True
    """It is told of its match by messages: `answer` takes the place of `choose`."""

    def __init__(self, name: str, game: Game, seed: bytes) -> None:
        """`UnknownPlayer` where there is no such program; it is started when it is first asked."""
        self.name = name
        self.seconds, self._args = parse(name)
        self.lapses: Counter[str] = Counter(moves=0)
        """How many moves it was asked for, and its `LAPSES`."""
        self.tell: Callable[[str], None] = lambda line: None
        """Given a line where the house moves in its place."""
        self._house = Plain("house", game, seed)
        self._process: Process | None = None
        self._gone = self._greeted = False
        self._late = 0
        self._began = 0.0
        self._allowed = self.seconds
        """Seconds for the move asked for last."""
        self.failure = ""
        """What went wrong first in this match, with the line and the seconds since the request; else empty."""

    def choose(self, views: Any, seat: int) -> int:
        """A view alone is not enough for a program."""
        raise PlayerFailed(no_views(self.name))

    def answer(self, told: Told) -> int:
        """The id of a legal action: its own, or that of the house."""
        self.lapses["moves"] += 1
        try:
            return self._asked(told)
        except Late:
            self._fail("it is silent" if not self.lapses["stray"] else "it wrote no move", self._allowed)
            self._count("late", f"there was no move within {self._allowed:g} s")
            self._late += 1
            if self._late == LATE:
                self._leave()
        except Ended as end:
            self._fail(f"it is gone: {end}", time.monotonic() - self._began)
            self._count("ended", str(end))
            self._leave()
        self.lapses["by_house"] += 1
        return self._house.choose(told.views(), told.seat)

    def finished(self, told: Told) -> None:
        """The match is over: tell it, and keep the program for the next."""
        _note_hope(self.name, self.lapses, self.failure)
        if self._process is None or self._gone:
            return
        try:
            self._process.send(_encoded(told.state(None)), time.monotonic() + self.seconds)
            give_back(self.name, self._process)
        except (Late, Ended):
            self._process.close()
        self._process = None

    def _asked(self, told: Told) -> int:
        if self._gone:
            raise Late
        self._began, self._allowed = time.monotonic(), self.seconds
        if self._process is None:
            self._process = borrow(self.name, self._args)
            self._allowed += START
        deadline = self._began + self._allowed
        state = told.state(self.seconds)
        self._process.send(_encoded(state if self._greeted else told.full(state, self.seconds)), deadline)
        self._greeted = True
        return self._move(told, self._process, state["seq"], deadline)

    def _move(self, told: Told, process: Process, seq: int, deadline: float) -> int:
        """Its legal move for the turn `seq`."""
        for _ in range(ANSWERS):
            said = self._heard(process, deadline)
            reason, text = _wrong(said, seq, told)
            if not reason:
                self._late = 0
                return told.number(said["action"])
            self.lapses["refused"] += 1
            self._fail(f"its move was refused ({text})", time.monotonic() - self._began, json.dumps(said))
            process.send(_encoded(told.refusal(seq, reason, text)), deadline)
        raise Late

    def _heard(self, process: Process, deadline: float) -> Mapping[str, Any]:
        """The next line that is a move; others are counted."""
        strays, first = 0, ("", 0.0)
        while True:
            line = process.line(deadline)
            said = _decoded(line)
            if said.get("type") == "move":
                return said
            strays += 1
            self.lapses["stray"] += 1
            if strays == 1:
                first = line.decode(errors="replace").strip(), time.monotonic() - self._began
                self._fail("it is garbled: lines that are no moves", first[1], first[0])
            if strays == FLOOD and self.lapses["stray"] == FLOOD:
                self.failure = ""
                self._fail(f"it floods: {FLOOD} lines and more that are no moves", first[1], first[0])

    def _fail(self, what: str, seconds: float, line: str = "") -> None:
        """Note what went wrong first."""
        if not self.failure:
            shown = f", first {line[:LONGEST_SHOWN]!r}" if line else ""
            self.failure = f"{what}{shown}, {seconds:.1f} s after it was asked"

    def _count(self, lapse: str, why: str) -> None:
        if not self._gone:
            self.lapses[lapse] += 1
            self.tell(f"player {self.name}: {why}; the house moves in its place.")

    def _leave(self) -> None:
        """It plays no more in this match."""
        self._gone = True
        if self._process is not None:
            self._process.close()


def _wrong(said: Mapping[str, Any], seq: int, told: Told) -> tuple[str, str]:
    """What is wrong with a move: a reason and a line; two empty texts where nothing is."""
    action = said.get("action")
    if type(said.get("seq")) is not int or not isinstance(action, str):
        return "malformed", 'a move is {"type": "move", "seq": NUMBER, "action": "WORDS"}'
    if said["seq"] != seq:
        return "stale", f"this is turn {seq}"
    why = told.why_not(action)
    return ("illegal", why) if why else ("", "")


def _encoded(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _decoded(line: bytes) -> Mapping[str, Any]:
    """The object on a line; an empty one where there is none."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


_hopeless: Counter[str] = Counter()
"""For how many matches running a player has not made a move."""


def _note_hope(name: str, lapses: Counter[str], failure: str) -> None:
    """`PlayerFailed` for a program that never moves: what is measured would be the house.

    `failure` is what went wrong first.
    """
    if lapses["moves"] == 0:
        return
    _hopeless[name] = _hopeless[name] + 1 if lapses["by_house"] == lapses["moves"] else 0
    if _hopeless[name] == HOPELESS:
        _hopeless[name] = 0
        raise PlayerFailed(f"player {name} has made no move in {HOPELESS} matches running: {failure}")
