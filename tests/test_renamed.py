"""Tests that earlier module names still lead to the current modules."""

from __future__ import annotations

import importlib
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from saleroom.games import load
from saleroom.match.match import Match
from saleroom.renamed import RENAMED

SOURCES = Path(__file__).resolve().parents[1] / "src"


@pytest.fixture(autouse=True)
def unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in RENAMED:
        monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.mark.parametrize(("earlier", "today"), RENAMED.items())
def test_a_row_names_a_file_that_is_gone_and_one_that_exists(earlier: str, today: str):
    assert not (SOURCES / earlier.replace(".", "/")).with_suffix(".py").exists()
    assert (SOURCES / today.replace(".", "/")).with_suffix(".py").exists()
    assert today not in RENAMED


@pytest.mark.parametrize("earlier", ["saleroom.envs.told", "saleroom.match.telling", "saleroom.envs.companions"])
def test_an_earlier_name_is_the_module_of_today(earlier: str):
    with pytest.warns(DeprecationWarning, match=f"{earlier} is now {RENAMED[earlier]}"):
        module = importlib.import_module(earlier)
    assert module is importlib.import_module(RENAMED[earlier])
    assert module.__spec__ is not None
    assert module.__spec__.name == RENAMED[earlier]


def test_the_warning_names_the_line_that_imports(tmp_path: Path):
    (tmp_path / "program.py").write_text("\nfrom saleroom.envs import told\nfrom saleroom.envs.told import Told\n")
    command = [sys.executable, "-W", "always::DeprecationWarning", "program.py"]
    errors = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stderr
    assert "program.py:2: DeprecationWarning: saleroom.envs.told is now saleroom.envs.text_episode" in errors


def test_a_pickle_of_an_earlier_name_is_read():
    from saleroom.envs.vector_opponents import Pool

    pickled = pickle.dumps(Pool("house"), protocol=0).replace(
        b"saleroom.envs.vector_opponents", b"saleroom.envs.rivals"
    )
    with pytest.warns(DeprecationWarning, match=r"saleroom\.envs\.rivals"):
        assert pickle.loads(pickled).members == ("house",)


def test_a_name_that_never_was_stays_unknown():
    with pytest.raises(ModuleNotFoundError, match=r"saleroom\.envs\.never"):
        importlib.import_module("saleroom.envs.never")


def test_an_earlier_name_within_a_module_is_the_name_of_today():
    from saleroom.envs import vector_opponents

    with pytest.warns(DeprecationWarning, match="Asked is now OpponentChoice"):
        assert vector_opponents.Asked == vector_opponents.OpponentChoice  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="no attribute 'Never'"):
        vector_opponents.Never  # type: ignore[attr-defined]  # noqa: B018


def test_an_earlier_name_of_a_method_calls_the_method_of_today():
    match = Match(load("auction-pitch"), load("auction-pitch").settle_options({}, 4), list("abcd"), 1)
    with pytest.warns(DeprecationWarning, match=r"Match\.start is now run_table"):
        assert match.start() is match  # type: ignore[attr-defined]
    seat = match.to_act[0]
    with pytest.warns(DeprecationWarning, match=r"Match\.understand is now resolve_action"):
        number = match.understand(seat, match.legal(seat)[0])  # type: ignore[attr-defined]
    assert number == match.legal_ids(seat)[0]
    with pytest.warns(DeprecationWarning, match=r"Match\.feed is now apply_event"):
        assert match.feed(f"{seat} {match.legal(seat)[0]}")  # type: ignore[attr-defined]
    assert match.history[-1].startswith(f"{seat} ")


def test_an_earlier_name_of_a_field_is_its_value_today():
    from saleroom.lab.study.result import StudyResult

    blocks: Any = object()
    result = StudyResult(blocks, {}, blocks, {})
    with pytest.warns(DeprecationWarning, match=r"StudyResult\.played is now blocks"):
        assert result.played is blocks


@pytest.mark.parametrize(
    ("module", "earlier", "current"),
    [
        ("envs.text_episode", "Told", "TextEpisode"),
        ("envs.vector_players", "Companions", "VectorPlayers"),
        ("envs.vector_opponents", "Rivals", "VectorOpponents"),
        ("envs.vector_opponents", "Outside", "OutsideChooser"),
        ("envs.batch_state", "crowd_of", "batch_state_of"),
        ("bots", "known", "is_known_player"),
        ("lab.study.result", "Found", "StudyResult"),
    ],
)
def test_a_class_that_was_renamed_is_found_by_its_earlier_name(module: str, earlier: str, current: str):
    home = importlib.import_module(f"saleroom.{module}")
    with pytest.warns(DeprecationWarning, match=f"{earlier} is now {current}"):
        assert getattr(home, earlier) is getattr(home, current)
