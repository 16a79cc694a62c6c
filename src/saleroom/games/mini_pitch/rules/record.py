"""State of Mini Pitch: the options and fields shared by the small trick-taking games, and the trump suit."""

from __future__ import annotations

from saleroom.kernel.fields import Record, public, unset_while
from saleroom.kernel.small_games import BID, DEAL, TRICK_FIELDS

PHASES = ("deal", "bid", "pitch", "play")
PITCH, PLAY = 2, 3

DEAL_POINTS = 2  # the points High and Cards

RECORD = Record(
    "mini_pitch",
    *TRICK_FIELDS,
    *unset_while(
        public("trump", "i1", (0, 3), "suit", "the trump suit, once pitched"),
        phase=(DEAL, BID, PITCH),
    ),
)
