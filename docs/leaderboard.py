"""Write docs/research/leaderboard.md from the evaluations in docs/leaderboard/. Run: python -m docs.leaderboard"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs import cross_play
from docs.pages import table
from saleroom.games import NAMES, load
from saleroom.lab.evaluation import exploitability
from saleroom.lab.evaluation.running import time_class
from saleroom.lab.evaluation.season import Season, read_season
from saleroom.lab.reports.wording import number, span

FOLDER = Path(__file__).with_suffix("")
PAGE = FOLDER.with_name("research") / "leaderboard.md"
STRENGTH = FOLDER.with_name("strength.json")
SEARCH = "hard"
"""Name of the search, which is too slow for a thousand deals per cell. Where it has no entry, the page shows results of
`make strength`.
"""
ENTRY = "entry.json"
SEASONS = FOLDER / "seasons.json"
"""Each season's commitment, and its secret after the season."""
FIELDS = ("name", "by", "date", "source", "policy", "said")
"""Text fields that describe an entry."""

RULES = """\
# Leaderboard

`make pages` writes this page from the files in `docs/leaderboard/`; correct it there.

An entry is measured by `saleroom evaluate` ([the arena](arena.md#one-player-by-a-protocol)): opponents, seats
and numbers of deals are the same for all entries; in a season, each entry has cards of its own. Figures are the points
or chips of a deal that one seat of the entry makes beyond a seat of its opponents, with 95 % intervals; `random`,
`house` and `trained` are entries like the others.

## Rules for entries

1. An entry is a folder `docs/leaderboard/NAME/` with `entry.json` and, for each game, the `evaluation.json` that
   `saleroom evaluate GAME --policy POLICY --season SEASON --out DIR` has written, under the game's name:
   `auction-pitch.json`. It has all cells of the protocol with all their deals, and `house` had to play at most 1 % of
   the policy's moves (`by_protocol` is true). One game is enough.
2. `entry.json` has texts for `name`, `by`, `date`, `source` (where others can get the policy's code and weights, at a
   version that stays), `policy` (the name after `--policy`) and `said` (what it is, in a sentence).
3. The policy plays sealed: `sealed` lists all parts of the isolation. Each seat has a process of its own in each deal.
   It gets the views of its seat through a pipe, and has no network, no files to write and no other processes to read.
   Nothing passes from one deal to the next. Saleroom's own bots need no seal.
4. The cards follow from the secret of a season and the digest of the policy's code and weights, which `--file` names.
   The maintainers publish a commitment of the secret before the season, and the secret after it. So no entrant
   can choose the cards, learn them, or draw others without a change of the policy. The maintainers play the entry.
5. The policy takes all its chance from the seed that it gets, so that a repetition gives the same `results`. A policy
   that cannot (a time limit, a service) says so in `said`.
6. The exploitability of an entry is the lower bound that `saleroom exploit` finds
   ([exploitability](exploitability.md)): a player that wins more against the house can still be easier to exploit.
7. Where two entries' intervals overlap, neither is called the better one: their cross-play compares them on the same
   cards. Entries of different [time classes](arena.md#one-player-by-a-protocol) are not alike: a slower one had more
   time to think.

Entries by protocol 1 are from before the seal and the seasons: their policies played in the arena's process, on cards
that everyone can compute. No further ones are accepted.

## Seasons

`python -m docs.leaderboard --new-season NAME` draws a secret, shows it once and adds its commitment here;
`--open-season NAME` reads the secret and adds it after the season.
"""


LADDER = ("random", "house", "ppo", SEARCH, "trained")
"""Entries in the expected order of strength: random play, heuristics, short training, search, and shipped net."""

OVERVIEW = """\
Points or chips of a deal beyond a seat of the house, at the usual number of seats. A – has not been measured. † is one
`hard` among the house's players on other cards, measured by `make strength` ([strength](strength.md)). Its interval is
a confidence sequence, which is about twice as wide as an interval for a fixed number of deals. ‡ is from the
cross-play below, with few deals: the search takes too long for a thousand deals of each cell."""

CROSS_PLAY = f"""\
One seat of the entry in the row among copies of the entry in the column: points or chips of a deal beyond a seat of the
column, at the usual number of seats. Each deal is played once with the row's entry in every seat. All pairs of a game
play the same cards: {cross_play.INSTANT} deals between instant bots, the first {cross_play.SEARCH} of these deals with
a search, and the first {cross_play.SEALED} with a sealed policy. The time class is by the mean elapsed time of a
decision in these deals. Entries by protocol 1 play without a seal here too.
A game or `hard` is missing below if its pairs have not been played yet.

Everyone can know these cards, so a matrix is no measure of policies that were trained on them. To repeat it, run
`python -m docs.leaderboard --cross-play` in a folder from which the entries' modules can be imported."""


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
    parts = [RULES.rstrip(), _seasons(), "## Entries", table(["entry", "by", "date", "what it is"], map(_who, known))]
    parts += ["## Against the house", OVERVIEW, _overview(known), *_cross_play()]
    for name in NAMES:
        rows = [(entry, found[name]) for entry, found in known if name in found]
        if rows:
            parts += [f"## {load(name).title}", _game(rows)]
    return "\n\n".join(parts) + "\n"


def _seasons() -> str:
    """Return a table of the seasons, or a sentence if there are none."""
    if not (seasons := _read(SEASONS)):
        return "No season has begun."
    rows = [
        (name, f"`{one['commitment']}`", f"`{one['secret']}`" if one["secret"] else "–")
        for name, one in seasons.items()
    ]
    return table(["season", "commitment (SHA-256)", "secret"], rows)


def new_season(name: str) -> str:
    """Add the commitment of a new secret to the seasons, and return the secret."""
    seasons = _read(SEASONS)
    if name in seasons:
        raise ValueError(f"there is a season {name} already; name another one")
    season = Season(name, secrets.token_bytes(32))
    _write_seasons(seasons | {name: {"commitment": season.commitment, "secret": None}})
    return season.secret.hex()


def open_season(season: Season) -> None:
    """Add the secret of a season; raise `ValueError` if it does not match the commitment."""
    seasons = _read(SEASONS)
    if seasons.get(season.name, {}).get("commitment") != season.commitment:
        raise ValueError(f"this is not the secret of a season {season.name}")
    seasons[season.name]["secret"] = season.secret.hex()
    _write_seasons(seasons)


def _write_seasons(seasons: dict[str, Any]) -> None:
    SEASONS.write_text(json.dumps(seasons, indent=1) + "\n", "utf-8")


def protocol_of(evaluation: dict[str, Any]) -> str:
    """Return the protocol of an evaluation as text, with the season."""
    number = evaluation["format"].rpartition("/")[2]
    season = evaluation.get("season")
    return f"{number}, {season['name']}" if season else number


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
        return _search(name) if rung == SEARCH else "–"
    return _cell(found, "house", load(name).usual_seats)


def _search(name: str) -> str:
    """Return the search's advantage over the house by `make strength` or else by cross-play; “–” if there is neither.

    The number of seats is the game's usual one.
    """
    for one in _read(STRENGTH)["cells"]:
        if (one["row"], one["game"], one["seats"]) == ("deals", name, load(name).usual_seats):
            return f"{_told(one)} †"
    pair = cross_play.Pair(name, SEARCH, "house")
    return f"{_told(_crossed()[pair]['difference'])} ‡" if pair in _crossed() else "–"


def _crossed() -> dict[tuple[str, str, str], dict[str, Any]]:
    """Return the stored results of cross-play, by game, row and column."""
    return {(one["game"], one["row"], one["column"]): one for one in cross_play.stored()}


def _cross_play() -> list[str]:
    """Return the section with each game's matrix; an empty list if no pair has been played."""
    results = _crossed()
    parts = ["## Cross-play", CROSS_PLAY] if results else []
    for game in [name for name in NAMES if any(name == one for one, _, _ in results)]:
        played = {name for one, *names in results if one == game for name in names}
        names = [*(name for name in LADDER if name in played), *sorted(played - set(LADDER))]
        rows = [[row, *(_crossing(results, game, row, column) for column in names)] for row in names]
        classes = {row: one["time_class"] for (name, row, _), one in results.items() if name == game}
        matrix = [[*row, classes.get(row[0], "–")] for row in rows]
        parts += [
            f"**{load(game).title}**",
            table(["entry", *(f"among `{name}`" for name in names), "time class"], matrix),
        ]
    return parts


def _crossing(results: dict[tuple[str, str, str], dict[str, Any]], game: str, row: str, column: str) -> str:
    result = results.get((game, row, column))
    return "–" if result is None else _told(result["difference"])


def _game(rows: list[tuple[dict[str, str], Any]]) -> str:
    """Return a table of the entries for a game, best against `house` first, with the command of each entry."""
    cells = list(dict.fromkeys((one["opponent"], one["seats"]) for _, found in rows for one in found["cells"]))
    head = ["entry", *(f"against `{opponent}`, {seats} seats" for opponent, seats in cells)]
    head += ["exploitability, at least", "time class", "protocol", "command"]
    lines = [
        [
            entry["name"],
            *(_cell(found, *cell) for cell in cells),
            _exploitability(found),
            time_class(found["cells"]),
            protocol_of(found),
            f"`saleroom evaluate {found['game']} --policy {entry['policy']}`",
        ]
        for entry, found in sorted(rows, key=lambda row: -_against_house(row[1]))
    ]
    return table(head, lines)


def _exploitability(found: Any) -> str:
    """Return the lower bounds of an entry's exploitability, by number of seats; “–” if there is none."""
    bounds = [f"{number(one['lower_bound'])} ({one['seats']} seats)" for one in found.get("exploitability", ())]
    return ", ".join(bounds) or "–"


def add_exploitability(entry: str, result: dict[str, Any]) -> None:
    """Add a result of `saleroom exploit` to an entry's evaluation of the same game.

    Raise `ValueError` if the result is of another policy or has other options than the default ones.
    """
    path = FOLDER / entry / f"{result['game']}.json"
    evaluation, game = _read(path), load(result["game"])
    for name in exploitability.SAME:
        if evaluation.get(name, result[name]) != result[name]:  # entries by protocol 1 have no digest
            raise ValueError(f"the result is of another {name} than the entry {entry}: {result[name]}")
    if result["options"] != game.settle_options({}, result["seats"]):
        raise ValueError("the result has other options than the default ones, which the leaderboard compares")
    path.write_text(json.dumps(exploitability.add_exploitability(evaluation, result), indent=1) + "\n", "utf-8")


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


def policies() -> dict[str, str]:
    """Return the policy of each entry and of the search, by name."""
    return {entry["name"]: entry["policy"] for entry, _ in entries()} | {SEARCH: SEARCH}


def open_policies() -> set[str]:
    """Return the policies of the entries by protocol 1, which played without a seal."""
    return {entry["policy"] for entry, found in entries() if {protocol_of(one) for one in found.values()} == {"1"}}


def main(arguments: list[str]) -> None:
    """Do what the arguments request, and write the page."""
    match arguments:
        case ["--new-season", name]:
            print(f"The secret of {name}, which is not stored anywhere: {new_season(name)}")
        case ["--open-season", name]:
            open_season(read_season(name))
        case ["--exploitability", entry, *files]:
            for file in files:
                add_exploitability(entry, _read(Path(file)))
        case ["--cross-play", *games]:
            cross_play.play_missing([load(name).name for name in games or NAMES], policies(), open_policies())
        case []:
            pass
        case _:
            options = (
                "--new-season NAME",
                "--open-season NAME",
                "--exploitability ENTRY FILE",
                "--cross-play [GAME …]",
            )
            sys.exit(f"write nothing or one of {', '.join(options)}")
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
