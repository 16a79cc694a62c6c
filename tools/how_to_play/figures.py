"""Figures on the pages, from the measured effects in each game's `effects.json`."""

from __future__ import annotations

from collections.abc import Sequence

from saleroom.kernel.game import Game
from saleroom.match.effects import Table, Variant, effects
from tools.how_to_play.wording import Wording

KINDS = ("mean", "loss", "percent", "minutes", "matches")
HUNDRED = 100


def figure(game: Game, wording: Wording, kind: str, arguments: Sequence[str]) -> str:
    """Return a figure as text.

    The first argument is the number of seats, and the level of play after a colon if it is not the strongest. `mean`,
    `percent` and `loss`, which is the mean with the other sign, take a measure. A last argument `OPTION=VALUE` names a
    variant. `minutes` is the median length of a match.
    """
    (players, *rest), measured = arguments, effects(game)
    seats, _, level = players.partition(":")
    table = None if measured is None else measured.table(int(seats), level or None)
    if table is None:
        raise LookupError(f"{game.name} was not measured with {seats} seats")
    option = rest.pop() if rest and "=" in rest[-1] else ""
    if kind == "matches":
        return grouped(table.matches, wording.language)
    if kind == "minutes":
        return f"{(variant(table, option).minutes if option else table.minutes)[1]:.0f}"
    number = value(table, rest[0], option)
    if kind == "percent":
        return f"{HUNDRED * number:.0f}"
    return f"{-number if kind == 'loss' else number:.1f}".replace(".", "." if wording.language == "en" else ",")


def value(table: Table, measure: str, option: str) -> float:
    """Return the mean of a measure, under the default rules or with one option changed."""
    mean = table.values[measure][0]
    return mean + variant(table, option).effects[measure].change if option else mean


def variant(table: Table, option: str) -> Variant:
    """Return the measured variant `OPTION=VALUE`."""
    return next(one for one in table.variants if f"{one.option}={one.value}" == option)


def grouped(number: int, language: str) -> str:
    """Return a number with its thousands grouped as the language does."""
    return f"{number:,}".replace(",", {"en": ",", "de": ".", "fr": "\u202f"}[language])
