"""JSON Schemas of messages, bodies and the boards of games; the client's types are generated from them.

`python -m saleroom.server.protocol.schema` prints the schemas.
"""

from __future__ import annotations

import ast
import inspect
import json
from itertools import pairwise
from textwrap import dedent
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from saleroom import games
from saleroom.server.protocol import (
    bodies,
    bot_account_bodies,
    classroom_bodies,
    commands,
    contest_bodies,
    house_rules_bodies,
    match_bodies,
    message_bodies,
    messages,
    people_bodies,
    personal,
    practice,
    series_bodies,
    tournament_bodies,
)
from saleroom.toolkit.display import scenes
from saleroom.toolkit.display.generic import GenericBoard, GenericScene

Wanted = tuple[str, Literal["validation", "serialization"], TypeAdapter[Any]]
BODIES = (
    bodies,
    match_bodies,
    contest_bodies,
    tournament_bodies,
    series_bodies,
    house_rules_bodies,
    message_bodies,
    personal,
    people_bodies,
    practice,
    classroom_bodies,
    bot_account_bodies,
)
"""Modules of request and response bodies."""
SHARED = (scenes.Auction, scenes.Trick, GenericBoard)
"""Types with fields that several games add to their boards."""


def schemas() -> dict[str, Any]:
    """Return the definitions of all messages (`wire`) and of each game's board (`games`), by name."""
    return {
        "wire": definitions(),
        "games": {game: board_definitions(game) for game in games.NAMES if has_own_scene(game)},
    }


def definitions() -> dict[str, Any]:
    """Return the schemas of all messages and bodies."""
    classes = [
        body
        for module in BODIES
        for _, body in inspect.getmembers(module, inspect.isclass)
        if issubclass(body, BaseModel) and body.__module__ == module.__name__ and not body.__name__.startswith("_")
    ]
    wanted: list[Wanted] = [
        ("client", "validation", commands.client_message),
        ("server", "serialization", messages.server_message),
        *((part.__name__, "serialization", TypeAdapter(part)) for part in (*classes, *SHARED)),
    ]
    unions, parts = _generate(wanted)
    return parts | {
        "ClientMessage": _plain(unions["client", "validation"]),
        "ServerMessage": _plain(unions["server", "serialization"]),
    }


def has_own_scene(game: str) -> bool:
    """Return whether a game defines its own board, instead of using the generic one."""
    return not isinstance(games.package(game).scene(), GenericScene)


def board_definitions(game: str) -> dict[str, Any]:
    """Return the schemas of a game's board and of its parts."""
    return _generate([("board", "serialization", TypeAdapter(games.package(game).scene().Board))])[1]


def _generate(wanted: list[Wanted]) -> tuple[dict[Any, Any], dict[str, Any]]:
    """Return the schemas of the types `wanted`, and the definitions that these schemas refer to."""
    schemas, shared = TypeAdapter.json_schemas(
        wanted, ref_template="#/definitions/{model}", schema_generator=_DocumentedSchema
    )
    return schemas, {name: _plain(part) for name, part in shared["$defs"].items()}


class _DocumentedSchema(GenerateJsonSchema):
    """Generator of schemas in which the docstring below each field describes the property."""

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> JsonSchemaValue:
        return _described(super().typed_dict_schema(schema), schema.get("cls"))

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        return _described(super().model_schema(schema), schema["cls"])


def _described(schema: JsonSchemaValue, cls: type | None) -> JsonSchemaValue:
    for name, text in _field_docs(cls).items():
        if name in schema.get("properties", {}):
            schema["properties"][name]["description"] = text
    return schema


def _field_docs(cls: Any) -> dict[str, str]:
    """Return the docstrings of all fields of one of Saleroom's classes, including fields from base classes."""
    if not getattr(cls, "__module__", "").startswith("saleroom."):
        return {}
    # a typed dict has no base classes at run time, but an attribute lists the original ones
    bases = reversed(getattr(cls, "__orig_bases__", cls.__bases__))
    docs = {name: text for base in bases for name, text in _field_docs(base).items()}
    (body,) = ast.parse(dedent(inspect.getsource(cls))).body
    assert isinstance(body, ast.ClassDef)
    for field, after in pairwise(body.body):
        match field, after:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                docs[name] = inspect.cleandoc(text)
    return docs


def _plain(part: Any) -> Any:
    """Return a schema without titles, because titles would become separate types. Objects in the schema allow no
    additional keys.
    """
    if isinstance(part, list):
        return [_plain(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    plain = {key: _plain(inner) for key, inner in part.items() if key != "title" or not isinstance(inner, str)}
    if part.get("type") == "object" and "properties" in part:
        plain["additionalProperties"] = False
    return plain


if __name__ == "__main__":
    print(json.dumps(schemas(), indent=1))
