"""Tests of decision times.

Times are stored next to the results and do not affect the results. Two players can be given equal time.
"""

from __future__ import annotations

import json
import time
from types import SimpleNamespace

import pytest

from saleroom import bots
from saleroom.lab.arena import Plan, equal_time, results, run, summarise, times
from saleroom.lab.arena.narration import table
from saleroom.lab.arena.pilots import Wanted, check, with_pilots
from saleroom.lab.arena.times import Spent, Timed
from saleroom.lab.reports.wording import duration
from saleroom.match.errors import BadRecord

SEED = bytes(range(32))


def plan(*players, deals=3):
    return Plan("pitch", {}, 4, players or ("house", "random"), deals, SEED)


class Clock:
    """Clock that advances only while a player decides."""

    def __init__(self, monkeypatch):
        self.now = 0.0
        monkeypatch.setattr(time, "thread_time", lambda: self.now)
        monkeypatch.setattr(time, "perf_counter", lambda: 2 * self.now)


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


def thinking(clock):
    """Return a function that makes players with a fixed time for each decision: 3 seconds, plus 1 second (0.25 for
    `/house`) for each simulation of the search.
    """

    def make(name, game, seed=b"", objective="match", threads=1):
        player = bots.player("house", game, seed)
        seconds = 3 + float(name.split(":")[1].split("/")[0]) * (0.25 if name.endswith("/house") else 1)

        def choose(views, seat):
            clock.now += seconds
            return player.choose(views, seat)

        return SimpleNamespace(choose=choose)

    return make


def test_quantiles_and_sums():
    spent = Spent()
    for number in range(1, 101):
        spent.add(number / 1000, number / 500)
    found = spent.as_dict()
    assert (found["decisions"], found["cpu"], found["wall"]) == (100, pytest.approx(5.05), pytest.approx(10.1))
    assert found["median"] == pytest.approx(0.05, rel=0.03)
    assert found["p95"] == pytest.approx(0.095, rel=0.03)
    both = Spent()
    both.merge(spent)
    both.merge(spent)
    assert both.decisions == 200 and both.quantile(0.5) == spent.quantile(0.5)
    assert Spent().quantile(0.5) is None
    zero = Spent()
    zero.add(0.0, 0.0)  # a coarse clock can measure zero
    assert (zero.quantile(0.5) or 1) < 1e-8


def test_every_players_time_is_told(clock):
    took = {}
    one = plan("search:5", "search:8")
    rows = run(one, make=thinking(clock), took=took)
    first, last = summarise(one, rows, took)["times"]
    assert (first["player"], last["player"]) == ("search:5", "search:8")
    assert first["decisions"] + last["decisions"] == sum(row["decisions"] for row in rows)
    assert first["cpu"] == 8 * first["decisions"] and last["cpu"] == 11 * last["decisions"]
    assert first["wall"] == 2 * first["cpu"]
    assert first["median"] == 8 and last["p95"] == pytest.approx(11, rel=0.03)
    assert "Processor time a decision: search:5 8.00 s, search:8 11.0 s." in table(summarise(one, rows, took))
    assert summarise(one, rows)["times"] == [] and "Processor" not in table(summarise(one, rows))


def test_results_do_not_depend_on_time(clock, tmp_path):
    run(plan("search:5", "search:8"), tmp_path / "slow", make=thinking(clock))
    clock.now = 0.5
    run(plan("search:5", "search:8"), tmp_path / "again", make=thinking(clock))
    slow, again = ((tmp_path / name / results.FILE).read_bytes() for name in ("slow", "again"))
    assert slow == again and b"cpu" not in slow


def test_times_are_kept_and_gone_on_with(tmp_path):
    first, both = {}, {}
    run(plan(deals=2), tmp_path, took=first)
    with (tmp_path / times.FILE).open("a") as file:
        file.write('{"cluster":2,"times":{"hou')  # a line that a crash has cut off
    rows = run(plan(deals=4), tmp_path, took=both)
    assert set(both) == {0, 1, 2, 3}
    assert all(both[number] == first[number] for number in first)
    told = summarise(plan(deals=4), rows, both)["times"]
    assert sum(one["decisions"] for one in told) == sum(row["decisions"] for row in rows)


def test_strange_lines_tell_nothing(tmp_path):
    run(plan(deals=1), tmp_path)
    strange = [b"\xff", b"[]", b"{}", b'{"cluster":0,"times":[1]}', b'{"cluster":"x","times":{}}', b"[" * 100_000]
    (tmp_path / times.FILE).write_bytes(b"\n".join(strange) + b"\n")
    took = {}
    run(plan(deals=2), tmp_path, took=took)
    assert set(took) == {1}


def test_times_of_other_results_go(tmp_path):
    run(plan(deals=2), tmp_path)
    (tmp_path / results.FILE).unlink()
    took = {}
    run(plan(deals=1), tmp_path, took=took)
    assert set(took) == {0}
    assert len((tmp_path / times.FILE).read_text().splitlines()) == 1


def test_a_timed_player_is_the_player():
    class Only:
        sees_all = True

        def choose(self, views, seat):
            return 7

        def __repr__(self):
            return "only"

    spent = Spent()
    one = Timed(Only(), spent)
    assert (one.sees_all, repr(one), one.choose(None, 0)) == (True, "only", 7)
    assert (one.decide(None, 0).action, one.decide(None, 0).expected) == (7, None)
    assert spent.decisions == 3
    assert not Timed(SimpleNamespace(), spent).sees_all


def test_equal_time_gives_the_last_as_many_simulations_as_the_first_takes(clock):
    """Check that the second player's number of simulations is found in several steps.

    The first player takes 3 + 12 = 15 seconds for a decision. The second player takes 3 + 48 / 4 = 15 seconds with 48
    simulations.
    """
    found = equal_time.equalised(plan("search:12", "search:4/house"), thinking(clock), 1, 1)
    assert found.players[0] == "search:12"
    assert 40 <= int(found.players[1].split(":")[1].split("/")[0]) <= 48
    note = found.pilot["equal_time"]
    assert note["asked"] == ["search:12", *["search:4/house"] * 3]
    assert note["rounds"][0]["player"] == "search:4/house"
    assert note["rounds"][0]["seconds"] == [15, 4]


def test_equal_time_goes_on_with_what_it_found(clock, tmp_path):
    asked, wanted = plan("search:12", "search:4/house"), Wanted(equal_time=True)
    found = with_pilots(asked, wanted, tmp_path, 1, thinking(clock))
    run(found, tmp_path, make=thinking(clock))
    before = (tmp_path / results.FILE).read_bytes()
    assert with_pilots(asked, wanted, tmp_path, 1, None) == found  # the second call measures no times
    run(found, tmp_path, make=thinking(clock))
    assert (tmp_path / results.FILE).read_bytes() == before
    assert json.loads(before.splitlines()[0])["players"][1] == found.players[1]
    with pytest.raises(BadRecord, match="begun with --equal-time"):
        with_pilots(asked, Wanted(), tmp_path, 1)
    other = with_pilots(plan("search:12", "search:5/house"), wanted, tmp_path, 1)
    with pytest.raises(BadRecord, match="other players"):
        run(other, tmp_path)


def test_a_damaged_plan_is_one_line(tmp_path):
    (tmp_path / results.FILE).write_text('{"pilot": {"equal_time": {}}}\n')
    with pytest.raises(BadRecord, match="damaged plan"):
        with_pilots(plan("search:12", "search:4"), Wanted(equal_time=True), tmp_path, 1)


@pytest.mark.parametrize("players", [("house",), ("house", "random"), ("a", "b", "search:4"), ("house", "search:4ms")])
def test_equal_time_is_for_a_search_beside_another(players):
    with pytest.raises(ValueError, match="equal time is for two players"):
        check(plan(*players), Wanted(equal_time=True))


def test_who_comes_to_the_same_is_not_compared(clock):
    with pytest.raises(ValueError, match="nothing to compare"):
        equal_time.equalised(plan("search:12", "search:4"), thinking(clock), 1, 1)


def test_durations_have_the_unit_that_suits_them():
    assert [duration(seconds) for seconds in (2.5, 0.0125, 3e-6)] == ["2.50 s", "12.5 ms", "3.00 µs"]
