"""Texts without a translation: `python -m tools.release.translations` counts them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from saleroom.match.languages import ENGLISH, UNTRANSLATED
from tools.release.contents import Unfit

ROOT = Path(__file__).parents[2]
PLACES = ("src/saleroom/**/RULES.*.md", "src/saleroom/**/messages/*.json", "web/src/**/messages/*.json")


def untranslated(root: Path) -> dict[str, int]:
    """Return the number of texts that are marked as not translated yet, for each file that has any."""
    counts = {path.relative_to(root).as_posix(): path.read_text("utf-8").count(UNTRANSLATED) for path in _files(root)}
    return {name: count for name, count in counts.items() if count}


def _files(root: Path) -> Iterator[Path]:
    for place in PLACES:
        yield from (path for path in sorted(root.glob(place)) if path.stem != ENGLISH)


def described(counts: dict[str, int]) -> str:
    """Return the counts as one line of text."""
    files = ", ".join(f"{name} ({count})" for name, count in counts.items())
    texts = sum(counts.values())
    return (
        f"{texts} text{'s' if texts > 1 else ''} not translated yet: {files}" if counts else "All texts are translated"
    )


def check_translations(root: Path, version: str) -> None:
    """Raise `Unfit` if a text is not translated yet. For a development version, only print the counts."""
    counts = untranslated(root)
    if counts and ".dev" not in version:
        raise Unfit(f"{described(counts)}; translate what is marked {UNTRANSLATED}")
    print(described(counts), flush=True)


if __name__ == "__main__":
    print(described(untranslated(ROOT)))
