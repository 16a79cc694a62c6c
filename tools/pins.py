"""Pin the actions of workflows by commit, and container images by digest: `make pins`, by a maintainer.

The command asks Git for the commit of each action's version, and Docker for the digest of each image. It replaces the
mark `MARK` of a reference by the pin. A reference that is pinned already gets the pin of its version today. Nothing is
written unless every reference has an answer.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from tools.release.contents import Unfit

ROOT = Path(__file__).resolve().parents[1]
FILES = (".github/workflows/*.yml", "deploy/compose.yaml", "deploy/Dockerfile", ".devcontainer/Dockerfile")
MARK = "not pinned yet: make pins"
HOST = "https://github.com"
USES = re.compile(r"^(?P<head>\s*(?:- )?uses: )(?P<name>[\w.-]+/[\w./-]+)@(?P<ref>\S+)(?: # (?P<note>.+))?$")
IMAGE = re.compile(
    r"^(?P<head>\s*image: |FROM )(?P<name>[\w./-]+:[\w.-]+)(?:@(?P<pin>sha256:[0-9a-f]{64}))?(?P<tail>.*)$"
)
COMMIT = re.compile(r"[0-9a-f]{40}")
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


class Unresolved(Exception):
    """Error for a reference whose pin cannot be determined; its text is one line."""


@dataclass(frozen=True)
class Reference:
    """Action or image that a file names."""

    kind: str
    """`action` or `image`."""
    name: str
    """`owner/repository` or `owner/repository/path` of an action; name and tag of an image."""
    version: str
    """Tag or branch of an action; empty for an image, whose name contains its tag."""
    pin: str | None
    """Commit or digest; None without a pin."""
    marked: bool
    """Whether the file says that the reference has no pin yet."""

    @property
    def is_honest(self) -> bool:
        """Return whether the reference has either a pin and its version, or the mark."""
        return bool(self.version or self.kind == "image") and (self.pin is None) == self.marked


def reference(line: str, before: str = "") -> Reference | None:
    """Return the action or image that a line names, or None. `before` is the line before it."""
    if action := USES.match(line):
        is_pinned = COMMIT.fullmatch(action["ref"]) is not None
        note = action["note"] or ""
        version = note if is_pinned else action["ref"]
        return Reference("action", action["name"], version, action["ref"] if is_pinned else None, note == MARK)
    if image := IMAGE.match(line):
        is_marked = f"# {MARK}" in (before.strip(), image["tail"].strip())
        return Reference("image", image["name"], "", image["pin"], is_marked)
    return None


def references(text: str) -> Iterator[Reference]:
    """Yield all references in a file's text."""
    lines = text.splitlines()
    for before, line in zip(["", *lines], lines, strict=False):
        if named := reference(line, before):
            yield named


def pinned(text: str, resolve: Callable[[Reference], str]) -> str:
    """Return a file's text with the pin of each reference in place of its mark."""
    written: list[str] = []
    for line in text.splitlines():
        named = reference(line, written[-1] if written else "")
        if named is None:
            written.append(line)
            continue
        if written and written[-1].strip() == f"# {MARK}":
            written.pop()
        written.append(_with_pin(line, named, resolve(named)))
    return "".join(f"{line}\n" for line in written)


def _with_pin(line: str, named: Reference, pin: str) -> str:
    if named.kind == "action":
        return USES.sub(lambda parts: f"{parts['head']}{parts['name']}@{pin} # {named.version}", line)
    image = IMAGE.sub(lambda parts: f"{parts['head']}{parts['name']}@{pin}{parts['tail']}", line)
    return image.removesuffix(f" # {MARK}")


@cache
def resolved(named: Reference, host: str) -> str:
    """Return the commit or digest of a reference; raise `Unresolved` if there is none."""
    return _commit(named, host) if named.kind == "action" else _digest(named.name)


def _commit(named: Reference, host: str) -> str:
    """Return the commit of a tag or branch. An annotated tag leads to its commit (`^{}`)."""
    owner, repository = named.name.split("/")[:2]
    names = (f"refs/tags/{named.version}^{{}}", f"refs/tags/{named.version}", f"refs/heads/{named.version}")
    lines = _output(["git", "ls-remote", f"{host}/{owner}/{repository}", *names], named).splitlines()
    commits = {name: commit for commit, _, name in (line.partition("\t") for line in lines)}
    for name in names:
        if COMMIT.fullmatch(commits.get(name, "")):
            return commits[name]
    raise Unresolved(f"{named.name} has no tag and no branch {named.version}")


def _digest(image: str) -> str:
    named = Reference("image", image, "", None, True)
    command = ["docker", "buildx", "imagetools", "inspect", "--format", "{{json .Manifest.Digest}}", image]
    answer = _output(command, named).strip().strip('"')
    if not DIGEST.fullmatch(answer):
        raise Unresolved(f"Docker gave no digest of {image}")
    return answer


def _output(command: Sequence[str], named: Reference) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unresolved(f"{named.name}: {error}") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"{command[0]} failed"]
        raise Unresolved(f"{named.name}: {lines[-1]}")
    return done.stdout


def files(root: Path) -> list[Path]:
    """Return the files with references, in order."""
    return [path for pattern in FILES for path in sorted(root.glob(pattern))]


def check_pins(root: Path, version: str) -> None:
    """Raise `Unfit` if a reference has no pin. For a development version, only print their number."""
    missing = [named for path in files(root) for named in references(path.read_text("utf-8")) if named.pin is None]
    if not missing:
        return
    reason = f"{len(missing)} actions and images have no pin, such as {missing[0].name}: run make pins"
    if ".dev" not in version:
        raise Unfit(reason)
    print(reason, flush=True)


def main(arguments: Sequence[str]) -> int:
    """Write the pins; return 1 and write nothing if one of them is unknown."""
    parser = argparse.ArgumentParser(prog="python -m tools.pins", description=__doc__)
    parser.add_argument("--host", default=HOST, help="address before the names of actions")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout")
    options = parser.parse_args(arguments)
    resolve = partial(resolved, host=options.host)
    try:
        texts = {path: pinned(path.read_text("utf-8"), resolve) for path in files(options.root)}
    except Unresolved as error:
        print(f"make pins: {error}; nothing is written", file=sys.stderr)
        return 1
    for path, text in texts.items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
