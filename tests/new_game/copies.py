"""Example games, and copies of the project in which tests create games."""

from __future__ import annotations

import os
import re
import shutil
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tests.children import finished
from tools.new_game import create

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
COPIED = ("src/saleroom", "tests", "tools", "pyproject.toml", "web/src/messages")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "client", "fixtures", "browser")


@dataclass(frozen=True)
class Example:
    """Example game in a folder next to this file, with its expected results."""

    name: str
    folder: str
    most_lines: int
    """Maximum number of lines of the game itself: rules, record, notation and text."""
    most_with_tests: int
    """Maximum number of lines of the game and of the game-specific test files that the shared tests require."""
    typed: str
    """Input that a person types in the terminal."""
    says: tuple[str, ...]
    """Texts that the terminal shows in reply."""

    @property
    def package(self) -> Path:
        """Folder of the game's code within the project."""
        return Path("src/saleroom/games", self.folder)

    @property
    def tests(self) -> Path:
        """Folder of the game's tests within the project."""
        return Path("tests/games", self.folder)

    @property
    def texts(self) -> dict[str, str]:
        """Replacements for parts of the skeleton's declaration."""
        return import_module(f"tests.new_game.{self.folder}.declaration").TEXTS

    @property
    def bodies(self) -> dict[str, str]:
        """Bodies of the functions in the declaration."""
        return import_module(f"tests.new_game.{self.folder}.declaration").BODIES

    def lines(self, *folders: str) -> int:
        """Return the number of lines in all files of the given subfolders."""
        paths = (path for folder in folders for path in (HERE / self.folder / folder).rglob("*") if path.is_file())
        return sum(len(path.read_text("utf-8").splitlines()) for path in paths if "__pycache__" not in path.parts)


BLIND = Example(
    "auction-blind",
    "blind",
    most_lines=170,
    most_with_tests=290,
    typed="nonsense\n" + "p\n" * 3,
    says=("Deal 1.", "You may: pass, bid", "Deal 3 is over.", "The match is over."),
)
GOOFSPIEL = Example(
    "goofspiel",
    "goofspiel",
    most_lines=310,
    most_with_tests=530,
    typed="nonsense\n" + "".join(f"{card}\n" for card in range(1, 14)) * 2,
    says=("Deal 1.", "On sale: ", "Ben: bid, face down.", "Opened:", "Deal 2 is over.", "The match is over."),
)


class Copy:
    """Copy of the project in which a game is created from the skeleton."""

    def __init__(self, root: Path, game: Example) -> None:
        self.root, self.game = root, game
        for name in COPIED:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, root / name, **({"ignore": LEFT_OUT} if copy is shutil.copytree else {}))
        self.before = self.files()
        create(game.name, root)

    def files(self) -> dict[str, bytes]:
        """Return the contents of every file by path, except files that Python generates."""
        paths = (path for path in self.root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in paths}

    def run(self, *arguments: str | Path, mode: str = "interpreted", status: int = 0, **more: object) -> str:
        """Run Python in the copy, require the exit status, and return the output."""
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

    def next_step(self) -> str:
        """Run the skeleton's test, and return the next step: the only output line that begins with `Step`."""
        said = self.pytest(self.game.tests / "test_next_step.py", status=1)
        assert "Traceback" not in said and "1 failed" in said, said
        (step,) = (line for line in said.splitlines() if line.startswith("Step "))
        return step

    def put(self, *names: str) -> None:
        """Copy the named files of the game over the files of the skeleton. Without names, copy all files."""
        for source, target in (("game", self.game.package), ("tests", self.game.tests)):
            for path in sorted((HERE / self.game.folder / source).rglob("*")):
                if path.is_file() and (path.name in names or not names) and "__pycache__" not in path.parts:
                    shutil.copy(path, self.root / target / path.relative_to(HERE / self.game.folder / source))

    def declare(self) -> None:
        """Complete the skeleton's `__init__.py`."""
        path = self.root / self.game.package / "__init__.py"
        text = path.read_text("utf-8")
        for skeleton, own in self.game.texts.items():
            assert skeleton in text, skeleton
            text = text.replace(skeleton, own, 1)
        for name, body in self.game.bodies.items():
            stub = rf"(def {name}\(.*?\n    \"\"\".*?\"\"\"\n    )raise NotImplementedError\(.*?\n    \)"
            text, found = re.subn(stub, lambda match, body=body: match[1] + body, text, count=1, flags=re.DOTALL)
            assert found
        path.write_text(text, "utf-8")

    def complete(self) -> None:
        """Write the whole game, including its recorded matches."""
        self.put()
        self.declare()
        self.run("-m", "tools.states")
        self.run("-m", "tests.recorded.make", self.game.name)
        (self.root / self.game.tests / "test_next_step.py").unlink()
