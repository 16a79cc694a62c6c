"""Pages and files of the built web client, kept in memory."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from saleroom.server.http.asgi import Header, Receive, Scope, Send, answer, headers
from saleroom.server.ops.settings import PAGES

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_PARTS = "|".join(f"{page}(?:/[A-Za-z0-9_-]{{1,60}}){{{parts}}}" for page, parts in PAGES.items())
ADDRESSES = re.compile(rf"/(?:index\.html|{_PARTS})?")
"""Addresses of the client's pages."""
BASE = re.compile(rb"<base\b[^>]*>")
PREVIEW = re.compile(rb"<title>.*?</title>\s*|<meta\s+name=\"description\"[^>]*>\s*", re.S)
"""Tags of the built page that the tags of a link preview replace."""
KEPT_PAGES = 256
"""Maximum number of complete pages kept in memory, each with some kilobytes."""
LASTING, FRESH = b"public, max-age=31536000, immutable", b"no-cache"
UNBUILT = (
    b'<!doctype html><html lang="en"><meta charset="utf-8"><title>Saleroom</title>'
    b"<p>The table for browsers has not been built yet: stop the server and start it with <code>make play</code>.</p>"
)


@dataclass(frozen=True)
class StaticFile:
    """One file of the web client."""

    body: bytes
    kind: str
    cache: bytes

    @cached_property
    def packed(self) -> bytes | None:
        """The compressed content, or None if compression saves less than a tenth."""
        packed = gzip.compress(self.body, 9, mtime=0)
        return packed if len(packed) < len(self.body) * 0.9 else None

    @cached_property
    def tag(self) -> str:
        """Entity tag for browser caches."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:20]}"'


class ClientFiles:
    """The files of the built web client in a folder; there are none before the client has been built."""

    def __init__(self, folder: Path) -> None:
        """Read all files now, because a new build while the server runs would otherwise mix files of two builds."""
        paths = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
        self._files = {f"/{path.relative_to(folder).as_posix()}": _read(path, folder) for path in paths}
        self._index = self._files.pop("/index.html", None)
        digest = hashlib.sha256(self._index.body if self._index else b"")
        for name, file in self._files.items():
            digest.update(f"\0{name}\0{file.tag}".encode())
        self.build = digest.hexdigest()[:16] if self._index else "none"
        """Id of this build, computed from its files."""
        self._page = lru_cache(KEPT_PAGES)(self._page_at)

    def has(self, path: str) -> bool:
        """Return whether a path is a page or a file of the client."""
        return path in self._files or ADDRESSES.fullmatch(path) is not None

    def has_file(self, path: str) -> bool:
        """Return whether a path is a file of the client."""
        return path in self._files

    def is_page(self, path: str) -> bool:
        """Return whether a path is a page of the client."""
        return path not in self._files and ADDRESSES.fullmatch(path) is not None

    async def __call__(self, scope: Scope, receive: Receive, send: Send, preview: bytes = b"") -> None:
        """Answer a request for an existing page or file. `preview` has the preview tags of a page."""
        if scope["method"] not in ("GET", "HEAD"):
            await answer(scope, send, 405, b"", kind="text/plain", more=[(b"allow", b"GET, HEAD")])
            return
        path = scope["path"]
        file = self._files.get(path) or self._page(path.count("/") - 1, preview)
        if file is None:
            await answer(scope, send, 503, UNBUILT, kind=KINDS[".html"], more=[(b"cache-control", b"no-store")])
            return
        head: list[Header] = [(b"cache-control", file.cache), (b"etag", file.tag.encode())]
        if file.tag in ",".join(headers(scope, b"if-none-match")):
            await send({"type": "http.response.start", "status": 304, "headers": head})
            await send({"type": "http.response.body", "body": b""})
            return
        await _send_file(scope, send, 200, file, head)

    async def send_not_found(self, scope: Scope, send: Send, preview: bytes) -> bool:
        """Answer with the client's page and status 404; return `False` if the client has not been built."""
        page = self._page(max(scope["path"].count("/") - 1, 0), preview)
        if page is not None:
            await _send_file(scope, send, 404, page, [(b"cache-control", b"no-store")])
        return page is not None

    def _page_at(self, depth: int, preview: bytes) -> StaticFile | None:
        """Return the client's only page, with the tags `preview`. Its `base` element leads to the client's root from an
        address with `depth` folders.
        """
        if self._index is None:
            return None
        head = b'<base href="%s">%s' % (b"../" * depth or b"./", b"\n    " + preview if preview else b"")
        whole = PREVIEW.sub(b"", self._index.body) if preview else self._index.body
        if BASE.search(whole):
            whole = BASE.sub(lambda _: head, whole, count=1)
        else:
            whole = whole.replace(b"<head>", b"<head>" + head, 1)
        return StaticFile(whole, self._index.kind, FRESH)


async def _send_file(scope: Scope, send: Send, status: int, file: StaticFile, head: list[Header]) -> None:
    """Send a file, compressed if the browser accepts that."""
    body = file.body
    if file.kind == KINDS[".html"]:
        head.append((b"vary", b"accept-language"))  # link previews
    if file.packed is not None:
        head.append((b"vary", b"accept-encoding"))
        if "gzip" in ",".join(headers(scope, b"accept-encoding")):
            body = file.packed
            head.append((b"content-encoding", b"gzip"))
    await answer(scope, send, status, body, kind=file.kind, more=head)


def _read(path: Path, folder: Path) -> StaticFile:
    """Return a file from disk. Files in `assets` never change, because their names depend on their content."""
    lasting = path.relative_to(folder).parts[0] == "assets"
    return StaticFile(
        path.read_bytes(), KINDS.get(path.suffix, "application/octet-stream"), LASTING if lasting else FRESH
    )
