"""Figures that depend on the players: which of them are stale, and the commands that make them again.

A figure is stale if one of its players now plays differently. A new net, a new setting of the search and a new rule all
change how a player plays. `made_with.json` stores, for each file with figures, digests of the players that made it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import saleroom
from docs import cross_play, leaderboard
from saleroom.bots.levels import THINKING
from saleroom.bots.players import is_outside
from saleroom.games import FOLDERS, NAMES, full_name

ROOT = Path(__file__).resolve().parents[2]
STORE = Path(__file__).with_name("made_with.json")
DEALS = 3
"""Number of deals that a digest covers."""
BUDGET = "search:40"
"""Search that replaces the slow levels here; their own budgets are part of the digest."""
SEARCHES = ("search:100", *THINKING)
_STUDY = re.compile(r"\[Report\]\(\.\./(studies/\S+?\.html)\):\s`(saleroom\s+study\s+(\S+)[^`]*)`")
"""Study on the page of house rules: its report, its command and its game."""

Digests = Mapping[str, str]
"""Digest of each player in each game, by a key such as ``auction-pitch trained``."""


@dataclass(frozen=True)
class FigureFile:
    """File with figures, the players whose play it measures, and the commands that make it again."""

    path: str
    games: tuple[str, ...]
    players: tuple[str, ...]
    commands: tuple[str, ...]

    def digests(self) -> Digests:
        """Return the digests of the players as they play now."""
        return {f"{game} {player}": digest(game, player) for game in self.games for player in self.players}


class Changes(NamedTuple):
    """Players that make a file stale, such as ``auction-pitch trained``."""

    new: list[str]
    """Players that play differently from those that made the file."""
    unknown: list[str]
    """Players of which no digest was stored when the file was made."""


def figure_files() -> Iterator[FigureFile]:
    """Yield all files. A file comes after the files from which it is made."""
    for name in NAMES:
        folder = FOLDERS[name]
        afresh = "rm -rf build/effects"  # these programs continue from the results in their folders
        study = f"saleroom study {folder} --all --matches 8000 --seed 1 --players house,trained --out build/effects"
        yield FigureFile(
            f"src/saleroom/games/{folder}/effects.json", (name,), ("house", "trained"), (afresh, study, "make pages")
        )
    yield from _studies()
    yield from _evaluations()
    policies = leaderboard.policies().values()
    again = f"rm {cross_play.FILE.relative_to(ROOT)}", "PYTHONPATH=examples python -m docs.leaderboard --cross-play"
    yield FigureFile(
        str(cross_play.FILE.relative_to(ROOT)), NAMES, _own(policies), (*again, "python -m docs.leaderboard")
    )
    levels = ("house", "easy", "medium", "trained", "hard", "master")
    yield FigureFile(
        "docs/levels.json", NAMES, levels, ("rm -rf build/levels", "make levels ARGS=--size", "make levels")
    )
    strength = ("house", "easy", "medium", "trained", "hard", "master")
    yield FigureFile(
        "docs/strength.json", NAMES, strength, ("rm -rf build/strength", "make strength ARGS=--minutes=720")
    )
    curves = "python examples/exploitability.py mini-flop-poker --seconds 10 --out build/curves"
    copies = tuple(f"cp build/curves/curves.{kind} docs/exploitability.{kind}" for kind in ("json", "svg"))
    yield FigureFile("docs/exploitability.json", ("mini-flop-poker",), ("search:100",), (curves, *copies))


def _studies() -> Iterator[FigureFile]:
    """Yield the reports of studies that the page of house rules names, each with the page's command."""
    page = (ROOT / "docs/research/house-rules.md").read_text("utf-8")
    for path, words, game in _STUDY.findall(page):
        command, out = " ".join(words.split()), f"build/{path.removesuffix('.html')}"
        players = ("house", "trained") if "--better trained,house" in command else ("house",)
        commands = f"rm -rf {out}", f"{command} --out {out}", f"cp {out}/report.html docs/{path}"
        yield FigureFile(f"docs/{path}", (full_name(game),), players, commands)


def _evaluations() -> Iterator[FigureFile]:
    """Yield the evaluations of all entries of the leaderboard."""
    for entry, evaluations in leaderboard.entries():
        for game, evaluation in evaluations.items():
            out, path = f"build/evaluations/{entry['name']}/{game}", f"docs/leaderboard/{entry['name']}/{game}.json"
            opponents = (cell["opponent"] for cell in evaluation["cells"])
            evaluate = f"PYTHONPATH=examples saleroom evaluate {game} --policy {entry['policy']} --out {out}"
            commands = f"rm -rf {out}", evaluate, f"cp {out}/evaluation.json {path}", "python -m docs.leaderboard"
            yield FigureFile(path, (game,), _own([entry["policy"], *opponents]), commands)


def _own(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of Saleroom's own players, each once; other players do not change with Saleroom."""
    return tuple(dict.fromkeys(name for name in names if not is_outside(name)))


@cache
def digest(game: str, player: str) -> str:
    """Return a digest of the actions that a player takes in `DEALS` fixed deals among players like itself."""
    stand_in, settings = (BUDGET, repr(THINKING.get(player, player))) if player in SEARCHES else (player, "")
    spec = saleroom.game(game)
    hashed = sha256(settings.encode())
    for seed in range(DEALS):
        match = spec.match(seed=seed)
        seats = range(len(match.scores))
        players = [saleroom.player(stand_in, match.game, bytes([seed, seat]), "deal", threads=1) for seat in seats]
        while not match.over:
            seat = match.to_act[0]
            views = match.views(seat)
            if views["deal"][0] > 1:
                break
            action = int(players[seat].choose(views, seat))
            hashed.update(b"%d %d\n" % (seat, action))
            match.act(seat, action)
    return hashed.hexdigest()[:16]


def read(store: Path = STORE) -> dict[str, Digests]:
    """Return the stored digests of each file."""
    return json.loads(store.read_text("utf-8")) if store.exists() else {}


def write(file: FigureFile, store: Path = STORE) -> None:
    """Store that the present players made a file."""
    known = {**read(store), file.path: file.digests()}
    store.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", "utf-8")


def changed(file: FigureFile, known: Mapping[str, Digests]) -> Changes:
    """Compare the players of a file as they play now with those that made the file."""
    made_with, now = known.get(file.path, {}), file.digests()
    return Changes(
        new=[name for name in now if name in made_with and made_with[name] != now[name]],
        unknown=[name for name in now if name not in made_with],
    )
