"""A table's match in progress: whose turn it is since when, what the last move revealed, what can be undone."""

from __future__ import annotations

from dataclasses import dataclass, field

from saleroom.match.events import Event
from saleroom.match.match import Match

TurnVersion = int
"""The version of the table at which a seat's turn began. A move names it, so that a move for an older turn is stale.

Sealed choices of other seats do not begin a new turn.
"""


@dataclass(frozen=True)
class UndoableMove:
    """A move that could still be undone."""

    seat: int
    action: str

    @property
    def verb(self) -> str:
        """The first word of the action."""
        return self.action.split(" ", 1)[0]


@dataclass
class MatchProgress:
    """One match as a table plays it."""

    match: Match
    """Another object after an undo: never keep it."""
    seed_words: list[str]
    """The words of players that went into the seed."""
    turn_versions: dict[int, TurnVersion] = field(default_factory=dict)
    """The seats that may act now."""
    turn_began_at: dict[int, float] = field(default_factory=dict)
    """The same seats; seconds since the epoch."""
    new_events: list[Event] = field(default_factory=list)
    """What the last move brought: its action, sealed choices that opened with it, what the table turned over."""
    ended_deal: int | None = None
    """The deal that ended with the last move, by number from 0."""
    match_at_deal_end: Match | None = None
    """The match when that deal had been scored and the next not yet dealt; None at the end of the match."""
    over_at: float | None = None
    """When the match ended, in seconds since the epoch; None until then."""
    undo_count: int = 0
    undoable: list[UndoableMove] = field(default_factory=list)
    """All moves since the table last revealed something …"""
    undo_base: Match | None = None
    """… and the match before the first of them."""

    def sealed_verbs(self) -> frozenset[str]:
        """The sealed verbs whose choices in this deal are not open yet."""
        return self.match.game.still_sealed(self.match.state) if self.match.game.sealed else frozenset()

    def new_events_seen_by(self, watcher: int | None) -> list[str]:
        """What the last move brought, as a watcher saw it, without their own sealed choices, which they know."""
        sealed, own = self.sealed_verbs(), str(watcher)
        deal_over = self.ended_deal is not None
        seen = []
        for index, event in enumerate(self.new_events):
            if index and event.actor == own:
                continue
            seen.append(event.seen_from(watcher, not deal_over and event.verb in sealed))
        return seen

    def moves_undone_by(self, seat: int) -> list[int]:
        """Indices into `undoable` of what would go if a seat undid its last move: that move and all after it.

        Others' sealed choices of the same phase stay, since they were made without knowing of it.
        """
        own = [index for index, move in enumerate(self.undoable) if move.seat == seat]
        if not own:
            return []
        last = self.undoable[own[-1]]
        stays = last.verb if last.verb in self.match.game.sealed else None
        later = range(own[-1] + 1, len(self.undoable))
        return [own[-1], *(index for index in later if self.undoable[index].verb != stays)]

    def undo_needs_no_consent(self, seat: int) -> bool:
        """Whether a seat's last move is a sealed choice that others have yet to make: nobody can have acted on it."""
        undone = self.moves_undone_by(seat)
        verb = self.undoable[undone[0]].verb if len(undone) == 1 else ""
        others = [self.match.legal(other)[0] for other in self.match.to_act if other != seat]
        return verb in self.sealed_verbs() and any(action.partition(" ")[0] == verb for action in others)
