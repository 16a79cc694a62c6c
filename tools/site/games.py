"""Site pages for the games: how to play, the rules, options with measured effects, and environments."""

from __future__ import annotations

import re
import unicodedata

from docs import pages as environments
from saleroom.games import NAMES, load
from saleroom.kernel.game import Game
from saleroom.lab.study.effects_table import rows
from saleroom.match import how_to_play, rulebook
from saleroom.match.effects import Effects, Preset, Table, effects
from saleroom.match.languages import ENGLISH, LANGUAGES, read


def pages() -> dict[str, str]:
    """Return the pages of all games, and an index page, by path."""
    listed = environments.table(["game", "seats", "in a sentence"], [_row(load(name)) for name in NAMES])
    found = {"games/index.md": f"# The games\n\n{listed}\n\n{_pictures()}\n"}
    translations = {
        f"games/{name}.{language}.md": translated(load(name), language)
        for name in NAMES
        for language in LANGUAGES
        if language != ENGLISH and read(name, how_to_play.file_name(language))
    }
    return {**found, **{f"games/{name}.md": page(load(name)) for name in NAMES}, **translations}


def page(game: Game) -> str:
    """Return the page of a game."""
    options = game.settle_options({}, game.usual_seats)
    rules = rulebook.whole(game, options).split("\n", 1)[1].strip()
    parts = [
        f"# {game.title}",
        game.gist,
        f"![A table of {game.title} in the browser](../screens/{game.name}-desktop.png)",
        f"**Play it:** `saleroom serve` in the browser, or `saleroom play {game.name}` in the terminal.",
        *_how_to_play(game),
        "## Rules",
        rules.replace("\n## ", "\n### "),
        "## What options change",
        *_measured(game),
        *_environment(game.name),
    ]
    return "\n\n".join(parts) + "\n"


def _how_to_play(game: Game) -> list[str]:
    """Return the section that teaches the game, if it has such a page. Its links lead to the rules below."""
    text = how_to_play.page(game)
    if text is None:
        return []
    text = _on_page(text).split("\n", 1)[1].strip()
    return ["## How to play", re.sub("^##", "###", text, flags=re.MULTILINE)]


def translated(game: Game, language: str) -> str:
    """Return the page of a game in another language: how to play, then the rules."""
    options = game.settle_options({}, game.usual_seats)
    rules = re.sub("^#", "##", rulebook.whole(game, options, language), flags=re.MULTILINE)
    return f"{_on_page(how_to_play.page(game, language) or '')}\n{rules}"


def _on_page(text: str) -> str:
    """Return a text with links to the rules that stay on the page."""
    return re.sub(r"\]\(RULES[\w.]*#([^)]+)", lambda link: f"](#{without_accents(link[1])}", text)


def without_accents(anchor: str) -> str:
    """Return an anchor as the site writes it: letters without their accents."""
    return unicodedata.normalize("NFKD", anchor).encode("ascii", "ignore").decode()


def _row(game: Game) -> tuple[str, str, str]:
    seats = environments.span(game.seats[0], game.seats[-1])
    return f"[{game.title}]({game.name}.md)", seats, game.gist


def _pictures() -> str:
    return "\n\n".join(f"[![{load(name).title}](../screens/{name}-desktop.png)]({name}.md)" for name in NAMES)


def _measured(game: Game) -> list[str]:
    """Return the measured effects of each option, for every number of seats that was studied."""
    found = effects(game)
    if found is None:
        return [f"Nothing was measured yet; `saleroom study {game.name}` does."]
    tables = [table for seats in sorted(found.seats) if (table := found.table(seats)) is not None]
    how = (
        f"Each option was changed alone, on the same cards as the usual rules; a decision is taken to last "
        f"{found.seconds:g} seconds. Intervals hold for all rows together. "
        f"[How it is measured](../research/house-rules.md); in a terminal: `saleroom rules {game.name} --effects`; "
        f"again: `saleroom study {game.name}`."
    )
    return [how, *(part for table in tables for part in _of_seats(found, table)), *_presets(found)]


def _of_seats(found: Effects, table: Table) -> tuple[str, str]:
    head = ["option", "what changes", "usual", "change", "certainty"]
    cells = [(f"`{row.variant}`" if row.variant else "", *row[1:]) for row in rows(found, table)]
    return f"### With {table.seats} seats, `{table.level}` players", environments.table(head, cells)


def _presets(found: Effects) -> list[str]:
    """Return a table of the named rule sets, for the numbers of seats that were studied."""
    if not found.presets:
        return []
    head = ["name", "seats", "options", "minutes (of eight matches in ten)", "luck, 0 to 1"]
    return ["### Rule sets with a name", environments.table(head, map(_preset, found.presets))]


def _preset(one: Preset) -> tuple[str, int, str, str, str]:
    options = ", ".join(f"`{name}={value}`" for name, value in one.options.items()) or "the usual ones"
    low, middle, high = one.minutes
    luck = "" if one.luck is None else f"{one.luck[0]:.2f}"
    return one.name, one.seats, options, f"{middle:.0f} ({low:.0f} to {high:.0f})", luck


def _environment(name: str) -> list[str]:
    """Return the game's page of `docs/environments` without its introduction, and with headings one level deeper."""
    text = environments.page(name)
    begin = text.index("## Seats and sizes")
    general = (
        "[Environments](../research/environments.md) describes what all games share. Unless stated otherwise, the "
        "tables are for the usual number of seats and default options."
    )
    return ["## As an environment", general, re.sub("^## ", "### ", text[begin:], flags=re.MULTILINE).strip()]
