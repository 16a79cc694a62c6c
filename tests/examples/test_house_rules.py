"""Tests of the example that measures the effect of a house rule, and of studies in notebooks."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from saleroom.lab.study.command import study

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
example: Any = import_module("house_rules")


@pytest.fixture(scope="module")
def found():
    """Return the results of a study that includes luck and skill."""
    return study("pitch", {"low": ["taken"], "target": [5]}, matches=300, seed=1, better=("trained", "house"))


def test_the_example_prints_what_is_clear_and_draws_it(capsys, tmp_path):
    example.main(["pitch", "low=taken", "--matches", "300", "--out", str(tmp_path / "new" / "x")])
    out = capsys.readouterr().out
    drawn = {path.stem for path in (tmp_path / "new/x").iterdir()}
    assert "low=taken" in out and "differences are clear, of 26 that were looked for" in out
    assert {"minutes", "price"} <= drawn and all(str(tmp_path) in line for line in out.splitlines()[-len(drawn) :])
    assert drawn - {"minutes"} == {line.split()[1] for line in out.splitlines() if line.startswith("low=taken")}


def test_what_the_example_cannot_measure_is_said_in_a_line(capsys):
    for asked, words in ((["pitch", "low=won"], "must be dealt or taken"), (["chess", "low=won"], "is no game")):
        with pytest.raises(SystemExit):
            example.main(asked)
        assert words in capsys.readouterr().err


@pytest.mark.integration
def test_a_figure_shows_itself_in_a_notebook_and_stands_alone(found, tmp_path):
    for measure in ("price", "skill", "minutes"):
        found.figure(measure).save(tmp_path / "x.svg")
        root = ElementTree.parse(tmp_path / "x.svg").getroot()
        assert root.tag.endswith("svg") and "--ink" in root.get("style", "")
        assert found.figure(measure).svg in found.figure(measure)._repr_html_()
    assert "in 100" in found.figure("skill").svg and "in 100" not in found.figure("price").svg
    wanted = set(found.figure().svg.split("var(")[1:])
    assert all(name.split(")")[0] in found.figure().svg.split(">")[0] for name in wanted)


def test_what_was_not_measured_has_no_figure(found):
    with pytest.raises(ValueError, match="'prize' was not measured; there are minutes, deals, "):
        found.figure("prize")
    with pytest.raises(ValueError, match="nothing was played by house with 5 seats; there are 4 seats, house; "):
        found.figure("price", seats=5)


def test_without_pandas_a_frame_is_the_table(found, monkeypatch):
    if find_spec("pandas"):
        pytest.skip("pandas is installed, and PyArrow has begun to use it")
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert found.frame().equals(found.table())


def test_with_pandas_it_is_a_data_frame(found):
    pytest.importorskip("pandas", reason="NO PANDAS, so data frames are not tested")
    frame = found.frame()
    assert len(frame) == found.table().num_rows and set(frame["option"]) == {"low", "target"}
