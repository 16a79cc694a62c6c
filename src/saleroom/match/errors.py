"""Errors of actions and records."""

from __future__ import annotations

from saleroom.kernel.refusals import Refused


class IllegalAction(Refused):
    """Error for an action that the rules do not allow now, with the reason; the match has not changed.

    The text names seats by number, from 0. `key` and `params` give the reason independently of the language.
    """


class BadRecord(ValueError):
    """Error for a record that the referee rejects; the text says where and why."""
