"""Lint for prose: it finds words of a private dialect, and sentences that are too long.

`marks.txt` lists the words. `exempt.txt` lists lines that need such a word, such as option values and quotations.
`open.txt` lists digests of sentences that still have to be reworded. No digest may be added to `open.txt`: a new or
changed sentence must pass.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.prose.passages import Passage, passages

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
LONGEST = 35
"""Maximum number of words in a sentence of a page."""
FOLDERS = ("*.py", "*.md", "web/*.ts", "web/*.js", "web/*.svelte", "web/*.css", "*/messages/en.json")
GENERATED = re.compile(
    r"(^|/)(wire\.d\.ts|fields\.pyi)$|^CHANGELOG\.md$|^docs/(environments/|research/leaderboard\.md|research/nets\.md)|^requirements/|(RULES|HOW-TO-PLAY)\.(de|fr)\.md$"
)
"""Pattern of files that are not checked: generated files, records of history, and files in other languages."""
_SENTENCE = re.compile(
    r"[^.!?:;|\n]+(?:[.!?:;](?!\s|$)[^.!?:;|\n]*|\n(?!\s*(?:[-*|#]|\d+\.)\s*)[^.!?:;|\n]*)*[.!?:;|]?"
)


@dataclass(frozen=True)
class Fault:
    """A sentence that the style does not allow."""

    path: str
    line: int
    reason: str
    sentence: str

    @property
    def digest(self) -> str:
        """Key of the sentence in `open.txt`. It stays the same if the sentence moves."""
        return hashlib.sha256(f"{self.reason}\0{self.sentence}".encode()).hexdigest()[:12]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}: {self.sentence[:120]}"


def listed(name: str) -> list[str]:
    """Return the lines of a list file in this folder, without comments and empty lines."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def tracked_files(patterns: Iterable[str] = FOLDERS) -> list[Path]:
    """Return the files of the project that contain prose written by people."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return [ROOT / name for name in sorted(names) if name and not GENERATED.search(name) and (ROOT / name).exists()]


def chosen(paths: Iterable[Path]) -> list[Path]:
    """Return the given files and all files in the given folders, without generated files."""
    whole = [path.resolve() for path in paths]
    folders = [path for path in whole if path.is_dir()]
    inside = (
        [path for path in tracked_files() if any(path.is_relative_to(folder) for folder in folders)] if folders else []
    )
    return inside + [path for path in whole if path.is_file() and not GENERATED.search(_name(path))]


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()


def faults(paths: Iterable[Path]) -> Iterator[Fault]:
    """Yield every fault, including open and exempt faults."""
    marks = re.compile(r"(?<![\w-])(" + "|".join(listed("marks.txt")) + r")(?![\w-])", re.IGNORECASE)
    for path in paths:
        for passage in passages(path):
            for line, sentence in _sentences(passage):
                for reason in _reasons(marks, sentence, page=path.suffix == ".md"):
                    yield Fault(_name(path), line, reason, sentence)


def _sentences(passage: Passage) -> Iterator[tuple[int, str]]:
    for match in _SENTENCE.finditer(passage.text):
        skipped = len(match[0]) - len(match[0].lstrip())
        line = passage.line + passage.text.count("\n", 0, match.start() + skipped)
        sentence = " ".join(match[0].split())
        if sentence:
            yield line, sentence


def _reasons(marks: re.Pattern[str], sentence: str, *, page: bool) -> Iterator[str]:
    yield from (f"“{' '.join(match[0].lower().split())}”" for match in marks.finditer(sentence))
    words = sum(any(letter.isalnum() for letter in word) or word == "…" for word in sentence.split())
    if page and words > LONGEST:
        yield f"more than {LONGEST} words"


def exempt(fault: Fault, exemptions: Iterable[str]) -> bool:
    """Return whether an exemption matches: a path, a colon, and the first words of the sentence."""
    return any(f"{fault.path}: {fault.sentence}".startswith(line) for line in exemptions)
