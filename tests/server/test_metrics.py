"""Metrics of requests, commands, transactions and the event loop."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

import saleroom
from saleroom.server.ops import loop_lag, request_figures
from saleroom.server.ops.request_figures import RequestFigures
from saleroom.server.protocol import commands
from saleroom.server.realtime.commands import carry_out
from tests.server.http_client import opened
from tests.server.live_tables import holder, make_table, open_hub


def value(name: str, **labels: str) -> float:
    """Return the current value of a sample; 0 if there is none."""
    return REGISTRY.get_sample_value(name, labels) or 0


def test_requests_are_counted_by_route_and_status(tmp_path: Path) -> None:
    made = {"method": "POST", "route": "/api/guests", "status": "200"}
    missing = {"method": "GET", "route": "/api/tables/{table}", "status": "404"}
    before = [value("saleroom_http_requests_total", **labels) for labels in (made, missing)]
    timed = value("saleroom_http_request_seconds_count", route="/api/tables/{table}")
    with opened(tmp_path / "tables.sqlite3") as browser:
        made["status"] = str(browser.post("/api/guests").status_code)
        for table in ("one", "two"):
            assert browser.get(f"/api/tables/{table}").status_code == 404
        told = browser.get("/metrics").text
    assert value("saleroom_http_requests_total", **missing) == before[1] + 2
    assert value("saleroom_http_requests_total", **made) >= before[0] + 1
    assert value("saleroom_http_request_seconds_count", route="/api/tables/{table}") == timed + 2
    assert "one" not in [line.partition("tables/")[2][:3] for line in told.splitlines()]
    assert "saleroom_build_info{python=" in told and f'version="{saleroom.__version__}"' in told
    assert 'saleroom_disk_free_bytes{file="tables.sqlite3"}' in told


def test_the_histogram_has_each_request_once(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = RequestFigures()
    for seconds in (0.001, 0.002, 0.3, 99.0):
        figures.note("GET", "pages", 200, seconds)
    figures.note("BREW", "pages", 405, 0.3)
    counts = dict(zip((*request_figures.BUCKETS, None), figures.latencies["pages"].counts, strict=True))
    assert {limit: count for limit, count in counts.items() if count} == {0.001: 1, 0.005: 1, 0.5: 2, None: 1}
    assert figures.counts["other", "pages", 405] == 1
    monkeypatch.setattr("saleroom.server.ops.metrics.FIGURES", figures)
    assert value("saleroom_http_request_seconds_bucket", route="pages", le="0.5") == 4
    assert value("saleroom_http_request_seconds_bucket", route="pages", le="+Inf") == 5
    assert value("saleroom_http_request_seconds_sum", route="pages") == pytest.approx(99.603)


async def test_commands_and_transactions_are_timed(tmp_path: Path) -> None:
    names = [("saleroom_command_seconds_count", {"kind": "say"})]
    names += [("saleroom_store_wait_seconds_count", {"pool": pool}) for pool in ("read", "write")]
    before = [value(name, **labels) for name, labels in names]
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, "auction-pitch", "me", "open", "open", "open")
        say = commands.Say(type="say", id="command-line", text="Hello")
        await carry_out(hub, table, say, holder("Ann"))
        await hub.store.events_after(table.id, 0)
    after = [value(name, **labels) for name, labels in names]
    assert after[0] == before[0] + 1 and all(now > then for now, then in zip(after, before, strict=True))


async def test_the_lag_of_the_event_loop_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_lag, "EVERY", 0.001)
    before = value("saleroom_loop_lag_seconds_count")
    task = asyncio.create_task(loop_lag.measure_lag())
    while value("saleroom_loop_lag_seconds_count") < before + 3:
        await asyncio.sleep(0.001)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
