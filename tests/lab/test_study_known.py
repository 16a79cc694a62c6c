"""Tests of studies of rules whose effect is known."""

from __future__ import annotations

import os

import numpy as np
import pytest

from saleroom.lab.study import playing
from saleroom.lab.study.command import StudyResult, study
from saleroom.lab.study.differences import EQUAL, LESS, MORE
from saleroom.lab.study.plan import Study
from saleroom.lab.study.running import play_block

SOAK = bool(os.environ.get("SALEROOM_SOAK"))
SEEDS, MATCHES = (100, 2000) if SOAK else (20, 300)
CARRIER = {"deals": [400]}
"""Option that never takes effect, because no match of Pitch is long enough. Tests use it in place of a new rule."""


def differences(found: StudyResult) -> dict:
    (row,) = [row for row in found.summary["tables"] if "differences" in row]
    return row["differences"]


def test_an_option_that_nobody_meets_changes_no_match():
    found = differences(study("pitch", CARRIER, matches=300, seed=1))
    assert {one["verdict"] for one in found.values()} == {EQUAL}


def test_an_option_without_effect_shows_none(monkeypatch):
    """Check that a study claims no effect of a rule that has none, even if the variant is played with other cards."""

    def unpaired(study, table, numbers):
        moved = range(numbers.start + 10**6, numbers.stop + 10**6) if table.variant.option else numbers
        return play_block(study, table, moved)

    monkeypatch.setattr("saleroom.lab.study.running.play_block", unpaired)
    claimed = 0
    for seed in range(SEEDS):
        found = differences(study("pitch", CARRIER, matches=MATCHES, seed=seed))
        claimed += any(one["verdict"] in (MORE, LESS) for one in found.values())
    assert claimed <= SEEDS // 20


def test_two_points_for_seat_0_in_every_deal_are_found(monkeypatch):
    real = playing.step

    def with_gift(game, states, movers, actions):
        deal = states["deal"].copy()
        real(game, states, movers, actions)
        settled = ((states["deal"] != deal) | (states["winners"] != 0)) & (states["deals"] == 400)
        states["last_score"][settled, 0] += 2
        states["scores"][settled, 0] += 2

    monkeypatch.setattr(playing, "step", with_gift)
    found = differences(study("pitch", CARRIER, matches=2000, seed=1, options={"target": 25}))
    gift, others = found["score_seat_0"], found["score_seat_2"]
    assert gift["verdict"] == MORE and gift["low"] < 2 < gift["high"] and gift["high"] - gift["low"] < 0.4
    assert found["win_seat_0"]["verdict"] == MORE and found["win_seat_0"]["mean"] > 0.3
    assert found["win_place_0"]["verdict"] not in (MORE, LESS) and found["deals"]["verdict"] == LESS
    assert abs(others["mean"]) < 0.3


def test_pairing_saves_matches():
    found = differences(study("pitch", {"cards_tie": ["nobody"]}, matches=400, seed=1))
    saved = [one["saved"] for one in found.values() if one["saved"] is not None]
    assert np.median(saved) > 10


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"vary": {"hi": [1]}}, "has no option 'hi'"),
        ({"vary": {"low": ["won"]}}, "low is 'won'; it must be dealt or taken"),
        ({"vary": {"low": []}}, "low has no values"),
        ({"players": "search:50ms"}, "thinks for a time"),
        ({"players": "nobody"}, "there is no player"),
        ({"seats": 9}, "4 to 7 seats"),
        ({"matches": 0}, "1 match or more"),
    ],
)
def test_what_cannot_be_studied_is_said_in_one_line(change, words):
    with pytest.raises(ValueError, match=words) as error:
        study("pitch", **{"matches": 1, "seed": 1, **change})
    assert "\n" not in str(error.value)


def test_every_option_is_studied_where_none_is_named():
    plan = Study("pitch", bytes(32), 1)
    assert {variant.option for variant in plan.variants} == {option.name for option in plan.spec.options}
    assert all(plan.differs(variant, 4) for variant in plan.variants)
