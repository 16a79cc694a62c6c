"""Terminal table of the measured effects that come with the package, with a row for each effect of each option."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from saleroom.kernel.game import Game
from saleroom.lab.reports.wording import listed
from saleroom.lab.study.narration import amount, change, name_of
from saleroom.lab.study.summary import EVERYWHERE, REVERSED
from saleroom.match.effects import Effect, Effects, Table, Variant, effects

MOST = 3
"""Maximum number of effects to show for a variant; the clearest effects are shown first."""
PIPE = 200
"""Width of the table in characters if the output is not a terminal."""
MINUTES = "minutes in a match"
HEAD = ("option", "what changes", "usual", "change", "certainty")


class Row(NamedTuple):
    """Row of the table."""

    variant: str
    what: str
    usual: str
    change: str
    certainty: str


def print_effects(game: Game, seats: int | None) -> None:
    """Print the results for `seats` players, by default the game's usual number.

    If there are no results, print a message.
    """
    measured = effects(game)
    wanted = game.usual_seats if seats is None else seats
    if measured is None:
        print(f"Nothing was measured of the options of {game.title}; `saleroom study {game.name}` measures them.")
    elif (table := measured.table(wanted)) is None:
        known = listed([str(number) for number in sorted(measured.seats)])
        again = f"`saleroom study {game.name} --seats {wanted}` measures it"
        print(f"Nothing was measured of {game.title} with {wanted} seats, only with {known}; {again}.")
    else:
        print(f"{game.title} with {wanted} seats, {table.level} players. {_how(measured, table)}\n")
        _draw([*rows(measured, table), *_unmeasured(game, table)])


def _how(measured: Effects, table: Table) -> str:
    return (
        "Each option was changed alone and played on the same cards as the usual rules. "
        f"± is an interval that holds for all rows together; a decision is taken to last {measured.seconds:g} seconds."
    )


def rows(measured: Effects, table: Table) -> Iterator[Row]:
    """Yield the notable effects of each variant in a table."""
    levels = sum(one.seats == table.seats for one in measured.tables)
    for variant in table.variants:
        name = f"{variant.option} = {variant.value}"
        notable = [variant.effects[measure] for measure in variant.notable[:MOST]]
        for index, one in enumerate(notable):
            holds = variant.holds.get(one.measure)
            what, usual, by = _numbers(one, variant, table)
            certain_by = "" if holds == REVERSED else by
            yield Row("" if index else name, what, usual, certain_by, _certainty(holds, levels, table.level))
        if not notable:
            yield Row(name, _nothing(variant), "", "", "")


def _unmeasured(game: Game, table: Table) -> Iterator[Row]:
    """Yield a row for each option that the table has no variant of, such as an option added after the measurement."""
    measured = {variant.option for variant in table.variants}
    for option in game.options:
        if option.name not in measured:
            yield Row(f"{option.name} = {option.choices()}", "not measured", "", "", "")


def _nothing(variant: Variant) -> str:
    if not variant.changed:
        return f"no player acted differently in {variant.matches:,} matches"
    return f"no difference found in {variant.matches:,} matches"


def _numbers(one: Effect, variant: Variant, table: Table) -> tuple[str, str, str]:
    """Return the name of the measure, its usual value and its change, as texts; for match lengths, use medians."""
    if one.measure == "decisions":
        usual, changed = table.minutes[1], variant.minutes[1]
        return MINUTES, f"{usual:.1f}", change("decisions", {"mean": changed - usual, "low": None, "high": None})
    interval = {"mean": one.change, "low": one.low, "high": one.high}
    return name_of(one.measure), amount(one.measure, table.values[one.measure][0]), change(one.measure, interval)


def _certainty(holds: str | None, levels: int, level: str) -> str:
    """Return the certainty of a significant change, as text."""
    if levels < 2 or holds is None:  # luck and skill are measured once, with two levels of play together
        return "sure, with this level of play"
    if holds == REVERSED:
        return "more or less depends on how well people play"
    return "sure, at all levels of play measured" if holds == EVERYWHERE else f"only among {level} players"


def _draw(rows: list[Row]) -> None:
    from rich.console import Console
    from rich.table import Table as Drawn

    drawn = Drawn(
        "option", "what changes", "usual", "change", "certainty", box=None, pad_edge=False, header_style="dim"
    )
    for row in rows:
        drawn.add_row(*row)
    Console(highlight=False, markup=False, emoji=False, width=None if sys.stdout.isatty() else PIPE).print(drawn)
