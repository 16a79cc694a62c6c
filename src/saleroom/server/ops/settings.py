"""Settings that a server gets when it starts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from saleroom.paths import expanded

HOST, PORT = "127.0.0.1", 8642
PAGES = {
    "challenge": "1",
    "class": "1",
    "daily": "2",
    "event": "1,2",
    "house-rules": "1",
    "learn": "1",
    "match": "1",
    "me": "0",
    "new": "1",
    "new-event": "1",
    "new-series": "1",
    "practice": "0,1",
    "rules": "1",
    "series": "1",
    "sheet": "1",
    "stop": "0",
    "table": "1",
}
"""First path segment of each client page, with the number (or range) of segments that follow it."""
OWN = (*PAGES, "api", "assets", "healthz", "index.html", "metrics", "readyz")
"""First path segments of all addresses of this server."""
CLIENT = Path(__file__).parents[1] / "client"


@dataclass(frozen=True)
class PublicUrl:
    """URL at which people reach a server behind a proxy."""

    scheme: str
    place: str
    """Host, and the port if it is not the scheme's default, as browsers write them."""
    path: str
    """Path that begins with a slash and ends without a slash; empty at the root."""

    @property
    def origin(self) -> str:
        """Origin in the form that browsers send."""
        return f"{self.scheme}://{self.place}"

    @property
    def host(self) -> str:
        """Host name without the port."""
        return urlsplit(self.origin).hostname or ""

    def __str__(self) -> str:
        return f"{self.origin}{self.path}/"


@dataclass(frozen=True)
class SecretUrl:
    """URL that can contain a password; the password is never shown."""

    text: str = field(repr=False)

    @property
    def has_password(self) -> bool:
        """Whether the URL contains a password."""
        return urlsplit(self.text).password is not None or "password=" in urlsplit(self.text).query

    def __str__(self) -> str:
        """Return the URL without the password and without the parameters, which can also contain a password."""
        parts = urlsplit(self.text)
        user, at, host = parts.netloc.rpartition("@")
        return urlunsplit((parts.scheme, user.partition(":")[0] + at + host, parts.path, "", ""))


class DatabaseUrl(SecretUrl):
    """URL of a PostgreSQL database, in the form that libpq accepts."""


class BusUrl(SecretUrl):
    """URL of a Redis or Valkey server: ``redis://``, ``rediss://`` or ``unix://``."""


DataPlace = Path | DatabaseUrl
"""Location of all data: a SQLite file or a PostgreSQL database."""


@dataclass(frozen=True)
class Settings:
    """Settings of a server."""

    data: DataPlace
    """Location of all data."""
    host: str = HOST
    port: int = PORT
    public: PublicUrl | None = None
    client: Path = CLIENT
    """Folder of the built web client."""
    leniency: float = 1.0
    """Factor for the rate limits of one address, for measurements."""
    bus: BusUrl | None = None
    """URL of the bus to the other processes that use the same database."""
    machine: str = ""
    """Name of this machine, by which a reverse proxy can choose the machine; empty if it has none."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies on other machines that may report client addresses."""
    players: tuple[str, ...] = ()
    """Third-party players that may be given a seat."""
    metrics_token: str | None = field(default=None, repr=False)
    """Token that other machines need to read the metrics."""
    webhooks: bool = True
    """Whether people may have messages sent to chats; this also needs `public`."""


def public_url(text: str) -> PublicUrl:
    """Parse a public URL typed by the operator; raise `ValueError` if it is invalid."""
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
    """Return the default data file, in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("saleroom") / "saleroom.sqlite3"


def data_file(given: Path | None) -> Path:
    """Return the data file that `--data` names, or the default data file."""
    return expanded(given or usual_data()).absolute()


DATA, BUS, METRICS_TOKEN, MACHINE = "SALEROOM_DATA", "SALEROOM_BUS", "SALEROOM_METRICS_TOKEN", "SALEROOM_MACHINE"
"""Environment variables for the data's location, the bus's URL, the metrics token and the machine's name.

With the suffix `FILE`, a variable names a file that contains the value.
"""
FILE = "_FILE"
SHORTEST_TOKEN = 16
LONGEST_MACHINE = 23
"""Maximum length of a machine's name. The id of a process has 40 characters: the name, a dot and 16 random digits."""


def data_place(given: str | None) -> DataPlace:
    """Return the location of the data. Take it from `--data` or else from the environment; without both, return the
    default data file.

    Raise `ValueError` if it is invalid. A password on the command line is refused, because all users of the machine can
    read command lines.
    """
    place = _place(given if given is not None else _in_environment(DATA))
    if given is not None and isinstance(place, DatabaseUrl) and place.has_password:
        raise ValueError(
            f"--data {place}: leave the password out and give it in PGPASSWORD or in a file that PGPASSFILE names, "
            f"or the whole URL in {DATA} or in a file that {DATA}{FILE} names"
        )
    return place


def bus_place(given: str | None) -> BusUrl | None:
    """Return the URL of the bus from `--bus`, or else from the environment; None without both. Raise `ValueError` if
    the URL is invalid.
    """
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


def machine_name(given: str | None) -> str:
    """Return the name of this machine from `--machine`, or else from the environment; empty without both. Raise
    `ValueError` if the name is invalid.
    """
    name = given if given is not None else _in_environment(MACHINE) or ""
    if given is not None or name:
        _check_machine(name)
    return name


def _check_machine(name: str) -> None:
    if not re.fullmatch(rf"[a-z0-9-]{{1,{LONGEST_MACHINE}}}", name):
        raise ValueError(
            f"--machine {name[:60]!r}: use 1 to {LONGEST_MACHINE} lower-case letters, digits and hyphens, "
            "such as saleroom-1"
        )


def proxies(given: Iterable[str]) -> tuple[str, ...]:
    """Return the addresses or networks in `--proxy`; raise `ValueError` if one is invalid."""
    from saleroom.server.ops.addresses import parse_network

    networks = []
    for text in given:
        try:
            networks.append(str(parse_network(text)))
        except ValueError:
            raise ValueError(
                f"--proxy {text[:60]!r}: write an address like 10.0.0.7 or a network like 10.0.0.0/24"
            ) from None
    return tuple(networks)


def metrics_token() -> str | None:
    """Return the metrics token from the environment; raise `ValueError` if it is too short."""
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
