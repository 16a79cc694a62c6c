"""Tests that `make check` runs the checks for a game or a file, and rejects an unknown name in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from saleroom.games import ALL, FOLDERS
from tools.check import changed_files, commands, environment, plan_of_files, plan_of_game
from tools.check.__main__ import main
from tools.check.areas import AREAS, ROOT, area_tests, game_of, runs_for_files

PARTS = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "src/saleroom").rglob("*.py"))]


def programs(plan: object) -> list[str]:
    return [Path(command[0]).name for command in commands(plan)]


def test_every_row_of_the_table_names_what_exists():
    paths = {*AREAS, *(test for tests in AREAS.values() for test in tests)}
    assert not [path for path in paths if not (ROOT / path).exists()]


def test_every_module_has_a_game_or_tests():
    assert not [path for path in PARTS if not game_of(path) and not area_tests(path)]


def test_the_longest_row_decides():
    assert area_tests("src/saleroom/server/storage/store.py") == AREAS["src/saleroom/server/storage"]
    assert area_tests("src/saleroom/server/app.py") == AREAS["src/saleroom/server"]
    assert area_tests("src/saleroom/servers.py") == AREAS["src/saleroom"]


@pytest.mark.parametrize("name", ALL)
def test_a_game_is_checked_by_its_folder_and_its_cases_among_the_laws(name):
    plan = plan_of_game(name)
    assert plan.paths == (f"src/saleroom/games/{FOLDERS[name]}", f"tests/games/{FOLDERS[name]}")
    (tests,) = plan.tests
    assert tests[0] == f"tests/games/{FOLDERS[name]}"
    assert {"tests/contract", "tests/test_twins_agree.py"} < set(tests)
    assert programs(plan) == ["ruff", "ruff", "ty", "lint-imports", "python", "pytest"]


def test_the_tests_of_a_game_run_interpreted_unless_a_mode_is_named(monkeypatch):
    tests = commands(plan_of_game("pitch"))[-1]
    monkeypatch.delenv("SALEROOM_MODE", raising=False)
    assert environment(tests)["SALEROOM_MODE"] == "interpreted"
    assert "SALEROOM_MODE" not in environment(commands(plan_of_files(["src/saleroom/server/app.py"]))[-1])
    monkeypatch.setenv("SALEROOM_MODE", "checked")
    assert environment(tests)["SALEROOM_MODE"] == "checked"


def test_part_of_a_name_is_enough():
    assert plan_of_game("pitch") == plan_of_game("auction-pitch")


def test_a_file_of_a_game_is_checked_like_the_game():
    assert plan_of_files(["src/saleroom/games/pitch/rules/scoring.py"]).tests == plan_of_game("pitch").tests


def test_files_of_several_areas_run_the_tests_of_each_once():
    files = ["src/saleroom/server/core/typed_text.py", "src/saleroom/server/core/contests.py", "tests/test_layers.py"]
    (tests,) = runs_for_files([*files, "src/saleroom/games/draw/rules/rules.py"])[1:]
    assert tests == sorted({*AREAS["src/saleroom/server/core"], "tests/test_layers.py"})


def test_files_of_the_client_are_checked_by_its_own_tools():
    plan = plan_of_files(["web/src/lib/language.ts"])
    assert plan.web == ["src/lib/language.ts"]
    assert [command[4:6] for command in commands(plan)[:2]] == [["--", "prettier"], ["--", "vitest"]]


def test_only_tests_of_changed_files_run_without_a_choice(monkeypatch):
    assert all((ROOT / path).exists() for path in changed_files())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "bridge"], "'bridge' is no game; the games are auction-house,"),
        (["--game", "auction"], "'auction' could be auction-house or"),
        (["src/saleroom/nothing.py"], "src/saleroom/nothing.py is no file of this project"),
        (["/etc/hostname"], "/etc/hostname is no file of this project"),
    ],
)
def test_what_does_not_exist_gets_one_line(arguments, words, capsys):
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith(words)
    assert said.count("\n") == 1
