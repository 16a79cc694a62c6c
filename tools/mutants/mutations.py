"""Mutants of a source file, made by mutmut's operators and by two others, for conditions and for whole statements."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import libcst as cst  # pyright: ignore[reportMissingImports]
from mutmut.mutation import mutators  # pyright: ignore[reportMissingImports]

from tools.mutants.areas import SOURCE, Area

Operator = Callable[[Any], Iterable[cst.CSTNode]]


@dataclass(frozen=True)
class Mutant:
    """One change to one function. `key` has no line numbers, so changes elsewhere in the file do not affect it."""

    function: str
    """The file below `src/saleroom` and the function's qualified name."""
    change: str
    """The operator, and the changed line before and after the mutation."""
    source: str
    """The changed function, without decorators."""

    @property
    def key(self) -> str:
        return f"{self.function} {self.change}"

    @property
    def rank(self) -> str:
        """Sort key that selects a sample. The sample keeps its mutants even if other code changes."""
        return hashlib.sha256(self.key.encode()).hexdigest()


@dataclass(frozen=True)
class Function:
    """A function or method that can be mutated."""

    name: str
    digest: str
    mutants: tuple[Mutant, ...]


# Operators


def negate_condition(node: cst.If | cst.While | cst.CompIf) -> Iterable[cst.CSTNode]:
    """Change `if a:` to `if not (a):`."""
    test = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    yield node.with_changes(test=cst.UnaryOperation(operator=cst.Not(), expression=test))


def drop_statement(node: cst.SimpleStatementLine) -> Iterable[cst.CSTNode]:
    """Remove a statement that is a call, or an assignment to a field, an attribute or an item."""
    (statement, *others) = node.body
    if not others and _has_effect(statement):
        yield node.with_changes(body=[cst.Pass()])


def _has_effect(statement: cst.BaseSmallStatement) -> bool:
    if isinstance(statement, cst.Expr):
        return isinstance(statement.value, cst.Call | cst.Await)
    places = (cst.Attribute, cst.Subscript)
    if isinstance(statement, cst.AugAssign):
        return isinstance(statement.target, places)
    return isinstance(statement, cst.Assign) and all(isinstance(each.target, places) for each in statement.targets)


def swap_operator(node: cst.CSTNode) -> Iterable[cst.CSTNode]:
    """Swap operators as mutmut does, but do not change `//` to `/`, because a field of integers would store the same
    result.
    """
    for mutated in mutators.operator_swap_op(node):
        if not isinstance(getattr(mutated, "operator", None), cst.Divide | cst.DivideAssign):
            yield mutated


OPERATORS: tuple[tuple[str, Any, Operator], ...] = (
    ("number", cst.BaseNumber, mutators.operator_number),
    ("name", cst.Name, mutators.operator_name),
    ("augmented", cst.AugAssign, mutators.operator_augmented_assignment),
    ("unary", cst.UnaryOperation, mutators.operator_remove_unary_ops),
    ("keyword", cst.CSTNode, mutators.operator_keywords),
    ("swap", cst.CSTNode, swap_operator),
    ("if-else", cst.IfExp, mutators.operator_if_exp),
    ("negate", cst.If | cst.While | cst.CompIf, negate_condition),
    ("drop", cst.SimpleStatementLine, drop_statement),
)
"""Mutation operators in use. Those of mutmut for texts, arguments and assignments are left out: they only change
messages or make calls fail.
"""


# Functions


def functions_in(area: Area) -> list[Function]:
    """Return the functions of an area with their mutants."""
    functions = [function for path in area.files() for function in functions_of(path)]
    return [function for function in functions if area.covers(function.name)]


def functions_of(path: Path) -> list[Function]:
    """Return the functions and methods of a file with their mutants."""
    module = cst.parse_module(path.read_text("utf-8"))
    file = path.relative_to(SOURCE).as_posix()
    return [_function(module, f"{file} {name}", node) for name, node in _definitions(module.body, "")]


def _definitions(body: Iterable[cst.CSTNode], prefix: str) -> Iterator[tuple[str, cst.FunctionDef]]:
    for node in body:
        if isinstance(node, cst.FunctionDef):
            yield prefix + node.name.value, node
        elif isinstance(node, cst.ClassDef):
            yield from _definitions(node.body.body, f"{prefix}{node.name.value}.")


def _function(module: cst.Module, name: str, node: cst.FunctionDef) -> Function:
    plain = node.with_changes(decorators=[], leading_lines=[])
    before = module.code_for_node(plain)
    seen: Counter[str] = Counter()
    mutants = []
    for operator, original, mutated in _mutations(plain):
        source = module.code_for_node(plain.deep_replace(original, mutated))
        change = f"{operator}: {_difference(before, source)}"
        seen[change] += 1
        mutants.append(Mutant(name, change if seen[change] == 1 else f"{change} ({seen[change]})", source))
    return Function(name, digest_of(before), tuple(mutants))


def _mutations(function: cst.FunctionDef) -> Iterator[tuple[str, Any, Any]]:
    for node in _nodes(function.body):
        for name, kind, operator in OPERATORS:
            if isinstance(node, kind):
                for mutated in operator(node):
                    yield name, node, mutated


def _nodes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield a node and all nodes inside it, except annotations, which have no effect at run time."""
    if isinstance(node, cst.Annotation):
        return
    yield node
    for child in node.children:
        yield from _nodes(child)


def _difference(before: str, after: str) -> str:
    """Return the first line that differs, as it was before and after the change."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    was, now = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
    return f"{was.strip()} -> {now.strip()}"


def digest_of(source: str) -> str:
    """Return a digest of a function without its comments, docstring and annotations."""
    tree = ast.parse(source)
    function: Any = tree.body[0]
    function.returns = None
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            node.annotation = None
    if ast.get_docstring(function) is not None:
        function.body = function.body[1:]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:12]
