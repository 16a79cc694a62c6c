"""`make new-game` in a copy of the project: the skeleton says what to do next; a tiny game in its place is played."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.children import finished
from tests.new_game.declaration import BODIES, TEXTS
from tools.new_game import LIST, BadName, check, create

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PACKAGE, TESTS = Path("src/saleroom/games/blind"), Path("tests/games/blind")
COPIED = ("src/saleroom", "tests", "tools", "pyproject.toml", "web/src/messages")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "client", "fixtures", "browser")
MOST_LINES, MOST_WITH_TESTS = 170, 285
"""Of the game itself; and with the tests of its own that the shared suite asks for."""
CONTRACT = (
    "tests/contract",
    "tests/test_articles_complete.py",
    "tests/test_states.py",
    "tests/test_twins_agree.py",
    TESTS,
)
SHARED = (
    "tests/lab/test_arena_playing.py",
    "tests/server/test_between.py",
    "tests/server/test_scenes.py",
    "tests/server/test_stories.py",
    "tests/server/test_table_moves.py",
    "tests/terminal/test_matches.py",
    "tests/terminal/test_shared.py",
    "tests/test_chance.py",
    "tests/test_events_decoded.py",
    "tests/test_recorded.py",
    "tests/twin/test_records.py",
)
"""Tests of every game that find what they need of it in its folder."""

pytestmark = [pytest.mark.integration, pytest.mark.skipif(os.name == "nt", reason="the copy is run by POSIX paths")]


class Copy:
    """A copy of the project in which a game is made."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in COPIED:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, root / name, **({"ignore": LEFT_OUT} if copy is shutil.copytree else {}))
        self.before = self.files()

    def files(self) -> dict[str, bytes]:
        """Every file by its path, but for what Python leaves behind."""
        paths = (path for path in self.root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in paths}

    def run(self, *arguments: str | Path, mode: str = "interpreted", status: int = 0, **more: object) -> str:
        """What Python says there, with the exit status that is expected."""
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(self.root / "src"), str(self.root))),
            "PYTHONDONTWRITEBYTECODE": "1",
            "SALEROOM_MODE": mode,
            "XDG_CACHE_HOME": str(self.root.parent / "cache"),
            "XDG_DATA_HOME": str(self.root.parent / "data"),
        }
        ran = finished([sys.executable, *arguments], cwd=self.root, env=environment, text=True, **more)
        assert ran.returncode == status, ran.stdout + ran.stderr
        return ran.stdout

    def saleroom(self, *arguments: str | Path, **more: object) -> str:
        return self.run("-m", "saleroom", *arguments, **more)

    def pytest(self, *arguments: str | Path, **more: object) -> str:
        return self.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments, **more)

    def put(self, *names: str) -> None:
        """Files of the tiny game in the place of the skeleton's; without names all of them."""
        for source, target in ((HERE / "blind/game", PACKAGE), (HERE / "blind/tests", TESTS)):
            for path in sorted(source.rglob("*")):
                if path.is_file() and (path.name in names or not names) and "__pycache__" not in path.parts:
                    shutil.copy(path, self.root / target / path.relative_to(source))

    def declare(self) -> None:
        """Complete the skeleton's `__init__.py`."""
        path = self.root / PACKAGE / "__init__.py"
        text = path.read_text("utf-8")
        for skeleton, own in TEXTS.items():
            text = text.replace(skeleton, own, 1)
        for name, body in BODIES.items():
            stub = rf"(def {name}\(.*?\n    \"\"\".*?\"\"\"\n    )raise NotImplementedError\(.*?\n    \)"
            text, found = re.subn(stub, lambda match, body=body: match[1] + body, text, count=1, flags=re.DOTALL)
            assert found
        path.write_text(text, "utf-8")


def with_skeleton(folder: Path) -> Copy:
    found = Copy(folder / "saleroom")
    create("auction-blind", found.root)
    return found


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Copy:
    """A copy with the skeleton of auction-blind."""
    return with_skeleton(tmp_path_factory.mktemp("skeleton"))


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Copy:
    """A copy with the tiny game in place of the skeleton."""
    found = with_skeleton(tmp_path_factory.mktemp("game"))
    found.put()
    found.declare()
    found.run("-m", "tools.states")
    found.run("-m", "tests.recorded.make", "auction-blind")
    (found.root / TESTS / "test_next_step.py").unlink()
    return found


def next_step(copy: Copy) -> str:
    """What the tests of the skeleton say."""
    said = copy.pytest(TESTS, "-x", status=1)
    return next(line for line in said.splitlines() if line.startswith("Step "))


def test_the_tests_of_a_skeleton_say_what_to_do_next(copy):
    where = f"({PACKAGE.as_posix()}, tests in {TESTS.as_posix()})"
    assert next_step(copy).startswith(f"Step 1 of 14 {where}: write the articles of RULES.md")
    copy.put("RULES.md", "record.py")
    copy.declare()
    assert next_step(copy).startswith(f"Step 4 of 14 {where}: write `chance` in rules/rules.py")
    copy.put()
    assert next_step(copy).startswith(
        f"Step 13 of 14 {where}: record them: python -m tests.recorded.make auction-blind"
    )
    copy.run("-m", "tests.recorded.make", "auction-blind")
    assert next_step(copy).startswith(f"Step 14 of 14 {where}: the game is complete: delete test_next_step.py")


def lines_in(folder: Path) -> int:
    """How many lines its files have."""
    files = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return sum(len(path.read_text("utf-8").splitlines()) for path in files)


def test_the_tiny_game_is_tiny_and_touches_only_its_folders_and_the_list(game):
    itself = lines_in(HERE / "blind" / "game") + len((HERE / "declaration.py").read_text("utf-8").splitlines())
    assert itself <= MOST_LINES
    assert itself + lines_in(HERE / "blind" / "tests") <= MOST_WITH_TESTS
    after = game.files()
    changed = {name for name in after if after[name] != game.before.get(name)}
    own = (f"{PACKAGE.as_posix()}/", f"{TESTS.as_posix()}/")
    assert {name for name in changed if not name.startswith(own)} == {LIST.as_posix()}
    assert set(game.before) <= set(after)
    added = set(after[LIST.as_posix()].splitlines()) - set(game.before[LIST.as_posix()].splitlines())
    assert added == {b'    "auction-blind": "blind",'}


def test_it_keeps_the_laws_that_every_game_keeps(game):
    said = game.pytest(*CONTRACT, "-k", "blind")
    assert int(re.search(r"(\d+) passed", said)[1]) > 100
    assert "failed" not in said


def test_it_passes_the_tests_of_every_game_by_the_files_of_its_folder(game):
    said = game.pytest(*SHARED, "-k", "blind or displays")
    assert int(re.search(r"(\d+) passed", said)[1]) > 50
    assert "failed" not in said


def test_a_missing_file_is_named_in_a_line_with_what_it_holds(game):
    path = game.root / TESTS / "endings.py"
    text = path.read_text("utf-8")
    path.unlink()
    try:
        said = game.pytest("tests/test_recorded.py", "-k", "ending_is_recorded and blind", status=1)
    finally:
        path.write_text(text, "utf-8")
    assert "write tests/games/blind/endings.py: `SHOWS` and `CASES`" in said


def test_it_is_played_in_the_terminal_by_a_pipe(game):
    said = game.saleroom(
        "play", "blind", "--plain", "--seed", "1", "--players", "random", input="nonsense\n" + "p\n" * 3
    )
    assert "Deal 1." in said
    assert "You may: pass, bid" in said
    assert "Deal 3 is over." in said
    assert "The match is over." in said


def test_it_is_simulated_and_verified(game, tmp_path):
    game.saleroom("simulate", "blind", "--matches", "5", "--out", tmp_path / "blind.jsonl")
    assert "5" in game.saleroom("verify", tmp_path / "blind.jsonl")


def test_it_is_measured_in_the_arena(game):
    said = game.saleroom("arena", "blind", "--players", "random,house", "--deals", "8", "--jobs", "1", "--seed", "1")
    assert "random" in said
    assert "house" in said


def test_the_vector_environment_steps_it_compiled(game):
    assert game.run(HERE / "step.py", mode="compiled") == "ended True\n"


def test_it_is_played_at_a_web_table(game, tmp_path):
    assert re.fullmatch(r"deal 3 of 3, won by \[.+\]\n", game.run(HERE / "visit.py", tmp_path))


# Names


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "name the game"),
        ("Blind", "is no name for a game"),
        ("blind game", "is no name for a game"),
        ("../blind", "is no name for a game"),
        ("auction--blind", "is no name for a game"),
        ("auction-" + "x" * 40, "is no name for a game"),
        ("auction-2", "cannot be imported"),
        ("auction-class", "cannot be imported"),
        ("auction-pitch", "there is a game 'auction-pitch' already"),
        ("pitch", "the folder 'pitch' of 'pitch' is taken"),
        ("auction-pitch-two", "contain each other"),
        ("auction", "contain each other"),
    ],
)
def test_a_bad_name_gets_one_clear_line(name, words):
    with pytest.raises(BadName, match=words) as refused:
        check(name, ROOT)
    assert "\n" not in str(refused.value)


def test_the_command_says_it_in_a_line_and_writes_nothing(copy):
    before = copy.files()
    ran = finished([sys.executable, "-m", "tools.new_game", "auction-blind"], cwd=copy.root, text=True)
    assert (ran.returncode, ran.stderr) == (2, "there is a game 'auction-blind' already\n")
    assert copy.files() == before
