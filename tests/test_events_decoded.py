"""Tests that displays find events by their verbs.

Only the decoder is allowed to index lists of events or parse texts of events.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import saleroom
from saleroom.games import FOLDERS
from tests.contract.chance import has_own_scene

SOURCES = Path(saleroom.__file__).parent
DECODER = SOURCES / "toolkit" / "display" / "events.py"
WRITES_EVENTS = SOURCES / "toolkit" / "display" / "lesson.py"
MODULES = sorted(
    {*SOURCES.glob("games/*/display/*.py"), *SOURCES.glob("toolkit/**/*.py")} - {DECODER, WRITES_EVENTS},
)

EVENTS = {"events", "fresh", "all"}
"""Names of lists of events: all events of a deal, new events, and `EventLog.all`."""
GIVE_EVENTS = {"of", "since", "moves"}
"""Methods of `EventLog` that return several events."""
TAKE_APART = {"split", "rsplit", "partition", "rpartition"}
LOOK_AT_ENDS = {"startswith", "endswith", "removeprefix", "removesuffix"}


def faults(source: str) -> Iterator[str]:
    """Yield every line that indexes a list of events, or parses the text of one."""
    for node in ast.walk(ast.parse(source)):
        if (isinstance(node, ast.Subscript) and holds_events(node.value)) or reads_text(node):
            yield ast.unparse(node)


def holds_events(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr in GIVE_EVENTS
    return (isinstance(node, ast.Attribute) and node.attr in EVENTS) or (
        isinstance(node, ast.Name) and node.id in EVENTS
    )


def reads_text(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return isinstance(node.ops[0], ast.In | ast.NotIn) and has_blank(node.left)
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    if node.func.attr in TAKE_APART:
        return not node.args or has_blank(node.args[0])
    return node.func.attr in LOOK_AT_ENDS and any(map(has_blank, ast.walk(node.args[0])))


def has_blank(node: ast.AST) -> bool:
    """Return whether the node is a string literal with a space, as the texts of events have."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(SOURCES)))
def test_a_display_looks_up_decoded_events_by_name(module):
    assert not list(faults(module.read_text()))


@pytest.mark.parametrize(
    "line",
    [
        "trump = events[2 * seats][-2:]",
        "said = deal.events[seats : 2 * seats]",
        "bid = log.of('bid')[-1]",
        "led = deal.log.all[4]",
        "actor, verb, *rest = event.split(' ')",
        "actor, _, words = event.partition(' ')",
        "parts = event.split()",
        "played = [event for event in told if ' play ' in event]",
        "flops = [event for event in told if event.startswith('table flop')]",
        "turned = event.endswith((' buy', ' pass'))",
    ],
)
def test_what_looks_into_events_is_found(line):
    assert list(faults(line))


def test_there_are_displays_to_look_at():
    own = {FOLDERS[name] for name in FOLDERS if has_own_scene(name)}
    assert own and {path.parent.parent.name for path in MODULES if path.name == "scene.py"} >= own
