"""Pictures of the documentation: each names the client that it shows, so that a release refuses stale ones."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path

from tools.release.contents import Unfit

FOLDER = "docs/screens"
KEY = "client"
"""Name of the text in a PNG that holds the digest of the client."""
ENDINGS = {".css", ".html", ".json", ".svelte", ".ts"}
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def client_digest(root: Path) -> str:
    """Return a digest of all sources that decide how the client looks in English."""
    sources = [path for path in sorted((root / "web/src").rglob("*")) if path.suffix in ENDINGS and _shows(path)]
    digest = hashlib.sha256()
    for path in sources:
        digest.update(f"{path.relative_to(root).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _shows(path: Path) -> bool:
    return not path.name.endswith((".test.ts", ".d.ts")) and not (path.suffix == ".json" and path.stem != "en")


def shown(picture: bytes) -> str | None:
    """Return the digest that a PNG names; None if it names no client."""
    place = len(SIGNATURE)
    while place < len(picture):
        length, kind = struct.unpack(">I4s", picture[place : place + 8])
        name, _, text = picture[place + 8 : place + 8 + length].partition(b"\0")
        if kind == b"tEXt" and name.decode("latin-1") == KEY:
            return text.decode("latin-1")
        place += 12 + length
    return None


def check_pictures(root: Path, version: str) -> None:
    """Raise `Unfit` if a picture shows an earlier client. Development versions may have stale pictures."""
    wanted = client_digest(root)
    stale = [path.name for path in sorted((root / FOLDER).glob("*.png")) if shown(path.read_bytes()) != wanted]
    if not stale:
        return
    reason = f"{len(stale)} pictures in {FOLDER} show an earlier client, such as {stale[0]}: run make screenshots"
    if ".dev" not in version:
        raise Unfit(reason)
    print(reason, flush=True)
