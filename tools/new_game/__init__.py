"""Write the files of a minimal new game and add the game to the list: `make new-game NAME=auction-blind`."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from string import Template

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = Path(__file__).parent / "templates"
LIST = Path("src/saleroom/games/__init__.py")
LONGEST = 30
_ENTRIES = re.compile(r"^FOLDERS = \{\n(?:.*\n)*?(?=\}$)", re.MULTILINE)


class BadName(ValueError):
    """Error for a name that no new game can have."""


def folder_of(name: str) -> str:
    """Return the folder of a game: its name without ``auction-``."""
    return name.removeprefix("auction-").replace("-", "_")


def check(name: str, root: Path = ROOT) -> None:
    """Raise `BadName` if no new game can have this name. Its message says why in one line."""
    if not name:
        raise BadName("name the game: make new-game NAME=auction-blind")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > LONGEST:
        raise BadName(
            f"{name[:LONGEST]!r} is no name for a game: write small letters, digits, single hyphens, a letter first, "
            f"at most {LONGEST} characters, such as auction-blind"
        )
    folder = folder_of(name)
    if not folder.isidentifier() or keyword.iskeyword(folder):
        raise BadName(f"{name!r} gives the folder {folder!r}, which cannot be imported; choose another name")
    known = dict(re.findall(r'"([\w-]+)": "(\w+)"', _entries(root)))
    if name in known:
        raise BadName(f"there is a game {name!r} already")
    if folder in known.values() or any((root / place).exists() for place in _places(folder)):
        raise BadName(f"the folder {folder!r} of {name!r} is taken; choose another name")
    alike = [other for other in known if name in other or other in name]
    if alike:
        raise BadName(f"{name!r} and {alike[0]!r} contain each other, so that a part of a name could mean either")


def create(name: str, root: Path = ROOT) -> list[Path]:
    """Write the files of a new game below `root` and add it to the list; return the written or changed paths."""
    check(name, root)
    folder = folder_of(name)
    package, tests = _places(folder)
    words = {
        "name": name,
        "folder": folder,
        "record": name.replace("-", "_"),
        "title": name.replace("-", " ").title(),
        "class_name": folder.title().replace("_", ""),
    }
    written = [LIST]
    for source, target in ((TEMPLATES / "game", package), (TEMPLATES / "tests", tests)):
        for template in sorted(source.rglob("*.txt")):
            path = target / template.relative_to(source).with_suffix("")
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(Template(template.read_text("utf-8")).substitute(words), "utf-8")
            written.append(path)
    entries = _entries(root)
    text = (root / LIST).read_text("utf-8")
    (root / LIST).write_text(text.replace(entries, f'{entries}    "{name}": "{folder}",\n'), "utf-8")
    return written


def _places(folder: str) -> tuple[Path, Path]:
    """Return the folder of a game's package and the folder of its tests."""
    return LIST.parent / folder, Path("tests/games") / folder


def _entries(root: Path) -> str:
    """Return the source text of the list of games, without its closing brace."""
    found = _ENTRIES.search((root / LIST).read_text("utf-8"))
    assert found, f"no FOLDERS in {LIST}"
    return found[0]
