"""State of Mini Hearts: the options and fields shared by the small trick-taking games, and the pain suit."""

from __future__ import annotations

from saleroom.kernel.fields import Record, public, unset_while
from saleroom.kernel.small_games import BID, DEAL, TRICK_FIELDS

PHASES = ("deal", "bid", "name", "play")
NAME, PLAY = 2, 3

RECORD = Record(
    "mini_hearts",
    *TRICK_FIELDS,
    *unset_while(
        public("pain", "i1", (0, 3), "suit", "the pain suit, once it is named"),
        phase=(DEAL, BID, NAME),
    ),
)
