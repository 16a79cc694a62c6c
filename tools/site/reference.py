"""Pages of the reference: Python from docstrings, commands from their declarations, and HTTP from OpenAPI."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from typer.main import get_command

import saleroom
from docs.pages import table
from saleroom.cli import app
from saleroom.cli.examples import EXAMPLES
from saleroom.server.app import create_app
from saleroom.server.http.network import Network
from saleroom.server.ops.settings import Settings

PACKAGE = (
    "game",
    "ChosenGame",
    "Match",
    "Batch",
    "player",
    "replay",
    "verify",
    "study",
    "IllegalAction",
    "BadRecord",
    "BadOptions",
)
"""Public names of `import saleroom`, most used first, except the plain values `GAMES` and `__version__`."""
MODULES = {
    "Environments": (
        "saleroom.envs.vector",
        "saleroom.envs.one_learner",
        "saleroom.envs.gymnasium",
        "saleroom.envs.gymnasium_vector",
        "saleroom.envs.pettingzoo",
        "saleroom.envs.parallel",
        "saleroom.envs.open_spiel",
        "saleroom.envs.text_observations",
        "saleroom.envs.text_episode",
    ),
    "Search for leaks": ("saleroom.testing",),
    "Measured effects": ("saleroom.match.effects",),
}


def pages() -> dict[str, str]:
    """Return all pages of the reference, by path."""
    document = _openapi()
    return {
        "reference/python.md": python(),
        "reference/command-line.md": commands(),
        "reference/http.md": http(document),
        "reference/openapi.json": json.dumps(document, indent=1) + "\n",
    }


def python() -> str:
    """Return the page that mkdocstrings fills in from the docstrings."""
    parts = [
        "# Python",
        "What [versions](versions.md) promise holds for these names; everything else is private.",
        "## saleroom",
    ]
    parts += [_documented(f"saleroom.{'.'.join(saleroom._HOMES[name])}") for name in PACKAGE]
    for heading, modules in MODULES.items():
        parts += [f"## {heading}", *map(_documented, modules)]
    return "\n\n".join(parts) + "\n"


def _documented(name: str) -> str:
    return f"::: {name}\n    options:\n      heading_level: 3"


# Commands


def commands() -> str:
    """Return the help and options of every command; `docs/reference/command-line.md` comes before it."""
    parts: list[str] = []
    for name, command in _all_commands(get_command(app), "saleroom"):
        parts += [f"## {name}", command.help, _example(name), _parameters(command)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _all_commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Yield all commands that can be run, with full names, including the commands inside groups."""
    for part, found in getattr(command, "commands", {}).items():
        if hasattr(found, "commands"):
            yield from _all_commands(found, f"{name} {part}")
        else:
            yield f"{name} {part}", found


def _example(name: str) -> str:
    return f"```sh\n{EXAMPLES[name.removeprefix('saleroom ')]}\n```"


def _parameters(command: Any) -> str:
    rows = [
        _parameter(one) for one in command.params if one.name not in ("help", "install_completion", "show_completion")
    ]
    return table(["argument", "default", "meaning"], rows) if rows else ""


def _parameter(one: Any) -> tuple[str, str, str]:
    name = one.opts[-1] if one.param_type_name == "option" else (one.metavar or one.name.upper())
    value = f" {one.metavar}" if one.param_type_name == "option" and one.metavar else ""
    plain = isinstance(one.default, str | int | float) and not isinstance(one.default, bool)
    return f"`{name}{value}`", f"`{one.default}`" if plain else "", _sentences(getattr(one, "help", None))


def _sentences(text: str | None) -> str:
    return " ".join((text or "").split())


# HTTP


def _openapi() -> dict[str, Any]:
    """Return the OpenAPI document that a server has at `/api/openapi.json`, without running a server."""
    settings = Settings(Path("nowhere"))
    return create_app(settings, "none", Network(settings, 8642, None)).openapi()


def http(document: Mapping[str, Any]) -> str:
    """Return the page of the server's HTTP API, made from its OpenAPI document."""
    parts = [
        "# HTTP",
        "What the lobby asks the server. A running server describes itself at `/api/openapi.json`, of which this page "
        "is made ([as a file](openapi.json)). A table itself is a WebSocket, of which the messages are typed in "
        "`saleroom.server.protocol`. Requests that concern a person carry `Authorization: Bearer TOKEN`.",
    ]
    for path, methods in document["paths"].items():
        for method, one in methods.items():
            parts += [f"## {method.upper()} {path}", one.get("description", one.get("summary", "")), *_request(one)]
    parts += ["## Bodies", *_schemas(document["components"]["schemas"])]
    return "\n\n".join(filter(None, parts)) + "\n"


def _request(one: Mapping[str, Any]) -> Iterator[str]:
    """Yield Markdown for the parameters, the body and the answers of a request."""
    rows = [(f"`{p['name']}`", p["in"], _type(p.get("schema", {}))) for p in one.get("parameters", ())]
    if rows:
        yield table(["parameter", "in", "type"], rows)
    if body := one.get("requestBody"):
        yield f"Body: {_content(body)}."
    answers = [f"{status}: {_content(answer) or answer['description']}" for status, answer in one["responses"].items()]
    yield f"Answers: {'; '.join(answers)}."


def _content(part: Mapping[str, Any]) -> str:
    return " or ".join(_type(one.get("schema", {})) or kind for kind, one in part.get("content", {}).items())


def _schemas(schemas: Mapping[str, Any]) -> Iterator[str]:
    """Yield Markdown for each schema: a heading, a description, and its fields with types."""
    for name, schema in sorted(schemas.items()):
        yield f"### {name}"
        yield _sentences(schema.get("description"))
        wanted = schema.get("required", ())
        rows = [
            (f"`{field}`", _type(one), "" if field in wanted else "optional", _sentences(one.get("description")))
            for field, one in schema.get("properties", {}).items()
        ]
        if rows:
            yield table(["field", "type", "", "meaning"], rows)
        elif choices := schema.get("enum"):
            yield "One of " + ", ".join(f"`{choice}`" for choice in choices) + "."


def _type(schema: Mapping[str, Any]) -> str:
    """Return a type in words, with links to schemas."""
    if reference := schema.get("$ref"):
        name = reference.rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(map(_type, choices)))
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{choice}`" for choice in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return schema.get("type", "")
