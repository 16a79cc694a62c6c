"""What has just happened, as far as people want to look at it before bots go on."""

from __future__ import annotations

from typing import NamedTuple

from saleroom.match.match import Match
from saleroom.server.core.state.progress import MatchProgress

DEAL_ENDED, PHASE_ENDED, TRICK_TAKEN, TURNED_UP = 2.0, 1.6, 1.2, 1.0
"""Seconds; the client shows what happened no longer than this, at the same pace."""


class Stage(NamedTuple):
    """How far a match is."""

    deal: int
    phase: int
    tricks: int


def stage(match: Match) -> Stage:
    """How far a match is now; a game without tricks has taken none."""
    state = match.state
    return Stage(len(match.deals), int(state.phase), int(getattr(state, "tricks", 0)))


def seconds_to_look(before: Stage | None, progress: MatchProgress) -> float:
    """For how long people look at what the last move brought; `before` is the stage before it, if that is known."""
    now = stage(progress.match)
    if before is None or before == now:
        turned_up = any(event.actor == "table" for event in progress.new_events)
        return TURNED_UP if turned_up and before is not None else 0.0
    if now.deal != before.deal:
        return DEAL_ENDED
    return PHASE_ENDED if now.phase != before.phase else TRICK_TAKEN
