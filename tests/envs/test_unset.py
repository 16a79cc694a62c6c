"""Tests that a field has a value if and only if the deal's events imply one.

Texts, JSON, rows and documentation pages must agree on this.
"""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from docs import pages
from saleroom.envs import text_observations
from saleroom.envs.terms import Terms
from saleroom.games import NAMES, load
from saleroom.kernel.fields import SEATS, Record, also_unset, public, unset_while
from tests.contract.chance import few_tables, times
from tests.envs.play import every_scope, short_terms
from tests.envs.stories import Set, has_value
from tests.envs.values import agree_on_values, moments


@pytest.mark.integration
@few_tables
@every_scope
def test_what_texts_and_json_tell_is_what_there_is(name, seats, scope):
    rng = random.Random(f"unset {name} {seats} {scope}")
    for _ in range(times(1)):
        agree_on_values(name, seats, scope, rng)


@few_tables
@every_scope
def test_rows_hold_values_where_there_are_some_and_a_stand_in_elsewhere(name, seats, scope):
    rng = random.Random(f"unset rows {name} {seats} {scope}")
    for _ in range(times(1)):
        terms = short_terms(name, seats, scope, rng)
        for story, episode in moments(terms, rng, 1):
            seat = rng.randrange(seats) if episode.over or rng.random() < 0.5 else episode.mover
            view, parts = episode.view(seat), terms.layout.split(episode.observe(seat))
            for part in terms.layout.parts.values():
                if part.field is None or not part.field.unset:
                    continue
                wanted = has_value(story, part.name, seat, not episode.over, bool(view.winners))
                assert_stand_in(part, parts[part.name], np.asarray(view[part.name]), seat, wanted)


def assert_stand_in(part, numbers, value, seat: int, wanted: Set) -> None:
    """Check that the numbers of `part` in a row equal the field. If the field has no value, all numbers must be
    `unset_as`.
    """
    stand_in = part.field.unset_as
    if wanted is False:
        assert (numbers == stand_in).all(), part.name
    elif part.field.kind != "u8":
        own = value[seat] if part.see == "own" else value[: len(numbers)] if part.by_seat else value
        assert (numbers == own).all(), part.name
        if not part.field.nothing and stand_in < part.field.low:
            assert (numbers != stand_in).all(), part.name


@pytest.mark.parametrize("name", NAMES)
def test_before_the_first_deal_nothing_of_one_is_told(name):
    terms = Terms.of(name)
    blank = terms.game.blank(1, terms.options, terms.seats)[0]
    for seat in (*range(terms.seats), None):
        sees = text_observations.as_json(terms, blank, seat)["sees"]
        assert {part for part, value in sees.items() if value is not None} <= {
            *("seats", "deal", "phase", "acting", "winners", "scores", "carry", "stayed", "turned")
        }
        assert sees["dealer"] is None


@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_when_each_part_has_no_value_and_what_stands_there(name):
    page = (pages.FOLDER / f"{name}.md").read_text("utf-8")
    game = load(name)
    assert sum(bool(field.unset) for field in game.record.fields) > 15
    for part in Terms.of(name).layout.parts.values():
        row = re.search(rf"^\| `{part.name}` \|.*\| ([^|]*) \|$", page, re.MULTILINE)
        assert row, part.name
        named = set(re.findall(r"`(\w+)`", row[1]))
        assert named == {condition for clause in part.field.unset for condition in clause} if part.field else not named
        if part.field and part.field.unset:
            stand_in = "no members" if part.field.kind == "u8" else str(part.field.unset_as).replace("-", "−")
            assert row[1].startswith(f"{stand_in} while ")


def test_only_public_numbers_say_what_is_unset():
    flag = public("flag", "i1", (0, 1), "flag", "a flag")
    seats = public("each", "i1", (0, 1), "flag", "a flag for each", (SEATS,))
    (field,) = unset_while(public("it", "i1", (0, 3), "suit", "a suit"), flag=(0,))
    assert Record("good", flag, field).fields
    for clause in ({"each": (0,)}, {"nowhere": (0,)}):
        with pytest.raises(ValueError, match="cannot say what is unset"):
            Record("bad", flag, seats, *also_unset((field,), it=clause))


def test_one_of_several_clauses_is_enough_and_each_needs_all_it_names():
    flag, other = (public(name, "i1", (0, 3), "flag", "a flag") for name in ("flag", "other"))
    (field,) = also_unset(unset_while(flag, flag=(0,)), flag={"flag": (1,), "other": (2, 3)})
    found = {(one, two): field.is_set({"flag": one, "other": two}) for one in range(4) for two in range(4)}
    assert [case for case, is_set in found.items() if not is_set] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 2), (1, 3)]
    assert other.is_set({})
