"""Generated blocks of pages: tables of figures from data files, and of limits from the program's constants."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from docs.figures import ladder
from docs.pages import table
from saleroom.server.api.services import JOIN_BURST, JOIN_RATE
from saleroom.server.http import open_connections, rate_limits
from saleroom.server.realtime.socket_limits import SocketLimits
from saleroom.server.storage import one_time_codes

FOLDER = Path(__file__).parent
DOCS = FOLDER.parent
SMALL = 10
"""Packages below this size in megabytes share one line."""


def install_size() -> str:
    """Return the megabytes of each large package, with and without extras."""
    sizes = _data("install_size")["megabytes"]
    plain = sizes["plain"]
    names = sorted({name for one in sizes.values() for name in one}, key=lambda name: -_largest(sizes, name))
    large = [name for name in names if _largest(sizes, name) >= SMALL]
    rows = [(f"`{name}`", *(_megabytes(one.get(name)) for one in sizes.values())) for name in large]
    rest = [sum(size for name, size in one.items() if name not in large) for one in sizes.values()]
    rows += [("all other packages", *map(_megabytes, rest))]
    rows += [("**together**", *(f"**{round(sum(one.values()))}**" for one in sizes.values()))]
    about = f"{_data('install_size')['machine']}; {len(plain)} packages without extras."
    return f"{table(['package', *map(_extra, sizes)], rows)}\n\n{about}"


def _largest(sizes: Mapping[str, Mapping[str, float]], name: str) -> float:
    return max(one.get(name, 0) for one in sizes.values())


def _megabytes(size: float | None) -> str:
    return "–" if size is None else str(round(size))


def _extra(name: str) -> str:
    return name if name == "plain" else f"`{name}`"


def compilation() -> str:
    """Return what it costs to compile a game."""
    found = _data("compilation")
    low, high = found["processor_seconds_of_a_game"]
    row = ("everything of one game, empty cache, one process", f"{low} to {high} s", f"`{found['command']}`")
    return table(["what", "processor time", "command"], [row])


def limits() -> str:
    """Return the limits that the server sets to connections, messages and requests."""
    sockets = SocketLimits()
    rows = [
        ("requests of an address", rate_limits.BURST, f"{rate_limits.RATE} a second"),
        ("requests of a device with a seat at an unfinished table", rate_limits.SEATED_BURST, _pause()),
        (f"the same of an IPv6 /48 network: times {rate_limits.NETWORK_FACTOR}", "", ""),
        ("messages of a player at a table", f"{sockets.burst:g}", f"{sockets.rate:g} a second"),
        (
            "messages of all spectators at an address",
            f"{sockets.address_burst:g}",
            f"{sockets.address_rate:g} a second",
        ),
        ("connections of a device to a table", sockets.sockets_per_holder, ""),
        ("connections without a seat of an address", sockets.sockets_per_address, ""),
        ("connections of spectators to a table", sockets.spectators, ""),
        ("connections of an address to a process", f"{open_connections.PER_ADDRESS:,}", ""),
        ("valid codes for devices of an address, and as many challenges of passkeys", one_time_codes.PER_ADDRESS, ""),
        ("new members of series from a network", f"{JOIN_BURST:g}", f"{3600 * JOIN_RATE:g} an hour"),
        ("size of a message", f"{sockets.message:,} bytes", ""),
    ]
    return table(["limit", "at once", "after that"], rows)


def _pause() -> str:
    return f"one in {1 / rate_limits.SEATED_RATE:g} seconds"


BLOCKS: Mapping[str, tuple[str, Callable[[], str]]] = {
    "install size": ("play/install.md", install_size),
    "compilation": ("research/benchmarks.md", compilation),
    "ladder": ("research/solved-games.md", ladder.block),
    "limits": ("operate/run.md", limits),
}
"""Page and text of each block, by its name."""


def written(name: str, page: str) -> str:
    """Return a page's text with the block of this name as it should be."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    assert begin in page and end in page, f"no block {name}"
    block = f"{begin}\n\n{BLOCKS[name][1]()}\n\n{end}"
    return re.sub(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _: block, page, flags=re.DOTALL)


def write() -> None:
    """Write all blocks."""
    for name, (page, _) in BLOCKS.items():
        path = DOCS / page
        path.write_text(written(name, path.read_text("utf-8")), "utf-8")


def _data(name: str) -> dict:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
