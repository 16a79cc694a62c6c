"""The rules: the record, procedures, scoring, words and possible worlds. Importing any of them answers the verbs."""

from saleroom.games.mini_pitch.rules.rules import RULES
from saleroom.kernel.verbs import register

register("mini_pitch", **RULES)
