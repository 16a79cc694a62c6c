"""Table that `make check` uses to find the tests for each source file.

A file belongs to the longest path in `AREAS` that is a prefix of its own path. There are two exceptions: a file of a
game belongs to that game (`game_of`), and a test file is its own test.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from saleroom.games import FOLDERS, load

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("src/saleroom/games", "tests/games")
"""Folders that contain one folder for each game."""
SHARED = ("tests/contract", "tests/test_twins_agree.py", "tests/test_articles_complete.py", "tests/test_recorded.py")
"""Tests that run for every game. Only the cases of the checked game are selected."""
OF_A_GAME = "-k"
"""Option of pytest that selects the cases of one game."""

AREAS: dict[str, tuple[str, ...]] = {
    "src/saleroom": ("tests/test_import.py", "tests/test_layers.py"),
    "src/saleroom/bots": ("tests/bots/test_playouts.py", "tests/bots/test_search.py"),
    "src/saleroom/bots/nets": ("tests/bots/test_nets.py",),
    "src/saleroom/bots/programs": ("tests/bots/test_programs.py",),
    "src/saleroom/cli": ("tests/test_cli.py",),
    "src/saleroom/envs": ("tests/envs/test_episode.py", "tests/envs/test_terms.py", "tests/envs/test_vector.py"),
    "src/saleroom/games": ("tests/test_games.py", "tests/test_states.py"),
    "src/saleroom/kernel": (
        "tests/test_chance.py",
        "tests/test_games.py",
        "tests/test_poker.py",
        "tests/test_states.py",
    ),
    "src/saleroom/lab": ("tests/lab/test_arena_statistics.py", "tests/lab/test_study_statistics.py"),
    "src/saleroom/lab/arena": ("tests/lab/test_arena_statistics.py", "tests/lab/test_arena_summary.py"),
    "src/saleroom/lab/solving": ("tests/lab/test_solving.py",),
    "src/saleroom/lab/study": ("tests/lab/test_study_statistics.py", "tests/lab/test_study_report.py"),
    "src/saleroom/lab/training": ("tests/lab/test_training.py",),
    "src/saleroom/match": ("tests/test_recorded.py", "tests/test_earlier_data.py"),
    "src/saleroom/server": ("tests/server/test_app.py",),
    "src/saleroom/server/api": ("tests/server/test_app.py", "tests/server/test_openapi.py"),
    "src/saleroom/server/contests": ("tests/server/test_challenges.py", "tests/server/test_duplicate.py"),
    "src/saleroom/server/core": (
        "tests/server/test_table_moves.py",
        "tests/server/test_table_seats.py",
        "tests/server/test_table_undo.py",
    ),
    "src/saleroom/server/http": ("tests/server/test_security.py",),
    "src/saleroom/server/practice": ("tests/server/test_practice.py",),
    "src/saleroom/server/protocol": ("tests/server/test_schema.py", "tests/server/test_openapi.py"),
    "src/saleroom/server/realtime": ("tests/server/test_hub.py", "tests/server/test_sockets.py"),
    "src/saleroom/server/storage": ("tests/server/test_store.py", "tests/server/test_versions.py"),
    "src/saleroom/server/workers": ("tests/server/test_outside.py",),
    "src/saleroom/statistics": ("tests/lab/test_arena_statistics.py", "tests/lab/test_study_statistics.py"),
    "src/saleroom/terminal": ("tests/terminal/test_drawing.py", "tests/terminal/test_lobby.py"),
    "src/saleroom/testing": ("tests/testing/test_comparing.py", "tests/testing/test_leak_check.py"),
    "src/saleroom/toolkit": ("tests/test_events_decoded.py", "tests/terminal/test_drawing.py"),
    "tools": ("tests/test_doctor.py", "tests/test_pins.py"),
    "tools/check": ("tests/test_check.py",),
    "tools/player_figures": ("tests/test_player_figures.py",),
    "tools/prose": ("tests/test_prose.py",),
    "tools/release": ("tests/test_release.py", "tests/test_sbom.py"),
    "tools/site": ("tests/test_site.py",),
    "tools/states": ("tests/test_states.py",),
    "docs": ("tests/test_docs.py",),
    "benchmarks": ("tests/test_benchmarks.py",),
}
"""Most relevant test files for each source folder; `make test` runs all tests."""


def game_of(path: str) -> str | None:
    """Return the game to which a file belongs, or None if it belongs to no game."""
    names = {folder: name for name, folder in FOLDERS.items()}
    for games in GAMES:
        folder, _, rest = path.removeprefix(f"{games}/").partition("/")
        if path.startswith(f"{games}/") and rest:
            return names.get(folder)
    return None


def area_tests(path: str) -> tuple[str, ...]:
    """Return the tests for a file that belongs to no game; empty if the table has no row for the file."""
    if path.startswith("tests/") and Path(path).name.startswith("test_"):
        return (path,)
    rows = [area for area in AREAS if path == area or path.startswith(f"{area}/")]
    return AREAS[max(rows, key=len)] if rows else ()


def runs_for_files(paths: Iterable[str]) -> list[list[str]]:
    """Return the arguments of the pytest runs for these files: one run for each game, and one for all other files."""
    paths = list(paths)
    games = sorted({name for path in paths if (name := game_of(path))})
    rest = sorted({test for path in paths if not game_of(path) for test in area_tests(path)})
    return [*map(run_for_game, games), *([rest] if rest else [])]


def run_for_game(name: str) -> list[str]:
    """Return the arguments of a pytest run for a game.

    They select all tests in the game's folder, and the game's cases of the tests that run for every game.

    If cases differ only in the number of seats, only those with the usual number run.
    """
    folder, seats = FOLDERS[name], load(name).usual_seats
    whole = "articles_complete or recorded or languages"
    cases = f"{name}] or {name}-{seats} or (games and {folder}) or (({whole}) and {name})"
    return [f"tests/games/{folder}", *SHARED, OF_A_GAME, cases]


def sources_of_game(name: str) -> Iterator[str]:
    """Yield the Python folders of a game."""
    for games in GAMES:
        yield f"{games}/{FOLDERS[name]}"
