"""Law: a view shows only what its seat is allowed to know, and determines the seat's legal actions."""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.games import ALL, load
from saleroom.kernel import choices, loops
from saleroom.kernel.fields import PUBLIC
from tests.contract.chance import every_table, random_moments, raw, states_of


@every_table
def test_a_view_has_public_fields_whole_own_rows_alone_and_no_secret(name, seats):
    for match, _ in random_moments(name, seats, 2, "views"):
        for watcher in (*range(seats), "public"):
            view = match.view(watcher)
            for field in match.game.record.fields:
                seen, true = np.array(view[field.name]), np.array(match.state[field.name])
                if field.see == "secret":
                    assert not seen.any(), field.name
                elif field.see == "public":
                    assert seen.tobytes() == true.tobytes(), field.name
                else:
                    if watcher != "public":
                        assert seen[watcher].tobytes() == true[watcher].tobytes(), field.name
                        seen[watcher] = 0
                    assert not seen.any(), field.name


@pytest.mark.parametrize("name", ALL)
def test_every_byte_of_a_record_is_some_fields(name):
    dtype = load(name).record.dtype
    owned = np.zeros(dtype.itemsize, int)
    for field in dtype.names or ():
        at = dtype.fields[field][1]  # type: ignore[index]
        owned[at : at + dtype[field].itemsize] += 1
    assert (owned == 1).all()


@every_table
def test_a_view_of_a_batch_is_the_view_of_each(name, seats):
    record = load(name).record
    states, watchers, single = [], [], []
    for match, rng in random_moments(name, seats, 1, "batch"):
        watcher = rng.choice([*range(seats), PUBLIC])
        states.append(states_of(match))
        watchers.append(watcher)
        single.append(raw(match.view("public" if watcher == PUBLIC else watcher)))
    views = record.view(np.concatenate(states), np.array(watchers))
    assert [raw(view) for view in views] == single


@every_table
def test_what_is_legal_can_be_told_from_the_view(name, seats):
    for match, _ in random_moments(name, seats, 3, "legal"):
        for seat in range(seats):
            view = match.views(seat)
            assert choices.ids(loops.legal(view, 0, seat)) == match.legal_ids(seat)
            assert bool(match.legal_ids(seat)) == (seat in match.to_act)


@every_table
def test_before_the_first_deal_a_view_shows_nothing_that_is_hidden(name, seats):
    game = load(name)
    states = game.blank(2, game.settle_options({}, seats), seats)
    views = game.record.view(states, np.array([PUBLIC, 1]))
    for field in game.record.fields:
        onlooker, seat = (views[field.name][at].copy() for at in range(2))
        if field.see == "public":
            assert (views[field.name] == states[field.name]).all(), field.name
            continue
        if field.see == "own":
            assert (seat[1] == states[field.name][1, 1]).all(), field.name
            seat[1] = 0
        assert not onlooker.any() and not seat.any(), field.name
