"""Search for broken links in the built site."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

NAMES = {"a": "href", "link": "href", "img": "src", "script": "src", "source": "srcset"}
"""Name of the attribute that refers to another file, by kind of element."""


class Page(HTMLParser):
    """Parser that collects the links of a page, and the names of its anchors."""

    def __init__(self, text: str) -> None:
        """Parse the page."""
        super().__init__()
        self.targets: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Store the element's link and anchor."""
        found = dict(attrs)
        self.places |= {name for name in (found.get("id"), found.get("name")) if name}
        if target := found.get(NAMES.get(tag, "")):
            self.targets.append(target)


def broken(site: Path) -> list[str]:
    """Return one line for each link to a missing file or anchor of the site. Links to other sites are not checked."""
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    return [f"{path.relative_to(site)}: {target}" for path, target in _links(pages, site) if target]


def _links(pages: dict[Path, Page], site: Path) -> Iterator[tuple[Path, str]]:
    """Yield the page and the target of each broken link."""
    for path, page in pages.items():
        if path.name == "404.html":  # the addresses of this page begin at the root of the published site
            continue
        for target in page.targets:
            parts = urlsplit(target)
            if not parts.scheme and not parts.netloc and not _exists(pages, path, parts.path, parts.fragment, site):
                yield path, target


def _exists(pages: dict[Path, Page], path: Path, file: str, fragment: str, site: Path) -> bool:
    found = (
        path if not file else ((site if file.startswith("/") else path.parent) / unquote(file).lstrip("/")).resolve()
    )
    if found.is_dir():
        found /= "index.html"
    if not found.is_file():
        return False
    return not fragment or found not in pages or unquote(fragment) in pages[found].places or fragment == "__top"
