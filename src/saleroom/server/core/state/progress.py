"""Match in progress at a table, with turns and their start times, events of the last move, and moves that can be
undone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from saleroom.match.events import Event
from saleroom.match.match import Match

TurnVersion = int
"""Version of the table at which a seat's turn began.

A move names this version, so that a move for an earlier turn can be refused. Sealed choices of other seats do not begin
a new turn.
"""


@dataclass(frozen=True)
class UndoableMove:
    """A move that can still be undone."""

    seat: int
    action: str
    ends_phase: bool = False
    """Whether the move ended a phase; after it, other seats may have to act."""
    at: float = 0.0
    """Time of the move, in seconds since the epoch."""

    @property
    def verb(self) -> str:
        """First word of the action."""
        return self.action.split(" ", 1)[0]


@dataclass
class MatchProgress:
    """State of the match that is played at a table."""

    match: Match
    """Match in progress. An undo replaces this object by another, so keep no reference to it."""
    seed_words: list[str]
    """Players' seed words that became part of the seed."""
    turn_versions: dict[int, TurnVersion] = field(default_factory=dict)
    """Seats that may act now, each with the version of the table at which its turn began."""
    turn_began_at: dict[int, float] = field(default_factory=dict)
    """Start of the turn of each seat that may act now, in seconds since the epoch."""
    past_turns: dict[int, TurnVersion] = field(default_factory=dict)
    """Version of the table at which the last finished turn of each seat began."""
    new_events: list[Event] = field(default_factory=list)
    """Events of the last move: its action, the sealed choices that it revealed, and the table's own events after it."""
    ended_deal: int | None = None
    """Index, from 0, of the deal that the last move ended; None if it ended no deal."""
    match_at_deal_end: Match | None = None
    """If the last move ended a deal but not the match, the match before the next deal was dealt; otherwise None."""
    over_at: float | None = None
    """Time at which the match ended, in seconds since the epoch; None before the end."""
    undo_count: int = 0
    undoable: list[UndoableMove] = field(default_factory=list)
    """Moves since the table last revealed or dealt something."""
    undo_base: Match | None = None
    """Copy of the match before the first move in `undoable`."""

    def sealed_events(self) -> list[Event]:
        """Return the current deal's sealed choices that have not been revealed yet."""
        return self.match.sealed_events if self.match.game.sealed else []

    def new_events_seen_by(self, watcher: int | None) -> list[str]:
        """Return the events of the last move, with the details that `watcher` saw. Leave out sealed choices that
        `watcher` made before this move.
        """
        sealed, own = self.sealed_events(), str(watcher)
        seen = []
        for index, event in enumerate(self.new_events):
            if index and event.actor == own:
                continue
            seen.append(event.seen_from(watcher, is_among(event, sealed)))
        return seen

    def moves_undone_by(self, seat: int) -> list[int]:
        """Return the indices in `undoable` of a seat's last move and of the later moves that are undone with it.

        Sealed choices of other seats in the same phase are not undone, because those seats did not know the undone
        move.
        """
        own = [index for index, move in enumerate(self.undoable) if move.seat == seat]
        if not own:
            return []
        last = self.undoable[own[-1]]
        stays = last.verb if last.verb in self.match.game.sealed else None
        later = range(own[-1] + 1, len(self.undoable))
        same_phase = self._end_of_phase(own[-1])
        return [own[-1], *(index for index in later if self.undoable[index].verb != stays or index > same_phase)]

    def _end_of_phase(self, index: int) -> int:
        """Return the index in `undoable` of the move that ended the phase in which move `index` was made. If the phase
        has not ended, return the length of `undoable`.
        """
        rest = range(index, len(self.undoable))
        return next((later for later in rest if self.undoable[later].ends_phase), len(self.undoable))

    def undo_needs_no_consent(self, seat: int) -> bool:
        """Return whether a seat can undo its last move without consent: the move is a sealed choice, and its phase has
        not ended.

        No other player can have reacted to such a choice.
        """
        undone = self.moves_undone_by(seat)
        if len(undone) != 1 or self._end_of_phase(undone[0]) < len(self.undoable):
            return False
        verb = self.undoable[undone[0]].verb
        return any(event.actor == str(seat) and event.verb == verb for event in self.sealed_events())


def is_among(event: Event, events: Iterable[Event]) -> bool:
    """Return whether `events` contains the object `event` itself.

    An equal but different object, such as the same bid in another round, does not count.
    """
    return any(event is each for each in events)
