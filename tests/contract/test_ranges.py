"""Law: every field keeps within the range that its declaration names."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.fields import SEATS
from tests.contract.chance import every_table, random_moments


def out_of_range(record, state, seats) -> list[str]:
    """The fields of a state with a value outside their range; rows of empty chairs are not looked at."""
    found = []
    for field in record.fields:
        values = np.atleast_1d(state[field.name])
        if field.shape and field.shape[0] == SEATS:
            values = values[:seats]
        if field.low > int(values.min()) or int(values.max()) > field.high:
            found.append(f"{field.name}: {values.min()}..{values.max()} is not within {field.low}..{field.high}")
    return found


@every_table
def test_values_keep_within_their_declared_range(name, seats):
    for match, _ in random_moments(name, seats, 6, "ranges"):
        assert out_of_range(match.game.record, match.state, seats) == []


@every_table
def test_empty_chairs_hold_and_owe_nothing(name, seats):
    for match, _ in random_moments(name, seats, 1, "empty chairs"):
        for field in ("scores", "last_score"):
            assert not match.state[field][seats:].any()
        assert int(match.state.acting) >> seats == 0
        assert int(match.state.winners) >> seats == 0
