"""Packaged data about the effects of every option of a game, from a study of all options (`--all`)."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

from saleroom import games
from saleroom.kernel.game import Game
from saleroom.lab.runs import folders
from saleroom.lab.study.differences import LESS, MORE
from saleroom.lab.study.plan import Study
from saleroom.lab.study.summary import Json, clear, with_luck
from saleroom.match import effects
from saleroom.match.house_rules import house_rules

DIGITS = 4
TOLD = 6
"""Maximum number of notable measures for each variant."""
BETTER = ("trained", "house")
"""Levels for measuring luck and skill: one better player among worse players."""
FEWER = {"trained": 4}
"""For each slow level, the factor by which its number of matches is reduced.

A net takes several times as long as heuristics.
"""
ALWAYS = ("decisions", "luck")
"""Measures that are stored for every variant, even without a significant effect."""
OVERALL = ("decisions", "luck", "skill", "price", "made", "gain", "sold", "tied", "leads", "late", "full")
"""Measures that matter to an operator, in addition to shares of wins by distance from the dealer."""


def study_of_all(game: Game, seed: bytes, matches: int, levels: tuple[str, ...], seats: tuple[int, ...] = ()) -> Study:
    """Return a study of every option and every rule set of a game, with its usual numbers of seats."""
    named = house_rules(game)
    sets = {name: preset.options for name, preset in named.presets.items()}
    return Study(
        game.name,
        seed,
        matches,
        seats=seats or tuple(named.seats) or (game.usual_seats,),
        levels=levels,
        rule_sets=sets,
        better=BETTER,
        fewer=FEWER,
    )


def path_of(game: Game) -> Path:
    """Return the path of the effects file in the game's folder."""
    return Path(str(resources.files(games.package(game.name).__name__))) / effects.FILE


def write(game: Game, summary: Json, path: Path) -> None:
    """Store the results of a full study in the package. Raise `ValueError` if `effects.read` rejects them."""
    data = shipped(game, summary)
    effects.read(game, data)
    folders.write(path, folders.text(_lines(data)))


def _lines(data: Json) -> str:
    """Return JSON with a separate line for each variant and preset, so that diffs are readable."""
    text = json.dumps(data, separators=(",", ":"))
    return (
        text.replace('{"option"', '\n{"option"').replace('{"seats"', '\n{"seats"').replace('{"name"', '\n{"name"')
        + "\n"
    )


def shipped(game: Game, summary: Json) -> Json:
    """Return the data that `match.effects` reads."""
    rows = [with_luck(row, summary["tables"]) for row in summary["tables"] if len(row["players"]) == 1]
    bases = [row for row in rows if row["option"] is None and row["rule_set"] is None]
    data = {
        "format": effects.FORMAT,
        "game": game.name,
        "version": summary["version"],
        "rules_version": summary["rules_version"],
        "seed": summary["plan"]["seed"],
        "command": summary["command"],
        "seconds": summary["seconds"],
        "levels": summary["plan"]["levels"],
        "players": summary["plan"]["better"],
        "tables": [_table(base, rows, summary["levels"]) for base in bases],
        "presets": _presets(game, rows, summary),
    }
    return trimmed(data)


def trimmed(data: Json) -> Json:
    """Return only the data that web pages use: the strongest level's variants, with their significant effects."""
    tables = [_told_by_strongest(table, data) for table in data["tables"]]
    return {**data, "tables": [{**table, "variants": _trimmed_variants(table["variants"])} for table in tables]}


def _told_by_strongest(table: Json, data: Json) -> Json:
    strongest = [other["level"] for other in data["tables"] if other["seats"] == table["seats"]][-1]
    return table if table["level"] == strongest else {**table, "variants": []}


def _trimmed_variants(variants: list[Json]) -> list[Json]:
    notable = {one["option"]: set[str](ALWAYS) for one in variants}
    for one in variants:
        notable[one["option"]].update(one["notable"])
    return [_trimmed_variant(one, notable[one["option"]]) for one in variants]


def _trimmed_variant(one: Json, wanted: set[str]) -> Json:
    notable = {name: effect for name, effect in one["effects"].items() if name in wanted or effect[-1] in (MORE, LESS)}
    values = {name: value for name, value in one["values"].items() if name in ("luck", "skill")}
    return {**one, "effects": notable, "values": values}


def _table(base: Json, rows: list[Json], levels: list[Json]) -> Json:
    variants = [row for row in rows if row["option"] and (row["seats"], row["level"]) == (base["seats"], base["level"])]
    return {
        "seats": base["seats"],
        "level": base["level"],
        "options": base["options"],
        "matches": base["matches"],
        "values": _values(base),
        "minutes": base["spread"]["minutes"],
        "variants": [_variant(row, levels) for row in variants],
    }


def _variant(row: Json, levels: list[Json]) -> Json:
    differences = {name: one for name, one in row["differences"].items() if _is_told(name)}
    notable = [name for name, _ in clear({"differences": differences})][:TOLD]
    same = ("option", "value", "rule_set", "seats")
    return {
        "option": row["option"],
        "value": row["value"],
        "matches": row["matches"],
        "changed": round(row["changed"], DIGITS),
        "effects": {
            n: [_short(one[k]) for k in ("mean", "low", "high")] + [one["verdict"]] for n, one in differences.items()
        },
        "notable": notable,
        "holds": {
            one["measure"]: one["holds"]
            for one in levels
            if one["measure"] in notable and all(one[key] == row[key] for key in same)
        },
        "values": _values(row),
        "minutes": row["spread"]["minutes"],
    }


def _is_told(measure: str) -> bool:
    return measure in OVERALL or measure.startswith("win_place_")


def _values(row: Json) -> Json:
    return {name: _triple(one) for name, one in row["values"].items() if _is_told(name)}


def _triple(one: Json) -> list[float | None]:
    return [_short(one[key]) for key in ("mean", "low", "high")]


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{DIGITS}g}")


def _presets(game: Game, rows: list[Json], summary: Json) -> list[Json]:
    """Return the results of each named rule set with each number of seats, as played by the strongest level."""
    best, presets = summary["plan"]["levels"][-1], []
    for name, preset in house_rules(game).presets.items():
        for row in rows:
            if row["level"] == best and (row["rule_set"] == name or _is_base(row, preset.options)):
                presets.append(_preset(name, dict(preset.options), row, summary["plan"]["better"]))
    return presets


def _is_base(row: Json, options: Any) -> bool:
    """Return whether `row` has the results of the base, and a rule set with the given options equals the base."""
    return not options and row["option"] is None and row["rule_set"] is None


def _preset(name: str, options: Json, row: Json, players: list[str] | None) -> Json:
    luck_and_skill = {
        name: _triple(row["values"][name]) if name in row["values"] else None for name in ("luck", "skill")
    }
    return {
        "name": name,
        "seats": row["seats"],
        "options": options,
        "level": row["level"],
        "matches": row["matches"],
        "minutes": row["spread"]["minutes"],
        **luck_and_skill,
        "players": players,
    }
