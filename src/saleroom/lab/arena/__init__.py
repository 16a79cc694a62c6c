"""Arena: comparison of players with the same cards and with valid confidence intervals."""

from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.playing import play_cluster
from saleroom.lab.arena.running import run
from saleroom.lab.arena.summary import summarise

__all__ = ["Plan", "play_cluster", "run", "summarise"]
