"""Write the fields of every record as classes, for editors and type checkers: `python -m tools.states`.

`kernel/states.py` has the groups of fields that games share. Each game has `rules/state.py` with its `State`, and
`display/view.py` with its `View`. All these modules are generated from the declarations in `rules/record.py`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from saleroom.games import ALL, FOLDERS, load
from saleroom.kernel.fields import FILLER, Field, Record
from tools.states.groups import GROUPS, Group

ROOT = Path(__file__).resolve().parents[2] / "src/saleroom"
WIDTH = 120
WRITTEN = "`make generated` writes it."
_BY_NAME = {group.name: group for group in GROUPS}


def files() -> dict[str, str]:
    """Return the text of every generated module, by its path below `src/saleroom`."""
    texts = {"kernel/states.py": kernel_states()}
    for name in ALL:
        game, folder = load(name), FOLDERS[name]
        texts[f"games/{folder}/rules/state.py"] = game_state(game.title, game.record)
        texts[f"games/{folder}/display/view.py"] = game_view(game.title, folder, game.record)
    return texts


def write(root: Path = ROOT) -> list[str]:
    """Write every generated module that is out of date; return the paths of these modules."""
    changed = {path: text for path, text in files().items() if _text_of(root / path) != text}
    for path, text in changed.items():
        (root / path).write_text(text, "utf-8")
    return list(changed)


def _text_of(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""


def kernel_states() -> str:
    """Return the module with the groups that games share."""
    fields = [field for group in GROUPS for field in group.fields]
    head = _head("Fields that records of several games share, as classes for editors and checkers.", fields)
    classes = (_class(group.name, group.bases, group.doc, group.fields) for group in GROUPS)
    return "\n\n\n".join([head, *classes]) + "\n"


def game_state(title: str, record: Record) -> str:
    """Return the module with the `State` of a game."""
    groups = _groups_of(record.fields)
    inherited = {field.name: field for group in groups for field in _all_fields(group)}
    own = [field for field in record.fields if not field.name.startswith(FILLER) and _is_own(field, inherited)]
    head = _head(f"The record of {title} as a class for editors and checkers.", own, groups)
    bases = tuple(group.name for group in groups)
    doc = f"A state of {title}, or a view, which has the same fields."
    return f"{head}\n\n\n{_class('State', bases, doc, own)}\n"


def game_view(title: str, folder: str, record: Record) -> str:
    """Return the module with the `View` of a game."""
    views = ", ".join(_views_of(record.fields))
    return (
        f'"""A view of {title} as a class for editors and checkers. {WRITTEN}"""\n\n'
        "from __future__ import annotations\n\n"
        f"from saleroom.games.{folder}.rules.state import State\n"
        f"from saleroom.toolkit.display.view import {views}\n\n\n"
        f"class View({views}, State):\n"
        f'    """A view of {title} as plain numbers."""\n'
    )


def _head(doc: str, fields: Iterable[Field], groups: Iterable[Group] = ()) -> str:
    """Return docstring and imports of a module."""
    fields, groups = list(fields), list(groups)
    lines = [f'"""{doc} {WRITTEN}"""', "", "from __future__ import annotations", ""]
    arrays, numbers = any(field.shape for field in fields), any(not field.shape for field in fields)
    if arrays:
        lines += ["import numpy as np", ""]
    kinds = ["Array"] * arrays + ["Number"] * numbers
    lines.append(f"from saleroom.kernel.field_types import {', '.join(kinds)}")
    if groups:
        lines.append(f"from saleroom.kernel.states import {', '.join(sorted(group.name for group in groups))}")
    return "\n".join(lines).rstrip()


def _class(name: str, bases: tuple[str, ...], doc: str, fields: Iterable[Field]) -> str:
    head = f"class {name}({', '.join(bases)}):" if bases else f"class {name}:"
    return "\n".join([head, f'    """{doc}"""', "", *(_declaration(field) for field in fields)])


def _declaration(field: Field) -> str:
    """Return a field with its type and meaning."""
    kind = f"Array[np.{np.dtype(field.kind).name}]" if field.shape else "Number"
    axes = f" of shape {field.shape}" if field.shape else ""
    text = f"{field.tells}; {field.see} {field.kind}{axes}, {field.low}..{field.high} {field.unit}"
    lines = textwrap.wrap(f'"""{text[:1].upper()}{text[1:]}."""', WIDTH - 4)
    return "\n".join([f"    {field.name}: {kind}", *(f"    {line}" for line in lines)])


def _groups_of(fields: Iterable[Field]) -> list[Group]:
    """Return the groups whose fields a record has, except groups that are bases of other groups in the list."""
    whole = {_type_of(field) for field in fields}
    had = [group for group in GROUPS if {_type_of(field) for field in _all_fields(group)} <= whole]
    brought = {base for group in had for base in _ancestors(group)}
    return [group for group in had if group.name not in brought]


def _views_of(fields: Iterable[Field]) -> list[str]:
    """Return the view classes for a record, without their common base."""
    whole = {_type_of(field) for field in fields}
    had = [group.view for group in GROUPS if group.view and {_type_of(f) for f in _all_fields(group)} <= whole]
    return sorted(set(had) - {"ViewFields"}) or ["ViewFields"]


def _type_of(field: Field) -> tuple[str, str, int]:
    return field.name, field.kind, len(field.shape)


def _all_fields(group: Group) -> list[Field]:
    """Return the fields of a group and of its bases."""
    return [*(field for base in group.bases for field in _all_fields(_BY_NAME[base])), *group.fields]


def _ancestors(group: Group) -> set[str]:
    return {name for base in group.bases for name in (base, *_ancestors(_BY_NAME[base]))}


def _is_own(field: Field, inherited: dict[str, Field]) -> bool:
    """Return whether a class must declare a field, because no base declares it with the same meaning."""
    base = inherited.get(field.name)
    return base is None or base.tells != field.tells
