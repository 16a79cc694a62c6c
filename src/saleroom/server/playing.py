"""The match at a table: who is asked since when, what each move brought to light, and how moves are taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from saleroom.games import load
from saleroom.kernel.options import Value
from saleroom.match import fair
from saleroom.match.events import Event
from saleroom.match.match import Match
from saleroom.server.rows import Header


@dataclass(frozen=True)
class Move:
    """A move that could still be taken back."""

    seat: int
    action: str

    @property
    def verb(self) -> str:
        """What was done."""
        return self.action.split(" ", 1)[0]


class Playing:
    """One match, as a table plays it."""

    def __init__(
        self,
        header: Header,
        options: Mapping[str, Value],
        names: Sequence[str],
        words: Sequence[str],
        version: int,
        at: float,
    ) -> None:
        """The first deal is dealt from the server's seed and the players' words; `options` are complete.

        The record goes on naming those who sat there now, whoever takes over a seat later.
        """
        seed = fair.combine(header.server_seed, words)
        self.match = Match(load(header.game), dict(options), names, seed, rules_version=header.rules_version)
        self.words = list(words)
        self.match.fair = {
            "commit": fair.commitment(header.server_seed),
            "server_seed": header.server_seed.hex(),
            "words": self.words,
        }
        self.match.start()
        self.asked: dict[int, int] = {}
        """Each seat that may act, with the version at which it was asked. Others' sealed choices do not ask anew."""
        self.asked_at: dict[int, float] = {}
        """The same, in seconds."""
        self.fresh: list[Event] = list(self.match.deals[0].events)
        """What the last row brought: its action, sealed choices that opened with it, what the table turned over."""
        self.settled: int | None = None
        """The deal that ended with the last row, by number from 0."""
        self.at_settlement: Match | None = None
        """The match as it was when that deal had been settled and the next not yet dealt; None at the end."""
        self.replayed = 0
        """How often moves were taken back."""
        self._moves: list[Move] = []
        """All moves since the table last revealed something, and the match before the first of them."""
        self._before: Match | None = None
        self._ask(version, at)

    def _ask(self, version: int, at: float, still: Sequence[int] = ()) -> None:
        """Ask the seats that may act now; those in `still` were asked before and go on thinking."""
        now = self.match.to_act
        self.asked = {seat: self.asked[seat] if seat in still else version for seat in now}
        self.asked_at = {seat: self.asked_at[seat] if seat in still else at for seat in now}

    def renew_clocks(self, at: float, seats: Sequence[int]) -> None:
        """Give seats their whole time from now on."""
        self.asked_at |= {seat: at for seat in seats if seat in self.asked}

    # A move

    def move(self, seat: int, action: str, version: int, at: float, recalls: bool) -> None:
        """A legal action in words, and what the table does after it; with `recalls` it may be taken back."""
        if recalls and self._before is None:
            self._before = self.match.copy()
        match = self.match
        deal, length = match.deals[-1], len(match.deals[-1].events)
        sealed, number = self.still_sealed(), len(match.deals)
        still = [other for other in self.asked if other != seat]
        match.feed(f"{seat} {action}")
        over = deal.score is not None
        self.at_settlement = match.copy() if over and not match.over else None
        match.start()
        verb = action.split(" ", 1)[0]
        done = next(event for event in reversed(deal.events) if event.verb == verb and event.actor == str(seat))
        opened = sealed if over else sealed - self.still_sealed()
        self.fresh = [
            done,
            *(event for event in deal.events if opened and event.verb in opened and event is not done),
            *deal.events[length + 1 :],
            *(event for later in match.deals[number:] for event in later.events),
        ]
        self.settled = number - 1 if over else None
        if recalls and len(self.fresh) == 1 and not match.over:
            self._moves.append(Move(seat, action))
        else:  # the table has revealed something
            self._moves, self._before = [], None
        self._ask(version, at, still)

    def still_sealed(self) -> frozenset[str]:
        """The sealed verbs whose choices in this deal are not open yet."""
        return self.match.game.still_sealed(self.match.state) if self.match.game.sealed else frozenset()

    def seen(self, watcher: int | None) -> list[str]:
        """What the last row brought, as a watcher saw it; he knows his own sealed choices already."""
        sealed, own = self.still_sealed(), str(watcher)
        over = self.settled is not None
        told = []
        for at, event in enumerate(self.fresh):
            if at and event.actor == own:
                continue
            told.append(event.seen_from(watcher, not over and event.verb in sealed))
        return told

    # Taking back

    def recalled(self, seat: int) -> list[int]:
        """The moves that would go if a seat took back its last one: that and all after it, by place.

        Others' sealed choices of the same phase stay, since they were made without knowing of it.
        """
        own = [place for place, move in enumerate(self._moves) if move.seat == seat]
        if not own:
            return []
        last = self._moves[own[-1]]
        stays = last.verb if last.verb in self.match.game.sealed else None
        later = range(own[-1] + 1, len(self._moves))
        return [own[-1], *(place for place in later if self._moves[place].verb != stays)]

    def still_closed(self, seat: int) -> bool:
        """Whether a seat's last move is a sealed choice that others have yet to make: nobody can have acted on it."""
        gone = self.recalled(seat)
        verb = self._moves[gone[0]].verb if len(gone) == 1 else ""
        others = [self.match.legal(other)[0] for other in self.match.to_act if other != seat]
        return verb in self.still_sealed() and any(action.partition(" ")[0] == verb for action in others)

    def take_back(self, seat: int, version: int, at: float) -> None:
        """Take back a seat's last move and what depends on it."""
        gone = self.recalled(seat)
        verb, sealed = self._moves[gone[0]].verb, self.match.game.sealed
        thinking = [other for other in self.asked if other != seat]
        in_phase = verb in sealed and len(gone) == 1 and len(thinking) == len(self.asked)
        kept = [move for place, move in enumerate(self._moves) if place not in gone]
        assert self._before is not None
        self.match = self._before.copy()
        for move in kept:
            self.match.act(move.seat, move.action)
        self._moves = kept
        self.replayed += 1
        self.fresh, self.settled, self.at_settlement = [], None, None
        still = [other for other in thinking if other in self.match.to_act] if in_phase else []
        self._ask(version, at, still)
