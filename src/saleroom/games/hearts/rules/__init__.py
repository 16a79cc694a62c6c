"""Rules: the record, procedures, scoring, notation and imagined worlds. Importing any module registers the rules."""

from saleroom.games.hearts.rules.rules import RULES
from saleroom.kernel.verbs import register

register("auction_hearts", **RULES)
