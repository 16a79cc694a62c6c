"""Saleroom: auction card games, played, studied and stress-tested."""

from __future__ import annotations

from saleroom.kernel.options import BadOptions
