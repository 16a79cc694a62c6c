"""Pauses before a bot's move, so that people can look at the last event."""

from __future__ import annotations

from typing import NamedTuple

from saleroom.match.match import Match
from saleroom.server.core.state.progress import MatchProgress

DEAL_ENDED, PHASE_ENDED, TRICK_TAKEN, TURNED_UP = 2.0, 1.6, 1.2, 1.0
"""Seconds to pause after each kind of event at the pace `easy`, at least as long as the client's animation."""


class MatchStage(NamedTuple):
    """Stage of a match: number of deals so far, phase, and number of tricks played."""

    deal: int
    phase: int
    tricks: int


def stage(match: Match) -> MatchStage:
    """Return the current stage of a match; in a game without tricks, `tricks` is always 0."""
    state = match.state
    return MatchStage(len(match.deals), int(state.phase), int(getattr(state, "tricks", 0)))


def seconds_to_look(before: MatchStage | None, now: MatchStage, progress: MatchProgress) -> float:
    """Return how many seconds to pause after the last move, which led to the stage `now`; `before` is the stage before
    it, if known.
    """
    if before is None or before == now:
        turned_up = any(event.actor == "table" for event in progress.new_events)
        return TURNED_UP if turned_up and before is not None else 0.0
    if now.deal != before.deal:
        return DEAL_ENDED
    return PHASE_ENDED if now.phase != before.phase else TRICK_TAKEN
