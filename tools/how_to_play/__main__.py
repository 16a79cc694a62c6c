"""`python -m tools.how_to_play`: write the generated parts of all pages `HOW-TO-PLAY.md`."""

from __future__ import annotations

from tools.how_to_play import filled, pages

if __name__ == "__main__":
    for path, (game, language) in pages().items():
        path.write_text(filled(path.read_text("utf-8"), game, language), "utf-8")
