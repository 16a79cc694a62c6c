"""Replace a function by a mutant, either in the loaded module or while the module is imported."""

from __future__ import annotations
import __future__

import inspect
import sys
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType
from typing import Any
from unittest.mock import patch

import libcst as cst  # pyright: ignore[reportMissingImports]

from tools.mutants.areas import SOURCE
from tools.mutants.mutations import Mutant


def module_of(function: str) -> str:
    """Return the name of the module in a function's key."""
    file, _ = function.split(" ")
    parts = file.removesuffix(".py").removesuffix("/__init__").split("/")
    return ".".join(("saleroom", *parts))


def live(function: str) -> FunctionType | None:
    """Return the loaded function without its wrappers; None if its code cannot be exchanged in the loaded module."""
    place: Any = sys.modules.get(module_of(function))
    for name in function.split(" ")[1].split("."):
        place = vars(place).get(name) if place is not None else None
    if isinstance(place, property):
        place = place.fget
    if isinstance(place, classmethod | staticmethod):
        place = place.__func__
    place = inspect.unwrap(place) if callable(place) else None
    return place if isinstance(place, FunctionType) and not place.__code__.co_freevars else None


def exchange(mutant: Mutant, target: FunctionType) -> None:
    """Make a loaded function run a mutant's code."""
    flags = __future__.annotations.compiler_flag
    code = compile(mutant.source, target.__code__.co_filename, "exec", flags=flags, dont_inherit=True)
    inner = next(part for part in code.co_consts if isinstance(part, CodeType))
    target.__code__ = inner.replace(co_qualname=target.__code__.co_qualname)


def load_with(mutant: Mutant) -> None:
    """Make later imports of a mutant's module load it with the mutant."""
    path = SOURCE / mutant.function.split(" ")[0]
    tree = cst.parse_module(path.read_text("utf-8"))
    changed = tree.visit(_Replace(mutant.function.split(" ")[1], mutant.source)).code
    original = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> Any:
        return compile(changed, loader.path, "exec") if loader.path == str(path) else original(loader, name)

    patch.object(SourceFileLoader, "get_code", get_code).start()


class _Replace(cst.CSTTransformer):
    """Transformer that replaces the body of one function."""

    def __init__(self, name: str, source: str) -> None:
        super().__init__()
        self.name = name
        self.inside: list[str] = []
        (definition,) = cst.parse_module(source).body
        assert isinstance(definition, cst.FunctionDef)
        self.body = definition.body

    def visit_ClassDef(self, node: cst.ClassDef) -> None:  # noqa: N802
        self.inside.append(node.name.value)

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> cst.ClassDef:  # noqa: N802
        self.inside.pop()
        return updated_node

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:  # noqa: N802
        self.inside.append(node.name.value)

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> Any:  # noqa: N802
        name = ".".join(self.inside)
        self.inside.pop()
        return updated_node.with_changes(body=self.body) if name == self.name else updated_node
