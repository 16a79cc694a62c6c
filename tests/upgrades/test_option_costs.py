"""Tests that an added option changes nothing while it is unused.

The numbers of each observation row, the measured effects and the nets stay the same.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import saleroom
from saleroom.bots.nets.player import shipped
from saleroom.bots.nets.weights import digest
from saleroom.envs.terms import Terms
from saleroom.games import ALL, NAMES, load, package
from saleroom.kernel.environments import EnvironmentVersion
from saleroom.kernel.fields import SEATS, Field, dead_while, own, public
from saleroom.kernel.layout import Layout
from saleroom.kernel.options import BadOptions
from saleroom.match import effects
from tests.upgrades.grown import BEFORE, NEW, NOW, grown, replaced, upgraded

every_game = pytest.mark.parametrize("name", ALL)
OFF = (0,)
"""Index of `BEFORE` in the values of the option."""


def with_option() -> tuple[Field, ...]:
    """Return fields that are used only while the new option is on.

    Some fields are public and others private, some are numbers and others sets, and some have one value for each seat.
    """
    return dead_while(
        public("new_number", "i4", (0, 9), "points", "a number"),
        public("new_seats", "i1", (0, 9), "points", "a number for each seat", (SEATS,)),
        public("new_set", "u8", (0, 2**52 - 1), "card set", "a set for each seat", (SEATS,)),
        own("new_own", "u8", (0, 2**52 - 1), "card set", "a set that only its owner sees", (SEATS,)),
        **{NEW: OFF},
    )


def places(layout: Layout) -> list[Any]:
    """Return the properties of a layout's parts that learners rely on."""
    return [(p.name, p.at, p.shape, p.low, p.high, p.unit, p.see, p.meaning) for p in layout.parts.values()]


def rows(terms: Terms, match: saleroom.Match) -> list[bytes]:
    """Return each seat's view of a match, as a row."""
    states = terms.game.record.blank(1)
    for field in match.game.record.fields:
        if field.name != "filler":
            states[field.name] = match.state[field.name]
    states[terms.game.record.fields[0].name] = 1
    return [terms.row(states, seat).tobytes() for seat in range(terms.seats)]


def begun(name: str) -> saleroom.Match:
    """Return a match after three moves."""
    match = saleroom.game(name).match(seed=5)
    for _ in range(3):
        seat = match.to_act[0]
        match.act(seat, match.legal_ids(seat)[-1])
    return match


@every_game
def test_an_option_that_is_off_adds_no_number_to_any_row(name):
    match = begun(name)
    before = Terms.of(name)
    wanted = places(before.layout), rows(before, match), before.utility, before.symbols
    with replaced({name: grown(load(name), *with_option())}):
        off = Terms.of(name, **{NEW: BEFORE})
        assert (places(off.layout), rows(off, match), off.utility, off.symbols) == wanted
        on = Terms.of(name, **{NEW: NOW})
    added = {field.name for field in with_option()}
    assert set(on.layout.parts) - set(before.layout.parts) == added
    assert [part for part in on.layout.parts if part not in added] == list(before.layout.parts)


@every_game
def test_earlier_versions_play_by_the_rules_before_the_option_and_their_rows_stay(name):
    match, versions = begun(name), list(load(name).environment_ids)[:-1]
    earlier = [Terms.of(name, version=version) for version in versions]
    wanted = [(places(terms.layout), rows(terms, match)) for terms in earlier]
    assert versions
    with replaced({name: grown(load(name), *with_option())}):
        for version, one in zip(versions, wanted, strict=True):
            terms = Terms.of(name, version=version)
            assert terms.options[NEW] == BEFORE
            assert (places(terms.layout), rows(terms, match)) == one
            with pytest.raises(ValueError, match=f"has no option '{NEW}'"):
                Terms.of(name, version=version, **{NEW: NOW})


@every_game
def test_a_field_that_no_option_governs_names_the_first_version_that_has_it(name):
    match, newest = begun(name), load(name).environment_version
    before = Terms.of(name)
    fields = [field for field in load(name).record.fields[1:] if field.name != "filler"]
    plain = public("anywhere", "i4", (0, 9), "points", "a number", since=newest + 1)
    later = (*load(name).environments, EnvironmentVersion("a number more"))
    record = type(load(name).record)(load(name).record.fields[0].name, *fields[:3], plain, *fields[3:])
    with replaced({name: replace(load(name), record=record, environments=later)}):
        terms = Terms.of(name, version=newest)
        assert (places(terms.layout), rows(terms, match)) == (places(before.layout), rows(before, match))
        assert set(Terms.of(name).layout.parts) - set(before.layout.parts) == {"anywhere"}


def test_a_version_that_cannot_be_made_is_refused_in_one_line():
    for version in (0, 9, True, "1"):
        with pytest.raises(ValueError, match=r"has no environments of version .*; the versions are 1, 2"):
            Terms.of("auction-pitch", version=version)


# Measured effects


def data(name: str) -> dict[str, Any]:
    """Return the effects that ship with a game."""
    return json.loads((Path(str(package(name).__file__)).parent / effects.FILE).read_text("utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_effects_stay_where_the_new_option_is_by_default_what_was_before(name):
    before = effects.read(load(name), data(name))
    later = effects.read(grown(load(name), default=BEFORE), data(name))
    assert (later.seats, later.presets) == (before.seats, before.presets)
    for old, new in zip(before.tables, later.tables, strict=True):
        assert new.variants == old.variants and new.values == old.values
        assert new.options == {**old.options, NEW: BEFORE}


@pytest.mark.parametrize("name", NAMES)
def test_effects_of_rules_that_are_no_longer_the_usual_ones_do_not_hold(name):
    with pytest.raises(BadOptions, match=r"plays other rules by default .* measures them again"):
        effects.read(grown(load(name)), data(name))


def test_effects_stay_at_those_numbers_of_seats_where_the_rules_are_the_same():
    game = grown(load("auction-pitch"), default=lambda seats: BEFORE if seats == 4 else NOW)
    found = effects.read(game, data("auction-pitch"))
    assert found.seats == (4,)
    assert found.presets and {preset.seats for preset in found.presets} == {4}


def test_effects_do_not_hold_once_another_default_is_usual():
    game = load("auction-pitch")
    options = tuple(replace(one, default=11) if one.name == "target" else one for one in game.options)
    with pytest.raises(BadOptions, match="plays other rules by default"):
        effects.read(replace(game, options=options), data("auction-pitch"))


def test_lost_effects_are_said(monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(effects.notices, "once", said.append)
    effects._effects.cache_clear()
    try:
        with upgraded("auction-pitch"):
            assert effects.effects(load("auction-pitch")) is None
    finally:
        effects._effects.cache_clear()
    assert len(said) == 1 and "saleroom study auction-pitch --all" in said[0]


# Nets


@pytest.mark.parametrize("name", NAMES)
def test_nets_stay_what_they_are(name):
    before = shipped(name)
    with upgraded(name):
        later = shipped.__wrapped__(name)
    assert before is not None and later is not None
    assert digest(later.weights) == digest(before.weights)
    assert all(np.array_equal(*pair) for pair in zip(before.weights, later.weights, strict=True))
