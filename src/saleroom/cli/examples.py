"""Examples at the end of every command's help. The tests run each of them."""

from __future__ import annotations

import json
from importlib.resources import files
from types import FunctionType

import typer

EXAMPLES: dict[str, str] = json.loads(files("saleroom.cli").joinpath("examples.json").read_text("utf-8"))
"""Example of each command, by its name with the names of its groups."""


def add_examples(app: typer.Typer, group: str = "") -> None:
    """Put its example at the end of the help of each command of an app. Raise `KeyError` if a command has none."""
    for command in app.registered_commands:
        assert isinstance(command.callback, FunctionType)
        name = command.name or command.callback.__name__
        command.epilog = f"Example:\n\n\b\n  {EXAMPLES[group + name]}"
