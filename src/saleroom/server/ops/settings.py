"""Settings with which a server starts."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from saleroom.paths import expanded

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
OWN = (*PAGES, "api", "assets", "healthz", "index.html", "metrics", "readyz")
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
class SecretUrl:
    """A URL that may hold a password, which is never shown."""

    text: str = field(repr=False)

    @property
    def has_password(self) -> bool:
        """Whether the URL tells a password."""
        return urlsplit(self.text).password is not None or "password=" in urlsplit(self.text).query

    def __str__(self) -> str:
        """Without the password, and without parameters, where one may stand."""
        parts = urlsplit(self.text)
        user, at, host = parts.netloc.rpartition("@")
        return urlunsplit((parts.scheme, user.partition(":")[0] + at + host, parts.path, "", ""))


class DatabaseUrl(SecretUrl):
    """A database of PostgreSQL, as libpq writes its URL."""


class BusUrl(SecretUrl):
    """A server of Redis or Valkey: ``redis://``, ``rediss://`` or ``unix://``."""


DataPlace = Path | DatabaseUrl
"""Where everything is kept: a file of SQLite, or a database of PostgreSQL."""


@dataclass(frozen=True)
class Settings:
    """How to serve."""

    data: DataPlace
    """What everything is kept in."""
    host: str = HOST
    port: int = PORT
    public: PublicUrl | None = None
    client: Path = CLIENT
    """The folder of the built client."""
    leniency: float = 1.0
    """By how much more than usual one address may ask: for measurements."""
    bus: BusUrl | None = None
    """Where this process meets the others that use the same database."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies on other machines, which are believed about who asks."""
    players: tuple[str, ...] = ()
    """Players that others wrote which may be given a seat."""
    metrics_token: str | None = field(default=None, repr=False)
    """With this, the measures are told to other machines too."""


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
    return expanded(given or usual_data()).absolute()


DATA, BUS, METRICS_TOKEN = "SALEROOM_DATA", "SALEROOM_BUS", "SALEROOM_METRICS_TOKEN"
"""Variables of the environment: the place of the data, that of the bus, the token for the measures; with `FILE` behind,
a file that says it."""
FILE = "_FILE"
SHORTEST_TOKEN = 16


def data_place(given: str | None) -> DataPlace:
    """The place that `--data` names, or else the environment, or else the usual file; `ValueError` says what is wrong.

    Everybody on a machine can read command lines, so that a password may not stand there.
    """
    place = _place(given if given is not None else _in_environment(DATA))
    if given is not None and isinstance(place, DatabaseUrl) and place.has_password:
        raise ValueError(
            f"--data {place}: leave the password out and give it in PGPASSWORD or in a file that PGPASSFILE names, "
            f"or the whole URL in {DATA} or in a file that {DATA}{FILE} names"
        )
    return place


def bus_place(given: str | None) -> BusUrl | None:
    """The bus that `--bus` names, or else the environment; `ValueError` says what is wrong."""
    text = given if given is not None else _in_environment(BUS)
    if text is None:
        return None
    url = BusUrl(text)
    if not text.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError("--bus: write it like redis://host:6379/0")
    if given is not None and url.has_password:
        raise ValueError(
            f"--bus {url}: leave the password out, and give the whole URL in {BUS} or in a file that {BUS}{FILE} names"
        )
    return url


def proxies(given: Iterable[str]) -> tuple[str, ...]:
    """The addresses or networks that `--proxy` names; `ValueError` says what is wrong."""
    from saleroom.server.ops.addresses import parse_network

    found = []
    for text in given:
        try:
            found.append(str(parse_network(text)))
        except ValueError:
            raise ValueError(
                f"--proxy {text[:60]!r}: write an address like 10.0.0.7 or a network like 10.0.0.0/24"
            ) from None
    return tuple(found)


def metrics_token() -> str | None:
    """What the environment says that others need to read the measures; `ValueError` where it is too easy to guess."""
    token = _in_environment(METRICS_TOKEN)
    if token is not None and len(token) < SHORTEST_TOKEN:
        raise ValueError(
            f"{METRICS_TOKEN}: at least {SHORTEST_TOKEN} characters, such as those of openssl rand -hex 16"
        )
    return token


def _place(text: str | None) -> DataPlace:
    if text is not None and text.startswith(("postgresql://", "postgres://")):
        return DatabaseUrl(text.replace("postgres://", "postgresql://", 1))
    if text is not None and "://" in text:
        raise ValueError(f"--data {text.partition('://')[0]}://…: name a file, or postgresql://user@host:5432/name")
    return data_file(None if text is None else Path(text))


def _in_environment(name: str) -> str | None:
    file = os.environ.get(name + FILE)
    if file is None:
        return os.environ.get(name) or None
    try:
        return Path(file).read_text("utf-8").splitlines()[0].strip()
    except (OSError, UnicodeError, IndexError):
        raise ValueError(f"{name}{FILE}: {file} cannot be read, or holds nothing") from None
