"""What can be wrong with an action or a record."""

from __future__ import annotations


class IllegalAction(ValueError):
    """An action that the rules do not allow now, with the reason; nothing has changed."""


class BadRecord(ValueError):
    """A record that no referee would accept; the text says where and why."""
