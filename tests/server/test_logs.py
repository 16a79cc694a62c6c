"""Log lines: their format, the ids that connect them, and few lines about an outage of the database."""

from __future__ import annotations

import asyncio
import json
import logging
import traceback

import pytest
from sqlalchemy import text

from saleroom.server.ops import logs
from saleroom.server.ops.logs import FACTS
from saleroom.server.realtime import reminders
from saleroom.server.realtime.reminders import Reminders
from saleroom.server.storage import outage
from saleroom.server.storage.datafile import StoreTrouble, StoreUnavailable
from tests.server.http_client import opened
from tests.server.live_tables import open_hub, token, until
from tests.server.log_lines import lines

__all__ = ["lines"]


log = logging.getLogger("saleroom.server")


def test_no_fact_takes_the_place_of_a_field(lines):
    log.warning("taken over", extra={FACTS: {"from": "another process", "table": "t"}})
    (line,) = lines.all
    assert (line["from"], line["from_"], line["table"]) == ("saleroom.server", "another process", "t")


async def test_facts_of_a_task_are_in_the_lines_of_the_tasks_that_it_starts(lines):
    async def note(what: str) -> None:
        log.info(what)

    async def request(number: int) -> None:
        logs.set_context(request=number)
        await asyncio.create_task(note(f"within {number}"))
        log.info(f"after {number}", extra={FACTS: {"table": "t"}})

    await asyncio.gather(asyncio.create_task(request(1)), asyncio.create_task(request(2)))
    log.info("outside")
    assert [lines.about(f"within {number}")["request"] for number in (1, 2)] == [1, 2]
    assert lines.about("after 2")["request"] == 2 and lines.about("after 2")["table"] == "t"
    assert "request" not in lines.about("outside")


def test_all_lines_of_a_connection_have_its_id_and_its_table(tmp_path, lines):
    with opened(tmp_path / "tables.sqlite3") as browser:
        who = {"authorization": f"Bearer {token('Ann')}"}
        asked = {"game": "auction-pitch", "name": "Ann", "chairs": [{"kind": "me"}, *[{"kind": "open"}] * 3]}
        table = browser.post("/api/tables", headers=who, json=asked).json()["id"]
        for _ in range(2):
            with browser.websocket_connect(f"ws://127.0.0.1:8642/api/tables/{table}/socket") as socket:
                socket.send_text(json.dumps({"type": "hello", "token": token("Ann")}))
                socket.receive_json()
        browser.get(f"/api/tables/{table}", headers=who)
    joined = [line for line in lines.all if line["what"] == "joined"]
    ended = [line for line in lines.all if line.get("method") == "SOCKET"]
    assert [line["connection"] for line in joined] == [line["connection"] for line in ended]
    assert len({line["connection"] for line in joined}) == 2
    assert {line["table"] for line in (*joined, *ended)} == {table}
    read = next(line for line in lines.all if line.get("path") == f"/api/tables/{table}")
    assert read["table"] == table and len(read["request"]) == 8
    made = next(line for line in lines.all if line.get("path") == "/api/tables")
    assert lines.about("created")["request"] == made["request"] != read["request"]


# Outages


def test_an_outage_is_one_line_at_its_start_and_one_at_its_end(lines, monkeypatch):
    monkeypatch.setattr(outage.OutageLines, "CALM", 0.0)
    now = outage.Outage()
    for _ in range(12):
        now.note_failure("it is being stopped")
        now.lines.note_failure("it is being stopped", write=False)
        outage.log_trouble(StoreUnavailable("it is being stopped"), table="t")
    now.lines.note_success(write=False)  # reading works on a full disk too
    assert [line["what"] for line in lines.all] == ["the database is unavailable"]
    now.note_success()
    now.note_success()
    assert [line["what"] for line in lines.all][1:] == ["the database is available again"]
    assert lines.all[0]["trouble"] == "it is being stopped" and lines.all[1]["seconds"] >= 0


@pytest.mark.usefixtures("store_kind")
async def test_a_failure_of_the_database_does_not_show_values(tmp_path):
    secret = token("Ann")
    async with open_hub(tmp_path) as hub:
        with pytest.raises(StoreUnavailable) as failure:
            await hub.store.database.write(lambda at: at.execute(text("SELECT :value FROM none"), {"value": secret}))
    shown = "".join(traceback.format_exception(failure.value))
    assert "SELECT" in shown and secret not in shown


async def test_messages_that_wait_for_the_database_log_nothing_and_are_caught_up(tmp_path, lines, monkeypatch):
    attempts = []

    async def fail(*arguments: object) -> None:
        attempts.append(arguments)
        raise StoreUnavailable("it is being stopped")

    async with open_hub(tmp_path) as hub:
        waiting = Reminders(hub)
        monkeypatch.setattr(reminders, "EVERY", 0.0)
        monkeypatch.setattr(hub.store.notifications, "take_due", fail)
        monkeypatch.setattr(waiting, "catch_up", fail)
        running = asyncio.create_task(waiting.run())
        await until(lambda: attempts.count(()) >= 3)  # `take_due` has arguments
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await waiting.close()
    assert not [line for line in lines.all if line["level"] == "error"]


def test_a_success_among_failures_does_not_end_an_outage(lines, monkeypatch):
    now = outage.Outage()
    for _ in range(3):
        now.note_failure("the disk is full")
        now.note_success()
    assert [line["what"] for line in lines.all] == ["the database is unavailable"]


def test_other_failures_of_the_store_have_a_line_each(lines):
    outage.log_trouble(StoreTrouble("there is a table t already"), table="t")
    assert (lines.all[0]["what"], lines.all[0]["table"]) == ("store", "t")


def test_slow_writes_have_few_lines(lines):
    slow = outage.SlowWrites()
    for seconds in (0.2, 1.5, 1.6):
        slow.note(seconds, table="t", version=7)
    (line,) = lines.all
    assert (line["what"], line["table"], line["version"], line["seconds"]) == ("a slow write", "t", 7, 1.5)


def test_a_preview_that_fails_is_one_line(tmp_path, lines):
    class Broken:
        async def find(self, path: str, language: str) -> None:
            raise RuntimeError("no preview")

    client = tmp_path / "none"
    client.mkdir()
    (client / "index.html").write_text("<html><head></head></html>")
    with opened(tmp_path / "tables.sqlite3") as browser:
        browser.get("/api/tables")  # until the application is loaded
        browser.app._open.state.services.previews = Broken()
        assert browser.get("/table/t").status_code == 200
    line = lines.about("a link preview failed")
    assert line["trouble"] == "RuntimeError: no preview" and "trace" not in line and line["table"] == "t"
