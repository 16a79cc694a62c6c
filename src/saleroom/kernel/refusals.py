"""Language-independent reasons for refusing a request.

Higher layers make a sentence from a refusal's key and parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

Param = int | str | list[int] | list[str]


class Refusal(ValueError):
    """Reason why something is refused. It can be raised or returned.

    `key` is a key in the section `refusals` of the message files. The name of a parameter gives its type: a `seat` is a
    number, a `suit` is a letter, and a `piece` is a name as in records (`saleroom.match.refusals`).
    """

    plain: str = ""
    """Text of a refusal without a key."""
    names: Sequence[str] | None = None
    """Names of the seats for a text shown to people. Without names, the text has the seats' numbers, from 0."""

    def __init__(self, key: str, /, **params: Any) -> None:
        super().__init__(key)
        self.key: str | None = key
        self.params: dict[str, Param] = {name: _plain(value) for name, value in params.items()}

    def __str__(self) -> str:
        """Return the reason in English."""
        return _english(self, self.names)

    def for_people(self, names: Sequence[str]) -> str:
        """Return the reason in English, with the names of the players, by seat."""
        return _english(self, names)


class Refused(Refusal):
    """Error whose reason is a `Refusal` or a plain text; `key` is None for a plain text."""

    def __init__(self, reason: Refusal | str) -> None:
        ValueError.__init__(self, reason)
        is_plain = not isinstance(reason, Refusal)
        self.key = None if is_plain else reason.key
        self.params = {} if is_plain else reason.params
        self.plain = str(reason) if is_plain else reason.plain
        self.names = None if is_plain else reason.names


def refusal_of(error: ValueError) -> Refusal:
    """Return the reason of an error as a refusal.

    If the error has only a text, the refusal has this text and no key.
    """
    return error if isinstance(error, Refusal) else Refused(str(error))


def _plain(value: Any) -> Any:
    """Return a value as a text, a plain integer, or a list of these."""
    if isinstance(value, str):
        return value
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else int(value)


def _english(refusal: Refusal, names: Sequence[str] | None) -> str:
    """Return the English text. A higher layer supplies the text, because the kernel does not read files."""
    return import_module("saleroom.match.refusals").english(refusal, names)
