"""Layouts: rows against a slow, obvious twin, and their ranges in random play."""

from __future__ import annotations

import random

import numpy as np

from saleroom.envs.terms import Terms
from tests.contract.chance import few_tables
from tests.envs.play import decisions, every_scope, flat, short_terms


@few_tables
@every_scope
def test_every_seats_row_is_its_view_flattened_by_hand_and_within_its_ranges(name, seats, scope):
    rng = random.Random(f"rows {name} {seats} {scope}")
    terms = short_terms(name, seats, scope, rng)
    low, high = terms.layout.low, terms.layout.high
    for number, episode in enumerate(decisions(terms, rng, 120)):
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
def test_every_field_but_the_version_and_secrets_has_its_part(name, seats):
    terms = Terms.of(name, seats)
    shown = {field.name for field in terms.game.record.fields[1:] if field.see != "secret"}
    assert set(terms.layout.parts) == {"seat"} | shown


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
