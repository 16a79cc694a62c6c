"""Blocks of matches: the tasks of a study, here or on other machines."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saleroom.lab.study import drama, measures
from saleroom.lab.study.plan import Study, Table
from saleroom.lab.study.playing import play


def play_block(study: Study, table: Table, numbers: range) -> NDArray[np.float64]:
    """Play these matches of a table; a row for each, with the columns of `measures.columns`."""
    seeds = [study.seed_of(number) for number in numbers]
    options = study.options(table.variant, table.seats)
    played = [play(study.spec, options, names, seeds) for names in table.line_ups]
    if table.compares_players:
        return measures.compared(played)
    return measures.rows(played[0], drama.lowest(study, table, numbers))
