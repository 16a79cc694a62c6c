"""Errors of actions and records."""

from __future__ import annotations

from saleroom.kernel.refusals import Refused


class IllegalAction(Refused):
    """Action that the rules do not allow now, with the reason; nothing has changed.

    The text names seats by number, from 0. `key` and `params` are the reason without a language.
    """


class BadRecord(ValueError):
    """Record that a referee rejects; the text says where and why."""
