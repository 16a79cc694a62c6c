"""Tests of the declared fields of state records: some names are forbidden, and a record fills whole 64-bit words."""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.kernel.field_names import VIEW_NAMES
from saleroom.kernel.fields import CHANCE, MATCH, WORD, Record, public, secret
from saleroom.kernel.layout import Layout
from saleroom.kernel.options import Option
from saleroom.kernel.plans import plan_of
from saleroom.toolkit.display.view import ViewFields

TAKEN = ("row", "record", "next_to_act", "item", "size", "T", "copy", "round", "seat", "_hidden", "class", "a b")


def record_with(*fields) -> Record:
    return Record("auction_test", *CHANCE, *MATCH, *fields)


@pytest.mark.parametrize("name", [*TAKEN, "deal"])
def test_a_name_that_a_view_needs_is_refused_in_a_line_that_names_the_field(name):
    with pytest.raises(ValueError, match=rf"^field {name}: .+; choose another name, such as \w+_value$|^field a b: .+"):
        record_with(public(name, "i1", (0, 1), "points", "something"))


def test_an_option_with_such_a_name_is_refused_too():
    option = Option("row", range(1, 3), 1, "how many rows")
    with pytest.raises(ValueError, match="field row: every view has a `row` of its own"):
        record_with(option.field())


def test_the_names_of_views_are_those_that_views_have():
    assert {name for name in dir(ViewFields) if not name.startswith("_")} | {"record"} == set(VIEW_NAMES)
    assert not set(VIEW_NAMES) & set(dir(np.record))


@pytest.mark.parametrize("count", range(1, 5))
@pytest.mark.parametrize("pieces", [7, 9, 13, 15, 17])
def test_any_number_of_fields_of_any_width_and_any_number_of_pieces_make_a_row(count, pieces):
    numbers = [public(f"n{at}", "i4", (0, 9), "points", "a number") for at in range(count)]
    small = [public(f"s{at}", "i2" if at % 2 else "i1", (0, 9), "points", "a number") for at in range(count)]
    held = public("held", "u8", (0, 2**pieces - 1), "card set", "some cards")
    record = record_with(secret("deck", "i1", (0, 9), "card", "the pack", (3,)), *numbers, *small, held)
    layout = Layout([field for field in record.fields[1:] if field.see != "secret"], 4, pieces)
    plan = plan_of(record, layout)
    assert len(plan.shown) * WORD == record.dtype.itemsize
    assert layout.parts["held"].shape == (pieces,)


def test_a_record_made_of_the_fields_of_another_has_no_filling_twice():
    wide, narrow = (public(kind, kind, (0, 9), "points", "a number") for kind in ("i4", "i1"))
    first = record_with(wide, narrow)
    again = Record("auction_test", *first.fields[1:])
    assert again.dtype == first.dtype
