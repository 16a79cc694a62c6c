"""Options of a table. Each option is declared once; its field, its checks and its help are derived from the
declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from saleroom.kernel.fields import Field, dead_while, public
from saleroom.kernel.numbers import whole
from saleroom.kernel.refusals import Refusal, Refused

Value = int | str


def shown(value: Any) -> str:
    """Format a value for a message: shorten a long text, and replace a number that is too long to print."""
    try:
        text = repr(value)
    except ValueError:
        return "a number too long to print"
    return text if len(text) <= 60 else text[:60] + "…"


class BadOptions(Refused):
    """Error for an unknown option, an invalid value, or a combination of options that is not allowed."""


@dataclass(frozen=True)
class Option:
    """Option of a game: its name, allowed values and default."""

    name: str
    values: tuple[str, ...] | tuple[int, ...] | range
    """Allowed values, which are words or numbers."""
    default: Value | Callable[[int], int]
    """Default value, or a function of the number of seats that returns it."""
    meaning: str
    unit: str = ""
    since: int = 1
    """Rules version in which the option was added."""
    before: Value | Callable[[int], int] | None = None
    """Value with which the rules are as before the option was added; None if it exists since rules version 1."""

    def __post_init__(self) -> None:
        """Raise `ValueError` unless options added after rules version 1, and only these, have a `before`."""
        if (self.since > 1) != (self.before is not None):
            raise ValueError(f"option {self.name}: since={self.since} and before={self.before!r} go together")
        if self.before is not None and not callable(self.before):
            self.check(self.before)

    @property
    def words(self) -> bool:
        """Whether the option's values are words; otherwise they are numbers."""
        return isinstance(self.values[0], str)

    def field(self) -> Field:
        """Return the public field for the option. The field holds a number, or the index of a word in `values`."""
        span = (0, len(self.values) - 1) if self.words else (int(self.values[0]), int(self.values[-1]))
        kind, unit = ("i1", "choice") if self.words else ("i4", self.unit)
        field = public(self.name, kind, span, unit, self.meaning)
        return dead_while(field, **{self.name: range(span[0], span[1] + 1)})[0]

    def check(self, value: Any) -> Value:
        """Return `value` if the option allows it; else raise `BadOptions`."""
        plain = value if self.words else whole(value)
        if type(plain) in (str, int) and plain in self.values:
            return plain  # pyright: ignore
        raise BadOptions(self._wrong_value(shown(value)))

    def _wrong_value(self, value: str) -> Refusal:
        if isinstance(self.values, range):
            low, high = self.values[0], self.values[-1]
            return Refusal("option-range", option=self.name, value=value, low=low, high=high)
        return Refusal("option-value", option=self.name, value=value, choices=self.values)

    def parse(self, text: str) -> Value:
        """Return the option's value from a typed text."""
        if not self.words and text.isascii() and text.isdecimal() and len(text) <= 9:
            return self.check(int(text))
        return self.check(text)

    def choices(self) -> str:
        """Describe the allowed values, such as ``on or off`` or ``a number from 1 to 50``."""
        if isinstance(self.values, range):
            return f"a number from {self.values[0]} to {self.values[-1]}"
        return " or ".join(map(str, self.values))

    def encode(self, value: Value) -> int:
        """Return the value as the record stores it."""
        return self.values.index(value) if self.words else int(value)  # type: ignore


def resolve(options: tuple[Option, ...], given: Mapping[str, Any], seats: int) -> dict[str, Value]:
    """Return the values of all options of a game in order, with defaults for options that are not given."""
    complete: dict[str, Value] = {}
    for option in options:
        value = given.get(option.name)
        complete[option.name] = option.check(_at(seats, option.default) if value is None else value)
    return complete


def values_before(options: tuple[Option, ...], rules_version: int, seats: int) -> dict[str, Value]:
    """Return, for each option added after a rules version, the value that keeps the behaviour of that version."""
    return {o.name: _at(seats, o.before) for o in options if o.since > rules_version and o.before is not None}


def _at(seats: int, value: Value | Callable[[int], int]) -> Value:
    return value if isinstance(value, int | str) else value(seats)


def codes(options: Iterable[Option], name: str) -> range:
    """Return the numbers that the record stores for an option's words, in the order of the words."""
    (option,) = (option for option in options if option.name == name)
    return range(len(option.values))


def refuse_unknown(options: tuple[Option, ...], given: Mapping[str, Any], game: str) -> None:
    """Raise `BadOptions` for an unknown option name or an invalid value."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise BadOptions(Refusal("no-option", game=game, option=shown(name), options=list(known)))
        if value is not None:
            known[name].check(value)


# Options as typed texts


def split_options(texts: Iterable[str]) -> dict[str, str]:
    """Split texts such as ``target=7`` into name and value; raise `BadOptions` if a value is missing or a name
    repeats.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if not name or not value:
            raise BadOptions(Refusal("option-form", option=shown(text)))
        if name in found:
            raise BadOptions(Refusal("option-twice", option=shown(name)))
        found[name] = value
    return found


def parse_options(options: tuple[Option, ...], texts: Mapping[str, str], game: str) -> dict[str, Value]:
    """Return option values by name; raise `BadOptions` for an unknown name or an invalid value."""
    refuse_unknown(options, dict.fromkeys(texts), game)
    known = {option.name: option for option in options}
    return {name: known[name].parse(text) for name, text in texts.items()}
