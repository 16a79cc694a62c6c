"""Tests of the protocol for differences between levels: fixed numbers of deals, separate cards, and the archive."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.levels import __main__ as levels
from benchmarks.levels import candidates, report, sizing
from benchmarks.levels.playing import Course
from benchmarks.levels.protocol import ORDER, PAIRS, Cards, Cell, cells, sizes
from benchmarks.strength import page
from saleroom import games
from saleroom.kernel.compile import MODE
from saleroom.lab.arena.differences import first_differences
from saleroom.lab.arena.running import run
from saleroom.match.errors import BadRecord

PITCH = "auction-pitch"
CELL = Cell(PITCH, 4, "trained", "house")


@pytest.fixture(scope="module")
def size():
    return sizing.sized(CELL, 1, pilot_clusters=8)


def test_every_pair_is_measured_in_every_game():
    every = list(cells())
    assert {(cell.game, cell.one, cell.others) for cell in every} == {
        (name, *pair) for name in games.NAMES for pair in PAIRS
    }
    assert {cell.seats for cell in every if cell.game == "auction-draw"} == {2, 4, 5, 8}
    assert len({cell.key for cell in every}) == len(every)


NOT_APART = {(PITCH, "house", "easy")}
"""Pairs without a measured difference."""


@pytest.mark.skipif(MODE != "compiled", reason="interpreted nets take minutes")
@pytest.mark.parametrize(("one", "others"), ORDER)
@pytest.mark.parametrize("name", games.NAMES)
def test_rules_of_thumb_play_better_than_easy_and_worse_than_medium(name, one, others):
    if (name, one, others) not in NOT_APART:
        plan = Cell(name, games.load(name).usual_seats, one, others).plan(Cards.CHOICE, 64)
        assert first_differences(plan, run(plan)).mean() > 0


def test_pilot_choice_and_report_have_different_cards():
    seeds = {cards.seed(cell.game, cell.seats) for cell in cells() for cards in Cards}
    assert len(seeds) == len(Cards) * len({(cell.game, cell.seats) for cell in cells()})


def test_the_number_of_clusters_makes_the_interval_narrow_enough():
    chance, enough = np.random.default_rng(1), 0
    for _ in range(200):
        pilot = chance.normal(0, 2.0, 64)
        count = sizing.clusters(float(pilot.std(ddof=1)), len(pilot), within=0.1)
        enough += sizing.NORMAL * 2.0 / np.sqrt(count) <= 0.1
    assert 140 <= enough <= 180, "with the probability 0.8"


def test_the_yardstick_is_the_difference_between_trained_and_house(size):
    assert size.within == pytest.approx(sizing.SHARE * size.control["mean"])
    assert 0.1 < size.control["mean"] < 0.3


def courses(tmp_path, size, clusters=6):
    return Course(CELL, replace(size, clusters=clusters), tmp_path)


def test_an_incomplete_cell_has_no_difference(tmp_path, size):
    course = courses(tmp_path, size)
    course.play(1, until=0.0)
    assert "difference" not in course.figure() and course.left == pytest.approx(course.size.hours)
    assert course.play(1, until=float("inf"))
    figure = course.figure()
    assert figure["difference"]["clusters"] == 6 and course.left == 0
    assert "not complete" in report.markdown([{**figure, "clusters": 5, "difference": None}], [])


def test_a_cell_continues_after_a_cut_line(tmp_path, size):
    whole = courses(tmp_path / "whole", size)
    whole.play(1, until=float("inf"))
    cut = courses(tmp_path / "cut", size, clusters=3)
    cut.play(1, until=float("inf"))
    path = cut.out / "results.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    cut = courses(tmp_path / "cut", size)
    assert cut.play(1, until=float("inf"))
    assert cut.rows() == whole.rows()


def test_another_net_needs_a_new_size(tmp_path, size):
    stale = replace(size, control={**size.control, "witness": "0" * 16})
    with pytest.raises(BadRecord, match="run --size"):
        Course(CELL, stale, tmp_path).play(1, until=float("inf"))


def command(tmp_path, *more):
    path = tmp_path / "strength.md"
    begin, end = page.comments(levels.TABLE)
    path.write_text(f"{begin}\n{end}\n")
    files = {name: str(tmp_path / name) for name in ("out", "sizes", "archive", "figures")}
    levels.main(
        [
            *more,
            "--jobs",
            "1",
            "--page",
            str(path),
            *(word for pair in files.items() for word in (f"--{pair[0]}", pair[1])),
        ]
    )
    return path.read_text()


def test_the_whole_command(tmp_path, size, monkeypatch, capsys):
    monkeypatch.setattr(sizing, "sized", lambda cell, jobs: replace(size, clusters=4))
    only = ["--only", CELL.key]
    assert "among" not in command(tmp_path, "--size", *only)
    assert sizes(tmp_path / "sizes")[CELL.key].clusters == 4
    assert "`trained` among `house`" in command(tmp_path, *only)
    assert "1 cells" in capsys.readouterr().err
    table = ""
    for _ in range(2):  # the same try is one row
        table = command(tmp_path, "--candidate", "random", "--note", "any action", *only)
    assert table.count("any action") == 1 and len(candidates.read(tmp_path / "archive")) == 1
    measured = json.loads((tmp_path / "figures").read_text())["cells"]
    assert [figure["clusters"] for figure in measured] == [4]


def test_a_candidate_is_tried_in_cells_that_differ_in_the_player_alone(tmp_path, size, monkeypatch):
    monkeypatch.setattr(sizing, "sized", lambda cell, jobs: replace(size, clusters=len(cell.one)))
    only = ["--only", "pitch-4-hard-trained", "--only", "pitch-4-master-trained"]
    command(tmp_path, "--size", *only)
    table = command(tmp_path, "--candidate", "random", "--note", "any action", *only)
    assert [row["clusters"] for row in candidates.read(tmp_path / "archive")] == [len("hard"), len("master")]
    assert table.count("any action") == 2


def test_an_unknown_cell_gets_one_line(tmp_path):
    with pytest.raises(SystemExit, match="no cell 'pitch-9'"):
        command(tmp_path, "--only", "pitch-9")
