"""Tests of learning curves over several seeds: their data, and errors for unsuitable runs."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
ppo_curves: Any = import_module("ppo_curves")


def run(folder: Path, seed: int, scores: list[float | None], game: str = "auction-pitch") -> str:
    """Write the log of a training run with the given score after each update of 100 decisions."""
    folder.mkdir()
    about = {"game": game, "seed": seed}
    rows = [{**about, "decisions": 100 * at, "score": score} for at, score in enumerate(scores, 1)]
    (folder / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(folder)


def test_an_interval_is_over_seeds_where_all_have_come_to(tmp_path, capsys):
    runs = [run(tmp_path / "a", 1, [None, 1.0, 2.0]), run(tmp_path / "b", 2, [0.0, 2.0, 4.0, 9.0])]
    points = ppo_curves.curve([ppo_curves.read(Path(one)) for one in runs])
    assert [at for at, _ in points] == [200, 300] and [found.mean for _, found in points] == [1.5, 3.0]
    picture = tmp_path / "curves.png"
    assert ppo_curves.main([*runs, "--out", str(picture)]) == 0
    assert picture.stat().st_size and "after 300 decisions +3.000" in capsys.readouterr().out


def test_a_single_run_has_no_interval(tmp_path, capsys):
    assert ppo_curves.main([run(tmp_path / "a", 1, [1.0]), "--out", str(tmp_path / "one.svg")]) == 0
    assert "one seed has no interval" in capsys.readouterr().out


def test_games_have_axes_of_their_own(tmp_path, capsys):
    runs = [run(tmp_path / f"{game}-{seed}", seed, [float(seed)], game) for game in ("b", "a") for seed in (1, 3)]
    assert ppo_curves.main([*runs, "--out", str(tmp_path / "two.svg")]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line[:2] for line in told] == ["a:", "b:"] and all("+2.000" in line for line in told)


def test_what_cannot_be_drawn_is_said(tmp_path, capsys):
    twice = [run(tmp_path / name, 1, [1.0]) for name in "ab"]
    for runs, said in [
        (twice, "same seed"),
        ([run(tmp_path / "c", 1, [None])], "no deal is over"),
        ([str(tmp_path / "gone")], "No such file"),
        ([run(tmp_path / "d", 1, [1.0]), run(tmp_path / "e", 2, [None, 1.0])], "no number of decisions in common"),
    ]:
        assert ppo_curves.main([*runs, "--out", str(tmp_path / "x.png")]) == 2
        assert said in capsys.readouterr().err
