"""Tests of `saleroom admin` next to a running server: restrictions take effect, no data is lost, all is logged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from saleroom.server.administration import ActionRefused, Administrator, administering
from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.realtime import operator_commands
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.datafile import StoreTrouble
from tests.server.http_client import opened
from tests.server.live_tables import Browser, Guest, holder, make_table, open_hub, serving, token, until
from tests.stores import contents, place
from tests.test_cli import ask

pytestmark = pytest.mark.usefixtures("store_kind")


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    async with open_hub(tmp_path) as hub:
        yield hub


@asynccontextmanager
async def operator(folder: Path, hub: Hub | None = None) -> AsyncIterator[Administrator]:
    """Yield an `Administrator` for the operator. Afterwards, apply the changes to the hub, if one is given."""
    async with administering(place(folder / "house.db"), "root", "a reason") as administrator:
        yield administrator
    if hub is not None:
        await operator_commands.apply_operator_log(hub)


async def two_at_a_table(hub: Hub, start: bool = True) -> tuple[LiveTable, Guest, Guest]:
    """Return a table with Ann, Ben and two bots."""
    table = await make_table(hub, "auction-pitch", "me", "open", "bot", "bot", deals=1)
    ann, ben = Guest(hub, table, "Ann"), Guest(hub, table, "Ben")
    await ben.do("sit", seat=1, name="Ben")
    if start:
        await ann.do("start")
    return table, ann, ben


async def test_people_and_tables_are_listed(hub: Hub, tmp_path: Path) -> None:
    table, _, ben = await two_at_a_table(hub)
    await ben.do("say", text="rude words")
    async with operator(tmp_path) as admin:
        lines = await admin.people(None, 10)
        assert {line.identity: line.names for line in lines} == {holder("Ann"): ["Ann"], holder("Ben"): ["Ben"]}
        assert [line.names for line in await admin.people("en", 10)] == [["Ben"]]
        assert await admin.people("%", 10) == []
        assert [line.id for line in await admin.tables(holder("Ben")[:8], "playing", 10)] == [table.id]
        assert await admin.tables(holder("Ben")[:8], "over", 10) == []
        line, said = await admin.table(table.id)
        assert (line.status, line.closed) == ("playing", False)
        assert [(each.identity, each.text) for each in said] == [
            (holder("Ann"), "Ann"),
            (holder("Ben"), "Ben"),
            (holder("Ben"), "rude words"),
        ]


async def test_whoever_is_muted_says_nothing_at_any_table(hub: Hub, tmp_path: Path) -> None:
    table, ann, ben = await two_at_a_table(hub)
    async with operator(tmp_path, hub) as admin:
        await admin.restrict("mute", holder("Ben")[:12])
    assert "operator of this server" in (await ben.do("say", text="Hello?"))["text"]
    assert (await ben.do("react", what="clap"))["type"] == "refused"
    assert (await ann.do("say", text="Quiet here"))["type"] == "done"
    async with operator(tmp_path, hub) as admin:
        await admin.restrict("unmute", holder("Ben"))
    assert (await ben.do("say", text="Thank you"))["type"] == "done"
    assert table.state.chat[-1]["text"] == "Thank you"


async def test_whoever_is_blocked_leaves_and_the_house_goes_on(hub: Hub, tmp_path: Path) -> None:
    """Check that the admin command takes the table over from the server, and that the server then continues it."""
    table, ann, ben = await two_at_a_table(hub)
    async with operator(tmp_path, hub) as admin:
        await admin.restrict("block", holder("Ben"))
    assert ben.dropped is not None and ben.dropped[0] == 4403
    assert table.state.seat_of(holder("Ben")) is None and ann.dropped is None
    assert "closed it to you" in (await ben.do("say", text="Let me in"))["text"]
    await until(lambda: ann.asked is not None or table.state.over)  # a bot has moved for Ben
    numbers = [event.number for event in await hub.store.events_after(table.id, 0)]
    assert numbers == list(range(1, len(numbers) + 1))
    async with serving(hub) as url, Browser.at(url, table.id, "Ben") as browser:
        assert (await browser.closed())[0] == 4403


async def test_a_block_holds_for_devices_that_join_later(hub: Hub, tmp_path: Path) -> None:
    await two_at_a_table(hub)
    async with operator(tmp_path, hub) as admin:
        await admin.restrict("block", holder("Ben"))
    await hub.store.people.join(holder("Ben"), holder("Ben's phone"), 1.0)
    await operator_commands.apply_operator_log(hub)
    assert hub.restrictions.blocked >= {holder("Ben"), holder("Ben's phone")}


async def test_a_closed_table_is_found_by_nobody_until_it_is_opened_again(hub: Hub, tmp_path: Path) -> None:
    table, ann, _ = await two_at_a_table(hub, start=False)
    version = table.state.version
    async with operator(tmp_path) as admin:
        await admin.close(table.id)
    # before the server has applied the change
    assert (await ann.do("say", text="Is anybody here?"))["reason"] == "trouble"
    assert ann.dropped is not None and await hub.find(table.id) is None
    assert await hub.lobby.summary(table.id) is None and await hub.lobby.tables_of(holder("Ann")) == []
    assert len(await hub.store.events_after(table.id, 0)) == version
    async with operator(tmp_path, hub) as admin:
        with pytest.raises(ActionRefused, match="closed already"):
            await admin.close(table.id)
        assert [line.id for line in await admin.tables(None, "closed", 9)] == [table.id]
        await admin.close(table.id, closed=False)
    found = await hub.find(table.id)
    assert found is not None and found.state.version == version


async def test_a_person_is_erased_and_the_log_leads_nowhere(hub: Hub, tmp_path: Path) -> None:
    table, ann, ben = await two_at_a_table(hub)
    await ben.do("say", text="my secret")
    async with operator(tmp_path, hub) as admin:
        await admin.restrict("mute", holder("Ben"))
        document = b"".join([piece async for piece in await admin.export(holder("Ben"))])
        assert json.loads(document)["tables"][0]["said"][0]["text"] == "my secret"
        assert await admin.erase(holder("Ben")) == 1
        log = await admin.log(10)
        assert [(line.action, line.operator, line.note) for line in log] == [
            ("erase", "root", "a reason"),
            ("export", "root", "a reason"),
            ("mute", "root", "a reason"),
        ]
        assert all(line.subject.startswith("erased-") and line.done_at for line in log)
    stored = contents(tmp_path / "house.db")
    assert holder("Ben") not in stored and "my secret" not in stored
    again = await hub.find(table.id)
    assert again is not None and again is not table and ann.dropped is not None


async def test_what_was_cut_off_says_so(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await two_at_a_table(hub)

    async def broken(*_: object) -> None:
        raise StoreTrouble("cut off")

    async with operator(tmp_path) as admin:
        monkeypatch.setattr("saleroom.server.administration.erase", broken)
        with pytest.raises(StoreTrouble):
            await admin.erase(holder("Ben"))
        assert (await admin.log(1))[0].done_at is None


async def test_what_is_wrong_is_told_in_one_line(hub: Hub, tmp_path: Path) -> None:
    await two_at_a_table(hub)
    async with operator(tmp_path) as admin:
        for person, said in (
            ("Ben", "no person's id"),
            ("abcdef0123", "no id of a person"),
            ("0' OR 1=1", "no person's id"),
        ):
            with pytest.raises(ActionRefused, match=said):
                await admin.account(person)
        with pytest.raises(ActionRefused, match="there is no table"):
            await admin.close("nothing")
        with pytest.raises(ActionRefused, match="statuses are"):
            await admin.tables(None, "broken", 1)


async def test_the_lobby_refuses_whoever_is_blocked(tmp_path: Path) -> None:
    """Check that blocked people can still read and export their data."""
    async with open_hub(tmp_path) as hub:
        await two_at_a_table(hub)
        async with operator(tmp_path) as admin:
            await admin.restrict("block", holder("Ben"))
    with opened(tmp_path / "house.db", leniency=1000) as browser:
        headers = {"authorization": f"Bearer {token('Ben')}"}
        made = browser.post("/api/tables", json={"game": "auction-pitch", "name": "Ben"}, headers=headers)
        assert (made.status_code, "closed it to you" in made.text) == (403, True)
        assert browser.get("/api/tables", headers=headers).status_code == 200
        assert browser.get("/api/me/export", headers=headers).status_code == 200


def test_the_command_line_tells_trouble_in_one_line(tmp_path: Path) -> None:
    missing = tmp_path / "missing.db"
    for arguments, said in (
        (("people", "--data", missing), "there is no data file"),
        (("people", "--data", "mysql://db"), "name a file, or postgresql://"),
        (("erase", "abcdef", "--data", missing), "--sure"),
        (("mute", "--data", missing), "PERSON"),
        (("nonsense",), "No such command"),
    ):
        done = ask("admin", *arguments)
        assert (done.returncode, done.stderr.count("\n"), said in done.stderr) == (2, 1, True), done.stderr
    assert not missing.exists()


async def test_the_command_line_shows_columns_and_what_people_typed_moves_no_cursor(tmp_path: Path) -> None:
    async with open_hub(tmp_path) as hub:
        table, _, ben = await two_at_a_table(hub, start=False)
        await ben.do("say", text="hello there")
    database = place(tmp_path / "house.db")
    data = ("--data", database.text if isinstance(database, DatabaseUrl) else database)
    admin = partial(asyncio.to_thread, ask, "admin")  # in a thread, because it runs its own event loop
    assert holder("Ben")[:12] in (await admin("people", "Ben", *data)).stdout
    assert table.id in (await admin("tables", *data)).stdout
    assert "hello there" in (await admin("table", table.id, *data)).stdout
    assert (await admin("mute", holder("Ben")[:12], "--note", "rude \x1b[2J", *data)).returncode == 0
    shown = (await admin("log", *data)).stdout
    assert "rude ?[2J" in shown
    exported = tmp_path / "ben.json"
    assert (await admin("export", holder("Ben")[:12], exported, *data)).returncode == 0
    assert exported.stat().st_mode & 0o077 == 0 and json.loads(exported.read_bytes())["devices"] == 1
    assert "exists already" in (await admin("export", holder("Ben")[:12], exported, *data)).stderr
    assert (await admin("erase", holder("Ben")[:12], "--sure", *data)).stdout == "erased, at 1 table\n"


async def test_an_operator_makes_programs_and_removes_any(hub: Hub, tmp_path: Path) -> None:
    own = await hub.store.bots.make("Ann's", holder("Ann"), 0.0)
    async with operator(tmp_path) as admin:
        secret = await admin.new_bot_token("Engine", ["bot:play"])
        entry = await hub.store.bots.find(secret, 1.0)
        assert entry is not None and entry.bot.name == "Engine" and entry.scopes == {"bot:play"}
        assert await hub.store.bots.find(await admin.new_bot_token("engine", []), 1.0) is not None
        assert [(program.name, len(tokens)) for program, tokens in await admin.bots()] == [
            ("Ann's", 0),
            ("Engine", 2),
        ]
        for wrong in (admin.new_bot_token("Ann's", []), admin.new_bot_token("x", ["all"]), admin.retire("nobody")):
            with pytest.raises(ActionRefused):
                await wrong
        await admin.retire("ENGINE")
        assert await hub.store.bots.find(secret, 1.0) is None
        await admin.retire(own.name)
        assert await admin.bots() == []
        assert [line.action for line in await admin.log(5)] == ["retire", "retire"]


async def test_programs_of_somebody_blocked_do_nothing(hub: Hub, tmp_path: Path) -> None:
    _, _, _ = await two_at_a_table(hub)
    program = await hub.store.bots.make("Ann's", holder("Ann"), 0.0)
    _, secret = await hub.store.bots.add_token(program.id, "one", ["bot:play"], 0.0)
    assert await hub.store.bots.find(secret, 1.0) is not None
    async with operator(tmp_path, hub) as admin:
        await admin.restrict("block", holder("Ann")[:12])
        assert await hub.store.bots.find(secret, 1.0) is None
        await admin.restrict("unblock", holder("Ann")[:12])
        assert await hub.store.bots.find(secret, 1.0) is not None


def test_the_command_line_prints_a_token_that_opens_the_api(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"
    store = place(data)
    named = ("--data", store.text if isinstance(store, DatabaseUrl) else str(store))
    with opened(data) as browser:
        assert browser.get("/healthz").status_code == 200  # now the data file exists
        made = ask("admin", "program", "Engine", *named)
        assert made.returncode == 0, made.stderr
        secret = made.stdout.strip()
        answer = browser.get("/api/bot/account", headers={"authorization": f"Bearer {secret}"})
        assert answer.json()["name"] == "Engine"
        assert "Engine" in ask("admin", "programs", *named).stdout
