"""The wire and the lobby as one JSON Schema, from which the client's types are generated.

`python -m saleroom.server.protocol.schema` prints it.
"""

from __future__ import annotations

import inspect
import json
from typing import Any

from pydantic import BaseModel, TypeAdapter

from saleroom.server.protocol import bodies, commands, messages


def schema() -> dict[str, Any]:
    """One schema whose definitions are all messages and all bodies, by their names."""
    found = [
        body
        for _, body in inspect.getmembers(bodies, inspect.isclass)
        if issubclass(body, BaseModel) and body.__module__ == bodies.__name__
    ]
    wanted = [
        ("client", "validation", commands.client_message),
        ("server", "serialization", messages.server_message),
        *((body.__name__, "serialization", TypeAdapter(body)) for body in found if not body.__name__.startswith("_")),
    ]
    schemas, shared = TypeAdapter.json_schemas(wanted, ref_template="#/definitions/{model}")
    definitions = dict(shared["$defs"])
    definitions["ClientMessage"] = schemas["client", "validation"]
    definitions["ServerMessage"] = schemas["server", "serialization"]
    definitions["Board"] = dict(definitions["Step"]["properties"]["board"])
    for name, part in definitions.items():
        _without_titles(part, name)
        _name_boards(part, name == "Board")
    return {
        "title": "Wire",
        "type": "object",
        "additionalProperties": False,
        "definitions": definitions,
        "properties": {name: {"$ref": f"#/definitions/{name}"} for name in definitions},
    }


def _without_titles(part: Any, keep: str = "") -> None:
    """Titles of properties would become types of their own; and an object has no other keys than its own."""
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


def _name_boards(part: Any, here: bool) -> None:
    """Wherever any game's board may stand, refer to the one definition of it."""
    if isinstance(part, dict):
        if not here and part.get("discriminator", {}).get("propertyName") == "game":
            part.clear()
            part["$ref"] = "#/definitions/Board"
        for inner in part.values():
            _name_boards(inner, False)
    elif isinstance(part, list):
        for inner in part:
            _name_boards(inner, False)


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))
