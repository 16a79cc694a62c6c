"""Tests of `saleroom study GAME --aim`: a known answer, or none, continuation, and errors of one line."""

from __future__ import annotations

import json
import math
import os
import signal
import sys
import time
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import typer

from saleroom.cli import app, guarded
from saleroom.games import load
from saleroom.lab.study.aims import MEETS, MISSES, UNCLEAR, margin, parse_aims
from saleroom.lab.study.combinations import SetStudy, combinations, values_of
from saleroom.lab.study.differences import named
from saleroom.lab.study.halving import KEPT, cost, rounds
from saleroom.lab.study.plan import Table
from saleroom.lab.study.running import play_block
from saleroom.lab.study.search import search
from saleroom.lab.study.search_plan import SearchRequest, planned
from saleroom.lab.study.search_text import search_text
from tests.children import child

TARGETS = [2, 3, 4, 5, 6, 9, 12]
VARY = {"target": TARGETS, "dealer_match": ["any", "never"], "low": ["taken"], "cards_tie": ["nobody"]}
"""Options of a grid of 96 sets in Pitch."""
MATCHES = 2000
AIM = "minutes<=8, leads>=0.6"
"""Aims that oppose each other: long matches have more changes of the lead."""


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    """Run a command, and return its exit status, standard output and standard error."""
    status = guarded(typer.main.get_command(app), ["study", *map(str, arguments)])
    output = capsys.readouterr()
    return status, output.out, output.err


def plan(**change):
    arguments = {
        "game": "pitch", "aim": AIM, "vary": VARY, "seats": 4, "matches": MATCHES, "seed": bytes(32),
    }  # fmt: skip
    return planned(SearchRequest(**{**arguments, **change}))


@cache
def grid() -> dict[str, float]:
    """Return the margin of every set of the grid, each played with as many matches as a confirmation, by name."""
    game, conditions = load("pitch"), [one for aim in parse_aims(AIM, load("pitch")) for one in aim.conditions(4, 4.0)]
    sets = combinations(game, values_of(game, VARY, {}, 4), {}, 4, 243, bytes(32))
    study = SetStudy("pitch", (99).to_bytes(32, "big"), MATCHES, {}, {}, (4,), ("house",), sets)
    columns = {table: named(table, play_block(study, table, range(MATCHES))) for table in study.tables}
    return {table.variant.name: margin(conditions, one, None) for table, one in columns.items()}


@pytest.mark.integration
@pytest.mark.parametrize("seed", range(3))
def test_the_search_finds_what_a_whole_grid_finds_with_a_tenth_of_its_matches(seed):
    margins = grid()
    result = search("pitch", AIM, VARY, matches=MATCHES, seed=seed)
    best = result.summary["finalists"][0]
    assert len(margins) == 96 and min(margins.values()) < 0 < max(margins.values()) - 0.1
    assert best["verdict"] == MEETS and margins[best["name"]] >= max(margins.values()) - 0.05
    played = result.summary["matches"]
    assert played["grid"] == 96 * MATCHES
    assert played["chosen"] + played["confirmed"] <= played["grid"] / 10


def test_none_is_said_where_none_exists(capsys, tmp_path):
    asked = ["pitch", "--aim", "deals<=1.5", "--vary", "target=5,9", "--matches", 300, "--seed", 1, "--jobs", 1]
    status, out, err = run(capsys, *asked, "--out", tmp_path)
    assert status == 0 and "None: no set of options that was tried reaches every aim." in out
    assert "3 sets of options: at most 0 matches to choose, and 900 with other cards to confirm; about" in err
    summary = json.loads((tmp_path / "search.json").read_text())
    assert {row["verdict"] for row in summary["finalists"]} == {MISSES}
    assert summary["matches"]["confirmed"] == 900 and summary["rounds"] == []


def test_the_confirmation_has_other_cards_than_the_choice():
    vary = {"target": [3, 5, 9], "low": ["taken"]}
    result = search("pitch", "deals<=9", vary, matches=300, seed=1)
    choice = plan(aim="deals<=9", vary=vary, matches=300, seed=(1).to_bytes(32, "big")).study
    assert bytes.fromhex(result.summary["plan"]["seed"]) == choice.seed
    confirmation = result.confirmation.study
    assert not {choice.seed_of(n) for n in range(300)} & {confirmation.seed_of(n) for n in range(300)}


def test_the_answer_is_empty_where_the_base_reaches_every_aim():
    result = search("pitch", "deals>=1", {"target": [5]}, matches=300, seed=1)
    assert result.summary["finalists"][0]["name"] == "base" and result.answer == {}


def test_variants_that_nobody_notices_take_one_place_among_the_finalists():
    result = search("pitch", "deals<=9", {"target": [3, 5], "deals": [300, 310, 320]}, matches=300, seed=1)
    names = [row["name"] for row in result.summary["finalists"]]
    assert names == ["target=3", "target=5", "base"]
    first, _ = rounds(12, 300, 4)
    assert result.summary["rounds"] == [first._asdict()]


@pytest.mark.integration
def test_luck_is_measured_by_two_levels():
    result = search("pitch", "luck<=0.9, skill>=0.2", {"target": [5]}, matches=1100, seed=1)
    assert result.answer is not None
    for row in result.summary["finalists"]:
        assert [one["measure"] for one in row["aims"]] == ["luck", "skill"]
        assert all(one["low"] < one["mean"] < one["high"] for one in row["aims"])


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.integration
def test_a_search_that_was_killed_goes_on_and_ends_the_same(tmp_path):
    asked = ["study", "pitch", "--aim", "deals<=9", "--vary", "target=3,5", "--vary", "low=taken", "--seed", "1"]
    command = [sys.executable, "-m", "saleroom", *asked, "--matches", "600", "--jobs"]
    with child([*command, "2", "--out", str(tmp_path / "part")]) as process:
        while len(list((tmp_path / "part/blocks").glob("*.npy"))) < 2:
            assert process.poll() is None
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    for folder, jobs in (("part", "2"), ("whole", "1")):
        with child([*command, jobs, "--out", str(tmp_path / folder)]) as process:
            process.communicate()
            assert process.returncode == 0
    assert contents(tmp_path / "part") == contents(tmp_path / "whole")


def test_a_folder_is_of_one_question(capsys, tmp_path):
    asked = ["pitch", "--vary", "target=5", "--matches", 300, "--jobs", 1, "--out", tmp_path, "--aim"]
    assert run(capsys, *asked, "deals<=9")[0] == 0
    status, _, err = run(capsys, *asked, "deals<=8")
    assert status == 2 and "is of a study with another aim" in err


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["--aim", "fun<=3"], "no measure 'fun'; there are minutes, "),
        (["--aim", "minutes=20"], "--aim 'minutes=20': write a measure and its limit"),
        (["--aim", ""], "write a measure and its limit"),
        (["--aim", "seats<=0.1"], "or seats within 0.02"),
        (["--aim", "seats within 2"], "the distance is above 0 and below 1"),
        (["--aim", "luck<=50"], "luck is a share from 0 to 1"),
        (["--aim", "minutes<=20, minutes<=30"], "limits minutes twice"),
        (["--aim", "minutes>=20, minutes<=10"], "no number is at least 20 and at most 10"),
        (["--aim", "minutes<=20", "--better", "trained,house"], "--aim names neither"),
        (["--aim", "minutes<=20", "--matches", "100"], "--matches 100 are too few to confirm anything; 256"),
        (["--aim", "luck<=0.5", "--matches", "1000"], "1,024 are the least"),
        (["--aim", "minutes<=20", "--vary", "target=7"], "no value differs from the base"),
        (["--aim", "minutes<=20", "--vary", "target=99"], "it must be a number from 1 to 50"),
        (["--aim", "minutes<=20", "--vary", "goal=9"], "has no option 'goal'"),
        (["--aim", "minutes<=20", "--seats", "4,5"], "one number of seats"),
        (["--aim", "minutes<=20", "--seats", "9"], "4 to 7 seats"),
        (["--aim", "minutes<=20", "--players", "house,trained"], "one level of play"),
        (["--aim", "minutes<=20", "--players", "wizard"], "there is no player"),
        (["--aim", "minutes<=20", "--until", "0.1"], "--aim takes no --until"),
        (["--aim", "minutes<=20", "--all", "--out", "x"], "--all needs --out DIR"),
        (["--aim", "", "--all", "--out", "x"], "--aim or --sets"),
        (["--sets", "5", "--all", "--out", "x"], "--aim or --sets"),
        (["--sets", "5"], "--sets needs --aim"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(capsys, asked, words):
    status, out, err = run(capsys, "pitch", *asked)
    assert status == 2 and out == "" and err.count("\n") == 1 and words in err


def test_aims_of_auctions_need_an_auction_with_prices():
    with pytest.raises(ValueError, match="has no prices; leave out price"):
        parse_aims("price<=3", load("house"))


def test_a_verdict_needs_the_whole_interval():
    (aim,) = parse_aims("deals<=9", load("pitch"))
    (condition,) = aim.conditions(4, 4.0)
    dice = np.random.default_rng(1)

    def verdict(mean: float, count: int = 1000) -> str:
        return condition.verdict(condition.estimate({"deals": dice.normal(mean, 2, count)}, 0.01))

    assert (verdict(8), verdict(10), verdict(9)) == (MEETS, MISSES, UNCLEAR)
    assert verdict(1, 100) == UNCLEAR


def test_equal_matches_prove_only_that_other_matches_are_rare():
    def verdict(aim: str, columns: dict[str, np.ndarray]) -> str:
        (condition,) = parse_aims(aim, load("pitch"))[0].conditions(4, 4.0)
        return condition.verdict(condition.estimate(columns, 0.01))

    assert verdict("leads<=0", {"leads": np.zeros(300)}) == verdict("deals<=9", {"deals": np.full(300, 1.0)}) == UNCLEAR
    assert verdict("made>=0.9", {"made": np.full(300, 2.0), "sales": np.full(300, 2.0)}) == UNCLEAR
    ties = [verdict(f"tied<={limit}", {"tied": np.zeros(300)}) for limit in (0.001, 0.1)]
    assert ties == [UNCLEAR, MEETS]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.3417, "0.342"), (6.7331, "6.73"), (9.996, "10.0"), (13.94, "13.9"), (-142.4, "−142"), (1234.5, "1234")],
)
def test_figures_have_three_digits(value, text):
    aim = {"aim": "gain<=1", "measure": "gain", "mean": value, "low": None, "high": None, "verdict": UNCLEAR}
    best = {"name": "base", "verdict": UNCLEAR, "aims": [aim]}
    summary = {
        "title": "Auction Pitch",
        "aims": ["gain<=1"],
        "plan": {"seats": [4], "sets": 1, "levels": ["house"], "matches": 300},
        "matches": {"chosen": 0, "confirmed": 600, "grid": 600},
        "finalists": [best],
    }
    assert search_text(summary).endswith(f"gain<=1  {text}: not clear")


def test_the_margin_is_that_of_the_worst_aim():
    aims = parse_aims("deals<=10, leads>=4, seats within 0.1", load("pitch"))
    conditions = [one for aim in aims for one in aim.conditions(2, 4.0)]
    columns = {"deals": np.array([8.0]), "leads": np.array([5.0])}
    shares = {"won_place_0": np.array([0.59]), "won_place_1": np.array([0.41])}
    assert margin(conditions, {**columns, **shares}, None) == pytest.approx(0.1)
    assert margin(conditions[:2], columns, None) == pytest.approx(0.2)


def test_rounds_grow_while_sets_drop_out():
    plan = rounds(81, 10_000, 4)
    assert [one.combinations for one in plan] == [81, 27, 9]
    assert all(b.matches == KEPT * a.matches for a, b in pairwise(plan))
    assert plan[0].matches % 4 == 0 and cost(plan) < 81 * 10_000 / 15
    assert rounds(3, 10_000, 4) == []


def test_a_large_grid_is_drawn_by_the_seed_with_every_single_change():
    game = load("pitch")
    values = values_of(game, {}, {}, 4)
    total = math.prod(map(len, values.values()))
    drawn = [combinations(game, values, {}, 4, 100, bytes([seed] * 32)) for seed in (1, 1, 2)]
    assert total > 101 == len(drawn[0]) + 1 and drawn[0] == drawn[1] != drawn[2]
    singles = sum(len(some) - 1 for some in values.values())
    assert sum(len(changes) == 1 for changes in drawn[0].values()) == singles
    assert len(combinations(game, values, {}, 4, total, bytes(32))) == total - 1


def test_every_set_plays_the_same_cards():
    study = plan(matches=256).study
    seeds = {table: study.seed_of(5) for table in study.tables}
    assert len(set(seeds.values())) == 1 and all(isinstance(table, Table) for table in seeds)
