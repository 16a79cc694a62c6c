"""Tests of players that are restricted to some of their legal actions."""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.bots.players import UnknownPlayer
from saleroom.games import load
from saleroom.kernel import loops
from saleroom.lab.study.command import study
from saleroom.lab.study.playing import play
from saleroom.lab.study.restricted import check
from saleroom.match.seeds import batch_seeds
from tests.games import short

PRICED = ("auction-pitch", "auction-hearts", "auction-draw", "auction-flop-poker")


def bids(name: str, player: str) -> list[tuple[str, list[str]]]:
    """Return each bid in a few matches, with the bids that were legal."""
    game, seats, found = load(name), short.seats(name), []
    options = game.settle_options(short.whole(name), seats)

    def watch(states, movers, actions, ids):
        mask = np.zeros((len(states), game.action_bound(options, seats)), bool)
        loops.legal_all(states, movers, mask)
        for at in np.flatnonzero(states["phase"] == game.phases.index("bid")):
            state, seat = states[at], int(movers[at])
            legal = [game.format_action(state, seat, int(action)) for action in np.flatnonzero(mask[at])]
            found.append((game.format_action(state, seat, int(actions[at])), legal))

    play(game, options, [player] * seats, batch_seeds(3, 2), watch)
    return found


@pytest.mark.parametrize("name", [*PRICED, "auction-house"])
def test_who_never_bids_passes_wherever_that_is_legal(name):
    said = bids(name, "never-bids:random")
    assert said and all(words == "pass" or "pass" not in legal for words, legal in said)


@pytest.mark.parametrize("name", PRICED)
def test_the_minimum_is_the_lowest_price_that_is_legal(name):
    said = [(words, legal) for words, legal in bids(name, "minimum:random") if words != "pass"]
    prices = [[int(one.split(" ")[1]) for one in legal if one.startswith("bid ")] for _, legal in said]
    assert said and [words for words, _ in said] == [f"bid {min(of)}" for of in prices]


def test_players_who_bid_by_the_rules_of_thumb_still_pass_as_they_did():
    plain, least = (bids("auction-pitch", one) for one in ("house", "minimum:house"))
    passes, of_least = (sum(words == "pass" for words, _ in said) for said in (plain, least))
    assert of_least and abs(passes - of_least) < len(plain) / 4


def test_what_a_restriction_costs_is_told_as_skill():
    never, forgetful = (
        study("pitch", {"low": ["taken"]}, matches=1200, seed=1, better=pair).summary["tables"][2]["values"]["skill"]
        for pair in (("never-bids:house", "house"), ("no-memory:trained", "trained"))
    )
    assert never["high"] < 0.25 and never["mean"] < forgetful["mean"] < 0.26


@pytest.mark.parametrize(
    ("name", "game", "words"),
    [
        ("never-bids:hard", "pitch", "never-bids:house or never-bids:trained"),
        ("no-memory:house", "pitch", "is one of no-memory:trained"),
        ("minimum:house", "auction-house", "have no price; never-bids:house can be played"),
        ("sometimes:house", "pitch", "there is no module sometimes"),
        ("never-bids:", "pitch", "there is no player"),
        ("cmd:true", "pitch", "programs play only in play, simulate, arena, evaluate, exploit and train"),
    ],
)
def test_what_cannot_be_played_is_said(name, game, words):
    with pytest.raises((UnknownPlayer, ValueError), match=words):
        check(name, load(game))
