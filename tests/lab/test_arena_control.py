"""Tests of control variates. With any coefficient, they do not shift the expected result, and intervals keep their
coverage.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from saleroom import bots
from saleroom.games import load
from saleroom.lab.arena import Plan, control_variates, pilots, results, run, summarise
from saleroom.lab.arena.differences import controlled, differences, first_differences
from saleroom.lab.arena.instant_players import ahead, check, stand_in
from saleroom.lab.arena.narration import table
from saleroom.lab.arena.pilots import Wanted, with_pilots
from saleroom.match.errors import BadRecord
from saleroom.statistics.estimates import estimate

SEED = bytes(range(32))


def plan(*players, deals=12, game="auction-pitch", seats=4, matches=False, **options):
    return Plan(game, options, seats, players or ("search:4", "house"), deals, SEED, matches)


@pytest.fixture(scope="module")
def quick():
    """Compute the stand-ins' averages over few clusters of deals. These tests check only how averages are used."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(control_variates, "DEALS", 512)
        patch.setattr(control_variates, "MATCHES", 64)
        patch.setattr(control_variates, "TOGETHER", 64)
        yield


@pytest.fixture(scope="module")
def fitted(quick):
    """Return an arena plan with its fitted control variate."""
    return with_pilots(plan(), Wanted(control=True), None, 1)


def made_up(random, clusters, average_of):
    """Return random data of an arena with control variates.

    The data are differences between players with mean 0.3, results of stand-ins that had the same luck, and the mean
    and standard error of `average_of` other results of stand-ins.
    """
    luck = random.normal(0, 1, clusters)
    measured = 0.3 + 1.5 * luck + random.normal(0, 1, clusters)
    others = 2 + random.normal(0, 1, average_of)
    return measured, 2 + luck, float(others.mean()), float(others.std(ddof=1) / np.sqrt(average_of))


@pytest.mark.parametrize("coefficient", [0.0, 0.7, 1.5, -1.0])
@pytest.mark.parametrize("average_of", [60, 4000])
def test_intervals_hold_the_truth_whatever_the_coefficient(coefficient, average_of):
    random, held, widths = np.random.default_rng(1), [], []
    for _ in range(1200):
        measured, stood_in, mean, error = made_up(random, 60, average_of)
        found = controlled({"coefficient": coefficient, "mean": mean, "error": error}, measured, stood_in)
        held.append(found.contains(0.3))
        widths.append(found.half / estimate(measured).half)
    assert 0.93 < np.mean(held) < 0.975
    if coefficient == 1.5:
        assert np.mean(widths) < (0.65 if average_of == 4000 else 1.1)


def test_the_multiple_is_shrunk_by_what_chance_would_make_of_it():
    stood_in = np.array([-1.0, 0, 1, 0] * 16)
    assert control_variates.multiple(2 + 3 * stood_in, stood_in) == pytest.approx(3)
    rest = np.array([1.0, -1, 1, -1] * 16)  # uncorrelated with `stood_in`
    error = 64 / 62 / 32
    assert control_variates.multiple(3 * stood_in + rest, stood_in) == pytest.approx(3 * (1 - 2 * error / 9))
    assert control_variates.multiple(0.1 * stood_in + rest, stood_in) == control_variates.multiple(rest, stood_in) == 0
    assert control_variates.multiple(rest, np.ones(64)) == control_variates.multiple(np.ones(64), rest) == 0


def test_an_average_of_few_taken_for_certain_would_claim_too_much():
    random, held = np.random.default_rng(2), []
    for _ in range(600):
        measured, stood_in, mean, _ = made_up(random, 60, 60)
        found = controlled({"coefficient": 1.5, "mean": mean, "error": 0.0}, measured, stood_in)
        held.append(found.contains(0.3))
    assert np.mean(held) < 0.85


class Careless:
    """Bot that plays like ``house``, except that about every third action is random."""

    def __init__(self, game, seed):
        self._players = [bots.player(name, game, seed) for name in ("house", "random")]
        self._chance = np.random.default_rng(list(seed))

    def choose(self, views, seat):
        return self._players[int(self._chance.random() < 0.3)].choose(views, seat)


def careless(name, game, seed=b"", objective="match", threads=1):
    return Careless(game, seed)


def test_equal_players_stay_equal(quick):
    """Check that two players of the same kind are measured as equal, although their stand-ins have
    different results.
    """
    one = plan("ann", "bob", deals=320)
    mean, error = control_variates.average(one, 1)
    assert mean > 0.1
    one = replace(one, pilot={"control": {"coefficient": 1.0, "mean": mean, "error": error}})
    rows = run(one, make=careless)
    together = differences(one, rows)[0]
    assert together.contains(0)
    size = 16 * one.turns
    arenas = [differences(one, rows[at : at + size])[0] for at in range(0, len(rows), size)]
    # of 20 intervals, fewer than 17 contain 0 with a probability below 1 in 1,000
    assert sum(found.contains(0) for found in arenas) >= 17


def test_stand_ins_play_the_same_cards(fitted):
    """Check that stand-ins get the same cards: their results equal the measured results if all players play alike."""
    trained = replace(fitted, players=("trained", "house"), deals=4)
    for row in run(trained):
        assert row["stand_in"] == row["scores"]
    found = ahead(trained, stand_in(trained, range(4)))
    assert found == pytest.approx(first_differences(trained, run(trained)))


def test_matches_are_stood_in_for_by_wins(quick):
    one = with_pilots(plan("search:2", "house", deals=2, matches=True, target=2), Wanted(control=True), None, 1)
    rows = run(one)
    assert all(sum(row["stand_in"]) == pytest.approx(1) and max(row["stand_in"]) <= 1 for row in rows)
    assert differences(one, rows)[0].count == 2


def test_less_is_left_to_chance(fitted):
    more = replace(fitted, players=("trained", "house"), deals=40)
    more = replace(more, pilot={"control": {**more.pilot["control"], "coefficient": 1.0}})
    (pair,) = summarise(more, run(more))["pairs"]
    assert pair["difference"]["error"] < pair["plain"]["error"] / 2  # the stand-in plays exactly like the player
    assert pair["difference"]["error"] == pytest.approx(more.pilot["control"]["error"])


def test_what_is_found_stands_in_the_plan_and_is_found_again(fitted, tmp_path):
    assert set(fitted.pilot["control"]) == {"coefficient", "mean", "error", "clusters", "pilot", "witness"}
    assert with_pilots(plan(), Wanted(control=True), None, 1) == fitted
    rows = run(fitted, tmp_path)
    again = with_pilots(plan(), Wanted(control=True), tmp_path, 1)
    assert again == fitted
    assert results.read(again, tmp_path / results.FILE) == rows
    (pair,) = summarise(again, rows)["pairs"]
    assert pair["plain"]["mean"] == pytest.approx(first_differences(plan(), rows).mean())
    assert "Control variates: without them search:4 would be ahead of house by" in table(summarise(again, rows))


def test_results_are_gone_on_with_as_they_were_begun(fitted, tmp_path):
    run(replace(fitted, deals=1), tmp_path)
    with pytest.raises(BadRecord, match="begun with --control"):
        with_pilots(plan(), Wanted(), tmp_path, 1)
    with pytest.raises(BadRecord, match="another pilot"):
        run(plan(), tmp_path)
    other = tmp_path / "other"
    run(plan(deals=1), other)
    with pytest.raises(BadRecord, match="begun with no such options"):
        with_pilots(plan(), Wanted(control=True), other, 1)
    assert with_pilots(plan(), Wanted(), other, 1) == plan()


def test_other_stand_ins_do_not_go_on(fitted, tmp_path):
    changed = {"control": {**fitted.pilot["control"], "witness": "of another net"}}
    run(replace(fitted, pilot=changed, deals=1), tmp_path)
    with pytest.raises(ValueError, match="another net"):
        with_pilots(plan(), Wanted(control=True), tmp_path, 1)


def test_one_player_among_others_alone_has_stand_ins(monkeypatch):
    check(plan("hard", "house"))
    for players in (("a", "b", "c"), ("a",), ("a", "a", "b"), ("a", "b", "a", "b")):
        with pytest.raises(ValueError, match="one player among others"):
            pilots.check(plan(*players), Wanted(control=True))
    monkeypatch.setattr("saleroom.lab.arena.instant_players.shipped", lambda game: None)
    with pytest.raises(ValueError, match="no net plays auction-pitch"):
        check(plan("hard", "house"))


@pytest.mark.soak
@pytest.mark.parametrize("game", ["auction-house", "auction-hearts", "auction-draw", "auction-flop-poker"])
def test_every_game_has_stand_ins(game):
    one = Plan(game, {}, load(game).usual_seats, ("trained", "house"), 1, SEED)
    assert stand_in(one, [0])[0].tolist() == [row["scores"] for row in run(one)]
