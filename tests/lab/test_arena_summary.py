"""Tests of summaries and ratings of results, on rows for which they can be computed by hand."""

from __future__ import annotations

import pytest

from saleroom.lab.arena import Plan, summarise
from saleroom.lab.arena.differences import by_cluster
from saleroom.lab.arena.ratings import ranks, rate
from saleroom.lab.arena.running import is_enough
from saleroom.statistics.estimates import OPEN, TOO_FEW, all_within, estimate


def row(cluster, seating, players, scores, wins=None, bids=()):
    more = {} if wins is None else {"wins": wins}
    shared = {"cluster": cluster, "seating": seating, "players": players, "dealer": cluster % 4, "scores": scores}
    return {**shared, **more, "deals": 1, "decisions": 28, "bids": list(bids)}


ROWS = [
    row(0, 0, ["a", "b", "b", "b"], [4, 0, 1, 2]),
    row(0, 1, ["b", "a", "b", "b"], [3, 2, 0, 0]),
    row(1, 0, ["a", "b", "b", "b"], [0, 0, 0, 3]),
    row(1, 1, ["b", "a", "b", "b"], [1, 2, 1, 0]),
]


def test_a_cluster_gives_each_player_one_number():
    table = by_cluster(("a", "b"), ROWS, "scores")
    assert table.tolist() == [[3, 1], [1, 5 / 6]]
    found = [estimate(table[:, 0] - table[:, 1])]
    assert all_within(found, 100) and not all_within(found, 0.01)


def test_two_looks_are_far_apart():
    plan = Plan("pitch", {}, 4, ("a", "b"), 1000, bytes(32))
    rows = [
        row(cluster, seating, list(names), [1 + (name == "a") * (cluster % 2) / 10 for name in names])
        for cluster in range(130)
        for seating, names in enumerate(plan.seatings(cluster))
    ]
    assert [deals for deals in range(1, 131) if is_enough(plan, rows, deals, 0.1)] == [32, 64, 128]
    assert not is_enough(plan, rows, 64, None)
    assert not is_enough(plan, [{**one, "scores": [1] * 4} for one in rows], 64, 0.1)


def test_a_summary_by_hand():
    plan = Plan("pitch", {}, 4, ("a", "b"), 2, bytes(32))
    won = {"seat": 0, "price": 2, "expected": 3.0, "won": True, "made": 4}
    lost = {"seat": 1, "price": 1, "expected": 1.0, "won": False, "made": 0}
    rows = [
        row(cluster, seating, [*names], [4 if name == "a" else 1 for name in names])
        for cluster in range(2)
        for seating, names in enumerate(plan.seatings(cluster))
    ]
    rows[0]["bids"] = [won, lost]
    rows[4]["bids"] = [{**won, "made": 0}]
    found = summarise(plan, rows)
    assert found["counts"] == {"deals": 2, "seatings": 4, "played": 8, "decisions": 8 * 28}
    assert [player["score"]["mean"] for player in found["players"]] == [4, 1]
    (pair,) = found["pairs"]
    assert (pair["a"], pair["b"], pair["difference"]["mean"], pair["verdict"]) == ("a", "b", 3, TOO_FEW)
    assert {(entry["player"], entry["place"]) for entry in found["seats"]} == {(n, p) for n in "ab" for p in range(4)}
    assert all(entry["scores"]["mean"] == (4 if entry["player"] == "a" else 1) for entry in found["seats"])
    a_two, a_all, b_one, _ = found["bids"]
    assert (a_two["player"], a_two["low"], a_two["high"], a_two["number"], a_two["won"]) == ("a", 2, 2, 2, 2)
    assert (a_two["expected"], a_two["made"]["mean"], a_two["error"]["mean"]) == (3, 2, -1)
    assert a_two["won_paid"]["mean"] == 0.5
    assert (a_all["low"], a_all["number"], b_one["player"], b_one["won"]) == (None, 2, "b", 0)


def test_a_summary_of_matches_counts_wins():
    plan = Plan("pitch", {}, 4, ("a", "b"), 12, bytes(32), True)
    rows = [
        row(cluster, seating, [*names], [0] * 4, [1.0 if seat == cluster % 4 else 0.0 for seat in range(4)])
        for cluster in range(12)
        for seating, names in enumerate(plan.seatings(cluster))
    ]
    a, b = summarise(plan, rows)["players"]
    assert (a["wins"]["mean"], b["wins"]["mean"]) == (0.25, 0.75)
    assert a["edge"]["mean"] == b["edge"]["mean"] == 0
    (pair,) = summarise(plan, rows)["pairs"]
    assert pair["difference"]["mean"] == 0 and pair["verdict"] == OPEN


def test_bids_without_expectation_have_no_error():
    plan = Plan("house", {}, 4, ("a",), 1, bytes(32))
    bid = {"seat": 0, "price": None, "expected": None, "won": True, "made": 4}
    (every,) = summarise(plan, [row(0, 0, ["a"] * 4, [4, 0, 0, 0], bids=[bid])])["bids"]
    assert (every["low"], every["expected"], every["error"]["mean"]) == (None, None, None)
    assert every["made"]["mean"] == 4


def test_ranks_keep_ties_and_put_winners_first():
    assert ranks(row(0, 0, [*"abcd"], [3, 1, 3, 0])) == [0, 2, 0, 3]
    assert ranks(row(0, 0, [*"abcd"], [9, 8, 9, 0], [0, 1, 0, 0])) == [1, 0, 1, 3]


def test_ratings_follow_the_results():
    rows = [row(n, 0, [*"abcc"], [5, 3, 1, 1]) for n in range(30)]
    found = rate(("c", "b", "a"), rows)
    assert found["a"].mu > found["b"].mu > found["c"].mu
    assert found["a"].sigma < 25 / 3
    assert found["a"].ordinal == found["a"].mu - 3 * found["a"].sigma


def test_ratings_of_equals_are_equal():
    found = rate(("a", "b"), [row(n, 0, [*"abab"], [1, 1, 1, 1]) for n in range(10)])
    assert found["a"].mu == pytest.approx(found["b"].mu)
    assert rate(("a",), [row(0, 0, [*"aaaa"], [1, 2, 3, 4])])["a"].mu == 25


def test_a_rating_is_openskills():
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    rated = model.rate([[model.rating()] for _ in range(4)], ranks=[1, 0, 2, 3])
    found = rate(tuple("abcd"), [row(0, 0, [*"abcd"], [3, 4, 2, 1])])
    assert [(found[name].mu, found[name].sigma) for name in "abcd"] == [(one.mu, one.sigma) for (one,) in rated]
