"""Tests that imports between modules form no cycles, counting imports for type checking."""

from __future__ import annotations

import ast
from pathlib import Path

import saleroom

ROOT = Path(saleroom.__file__).parent


def modules(root: Path) -> dict[str, Path]:
    """Return every module of a package, by its dotted name."""
    names = {
        path: path.relative_to(root.parent).with_suffix("").as_posix().replace("/", ".") for path in root.rglob("*.py")
    }
    return {name.removesuffix(".__init__"): path for path, name in names.items()}


def imports(path: Path, name: str, known: dict[str, Path]) -> set[str]:
    """Return the known modules that a module imports anywhere: at the top, in functions, or for type checking."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            source = ".".join(part for part in (base, node.module) if part)
            full = {f"{source}.{alias.name}" for alias in node.names}
            found |= {module if module in known else source for module in full}
    return found & set(known) - {name}


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return groups of modules that reach each other (Tarjan's strongly connected components of more than one
    module).
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return found


def graph_of(root: Path) -> dict[str, set[str]]:
    """Return, for each module of a package, the modules of the package that it imports."""
    known = modules(root)
    return {name: imports(path, name, known) for name, path in known.items()}


def test_no_modules_import_each_other():
    graph = graph_of(ROOT)
    assert len(graph) > 100, "the package was not found"
    found = cycles(graph)
    assert not found, "\n".join(f"import each other: {', '.join(group)}" for group in found)


def test_a_cycle_is_found_wherever_its_imports_stand(tmp_path):
    package = tmp_path / "made"
    (package / "part").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "part/__init__.py").write_text("")
    (package / "a.py").write_text("def late():\n    from made import b\n")
    (package / "b.py").write_text("if TYPE_CHECKING:\n    from .part import c\n")
    (package / "part/c.py").write_text("from made.a import late\nfrom made.part import alone\n")
    (package / "part/alone.py").write_text("import made\n")
    assert cycles(graph_of(package)) == [["made.a", "made.b", "made.part.c"]]
