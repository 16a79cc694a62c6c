"""Link previews: the tags of a page from which messengers show a title, a text and a picture, without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from saleroom.server.http.page_texts import page_texts
from saleroom.server.ops.settings import PublicUrl

SITE = "Saleroom"
LOCALES = {"en": "en_GB", "de": "de_DE", "fr": "fr_FR"}
"""Value of ``og:locale`` for each language."""
WIDTH, HEIGHT = 1200, 630
"""Size of every preview picture, in pixels."""


@dataclass(frozen=True)
class LinkPreview:
    """Content of a link preview. All texts are plain; `tags` escapes them."""

    title: str
    text: str
    language: str
    path: str | None = None
    """Canonical path of the page; None for the general preview, which many addresses have."""
    game: str | None = None
    """Name of the game that the picture shows."""
    indexed: bool = True
    """Whether search engines may list the page. They must not list pages whose address is an invitation."""


def general_preview(language: str, indexed: bool) -> LinkPreview:
    """Return the preview of a page about which a visitor without a token may learn nothing."""
    return LinkPreview(SITE, page_texts("preview", language)["home"], language, indexed=indexed)


def picture_path(game: str | None) -> str:
    """Return the path of the picture of a game, or of the general picture."""
    return f"/preview-{game or 'saleroom'}.png"


def tags(preview: LinkPreview, picture: str | None, public: PublicUrl | None) -> bytes:
    """Return the tags as UTF-8. Messengers accept only absolute addresses, so without a public URL there is no picture.

    `picture` is the path of the picture; None if the client has none.
    """
    title = preview.title if preview.title == SITE else f"{preview.title} · {SITE}"
    pictured = picture is not None and public is not None
    lines = [
        f"<title>{_escaped(title)}</title>",
        _tag("name", "description", preview.text),
        *([] if preview.indexed else [_tag("name", "robots", "noindex")]),
        _tag("property", "og:type", "website"),
        _tag("property", "og:site_name", SITE),
        _tag("property", "og:locale", LOCALES[preview.language]),
        _tag("property", "og:title", preview.title),
        _tag("property", "og:description", preview.text),
        _tag("name", "twitter:card", "summary_large_image" if pictured else "summary"),
        _tag("name", "twitter:title", preview.title),
        _tag("name", "twitter:description", preview.text),
        *(_absolute(preview, picture, public) if public else ()),
    ]
    return "\n    ".join(lines).encode("utf-8", "replace")


def _absolute(preview: LinkPreview, picture: str | None, public: PublicUrl) -> Iterator[str]:
    """Yield the tags with absolute addresses."""
    root = f"{public.origin}{public.path}"
    if preview.path is not None:
        yield _tag("property", "og:url", f"{root}{preview.path}")
    if picture is not None:
        yield _tag("property", "og:image", f"{root}{picture}")
        yield _tag("property", "og:image:type", "image/png")
        yield _tag("property", "og:image:width", str(WIDTH))
        yield _tag("property", "og:image:height", str(HEIGHT))
        yield _tag("name", "twitter:image", f"{root}{picture}")


def _tag(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{_escaped(content)}">'


def _escaped(text: str) -> str:
    """Return the text escaped for HTML, on one line, and without characters that are invisible or reorder text."""
    return escape("".join(letter for letter in " ".join(text.split()) if letter.isprintable() or letter in _KEPT))


_KEPT = "\u200c\u200d\u2068\u2069"
"""Invisible characters that stay: joiners, which Persian and some emoji need, and the isolates around a name whose
letters run from right to left.
"""
