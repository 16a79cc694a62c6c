"""The table in a terminal, line by line."""

from saleroom.terminal.play import run

__all__ = ["run"]
