"""Law: the order of legal actions and the cards dealt from a seed never change.

Records and trained nets depend on both.

A game's `pinned.txt` lists both for the match with seed 7, default options and the usual number of seats. Each entry
ends with a semicolon. An entry has the events since the previous entry, the seat to act, and all its legal actions in
order.
"""

from __future__ import annotations

import re

from saleroom.games import load
from saleroom.match.match import Match
from tests.contract.chance import every_game
from tests.games import data_of


def listed(text: str) -> list[str]:
    """Return the actions in a comma-separated list, where ``bid 1..3`` stands for three actions."""
    found = []
    for words in (part.strip() for part in re.sub(r"\s+", " ", text).split(",")):
        run = re.fullmatch(r"(\w+) (\d+)\.\.(\d+)", words)
        found += [f"{run[1]} {n}" for n in range(int(run[2]), int(run[3]) + 1)] if run else [words]
    return [words for words in found if words]


@every_game
def test_the_order_of_legal_actions_is_pinned(name, seats):
    game = load(name)
    match = Match(game, game.settle_options({}, seats), ["test"] * seats, seed=7).run_table()
    for line in data_of(name, "pinned.txt").split(";"):
        events, seat, legal = line.split("|")
        for event in listed(events):
            actor, _, words = event.partition(" ")
            match.act(int(actor), words)
        assert match.legal(int(seat)) == listed(legal)
