"""A game is one folder: no code outside it names a game, except the one list."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import saleroom
from saleroom.games import FOLDERS

ROOT = Path(saleroom.__file__).parent
ELSEWHERE = sorted(path for path in ROOT.rglob("*.py") if "games" not in path.relative_to(ROOT).parts)
AS_FOLDERS = tuple(f"saleroom.games.{folder}" for folder in FOLDERS.values())
AS_NAMES = tuple(text for name in FOLDERS for text in (name, name.replace("-", "_"), name.replace("-", " ").title()))


def names_a_game(text: str) -> bool:
    return any(known in text for known in (*AS_FOLDERS, *AS_NAMES))


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """Return the string constants that are statements: docstrings, also of attributes."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def mentions(path: Path) -> list[str]:
    """Return where code imports a game's package, names a game or compares with one."""
    tree = ast.parse(path.read_text("utf-8"))
    said = docstrings(tree)
    found = []
    for node in ast.walk(tree):
        texts = []
        if isinstance(node, ast.ImportFrom):
            texts = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            texts = [alias.name for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in said:
            texts = [node.value]
        elif isinstance(node, ast.Name):
            texts = [node.id]
        found += [f"line {node.lineno}: {text[:60]}" for text in texts if names_a_game(text)]
    return found


@pytest.mark.parametrize("path", ELSEWHERE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_code_outside_a_games_folder_names_the_game(path):
    assert mentions(path) == []
