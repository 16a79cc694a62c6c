"""Tests of the auction benchmark for language models: planted faults are found, and expectations are read."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from saleroom.envs import text_observations
from saleroom.envs.terms import Terms

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
model_player: Any = import_module("language_models.model_player")
auctions: Any = import_module("language_models.auctions")
measuring: Any = import_module("language_models.measuring")
faulty_bots: Any = import_module("language_models.faulty_bots")
ask_a_model: Any = import_module("ask_a_model")

DEALS = 100
PLAYERS = ("random", faulty_bots.NEVER, faulty_bots.OVERBIDS, "house", "trained")


def rounds(deals: int, game: str = "auction-pitch") -> Any:
    return measuring.Rounds(Terms.of(game), deals, "house", seed=7)


@cache
def measured(name: str, deals: int) -> Any:
    played = rounds(deals)
    holder = measuring.fault(played, name) if name in faulty_bots.NAMES else measuring.yardstick(played, name)
    return measuring.measure(played, name, holder)


@pytest.mark.integration
def test_planted_faults_are_found_in_a_hundred_deals():
    judge = auctions.Judge(rounds(DEALS).terms, "search:100")
    never, over, house = (
        auctions.bidding([one for choice in measured(name, DEALS).choices if (one := judge.judged(choice))])
        for name in (faulty_bots.NEVER, faulty_bots.OVERBIDS, "house")
    )
    assert never.bids.mean == never.too_high.mean == 0 and never.over.mean is None
    assert never.verdict == "bids too low" and over.verdict == "bids too high"
    assert over.too_high.low > house.too_high.high and over.bids.mean == 1 > house.bids.high
    assert never.too_low.low > house.too_low.high and house.bids.low > 0
    assert over.over.low > house.over.high and over.gain.high < house.gain.low


@pytest.mark.integration
def test_two_halves_of_the_cards_rank_five_players_alike():
    ranks = measuring.halves({name: measured(name, DEALS).scores for name in PLAYERS})
    assert all(odd == even for odd, even in (text.split(" / ") for text in ranks.values())), ranks


def test_ranks_are_by_the_lead_in_each_half():
    flat = np.zeros((4, 2, 2))
    good, half = flat.copy(), flat.copy()
    good[:, 0, 0] = 3
    half[::2, 0, 0] = 4
    assert measuring.halves({"flat": flat, "good": good, "half": half}) == {
        "flat": "3 / 2",
        "good": "2 / 1",
        "half": "1 / 3",
    }


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("Expected: -1.5\nbid 3", -1.5),
        ("I think expected: 2, no\n**Expected:** 3\nbid 3", 3),
        ("expected \u22122\npass", -2),
        ("bid 3", None),
        ("", None),
    ],
)
def test_the_expected_score_is_read_from_a_reply(reply, score):
    assert model_player.expected(reply) == score


def test_a_model_is_asked_for_its_expectation_in_auctions_only():
    prompts: list[str] = []

    def model(prompt: str) -> str:
        prompts.append(prompt)
        return f"Expected: 2.5\n{ask_a_model.stub(prompt)}"

    played = measuring.Rounds(Terms.of("auction-pitch"), 1, "house", seed=7)
    one = model_player.ModelPlayer("one", model, "", True, expect=True)
    result = measuring.measure(played, "one", one.sit)
    asked = [prompt for prompt in prompts if model_player.EXPECT in prompt]
    assert 0 < len(asked) < len(prompts) and all("- pass" in prompt for prompt in asked)
    assert {choice.expected for choice in result.choices} <= {2.5, None}
    assert any(choice.expected == 2.5 for choice in result.choices)
    own = np.diagonal(result.scores, axis1=1, axis2=2)
    assert all(choice.made == own[choice.deal, choice.seat] for choice in result.choices)


def test_a_decision_is_judged_by_what_the_seat_sees():
    played = rounds(1)
    judge = auctions.Judge(played.terms, "search:20")
    for choice in measured(faulty_bots.OVERBIDS, 1).choices:
        if (one := judge.judged(choice)) is not None:
            assert one == judge.judged(choice) and one.price > auctions.NO_PRICE
            ids = text_observations.legal_ids(played.terms, choice.views[0], choice.seat)
            assert choice.action in ids and len(ids) > 1
            assert one.cost >= 0 and (one.best == one.price) == (one.cost == 0)


def test_the_report_has_both_tables(capsys):
    given = ["pitch", "--deals=1", "--no-rules", "--judge=search:9", "--expect", "--planted"]
    assert ask_a_model.main(given) == 0
    text = capsys.readouterr().out
    assert all(name in text for name in ("stub", *faulty_bots.NAMES, "judged by search:9", "rank"))
