"""Tests of the layouts of observation rows. Rows equal those of a slow, simple implementation, and their values stay in
range.
"""

from __future__ import annotations

import random

import numpy as np

from saleroom.envs.terms import Terms
from saleroom.games import load
from tests.contract.chance import few_tables
from tests.envs.play import decisions, every_scope, flat, newer_options, short_terms


@few_tables
@every_scope
def test_every_seats_row_is_its_view_flattened_by_hand_and_within_its_ranges(name, seats, scope):
    rng = random.Random(f"rows {name} {seats} {scope}")
    for version in load(name).environment_ids:
        terms = short_terms(name, seats, scope, rng, version=version)
        low, high = terms.layout.low, terms.layout.high
        for number, episode in enumerate(decisions(terms, rng, 60)):
            for seat in range(seats) if number % 8 == 0 else [episode.mover]:
                row = episode.observe(seat)
                assert row.dtype == np.int32
                assert (row == flat(terms, episode.view(seat), seat)).all()
                assert ((low <= row) & (row <= high)).all()


@few_tables
def test_parts_stand_one_behind_another(name, seats):
    layout = Terms.of(name, seats).layout
    at = 0
    for part in layout.parts.values():
        assert part.at == slice(at, at + int(np.prod(part.shape)))
        at = part.at.stop
    assert layout.size == at == len(layout.low) == len(layout.high)


@few_tables
def test_every_field_has_its_part_but_the_layouts_version_and_what_is_secret_or_never_changes(name, seats):
    game = load(name)
    shown = {field.name for field in game.record.fields[1:] if field.see != "secret"}
    for version, one in enumerate(game.environments):
        if not one.is_gone:
            parts = set(Terms.of(name, seats, version=version).layout.parts) - {"seat"}
            still = {"seats", *(option.name for option in game.options)}
            newer = newer_options(game, version)
            added = {field.name for field in game.record.fields for clause in field.dead if newer & clause.keys()}
            assert parts == shown - added if one.holds_dead else parts <= shown - added - still


@few_tables
def test_split_rows_share_their_memory(name, seats):
    layout = Terms.of(name, seats).layout
    rows = np.arange(3 * layout.size, dtype=np.int32).reshape(3, -1)
    parts = layout.split(rows)
    assert all(np.shares_memory(part, rows) for part in parts.values())
    assert (np.concatenate([part.reshape(3, -1) for part in parts.values()], axis=1) == rows).all()


def test_a_single_row_splits_as_an_array_of_them_does():
    layout = Terms.of("pitch").layout
    row = np.arange(layout.size, dtype=np.int32)
    one, many = layout.split(row), layout.split(row[None])
    assert all((one[name] == many[name][0]).all() for name in layout.parts)
