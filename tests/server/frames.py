"""Sample messages for developing a client: the messages to one seat before every action of a match of `house` bots.

`python -m tests.server.frames DIR` writes DIR/<game>.json.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from saleroom.bots.players import player
from saleroom.games import NAMES, load
from saleroom.match import boards
from saleroom.match.deal_history import seen_deals, update_seen_deals
from saleroom.match.match import Match
from saleroom.toolkit.display.scenes import SeenDeal
from tests.games import short

PEOPLE = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo")


def frames(name: str, seats: int, seed: int, seat: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the messages to `seat` before every action of a match, and after the last action."""
    game = load(name)
    match = Match(game, game.settle_options(short.deals(name, 3), seats), PEOPLE[:seats], seed=seed).run_table()
    bots = [player("house", game, f"{name} {seed} {at}".encode()) for at in range(seats)]
    public, own = seen_deals(match, "public"), seen_deals(match, seat)
    fresh = list(own[-1].events)
    while True:
        yield frame(match, seat, public, own, fresh)
        if match.over:
            return
        actor = match.to_act[-1]  # in a sealed phase, `seat` chooses last
        actor = next((at for at in match.to_act if at != seat), actor)
        match.act(actor, bots[actor].choose(match.views(actor), actor))
        update_seen_deals(match, "public", public)
        fresh = update_seen_deals(match, seat, own)


def frame(match: Match, seat: int, public: list[SeenDeal], own: list[SeenDeal], fresh: list[str]) -> dict[str, Any]:
    """Return one moment of a match as a dictionary of wire messages and their context."""
    asked = len(match.history) if seat in match.to_act else None
    return {
        "game": match.game.name,
        "names": match.players,
        "unit": match.game.unit,
        "options": match.options,
        "board": boards.public_board(boards.Position(match), public),
        "you": {
            "seat": seat,
            "owner": True,
            "asked": asked,
            "mine": boards.own_part(boards.Position(match), seat, own),
            "may_undo": False,
            "call": None,
        },
        "events": list(own[-1].events),
        "fresh": list(fresh),
        "hands": [
            boards.own_part(boards.Position(match), at, seen_deals(match, at))["hand"] for at in range(match.seats)
        ],
    }


def main(folder: Path) -> None:
    """Write one JSON file for each game."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        game = load(name)
        tables = dict.fromkeys((game.usual_seats, game.seats[0], game.seats[-1]))
        found = [one for seats in tables for seed in (1, 2) for one in frames(name, seats, seed)]
        (folder / f"{name}.json").write_text(json.dumps(found))
        print(f"{name}: {len(found)} frames")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
