"""Line-based terminal interface for playing matches."""

from saleroom.terminal.play import run

__all__ = ["run"]
