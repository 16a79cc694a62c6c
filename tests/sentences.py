"""The sentences with which games and the server refuse something, as they stand in the code."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)

SENTENCE = {"Refusal": 1, "Refused": 0, "HTTPException": 1, "trouble": 1, "_strike": 3}
"""At which place calls have their sentence; others at the first."""


class Reader:
    """Reads modules, whose constants may be used by each other."""

    def __init__(self, paths: Iterable[Path]) -> None:
        """`paths` are those of the modules."""
        self._modules = [ast.parse(path.read_text("utf-8")) for path in paths]
        self._named: dict[str, list[ast.expr]] = {}
        for node in self._nodes(ast.Assign):
            if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self._named.setdefault(node.targets[0].id, []).append(node.value)

    def _nodes(self, kind: type[Node]) -> Iterator[Node]:
        for module in self._modules:
            yield from (node for node in ast.walk(module) if isinstance(node, kind))

    def sentences(self, called: set[str], returning: str | None = None) -> frozenset[str]:
        """The sentences, with `{0}`, `{1}`, … for what is filled in.

        `called` are functions and exceptions that are given one; functions whose names begin with `returning`, after
        underscores, return one.
        """
        spoken = [*self._given(called), *(self._returned(returning) if returning else ())]
        return frozenset(text for node in spoken for text in self._texts(node))

    def _given(self, called: set[str]) -> Iterator[ast.expr]:
        for node in self._nodes(ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
            place = SENTENCE.get(name, 0)
            if name in called and len(node.args) > place:
                yield node.args[place]

    def _returned(self, returning: str) -> Iterator[ast.expr]:
        for node in self._nodes(ast.FunctionDef):
            if node.name.lstrip("_").startswith(returning):
                yield from (inner.value for inner in ast.walk(node) if isinstance(inner, ast.Return) and inner.value)

    def _texts(self, node: ast.expr) -> Iterator[str]:
        """What an expression may say."""
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.JoinedStr():
                yield _template(node)
            case ast.IfExp(body=body, orelse=orelse):
                yield from self._texts(body)
                yield from self._texts(orelse)
            case ast.Dict(values=values):
                for value in values:
                    yield from self._texts(value)
            case ast.Call(func=ast.Name(id="as_sentence"), args=[inner]):
                yield from self._texts(inner)
            case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)) if name.isupper():
                for value in self._named.get(name, ()):
                    yield from self._texts(value)
            case _:
                return  # it was said elsewhere


def _template(node: ast.JoinedStr) -> str:
    numbers = count()
    parts = (part.value if isinstance(part, ast.Constant) else f"{{{next(numbers)}}}" for part in node.values)
    return "".join(map(str, parts))
