"""Rules: the record, procedures, notation and imagined worlds. Importing any module registers the rules."""

from saleroom.games.mini_flop.rules.rules import RULES
from saleroom.kernel.verbs import register

register("mini_flop_poker", **RULES)
