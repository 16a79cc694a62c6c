"""What can be wrong with an action or a record."""

from __future__ import annotations

from saleroom.kernel.refusals import Refused


class IllegalAction(Refused):
    """An action that the rules do not allow now, with the reason; nothing has changed.

    The text names seats by number, from 0. `key` and `params` are the reason without a language.
    """


class BadRecord(ValueError):
    """A record that no referee would accept; the text says where and why."""
