"""Collect the hand-written and generated pages of the site in one folder."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from posixpath import relpath

from saleroom.games import FOLDERS
from tools.site import games, redirects, reference

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OWN = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "ARCHITECTURE.md": "architecture.md",
    "SECURITY.md": "security.md",
    "GOVERNANCE.md": "governance.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "README.md": "index.md",
    "examples/README.md": "examples.md",
}
"""Source files outside `docs/`, each with its page on the site. The README is only the home page of a checkout."""
AS_THEY_ARE = {".png", ".svg", ".html", ".json", ".css"}
PROGRAMS = {".py", ".mjs"}
"""Endings of the example programs that are copied unchanged, because pages link to them."""
LOOKS = (HERE / "site.css", HERE / "site.js", HERE / "held.js", ROOT / "web/public/icon.svg")
NAME_OF = {folder: name for name, folder in FOLDERS.items()}
LINK = re.compile(r"(\]\()([^)\s#]*)(#[^)\s]*)?(\))")
FENCE = re.compile(r"^(```.*?^```)", re.DOTALL | re.MULTILINE)


def collect(folder: Path) -> None:
    """Write every page of the site, and the other files that pages show or link to."""
    places = _places()
    for source, page in places.items():
        if source != "README.md":
            _write(folder / page, rewritten((ROOT / source).read_text("utf-8"), source, page, places))
    for source in (ROOT / "examples").rglob("*"):
        if source.suffix in PROGRAMS:
            _copy(source, folder / source.relative_to(ROOT))
    for source in (ROOT / "docs").rglob("*"):
        if source.suffix in AS_THEY_ARE and "environments" not in source.parts:
            _copy(source, folder / source.relative_to(ROOT / "docs"))
    for source in LOOKS:
        _copy(source, folder / source.name)
    for page, text in {**games.pages(), **reference.pages(), **redirects.pages()}.items():
        _append(folder / page, text)


def _places() -> dict[str, str]:
    """Return the site's page for each Markdown file.

    A file about a game's environments is part of the game's page.
    """
    docs = ROOT / "docs"
    found = {
        path.relative_to(ROOT).as_posix(): path.relative_to(docs).as_posix()
        for path in docs.rglob("*.md")
        if "environments" not in path.parts
    }
    return {**found, **OWN}


def rewritten(text: str, source: str, page: str, places: Mapping[str, str]) -> str:
    """Return a page's text, with its links adapted to the site; code is not changed."""
    parts = FENCE.split(text)
    for at in range(0, len(parts), 2):  # text between fences is code
        parts[at] = LINK.sub(lambda found: _link(found, source, page, places), parts[at])
    return "".join(parts)


def _link(found: re.Match[str], source: str, page: str, places: Mapping[str, str]) -> str:
    before, target, place, after = found[1], found[2], found[3] or "", found[4]
    if not target or re.match(r"[a-z]+:", target):
        return found[0]
    file = (PurePosixPath(source).parent / target).as_posix()
    file = relpath(file)
    return f"{before}{relpath(_on_site(file, places), PurePosixPath(page).parent.as_posix())}{place}{after}"


def _on_site(file: str, places: Mapping[str, str]) -> str:
    """Return the path on the site for a file of the repository."""
    if file in places:
        return places[file]
    if file.rstrip("/") == "docs/environments":
        return "games/index.md"
    if file.startswith("src/saleroom/games/") and file.endswith("HOW-TO-PLAY.md"):
        return f"games/{NAME_OF[PurePosixPath(file).parent.name]}.md"
    if file.startswith("docs/environments/") and file.endswith(".md"):
        return f"games/{PurePosixPath(file).name}"
    return file.removeprefix("docs/")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _append(path: Path, text: str) -> None:
    """Write a generated page; if it has an introduction written by hand, put the text after it."""
    introduction = path.read_text("utf-8") + "\n" if path.is_file() else ""
    _write(path, introduction + text)


def _copy(source: Path, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, path)
