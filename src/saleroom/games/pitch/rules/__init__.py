"""Rules: the record, procedures, scoring, notation and imagined worlds. Importing any module registers the rules."""

from saleroom.games.pitch.rules.rules import RULES
from saleroom.kernel.verbs import register

register("auction_pitch", **RULES)
