"""Tests of the example of a class, with a server in a separate process."""

from __future__ import annotations

import csv
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.browser.house import House, free_port

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
example: Any = import_module("class_of_twenty")


@pytest.mark.integration
@pytest.mark.parametrize("game", ["auction-pitch", "auction-draw"])
def test_twenty_pupils_answer_up_to_three_questions(capsys, tmp_path, game):
    house = House(tmp_path)
    try:
        example.main([house.url, "--game", game, "--out", str(tmp_path / "answers.csv")])
    finally:
        house.close()
    out = capsys.readouterr().out
    questions = out.count("20 of 20 have answered.")
    assert 1 <= questions <= 3 and out.count("The search prefers: ") == questions
    assert f"The class: {house.url}class/" in out and "None" not in out
    with (tmp_path / "answers.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    told = [[row[head.index(column)] for column in ("answer", "preferred", "played")] for row in rows]
    assert len(rows) == 20 * questions and all(map(all, told))
    assert not house.faults()


def test_without_a_server_it_says_how_to_start_one():
    with pytest.raises(SystemExit, match="saleroom serve"):
        example.main([f"http://127.0.0.1:{free_port()}"])
