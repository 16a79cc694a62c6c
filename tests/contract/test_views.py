"""Law: a view shows what its seat may know and nothing else, and is enough to tell what that seat may do."""

from __future__ import annotations

import numpy as np

from saleroom.games import load
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


@every_table
def test_bytes_between_fields_are_never_shown(name, seats):
    """A record has gaps where its layout aligns fields; whatever came to lie there, no view holds it."""
    for match, rng in random_moments(name, seats, 1, "gaps"):
        dirty = states_of(match)
        gaps = np.ones(dirty.dtype.itemsize, bool)
        for field in match.game.record.fields:
            at = dirty.dtype.fields[field.name][1]
            gaps[at : at + dirty.dtype[field.name].itemsize] = False
        dirty.view(np.uint8)[gaps] = 0xA5
        for watcher in (rng.randrange(seats), PUBLIC):
            seen = match.game.record.view(dirty, watcher)
            assert not seen.view(np.uint8)[gaps].any()


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
