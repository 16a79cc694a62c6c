"""Law: an observation row omits a field if and only if the field cannot change under the match's options."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from saleroom.envs import vector
from saleroom.games import ALL, load
from saleroom.kernel.compile import MODE
from saleroom.kernel.game import Game
from saleroom.kernel.options import BadOptions, Option, Value
from tests.contract.chance import LENGTHS, every_table, random_moments

TABLES, STEPS = 256, 400
OFTEN = 0.1
"""Share of random tables.

A field is dead under a value of an option if it never changes under that value, but changes at more than this share of
tables under another value.
"""


def shown(game: Game) -> set[str]:
    """Return the names of the fields that at least one seat can see."""
    return {field.name for field in game.record.fields[1:] if field.see != "secret"}


@every_table
def test_what_rows_leave_out_never_changes(name, seats):
    game = load(name)
    for match, _ in random_moments(name, seats, 3, "dead fields"):
        blank = game.blank(1, match.options, seats)[0]
        held = {field.name for field in game.row_fields(match.options, seats, game.environment_version)}
        for field in shown(game) - held:
            assert (match.state[field] == blank[field]).all(), f"{field} changes under {match.options}: it is not dead"


def changes(game: Game, options: Mapping[str, Value]) -> dict[str, float]:
    """Return, for each visible field, the share of random tables at which the field changed at least once."""
    env = vector.make(game.name, TABLES, seed=1, threads=1, **options)
    blank = env.crowd.blank.view(game.record.dtype)[0]
    changed = {name: np.zeros(TABLES, bool) for name in shown(game)}
    for _ in range(STEPS):
        env.step(env.sample())
        ends = env.crowd.last.view(game.record.dtype).reshape(TABLES)
        for name, tables in changed.items():
            tables |= (env.crowd.states[name] != blank[name]).reshape(TABLES, -1).any(1)
            tables |= env.ended & (ends[name] != blank[name]).reshape(TABLES, -1).any(1)
    return {name: float(tables.mean()) for name, tables in changed.items()}


def tried(option: Option) -> tuple[Value, ...]:
    """Return the values of `option` to compare with its default: all words or, for numbers, only the smallest one."""
    if option.name in LENGTHS:
        return ()
    return tuple(option.values) if option.words else (option.values[0],)


@pytest.mark.integration
@pytest.mark.skipif(MODE != "compiled", reason="needs thousands of matches, and the rules are the same in each mode")
@pytest.mark.parametrize("name", ALL)
def test_a_field_that_never_changes_under_an_option_says_so(name):
    """Check that `dead_while` or `also_dead` declares each field that never changes under a value of an option."""
    game, short = load(name), {option.name: 2 for option in load(name).options if option.name in LENGTHS}
    usual = changes(game, short)
    for option in game.options:
        found = {}
        for value in tried(option):
            try:
                found[value] = changes(game, {**short, option.name: value})
            except BadOptions:
                continue
        for value, rates in found.items():
            options = game.settle_options({**short, option.name: value}, game.usual_seats)
            held = {field.name for field in game.row_fields(options, game.usual_seats, game.environment_version)}
            still = {field for field in held if rates[field] == 0}
            often = {field for field in still if max(one[field] for one in (usual, *found.values())) > OFTEN}
            assert not often, f"{sorted(often)} are dead while {option.name} is {value}: declare it"
