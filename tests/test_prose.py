"""Tests that the prose lint finds a planted forbidden word in every kind of file, and ignores quotations and values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.prose import HERE, ROOT, Fault, chosen, exempt, faults, listed, tracked_files
from tools.prose.__main__ import main

PLANTED = [
    ("a.py", '"""Return it.\n\nThe bot is\ntold."""\n', 3, "“is told”"),
    ("a.py", "n = 1\n# Whoever asks,\n# waits.\n", 2, "“whoever”"),
    ("a.py", 'def f(n):\n    return f"{n} cards that nobody has"\n', 2, "“nobody”"),
    ("a.py", 'app(help="Play it all anew.")\n', 1, "“anew”"),
    ("a.ts", "const a = 1; // goes on\n", 1, "“goes on”"),
    ("a.ts", "/**\n * The answer\n * goes on. */\n", 1, "“goes on”"),
    ("a.svelte", "<!-- for\neverybody -->\n", 1, "“everybody”"),
    ("en.json", '{\n  "a": {"b": "It is beside you"}\n}', 2, "“beside”"),
    ("a.md", "# A\n\n- It tells you\n", 3, "“tells”"),
    ("a.md", "word " * 36 + "end.\n", 1, "more than 35 words"),
]
ALLOWED = [
    ("a.py", 'lost = "nobody"\nwords = {"cards_tie": ["nobody", "all"]}\n'),
    ("a.py", '"""Return `nobody`, as in "nobody wins"."""\n'),
    ("a.py", "nobody = 1\n"),
    ("a.ts", 'const a = "http://nobody/"; const b = `nobody`;\n'),
    ("a.md", "```\nnobody\n```\n\nSee [it](nobody.md) and `nobody`.\n\n> nobody said it\n"),
    ("a.md", "word " * 20 + "end. " + "word " * 20 + "end.\n"),
    ("a.txt", "nobody\n"),
]


def planted(folder: Path, name: str, text: str) -> list[Fault]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return list(faults([path]))


@pytest.mark.parametrize(("name", "text", "line", "reason"), PLANTED)
def test_a_mark_is_found_where_it_stands(tmp_path: Path, name: str, text: str, line: int, reason: str):
    assert [(fault.line, fault.reason) for fault in planted(tmp_path, name, text)] == [(line, reason)]


@pytest.mark.parametrize(("name", "text"), ALLOWED)
def test_values_code_and_quotations_pass(tmp_path: Path, name: str, text: str):
    assert not planted(tmp_path, name, text)


def test_a_new_sentence_is_refused_and_an_open_one_waits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch
):
    monkeypatch.setattr("tools.prose.__main__.HERE", tmp_path)
    path = tmp_path / "page.md"
    (fault,) = planted(tmp_path, "page.md", "It tells you.\n")
    lists = {"exempt.txt": [], "open.txt": [fault.digest]}
    monkeypatch.setattr("tools.prose.__main__.listed", lists.__getitem__)
    assert main([str(path)]) == 0
    assert main(["--open", str(path)]) == 1
    path.write_text("It tells us.\n")
    assert main([str(path)]) == 1
    assert "page.md:1: “tells”: It tells us." in capsys.readouterr().out


def test_a_sentence_that_is_gone_leaves_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch):
    monkeypatch.setattr("tools.prose.__main__.HERE", tmp_path)
    monkeypatch.setattr("tools.prose.__main__.tracked_files", lambda: [])
    monkeypatch.setattr("tools.prose.__main__.listed", {"exempt.txt": [], "open.txt": ["0" * 12]}.__getitem__)
    assert main([]) == 1
    assert "sentences that are gone" in capsys.readouterr().out
    assert main(["--update"]) == 0
    assert "0" * 12 not in (tmp_path / "open.txt").read_text()


def test_an_exempt_line_names_its_file_and_how_it_begins():
    fault = Fault("docs/a.md", 3, "“nobody”", "nobody: the point is lost.")
    assert exempt(fault, ["docs/a.md: nobody: the"])
    assert not exempt(fault, ["docs/b.md: nobody: the"])


def test_a_folder_is_its_files_without_generated_ones():
    assert ROOT / "tools/prose/passages.py" in chosen([ROOT / "tools"])
    assert not chosen([ROOT / "web/src/wire.d.ts", ROOT / "docs/environments"])


def test_every_exempt_line_is_needed():
    result = list(faults(tracked_files()))
    assert not [line for line in listed("exempt.txt") if not any(exempt(fault, [line]) for fault in result)]


def test_every_mark_is_an_expression():
    for mark in listed("marks.txt"):
        re.compile(mark)
    assert (HERE / "open.txt").exists()
