"""Examples at the end of every command's help. The tests run each of them."""

from __future__ import annotations

from types import FunctionType

import typer

EXAMPLES = {
    "games": "saleroom games --lang de",
    "rules": "saleroom rules pitch --option low=taken",
    "play": "saleroom play hearts --players hard",
    "serve": "saleroom serve --port 9000 --no-open",
    "backup": "saleroom backup backup.db",
    "restore": "saleroom restore backup.db",
    "simulate": "saleroom simulate pitch --matches 20 --seed 1 --players house --out matches.jsonl",
    "arena": "saleroom arena pitch --players search:50,house --deals 20 --seed 1 --out arena",
    "evaluate": "saleroom evaluate pitch --policy house --against random --deals 20",
    "study": "saleroom study pitch --vary low=dealt,taken --matches 200 --seed 1 --out study",
    "verify": "saleroom verify matches.jsonl",
    "replay": "saleroom replay matches.jsonl --match 3 --seat 0",
    "review": "saleroom review matches.jsonl --seat 2 --player search:200",
    "train": "saleroom train pitch --hours 0.5 --out net",
    "solve": "saleroom solve mini-pitch --out solution.npz",
    "bench": "saleroom bench --seconds 0.5",
    "compile": "saleroom compile pitch",
    "move-data": "saleroom move-data postgresql://saleroom@localhost/saleroom",
    "admin people": "saleroom admin people Ann",
    "admin tables": "saleroom admin tables --status playing",
    "admin table": "saleroom admin table TABLE",
    "admin mute": "saleroom admin mute PERSON --note 'insults in the chat'",
    "admin block": "saleroom admin block PERSON --note 'third warning'",
    "admin close": "saleroom admin close TABLE",
    "admin export": "saleroom admin export PERSON ann.json",
    "admin erase": "saleroom admin erase PERSON --sure",
    "admin program": "saleroom admin program Engine --scope bot:play",
    "admin programs": "saleroom admin programs",
    "admin check": "saleroom admin check",
    "admin log": "saleroom admin log --most 20",
}
"""Example of each command, by its name with the names of its groups."""


def add_examples(app: typer.Typer, group: str = "") -> None:
    """Put its example at the end of the help of each command of an app. Raise `KeyError` if a command has none."""
    for command in app.registered_commands:
        assert isinstance(command.callback, FunctionType)
        name = command.name or command.callback.__name__
        command.epilog = f"Example:\n\n\b\n  {EXAMPLES[group + name]}"
