"""Passages of prose in a file, such as docstrings, comments, texts for people, and pages.

Quotations, code in backticks and link targets are replaced by spaces, so that positions in the file stay the same.
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

LEAST_WORDS = 4
"""Minimum number of words for a string to count as text. A shorter string is a value or a key."""
_CODE = re.compile(r"``.*?``|`[^`]*`|\]\([^)]*\)|https?://\S+", re.DOTALL)
_QUOTATION = re.compile(r"\"[^\"]*\"|“[^”]*”|^\s*>.*$", re.MULTILINE)
_FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
_SCRIPT_COMMENT = re.compile(
    r"(?P<text>'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`)|"
    r"(?P<comment>(?<![:\w])//[^\n]*(?:\n[ \t]*//[^\n]*)*|/\*.*?\*/|<!--.*?-->)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Passage:
    """Text in natural language and the line of the file on which it begins."""

    line: int
    text: str


def passages(path: Path) -> Iterator[Passage]:
    """Yield the prose of a file; nothing for kinds of files that contain no prose."""
    read = _READERS.get(path.suffix)
    if read is not None:
        yield from read(path.read_text(encoding="utf-8"))


def _python(source: str) -> Iterator[Passage]:
    yield from _hash_comments(source)
    tree = ast.parse(source)
    docstrings = {id(node.value): node for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            text = node.value
        else:
            continue
        if id(node) in docstrings:
            yield Passage(node.lineno, _without_quotations(text))
        elif len(text.split()) >= LEAST_WORDS:
            yield Passage(node.lineno, _without_code(text))


def _hash_comments(source: str) -> Iterator[Passage]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
    for _, block in groupby(enumerate(comments), key=lambda numbered: numbered[1][0] - numbered[0]):
        lines = [comment for _, comment in block]
        text = "\n".join(text.lstrip("#: ") for _, text in lines)
        yield Passage(lines[0][0], _without_quotations(text))


def _script(source: str) -> Iterator[Passage]:
    for match in _SCRIPT_COMMENT.finditer(source):
        if match["comment"]:
            text = re.sub(r"^[ \t]*(//+|\*(?!/))", " ", match["comment"], flags=re.MULTILINE)
            yield Passage(source.count("\n", 0, match.start()) + 1, _without_quotations(text))


def _messages(source: str) -> Iterator[Passage]:
    lines = source.splitlines()
    for text in _strings(json.loads(source)):
        quoted = json.dumps(text, ensure_ascii=False)
        line = next((number for number, line in enumerate(lines, 1) if quoted in line), 1)
        yield Passage(line, _without_code(text))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _page(source: str) -> Iterator[Passage]:
    text = _FENCE.sub(_blanked, source)
    for match in re.finditer(r"(?:^(?!\s*$).*\n?)+", _without_quotations(text), re.MULTILINE):
        yield Passage(source.count("\n", 0, match.start()) + 1, match[0])


def _without_code(text: str) -> str:
    return _CODE.sub(_blanked, text)


def _without_quotations(text: str) -> str:
    return _QUOTATION.sub(_blanked, _without_code(text))


def _blanked(match: re.Match[str]) -> str:
    """Return “…”, padded with spaces to the length of the match. A name or a quotation then counts as one word."""
    blank = re.sub(r"[^\n]", " ", match[0])
    return "…" + blank[1:] if blank and blank[0] != "\n" else blank


_READERS: dict[str, Callable[[str], Iterator[Passage]]] = {
    ".py": _python,
    ".js": _script,
    ".ts": _script,
    ".svelte": _script,
    ".css": _script,
    ".json": _messages,
    ".md": _page,
}
