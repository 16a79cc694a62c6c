"""The rules: the record, procedures, words and possible worlds. Importing any of them answers the verbs."""

from saleroom.games.mini_flop.rules.rules import RULES
from saleroom.kernel.verbs import register

register("mini_flop_poker", **RULES)
