"""Digests of Python sources as the compiler sees them: without comments, docstrings, annotations and paths."""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from saleroom.kernel.codecache import folders
from saleroom.modes import MODE

_DIGITS = 32
"""Hexadecimal digits of a digest."""
_REMEMBERED = 2000
"""Maximum number of digests in the file of remembered digests."""


class _Bare(ast.NodeTransformer):
    """Transformer that removes from a syntax tree everything that does not affect machine code."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Remove docstrings and other statements that are only a constant."""
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """Remove module-level assertions, which are not compiled."""
        node.body = [statement for statement in node.body if not isinstance(statement, ast.Assert)]
        return self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> ast.AST | None:
        """Remove assertions in functions if Python runs with `-O`."""
        return self.generic_visit(node) if __debug__ else None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Remove the annotation of the result."""
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Remove the annotation of an argument."""
        node.annotation = None
        return node


def _bare_digest(text: bytes) -> str:
    """Digest the syntax tree without positions."""
    return _hex(ast.dump(_Bare().visit(ast.parse(text))).encode())


def _hex(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=_DIGITS // 2).hexdigest()


@cache
def _remembered_file() -> Path | None:
    """Return the file that maps digests of source texts to digests of their syntax trees. A syntax tree takes 1,000
    times as long to digest as its text.
    """
    root = folders.folder()
    python = f"{sys.implementation.cache_tag}{'' if __debug__ else '-O'}"
    method = _hex(Path(__file__).read_bytes())  # other versions of this module may digest differently
    return None if root is None else root / f"sources-{python}-{method}.digests"


@cache
def _remembered() -> dict[str, str]:
    path = _remembered_file()
    try:
        lines = folders.read(path).decode().splitlines() if path else []
    except (OSError, ValueError):
        return {}
    return {line[:_DIGITS]: line[_DIGITS + 1 :] for line in lines if len(line) == 2 * _DIGITS + 1}


def digest_of(paths: Iterable[Path], root: Path) -> str:
    """Digest the sources in `paths`, each with its path below `root`."""
    known, result = _remembered(), hashlib.blake2b(digest_size=_DIGITS // 2)
    before = len(known)
    for path in sorted(paths):
        text = path.read_bytes()
        digest = _hex(text)
        if MODE != "checked":
            digest = known.get(digest) or known.setdefault(digest, _bare_digest(text))
        result.update(f"{path.relative_to(root).as_posix()} {digest}\n".encode())
    if len(known) != before:
        _remember()
    return result.hexdigest()


def _remember() -> None:
    """Write the digests for later processes.

    Digests that another process writes at the same time can be lost. Lost digests are computed again when needed.
    """
    path = _remembered_file()
    if path is not None:
        lines = [" ".join(pair) for pair in _remembered().items()]
        with suppress(OSError):
            folders.write(path, "\n".join(lines[-_REMEMBERED:]).encode())
