"""Generated parts of the pages `HOW-TO-PLAY.md`: the example deal, and figures measured by our own players.

A generated part is between the comments ``<!-- KIND … -->`` and ``<!-- end -->``. The kinds are `example` and those of
`figures.KINDS`. `make pages` writes all parts again, and `tests/test_how_to_play.py` compares them.
"""

from __future__ import annotations

import re
from pathlib import Path

from saleroom import games
from saleroom.games import FOLDERS, NAMES, load
from saleroom.language_tags import LANGUAGES
from saleroom.match.how_to_play import file_name
from tools.how_to_play import figures
from tools.how_to_play.examples import example
from tools.how_to_play.wording import Wording

GAMES = Path(games.__file__).parent
PART = re.compile(r"(<!-- (\w+)((?: [^\s>]+)*) -->).*?(<!-- end -->)", re.DOTALL)


def pages() -> dict[Path, tuple[str, str]]:
    """Return the game and the language of each existing page."""
    paths = {GAMES / FOLDERS[name] / file_name(language): (name, language) for name in NAMES for language in LANGUAGES}
    return {path: page for path, page in paths.items() if path.exists()}


def filled(text: str, game: str, language: str) -> str:
    """Return the text of a page with all of its generated parts written again."""
    wording = Wording(game, language)

    def part(match: re.Match[str]) -> str:
        kind, arguments = match[2], match[3].split()
        inside = (
            f"\n\n{example(wording)}\n" if kind == "example" else figures.figure(load(game), wording, kind, arguments)
        )
        return f"{match[1]}{inside}{match[4]}"

    return PART.sub(part, text)
