"""Write docs/research/leaderboard.md from the evaluations in docs/leaderboard/. Run: python -m docs.leaderboard"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs.pages import table
from saleroom.games import NAMES, load
from saleroom.lab.reports.wording import number, span

FOLDER = Path(__file__).with_suffix("")
PAGE = FOLDER.with_name("research") / "leaderboard.md"
STRENGTH = FOLDER.with_name("strength.json")
SEARCH = "hard"
"""Name of the search, which is too slow for a thousand deals per cell. Where it has no entry, the page shows results of
`make strength`.
"""
ENTRY = "entry.json"
FIELDS = ("name", "by", "date", "source", "policy", "said")
"""Text fields that describe an entry."""

RULES = """\
# Leaderboard

`make pages` writes this page from the files in `docs/leaderboard/`; correct it there.

An entry is measured by `saleroom evaluate` ([the arena](arena.md#one-player-by-a-protocol)): opponents, seats, cards
and numbers of deals are the same for all entries. Figures are the points or chips of a deal that one seat of the entry
makes beyond a seat of its opponents, with 95 % intervals; `random`, `house` and `trained` are entries like the others.

## Rules for entries

1. An entry is a folder `docs/leaderboard/NAME/` with `entry.json` and, for each game, the `evaluation.json` that
   `saleroom evaluate GAME --policy POLICY --out DIR` has left, under the game's name: `auction-pitch.json`. All cells
   of the protocol are there, with all their deals (`by_protocol` is true). One game is enough.
2. `entry.json` has texts for `name`, `by`, `date`, `source` (where the policy's code and weights can be had, at a
   version that stays), `policy` (the name behind `--policy`) and `said` (what it is, in a sentence).
3. The policy sees views alone. It has not been trained or chosen on the cards of the protocol, and it keeps nothing
   from one deal to the next.
4. It takes all its chance from the seed that it is given, so that a repetition finds the same `results`. What
   cannot (a time limit, a service) says so in `said`.
5. Entries are checked by playing some cells again, and on other cards with `--seed`; what cannot be run is not listed.
6. Where two entries' intervals overlap, neither is called the better one. Measure them against each other with
   `saleroom arena`.
"""


LADDER = ("random", "house", "ppo", SEARCH, "trained")
"""Entries in the expected order of strength: random play, heuristics, short training, search, and shipped net."""

OVERVIEW = """\
Points or chips of a deal beyond a seat of the house, at the usual number of seats. A – has not been measured. † is one
`hard` among the house's players on other cards, measured by `make strength` ([strength](strength.md)), which has
played Draw and Flop Poker with other numbers of seats: the search takes too long for a thousand deals of each cell."""


def entries() -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """Yield every entry, with its evaluations by game."""
    for folder in sorted(path.parent for path in FOLDER.glob(f"*/{ENTRY}")):
        found = {path.stem: _read(path) for path in sorted(folder.glob("*.json")) if path.name != ENTRY}
        yield _read(folder / ENTRY), found


def _read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def page() -> str:
    """Return the whole page."""
    known = list(entries())
    parts = [RULES.rstrip(), "## Entries", table(["entry", "by", "date", "what it is"], map(_who, known))]
    parts += ["## Against the house", OVERVIEW, _overview(known)]
    for name in NAMES:
        rows = [(entry, found[name]) for entry, found in known if name in found]
        if rows:
            parts += [f"## {load(name).title}", _game(rows)]
    return "\n\n".join(parts) + "\n"


def _who(known: tuple[dict[str, str], Any]) -> tuple[str, ...]:
    entry = known[0]
    return f"[{entry['name']}]({entry['source']})", entry["by"], entry["date"], entry["said"]


def _overview(known: list[tuple[dict[str, str], Any]]) -> str:
    """Return a table with a row for each game and a column for each name in `LADDER`; “–” means not measured."""
    found = {(entry["name"], game): one for entry, games in known for game, one in games.items()}
    games = [name for name in NAMES if any(game == name for _, game in found)]
    rows = [[load(name).title, *(_rung(found.get((rung, name)), rung, name) for rung in LADDER)] for name in games]
    return table(["game", *LADDER], rows)


def _rung(found: Any, rung: str, name: str) -> str:
    """Return as text the advantage of an entry over the `house` bot at the usual number of seats."""
    if rung == "house":
        return "0"
    if found is None:
        return _strength(name) if rung == SEARCH else "–"
    return _cell(found, "house", load(name).usual_seats)


def _strength(name: str) -> str:
    """Return the result of `make strength` for the search at a game's usual number of seats, or “–” if missing."""
    for one in _read(STRENGTH)["cells"]:
        if (one["row"], one["game"], one["seats"]) == ("deals", name, load(name).usual_seats):
            return f"{_told(one)} †"
    return "–"


def _game(rows: list[tuple[dict[str, str], Any]]) -> str:
    """Return a table of the entries for a game, best against `house` first, with the command of each entry."""
    cells = list(dict.fromkeys((one["opponent"], one["seats"]) for _, found in rows for one in found["cells"]))
    head = ["entry", *(f"against `{opponent}`, {seats} seats" for opponent, seats in cells), "command"]
    lines = [
        [
            entry["name"],
            *(_cell(found, *cell) for cell in cells),
            f"`saleroom evaluate {found['game']} --policy {entry['policy']}`",
        ]
        for entry, found in sorted(rows, key=lambda row: -_against_house(row[1]))
    ]
    return table(head, lines)


def _against_house(found: Any) -> float:
    """Return the sort key of an entry, which is its lead against `house`, or 0 if that is missing."""
    means = [one["difference"]["mean"] for one in found["cells"] if one["opponent"] == "house"]
    return means[0] if means else 0.0


def _cell(found: Any, opponent: str, seats: int) -> str:
    for one in found["cells"]:
        if (one["opponent"], one["seats"]) == (opponent, seats):
            return _told(one["difference"])
    return "–"


def _told(difference: dict[str, Any]) -> str:
    """Return a mean and its interval as text."""
    return f"{number(difference['mean'], signed=True)} ({span(difference, signed=True)})"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
