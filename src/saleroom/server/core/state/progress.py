"""A table's match in progress: turns with their start times, events of the last move, undoable moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from saleroom.match.events import Event
from saleroom.match.match import Match

TurnVersion = int
"""Version of the table at which a seat's turn began.

A move names it, so that a move for an older turn is stale. Sealed choices of other seats do not begin a new turn.
"""


@dataclass(frozen=True)
class UndoableMove:
    """A move that could still be undone."""

    seat: int
    action: str
    ends_phase: bool = False
    """Whether the seats to act after it are not just the remaining ones from before."""

    @property
    def verb(self) -> str:
        """First word of the action."""
        return self.action.split(" ", 1)[0]


@dataclass
class MatchProgress:
    """One match as a table plays it."""

    match: Match
    """Replaced by another object after an undo: keep no reference to it."""
    seed_words: list[str]
    """Players' words that went into the seed."""
    turn_versions: dict[int, TurnVersion] = field(default_factory=dict)
    """Seats that may act now."""
    turn_began_at: dict[int, float] = field(default_factory=dict)
    """The same seats; seconds since the epoch."""
    past_turns: dict[int, TurnVersion] = field(default_factory=dict)
    """By seat, the last turn that is over."""
    new_events: list[Event] = field(default_factory=list)
    """Events of the last move: its action, sealed choices that opened with it, pieces that the table turned over."""
    ended_deal: int | None = None
    """Deal that ended with the last move, by number from 0."""
    match_at_deal_end: Match | None = None
    """The match after that deal was scored and before the next was dealt; None at the end of the match."""
    over_at: float | None = None
    """End of the match, in seconds since the epoch; None until then."""
    undo_count: int = 0
    undoable: list[UndoableMove] = field(default_factory=list)
    """All moves since the table last revealed something."""
    undo_base: Match | None = None
    """The match before the first undoable move."""

    def sealed_events(self) -> list[Event]:
        """Return the sealed choices of this deal that are not open yet."""
        return self.match.sealed_events if self.match.game.sealed else []

    def new_events_seen_by(self, watcher: int | None) -> list[str]:
        """Return the events of the last move as a watcher saw them, without their own sealed choices."""
        sealed, own = self.sealed_events(), str(watcher)
        seen = []
        for index, event in enumerate(self.new_events):
            if index and event.actor == own:
                continue
            seen.append(event.seen_from(watcher, is_among(event, sealed)))
        return seen

    def moves_undone_by(self, seat: int) -> list[int]:
        """Return the indices in `undoable` of a seat's last move and all later ones, which would be undone together.

        Others' sealed choices of the same phase stay, because they were made without knowledge of it.
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
        """Return the index in `undoable` of the move that ended the phase of a move; the list's length if none did."""
        rest = range(index, len(self.undoable))
        return next((later for later in rest if self.undoable[later].ends_phase), len(self.undoable))

    def undo_needs_no_consent(self, seat: int) -> bool:
        """Return whether a seat's last move is a sealed choice in a phase where others have yet to choose.

        No player can have acted on it.
        """
        undone = self.moves_undone_by(seat)
        if len(undone) != 1 or self._end_of_phase(undone[0]) < len(self.undoable):
            return False
        verb = self.undoable[undone[0]].verb
        return any(event.actor == str(seat) and event.verb == verb for event in self.sealed_events())


def is_among(event: Event, events: Iterable[Event]) -> bool:
    """Return whether it is one of these objects: two equal texts, such as bids of two rounds, are different events."""
    return any(event is each for each in events)
