"""Messages over the wire, compared with those that the seat may get: equal, without exceptions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from saleroom.server.core.apply import apply, replay
from saleroom.server.core.project.projection import Projection
from saleroom.server.core.state.events import TableEvent, TableHeader

BY_THE_WAY = ("build", "present", "watchers", "ticking")
"""Fields that depend on the moment, or on who is connected."""


class Told(NamedTuple):
    """A received snapshot or update."""

    version: int
    kind: str
    text: str


def told(message: dict[str, Any]) -> Told:
    """Return the relevant parts of a message."""
    kept = {name: part for name, part in message.items() if name not in BY_THE_WAY}
    return Told(message["version"], message["type"], json.dumps(kept, sort_keys=True))


def check_told(header: TableHeader, events: Sequence[TableEvent], holder: str, heard: Iterable[Told]) -> None:
    """Fail if a message differs from the one that its seat may get according to the log."""
    state = replay(header, [])
    projection, wanted = Projection(state), set(heard)
    versions = {each.version for each in wanted}
    for event in events:
        apply(state, event)
        own = (state.seat_of(holder), state.is_owner(holder))
        update = projection.update(*own, 0.0)  # for every event, because its shared parts are built on the way
        if state.version in versions:
            allowed = [
                told(dict(update)),
                told(dict(projection.snapshot(*own, build="", present=[], spectators=0, now=0.0))),
            ]
            wanted -= set(allowed)
            others = [each for each in wanted if each.version == state.version]
            assert not others, f"{header.game}, {holder[:8]}:\n" + "\n".join(_differences(others[0], allowed))
    assert not wanted, f"{holder[:8]} got versions {sorted(each.version for each in wanted)}, which do not exist"


def _differences(found: Told, allowed: Iterable[Told]) -> list[str]:
    """Yield the parts in which a message differs from the allowed one."""
    meant = json.loads(next(each.text for each in allowed if each.kind == found.kind))
    parts = json.loads(found.text)
    return [
        f"{found.kind} {found.version}, {name}: {parts.get(name)} where it should be {meant.get(name)}"
        for name in sorted({*parts, *meant})
        if parts.get(name) != meant.get(name)
    ]
