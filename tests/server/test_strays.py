"""Tests of the search for people who are connected to another process than the owner of their table."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from saleroom.server.realtime import strays


def stray(dropped: list[str], holder: str | None = "Ann") -> Any:
    return SimpleNamespace(holder=holder, drop=lambda code, reason: dropped.append(reason))


def test_a_change_of_owner_within_a_machine_sends_no_person_twice() -> None:
    dropped: list[str] = []
    table: Any = SimpleNamespace(id="t", owner="", presence=SimpleNamespace(listeners=[stray(dropped)]))
    leases = SimpleNamespace(process="north.1z")
    hub: Any = SimpleNamespace(names=["t"], in_memory=lambda name: table, store=SimpleNamespace(leases=leases))
    search = strays.Strays(hub)
    now = 1000.0
    while now < 1000.0 + strays.AGAIN - 1.0:
        table.owner = "south.2z" if table.owner == "south.1z" else "south.1z"
        search.send_home(now)
        search.send_home(now + strays.AFTER)
        now += strays.AFTER
    assert dropped == ["machine south"]
    table.owner = "west.1z"
    search.send_home(now)
    search.send_home(now + strays.AFTER)
    assert dropped == ["machine south", "machine west"], "another machine"
    table.owner = "south.1z"
    search.send_home(now + strays.AGAIN)
    search.send_home(now + strays.AGAIN + strays.AFTER)
    assert dropped == ["machine south", "machine west", "machine south"], "long afterwards"
    assert len(search._redirects._times) == 1, "earlier entries are dropped"
