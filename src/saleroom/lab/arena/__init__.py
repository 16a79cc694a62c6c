"""The arena: players measured against one another on the same cards, with intervals that can be trusted."""

from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.playing import play_cluster
from saleroom.lab.arena.running import run
from saleroom.lab.arena.summary import summarise

__all__ = ["Plan", "play_cluster", "run", "summarise"]
