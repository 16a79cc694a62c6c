"""Measured effects of house rules, as the server sends them."""

from __future__ import annotations

import pytest

import saleroom
from saleroom.games import NAMES, load
from saleroom.match import effects
from saleroom.match.house_rules import HouseRules, Preset, house_rules
from saleroom.server.api import effects as api_effects
from saleroom.server.api.catalogue import catalogue
from tests.messages import common_messages, messages
from tests.server.http_client import opened

MEASURED = [name for name in NAMES if effects.effects(load(name))]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("house") / "house.sqlite3") as browser:
        yield browser


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_can_be_played(house, name):
    told = house.get(f"/api/games/{name}/house-rules").json()
    assert {one["name"] for one in told["sets"]} - {None}
    for one in told["sets"]:
        saleroom.game(name, **one["options"]).options(one["seats"])


@pytest.mark.parametrize("name", NAMES)
def test_the_client_has_words_for_every_rule_set(name):
    known = common_messages()["effects"]["rules"] | messages(name).get("effects", {}).get("rules", {})
    assert set(house_rules(load(name)).presets) <= set(known)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("name", NAMES)
def test_the_client_says_in_a_sentence_what_each_option_means(name, language):
    meanings = messages(name, language)["lobby"]["meaning"]
    assert set(meanings) == {option.name for option in load(name).options}
    assert all(text.endswith(".") and text.count(". ") == 0 and len(text.split()) <= 25 for text in meanings.values())


@pytest.mark.parametrize("name", MEASURED)
def test_the_same_rules_last_equally_long_wherever_their_minutes_are_shown(name):
    measured = effects.effects(load(name))
    assert measured is not None
    quick = house_rules(load(name)).quick_options
    info = next(game for game in catalogue("build").games if game.name == name)
    assert info.quick.options == quick
    assert info.quick.minutes == round(measured.minutes(load(name).usual_seats, quick) or 0)
    told = api_effects.measured_house_rules(name)
    for table in told.tables:
        usual = next(one.minutes for one in told.sets if one.seats == table.seats and not one.options)
        assert usual is not None and usual.middle == table.usual.get("minutes", usual.middle)
        for one in told.sets:
            if one.seats == table.seats and one.minutes:
                assert one.minutes.middle == measured.minutes(one.seats, one.options)
        for option in table.options:
            for value in option.values:
                minutes = [one.change for one in value.changes if one.measure == "minutes"]
                lasts = measured.minutes(table.seats, {option.option: value.value})
                assert lasts is not None and all(round(usual.middle + by, 1) == lasts for by in minutes)


def test_the_match_of_hearts_that_starts_at_once_is_a_short_one():
    minutes = {game.name: game.quick.minutes for game in catalogue("build").games}
    hearts = minutes["auction-hearts"]
    assert hearts is not None and 0 < hearts < 20


@pytest.mark.parametrize("name", MEASURED)
def test_no_luck_is_claimed_that_may_be_none(name):
    told = api_effects.measured_house_rules(name)
    assert all((one.luck.low or 0) > 0 for one in told.sets if one.luck)
    assert api_effects._luck([0.05, -0.001, 0.1]) is None and api_effects._luck(None) is None


def test_a_rule_set_is_offered_where_it_can_be_played(monkeypatch):
    six = HouseRules(presets={"six": Preset({"set": 6})})
    monkeypatch.setattr(api_effects, "house_rules", lambda game: six)
    told = api_effects.measured_house_rules.__wrapped__("auction-draw")
    assert [one.seats for one in told.sets if one.name == "six"] == [2, 3, 4]  # too few tiles for more seats


def test_it_may_be_kept_for_an_hour(house):
    answer = house.get(f"/api/games/{NAMES[0]}/house-rules")
    assert answer.headers["cache-control"] == "public, max-age=3600"


def test_there_is_none_of_a_game_that_is_not(house):
    answer = house.get("/api/games/whist/house-rules")
    assert answer.status_code == 404 and "there is no such game" in answer.json()["detail"]


@pytest.mark.parametrize("name", MEASURED)
def test_effects_are_those_of_the_file(name):
    found = effects.effects(load(name))
    assert found is not None
    for table in api_effects.measured_house_rules(name).tables:
        source = found.table(table.seats)
        assert source is not None and table.level == source.level
        for option in table.options:
            assert option.usual == source.options[option.option]
            for value in option.values:
                variant = source.variant(option.option, value.value)
                assert variant is not None and value.used == (variant.changed > 0)
                clear = [change.measure for change in value.changes if change.certainty != "open"]
                assert set(clear) <= {"minutes" if one == "decisions" else one for one in variant.effects}
                assert all(variant.effects[_source(one)].is_clear for one in clear)
                assert set(clear[:1]) == {_told(one) for one in variant.notable[:1]} or not variant.notable
                assert bool(clear) == any(effect.is_clear for effect in variant.effects.values())
            assert set(option.measures) <= set(table.usual)


def _source(measure: str) -> str:
    return "decisions" if measure == "minutes" else measure


def _told(measure: str) -> str:
    return "minutes" if measure == "decisions" else measure


def test_without_a_file_nothing_was_measured(monkeypatch):
    monkeypatch.setattr("saleroom.match.effects.effects", lambda game: None)
    told = api_effects.measured_house_rules.__wrapped__(NAMES[0])
    assert told.tables == [] and told.sets
    assert all(one.minutes is None and one.matches == 0 for one in told.sets)
