"""JSON Schemas of messages, bodies and the games' boards, from which the client's types are generated.

`python -m saleroom.server.protocol.schema` prints them.
"""

from __future__ import annotations

import inspect
import json
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter

from saleroom import games
from saleroom.server.protocol import (
    bodies,
    bot_account_bodies,
    commands,
    contest_bodies,
    house_rules_bodies,
    messages,
    personal,
    practice,
    tournament_bodies,
)
from saleroom.toolkit.display import scenes
from saleroom.toolkit.display.generic import GenericBoard, GenericScene

Wanted = tuple[str, Literal["validation", "serialization"], TypeAdapter[Any]]
BODIES = (bodies, contest_bodies, tournament_bodies, house_rules_bodies, personal, practice, bot_account_bodies)
"""Modules of request and response bodies."""
SHARED = (scenes.Auction, scenes.Trick, GenericBoard)
"""Fields shared by the boards of several games, in addition to those of every board."""


def schemas() -> dict[str, Any]:
    """Return the schema of all messages (`wire`), and that of each game's board (`games`)."""
    return {
        "wire": schema(),
        "games": {game: board_schema(game) for game in games.NAMES if has_own_scene(game)},
    }


def schema() -> dict[str, Any]:
    """Return one schema whose definitions are all messages and bodies, by name."""
    models = [
        body
        for module in BODIES
        for _, body in inspect.getmembers(module, inspect.isclass)
        if issubclass(body, BaseModel) and body.__module__ == module.__name__
    ]
    wanted: list[Wanted] = [
        ("client", "validation", commands.client_message),
        ("server", "serialization", messages.server_message),
        *((body.__name__, "serialization", TypeAdapter(body)) for body in models if not body.__name__.startswith("_")),
        *((part.__name__, "serialization", TypeAdapter(part)) for part in SHARED),
    ]
    generated, shared = TypeAdapter.json_schemas(wanted, ref_template="#/definitions/{model}")
    definitions = dict(shared["$defs"])
    definitions["ClientMessage"] = generated["client", "validation"]
    definitions["ServerMessage"] = generated["server", "serialization"]
    return _titled("Wire", definitions)


def has_own_scene(game: str) -> bool:
    """Return whether a game has a board of its own; the generic one shows the others."""
    return not isinstance(games.package(game).scene(), GenericScene)


def board_schema(game: str) -> dict[str, Any]:
    """Return the schema of a game's board."""
    board = TypeAdapter(games.package(game).scene().Board)
    wanted: list[Wanted] = [("board", "serialization", board)]
    _, generated = TypeAdapter.json_schemas(wanted, ref_template="#/definitions/{model}")
    return _titled("Boards", dict(generated["$defs"]))


def _titled(title: str, definitions: dict[str, Any]) -> dict[str, Any]:
    for name, part in definitions.items():
        _without_titles(part, name)
    return {
        "title": title,
        "type": "object",
        "additionalProperties": False,
        "definitions": definitions,
        "properties": {name: {"$ref": f"#/definitions/{name}"} for name in definitions},
    }


def _without_titles(part: Any, keep: str = "") -> None:
    """Remove titles of properties, which would become separate types, and forbid additional keys in objects."""
    if isinstance(part, dict):
        if isinstance(part.get("title"), str):
            part.pop("title")
        if keep:
            part["title"] = keep
        if part.get("type") == "object" and "properties" in part:
            part["additionalProperties"] = False
        for inner in part.values():
            _without_titles(inner)
    elif isinstance(part, list):
        for inner in part:
            _without_titles(inner)


if __name__ == "__main__":
    print(json.dumps(schemas(), indent=1))
