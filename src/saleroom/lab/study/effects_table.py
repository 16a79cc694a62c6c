"""The measured effects that ship with the package, as a table for a terminal: a row for each change of each option."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from saleroom.kernel.game import Game
from saleroom.lab.arena.narration import listed
from saleroom.lab.study.narration import amount, change, name_of
from saleroom.lab.study.summary import EVERYWHERE, REVERSED, Json
from saleroom.match.effects import Effect, Effects, Table, Variant, effects

MOST = 3
"""So many changes of a variant are told, the clearest first."""
PIPE = 200
"""Columns where nobody sees the table."""
MINUTES = "minutes in a match"
HEAD = ("option", "what changes", "usual", "change", "certainty")


class Row(NamedTuple):
    """One line of the table."""

    variant: str
    what: str
    usual: str
    change: str
    certainty: str


def tell(game: Game, seats: int | None) -> None:
    """Print what was measured at a number of seats, by default as many as usual; a line where nothing was."""
    found = effects(game)
    wanted = game.usual_seats if seats is None else seats
    if found is None:
        print(f"Nothing was measured of the options of {game.title}; `saleroom study {game.name}` measures them.")
    elif (table := found.table(wanted)) is None:
        known = listed([str(number) for number in sorted(found.seats)])
        again = f"`saleroom study {game.name} --seats {wanted}` measures it"
        print(f"Nothing was measured of {game.title} with {wanted} seats, only with {known}; {again}.")
    else:
        print(f"{game.title} with {wanted} seats, {table.level} players. {_how(found, table)}\n")
        _draw(list(rows(found, table)))


def _how(found: Effects, table: Table) -> str:
    return (
        "Each option was changed alone and played on the same cards as the usual rules. "
        f"± is an interval that holds for all rows together; a decision is taken to last {found.seconds:g} seconds."
    )


def rows(found: Effects, table: Table) -> Iterator[Row]:
    """What each variant of a table changes."""
    levels = sum(other.seats == table.seats for other in found.tables)
    for variant in table.variants:
        name = f"{variant.option} = {variant.value}"
        told = [variant.effects[measure] for measure in variant.notable[:MOST]]
        for at, one in enumerate(told):
            holds = variant.holds.get(one.measure)
            what, usual, by = _numbers(one, found, table)
            told_by = "" if holds == REVERSED else by
            yield Row("" if at else name, what, usual, told_by, _certainty(holds, levels, table.level))
        if not told:
            yield Row(name, _nothing(variant), "", "", "")


def _nothing(variant: Variant) -> str:
    if not variant.changed:
        return f"nobody played differently in {variant.matches:,} matches"
    return f"no difference found in {variant.matches:,} matches"


def _numbers(one: Effect, found: Effects, table: Table) -> tuple[str, str, str]:
    """What is changed, how large it is by the usual rules, and by how much it changes."""
    usual = table.values[one.measure][0]
    if one.measure != "decisions":
        return name_of(one.measure), amount(one.measure, usual), change(one.measure, _interval(one, 1.0))
    minutes = found.seconds / 60
    return MINUTES, f"{usual * minutes:.1f}", change(one.measure, _interval(one, minutes))


def _interval(one: Effect, scale: float) -> Json:
    low, high = (None if bound is None else bound * scale for bound in (one.low, one.high))
    return {"mean": one.change * scale, "low": low, "high": high}


def _certainty(holds: str | None, levels: int, level: str) -> str:
    """How sure a clear change is."""
    if levels < 2 or holds is None:  # luck and skill are of two levels together
        return "sure, with this level of play"
    if holds == REVERSED:
        return "more or less depends on how well people play"
    return "sure, at all levels of play measured" if holds == EVERYWHERE else f"only among {level} players"


def _draw(told: list[Row]) -> None:
    from rich.console import Console
    from rich.table import Table as Drawn

    drawn = Drawn(
        "option", "what changes", "usual", "change", "certainty", box=None, pad_edge=False, header_style="dim"
    )
    for row in told:
        drawn.add_row(*row)
    Console(highlight=False, markup=False, emoji=False, width=None if sys.stdout.isatty() else PIPE).print(drawn)
