"""Law: no card, tile or chip is ever created or lost."""

from __future__ import annotations

from itertools import chain

from saleroom.games import load
from saleroom.kernel.bits import members
from tests.contract.chance import every_table, random_moments
from tests.contract.places import overlap, pack_of
from tests.games import of_game


@every_table
def test_chips_are_paid_and_taken_never_made_or_lost(name, seats):
    if load(name).unit != "chips":
        return
    fewest = next(option.values[0] for option in load(name).options if option.name == "chips")
    poor = random_moments(name, seats, 24, "few chips", chips=fewest)
    for match, _ in chain(poor, random_moments(name, seats, 6, "chips")):
        total = seats * int(match.options["chips"])
        assert min(match.scores) >= 0
        assert match.state.carry >= 0
        if match.over:
            assert 0 <= total - sum(match.scores) < seats  # the odd chips of a leftover pot are lost
            assert match.state.carry == 0
        else:
            assert sum(match.scores) + int(match.state.carry) == total


@every_table
def test_scores_of_a_zero_sum_game_add_up_to_zero_in_every_deal(name, seats):
    if not load(name).zero_sum:
        return
    fewest = {option.name: option.values[0] for option in load(name).options if option.name == "chips"}
    poor = random_moments(name, seats, 24, "zero-sum with few chips", **fewest)
    for match, _ in chain(poor, random_moments(name, seats, 6, "zero-sum")):
        assert all(sum(deal.score) == 0 for deal in match.deals if deal.score is not None)


@every_table
def test_scores_are_the_sum_of_what_the_deals_changed(name, seats):
    for match, _ in random_moments(name, seats, 4, "sums"):
        settled = [deal for deal in match.deals if deal.score is not None]
        start = int(match.options.get("chips", 0))
        sums = [start + sum(deal.score[seat] for deal in settled) for seat in range(seats)]
        if match.over:
            left = settled[-1].carry
            shared = left // seats if match.game.unit == "chips" else 0
            assert match.scores == [points + shared for points in sums]
        elif match.game.unit == "points":
            assert match.scores == sums


@every_table
def test_cards_in_tricks_and_hands_are_the_cards_dealt(name, seats):
    for match, _ in random_moments(name, seats, 4, "tricks"):
        state = match.state
        if "taken" not in [field.name for field in match.game.record.fields]:
            return
        rows = {field: [int(state[field][seat]) for seat in range(seats)] for field in ("hand", "played", "taken")}
        assert overlap([*rows["hand"], *rows["played"]]) == 0
        assert overlap([*rows["taken"], int(state.trick)]) == 0
        assert sum(rows["taken"]) + int(state.trick) == sum(rows["played"])
        dealt = {len(members(hand | played)) for hand, played in zip(rows["hand"], rows["played"], strict=True)}
        assert len(dealt) == 1 or match.game.sealed


@every_table
def test_every_piece_is_in_one_place(name, seats):
    places = of_game(name, "worlds").places
    for match, _ in random_moments(name, seats, 4, "places"):
        if not match.over:
            sets = places(match.state)
            assert overlap(sets) == 0
            assert sum(sets) == pack_of(match)
