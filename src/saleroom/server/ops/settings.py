"""Settings with which a server starts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

HOST, PORT = "127.0.0.1", 8642
PAGES = {
    "challenge": "1",
    "daily": "2",
    "event": "1,2",
    "house-rules": "1",
    "learn": "1",
    "match": "1",
    "me": "0",
    "new": "1",
    "new-event": "1",
    "practice": "0,1",
    "rules": "1",
    "table": "1",
}
"""The first parts of the addresses of the client's pages, and how many parts follow: a number, or from … to."""
OWN = (*PAGES, "api", "assets", "healthz", "index.html", "metrics")
"""The first parts of all our own addresses."""
CLIENT = Path(__file__).parents[1] / "client"


@dataclass(frozen=True)
class PublicUrl:
    """Where friends find a server that stands behind a proxy."""

    scheme: str
    place: str
    """Host, and port where it is not the usual one, as browsers write them."""
    path: str
    """Begins with a slash and ends without one; empty at the root."""

    @property
    def origin(self) -> str:
        """What a browser sends as `Origin`."""
        return f"{self.scheme}://{self.place}"

    @property
    def host(self) -> str:
        """The host's name alone."""
        return urlsplit(self.origin).hostname or ""

    def __str__(self) -> str:
        return f"{self.origin}{self.path}/"


@dataclass(frozen=True)
class Settings:
    """How to serve."""

    data: Path
    """The file that everything is kept in."""
    host: str = HOST
    port: int = PORT
    public: PublicUrl | None = None
    client: Path = CLIENT
    """The folder of the built client."""
    leniency: float = 1.0
    """By how much more than usual one address may ask: for measurements."""


def public_url(text: str) -> PublicUrl:
    """The public URL that somebody typed; `ValueError` says what is wrong with it."""
    wrong = ValueError(
        f"--public-url {text[:60]!r}: write it like https://cards.example.org or https://example.org/cards"
    )
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise wrong from None
    name = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not name or not text.isascii() or not text.isprintable() or " " in text:
        raise wrong
    if parts.query or parts.fragment or "@" in parts.netloc or "//" in parts.path or set(parts.path) & set("\"<>\\'"):
        raise wrong
    if parts.path.removeprefix("/").split("/")[0] in OWN:
        raise ValueError(f"--public-url {text[:60]!r}: the table has pages of its own there; choose another path")
    usual = {"http": 80, "https": 443}[parts.scheme]
    host = f"[{name}]" if ":" in name else name
    place = host if port in (None, usual) else f"{host}:{port}"
    return PublicUrl(parts.scheme, place, parts.path.rstrip("/"))


def usual_data() -> Path:
    """The data file in the user's own folder."""
    from platformdirs import user_data_path

    return user_data_path("saleroom") / "saleroom.sqlite3"


def data_file(given: Path | None) -> Path:
    """The data file that `--data` names, or the usual one."""
    return (given or usual_data()).expanduser().absolute()
