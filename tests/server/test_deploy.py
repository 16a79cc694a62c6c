"""Files in `deploy/`: alerts use existing metrics, and a backup contains all data from before its start."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
import yaml
from pydantic import BaseModel, ConfigDict, Field

from saleroom.server.ops import metrics
from saleroom.server.ops.settings import BusUrl, DatabaseUrl
from saleroom.server.realtime import bus as bus_module
from saleroom.server.realtime.verifying import CheckReport, check
from tests import services
from tests.children import child, finished
from tests.server.live_tables import Guest, make_table, open_hub, until
from tests.stores import contents, place, store_kind

__all__ = ["store_kind"]

DEPLOY = Path(__file__).parents[2] / "deploy"


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


@pytest.fixture
def known() -> set[str]:
    """Names of all metrics, those of servers and the one that `backup.sh` writes."""
    names = re.findall(r"^# TYPE (\w+) ", metrics.exposition().decode(), re.MULTILINE)
    return {*names, *re.findall(r"saleroom_backup_\w+", text("backup.sh"))}


def named(expressions: str) -> set[str]:
    """Return the names of Saleroom's metrics in a text."""
    return {name.removesuffix("_bucket") for name in re.findall(r"\bsaleroom_\w+", expressions)}


def test_alerts_are_about_measures_that_there_are(known: set[str]) -> None:
    assert named(text("alerts.yaml")) and named(text("alerts.yaml")) <= known


def test_every_panel_of_the_dashboard_shows_measures_that_there_are(known: set[str]) -> None:
    dashboard = json.loads(text("dashboard.json"))
    panels = dashboard["panels"]
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels}) == len(panels)
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}
    assert len(places) == len(panels) and all(panel["gridPos"]["x"] in (0, 12) for panel in panels)
    for panel in panels:
        for target in panel["targets"]:
            assert named(target["expr"]) and named(target["expr"]) <= known, target["expr"]


class _Part(BaseModel):
    """Part of a dashboard. A field that Saleroom's dashboard does not use is an error, such as a misspelt one."""

    model_config = ConfigDict(extra="forbid", strict=True)


class _Source(_Part):
    type: Literal["prometheus"]
    uid: Literal["${source}"]


class _Variable(_Part):
    name: Literal["source"]
    label: str
    type: Literal["datasource"]
    query: Literal["prometheus"]


class _Variables(_Part):
    list: tuple[_Variable] = Field(strict=False)


class _Place(_Part):
    x: int = Field(ge=0)
    y: int = Field(ge=0)
    w: int = Field(ge=1, le=24)
    h: int = Field(ge=1)


class _Defaults(_Part):
    unit: Literal["none", "s", "ops", "reqps", "bytes", "short"]


class _Fields(_Part):
    defaults: _Defaults
    overrides: list[None] = Field(max_length=0)


class _Target(_Part):
    ref_id: str = Field(alias="refId", pattern="^[A-Z]$")
    expr: str
    legend: str = Field(alias="legendFormat", min_length=1)


class _Panel(_Part):
    id: int = Field(ge=1)
    title: str
    type: Literal["stat", "timeseries"]
    datasource: _Source
    place: _Place = Field(alias="gridPos")
    fields: _Fields = Field(alias="fieldConfig")
    targets: list[_Target] = Field(min_length=1)


class _Times(_Part):
    start: str = Field(alias="from", pattern=r"^now-\d+[mhd]$")
    end: Literal["now"] = Field(alias="to")


class _Dashboard(_Part):
    """The fields of Grafana's model of a dashboard, as in schema version 39, that Saleroom's dashboard uses."""

    uid: str = Field(max_length=40)
    title: str
    version: Literal[39] = Field(alias="schemaVersion")
    refresh: str = Field(pattern=r"^\d+[smh]$")
    time: _Times
    templating: _Variables
    panels: list[_Panel]


def test_the_dashboard_has_the_form_that_grafana_reads() -> None:
    """Check the form by a model, because Grafana is not installed where these tests run."""
    dashboard = _Dashboard.model_validate_json(text("dashboard.json"))
    places = [panel.place for panel in dashboard.panels]
    cells = [(x, y) for at in places for x in range(at.x, at.x + at.w) for y in range(at.y, at.y + at.h)]
    assert len(set(cells)) == len(cells) and max(x for x, _ in cells) < 24, "panels overlap, or exceed the grid"
    for panel in dashboard.panels:
        assert len({target.ref_id for target in panel.targets}) == len(panel.targets), panel.title
        for target in panel.targets:
            labels = set(re.findall(r"\{\{(\w+)\}\}", target.legend))
            kept = {name.strip() for names in re.findall(r"by \(([^)]*)\)", target.expr) for name in names.split(",")}
            assert labels <= kept | {"instance", "job"}, f"{panel.title}: the legend names labels that are summed away"


@pytest.mark.integration
def test_every_expression_of_the_dashboard_is_one_of_prometheus(tmp_path: Path) -> None:
    if shutil.which("promtool") is None:
        services.missing("promtool", "prometheus")
    panels = json.loads(text("dashboard.json"))["panels"]
    rules = [
        {"record": f"panel_{panel['id']}", "expr": target["expr"]} for panel in panels for target in panel["targets"]
    ]
    file = tmp_path / "rules.json"  # JSON is YAML
    file.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    done = finished(["promtool", "check", "rules", file], text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_operators_guide_tells_of_every_alert() -> None:
    guide = (DEPLOY.parent / "docs/operate/maintain.md").read_text("utf-8")
    assert all(f"`{name}`" in guide for name in re.findall(r"alert: (\w+)", text("alerts.yaml")))


@pytest.mark.integration
def test_the_alerts_are_rules_of_prometheus_and_go_off_when_they_should() -> None:
    if shutil.which("promtool") is None:
        services.missing("promtool", "prometheus")
    done = finished(["promtool", "test", "rules", DEPLOY / "alerts_test.yaml"], text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_files_of_the_service_are_for_its_user_alone() -> None:
    assert all("\nUMask=0077\n" in text(f"saleroom{name}.service") for name in ("@", "-backup"))


def test_prometheus_asks_for_everything_that_alerts_and_dashboard_name() -> None:
    jobs = re.findall(r"job_name: (\w+)", text("prometheus.yaml"))
    assert jobs == ["saleroom", "database"]
    assert set(re.findall(r'job=\W?"(\w+)', text("alerts.yaml") + text("dashboard.json"))) <= set(jobs)


# The containers


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    """Return the folder of secrets that the commands at the head of `compose.yaml` write."""
    head = re.findall(r"^#   (.*)$", text("compose.yaml"), re.MULTILINE)
    steps = [line for line in head if "secrets" in line]
    done = finished(["sh", "-euc", "\n".join(steps)], cwd=tmp_path, text=True)
    assert done.returncode == 0, done.stderr
    return tmp_path / "secrets"


def compose() -> dict[str, Any]:
    return yaml.safe_load(text("compose.yaml"))


def test_the_proxys_container_gets_every_variable_of_its_configuration() -> None:
    variables = compose()["services"]["caddy"]["environment"]
    assert set(re.findall(r"\{\$(\w+)", text("Caddyfile"))) == variables.keys()
    with_default = re.findall(r"\{\$(\w+):", text("Caddyfile"))
    assert with_default and all(variables[name] is None for name in with_default), "an empty value is no default"


@pytest.mark.integration
def test_every_secret_of_the_containers_is_written_for_the_servers_alone(secrets: Path) -> None:
    named = compose()["secrets"]
    assert {secret["file"] for secret in named.values()} == {f"./secrets/{path.name}" for path in secrets.iterdir()}
    assert secrets.stat().st_mode & 0o077 == 0
    used = {name for service in compose()["services"].values() for name in service.get("secrets", ())}
    assert used == set(named)


@pytest.mark.integration
async def test_redis_in_its_container_takes_only_clients_with_the_password(secrets: Path) -> None:
    if not services.redis_programs():
        services.missing("Redis", "redis-server")
    service = compose()["services"]["redis"]
    options = [part.replace("/run/secrets", str(secrets)) for part in service["command"][1:]]
    port = services.free_port()
    with child([services.redis_programs()[0], *options, "--port", str(port)], stdout=subprocess.DEVNULL) as server:
        services.wait_for_port(port, server)
        bus = (secrets / "bus").read_text("utf-8").strip().replace("@redis:6379", f"@127.0.0.1:{port}")
        await bus_module.check(BusUrl(bus))
        with pytest.raises(bus_module.BusTrouble, match="password"):
            await bus_module.check(BusUrl(f"redis://127.0.0.1:{port}/0"))
        shell = service["healthcheck"]["test"][1].replace("$$", "$").replace("redis-cli", f"redis-cli -p {port}")
        assert finished(["sh", "-c", shell.replace("/run/secrets", str(secrets))]).returncode == 0
        (secrets / "redis").chmod(0o600)
        (secrets / "redis").write_text("wrong")
        assert finished(["sh", "-c", shell.replace("/run/secrets", str(secrets))]).returncode != 0


@pytest.mark.integration
def test_prometheus_reads_its_configuration(tmp_path: Path) -> None:
    if shutil.which("promtool") is None:
        services.missing("promtool", "prometheus")
    (tmp_path / "token").touch()
    config = text("prometheus.yaml").replace("/run/secrets/metrics", str(tmp_path / "token"))
    (tmp_path / "prometheus.yaml").write_text(config, "utf-8")
    shutil.copy(DEPLOY / "alerts.yaml", tmp_path)
    done = finished(["promtool", "check", "config", tmp_path / "prometheus.yaml"], text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.integration
def test_the_proxys_configuration_is_read() -> None:
    if shutil.which("caddy") is None:
        services.missing("Caddy", "caddy")
    command = ["caddy", "adapt", "--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile"]
    done = finished(command, text=True, env={**os.environ, "SALEROOM_HOST": "cards.example.org"})
    assert done.returncode == 0 and done.stdout.count('"saleroom-2:8642"') == 2, done.stderr


@pytest.mark.integration
@pytest.mark.parametrize(
    ("head", "name", "command"),
    [
        ("ini\n[Unit]", "saleroom.service", ["systemd-analyze", "verify"]),
        ("\ncards.example.org", "Caddyfile", ["caddy", "adapt", "--adapter", "caddyfile", "--config"]),
    ],
)
def test_the_files_of_a_small_server_are_read(tmp_path: Path, head: str, name: str, command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        services.missing(name, command[0])
    page = (DEPLOY.parent / "docs/operate/run.md").read_text("utf-8")
    snippet = page.partition(f"```{head}")[2].partition("```")[0]
    program = snippet.replace("/opt/saleroom/bin/saleroom", sys.executable)
    (tmp_path / name).write_text(head.removeprefix("ini").lstrip() + program, "utf-8")
    done = finished([*command, tmp_path / name], text=True)
    assert snippet and done.returncode == 0, done.stdout + done.stderr


@asynccontextmanager
async def upstream(name: str) -> AsyncIterator[tuple[asyncio.Server, int]]:
    """Yield a server that answers every request with its name, and its port."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = f"HTTP/1.1 200 OK\r\ncontent-length: {len(name)}\r\nconnection: close\r\n\r\n"
        writer.write((head + name).encode())
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield server, server.sockets[0].getsockname()[1]


@pytest.mark.integration
async def test_the_proxy_leads_all_sockets_of_a_table_to_one_server_while_it_is_well(tmp_path: Path) -> None:
    if shutil.which("caddy") is None:
        services.missing("Caddy", "caddy")
    async with upstream("one") as (first, one), upstream("other") as (_, other), httpx.AsyncClient() as browser:
        port = services.free_port()
        own = {"CADDY_ADMIN": f"127.0.0.1:{services.free_port()}", "HOME": str(tmp_path)}
        own |= {"XDG_DATA_HOME": str(tmp_path), "SALEROOM_HOST": f"http://127.0.0.1:{port}"}
        own["SALEROOM_SERVERS"] = f"127.0.0.1:{one} 127.0.0.1:{other}"
        own["SALEROOM_MACHINES"] = r'~^machine-(\d+)$ "127.0.0.1:$1"'
        command = ["caddy", "run", "--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile"]
        with child(command, env={**os.environ, **own}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as caddy:
            await asyncio.to_thread(services.wait_for_port, port, caddy)

            address = f"http://127.0.0.1:{port}/api/tables/table-{{}}/socket"

            async def server_of(table: int, query: str = "") -> str:
                return (await browser.get(f"{address.format(table)}{query}", timeout=60)).text

            async def servers() -> list[str]:
                return [await server_of(table) for table in range(20)]

            at_first = await servers()
            for name, server in ((one, "one"), (other, "other")):
                assert {await server_of(table, f"?machine=machine-{name}") for table in range(20)} == {server}
                assert await server_of(0, f"?machine={name}") in ("one", "other")  # no name of the configured form
            assert set(at_first) == {"one", "other"} and await servers() == at_first
            first.close()
            async with asyncio.timeout(60):
                while set(await servers()) != {"other"}:
                    await asyncio.sleep(0.1)


# Backups


on_postgres = pytest.mark.parametrize("store_kind", ["postgresql"], indirect=True)


@pytest.fixture
def cluster(store_kind: str, request: pytest.FixtureRequest) -> services.Postgres:
    return request.getfixturevalue("postgres_cluster")


def environment(url: DatabaseUrl, cluster: services.Postgres) -> dict[str, str]:
    """Return the environment variables with which PostgreSQL's command-line programs connect to `url`."""
    return {
        **os.environ,
        "PATH": f"{cluster.programs}:{os.environ['PATH']}",
        "PGHOST": "127.0.0.1",
        "PGPORT": str(cluster.port),
        "PGUSER": "postgres",
        "PGDATABASE": url.text.rsplit("/", 1)[-1],
        "SALEROOM": str(Path(sys.executable).parent / "saleroom"),
    }


async def played(folder: Path, cluster: services.Postgres) -> tuple[Path, set[str]]:
    """Return a backup made during play, and the events acknowledged before it began."""
    url = place(folder / "house.db")
    assert isinstance(url, DatabaseUrl)
    async with open_hub(folder) as hub:
        table = await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot", start=True, target=40)
        ann = Guest(hub, table, "Ann")
        ann.seat = 0
        playing = asyncio.create_task(ann.play_on())
        await until(lambda: table.state.version > 20)
        before = {f"'{table.id}', {number}," for number in range(1, table.state.version + 1)}
        command = [DEPLOY / "backup.sh", folder / "backups"]
        variables = {**environment(url, cluster), "METRICS": str(folder / "backup.prom")}
        done = await asyncio.to_thread(finished, command, text=True, env=variables)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "1 match verified, 0 faults" in done.stdout
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        return Path(done.stdout.splitlines()[-1]), before


@pytest.mark.integration
@on_postgres
async def test_a_backup_made_while_people_play_holds_every_move_that_was_acknowledged(tmp_path, cluster) -> None:
    backup, before = await played(tmp_path, cluster)
    assert backup.stat().st_mode & 0o077 == 0
    assert re.fullmatch(r"saleroom_backup_timestamp_seconds \d+\n", (tmp_path / "backup.prom").read_text("utf-8"))
    restored = place(tmp_path / "restored.db")
    assert isinstance(restored, DatabaseUrl)
    program, options = cluster.programs / "pg_restore", ["--clean", "--if-exists", "--exit-on-error", "--no-owner"]
    done = finished([program, *options, "--dbname", restored.text, backup], text=True)
    assert done.returncode == 0, done.stderr
    assert await check(restored) == CheckReport(tables=1, matches=1)
    kept = contents(tmp_path / "restored.db")
    assert all(event in kept for event in before)
    assert not cluster.sql("SELECT 1 FROM pg_database WHERE datname LIKE 'saleroom_check_%'")


@pytest.mark.integration
@on_postgres
async def test_a_backup_that_is_not_whole_gets_no_name(tmp_path, cluster) -> None:
    """Check that a backup with a gap in a table's log fails, and that its file does not get the final name."""
    url = place(tmp_path / "house.db")
    assert isinstance(url, DatabaseUrl)
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot", start=True)
        await until(lambda: table.state.version > 3)
    cluster.sql("DELETE FROM rows WHERE number = 2", database=url.text.rsplit("/", 1)[-1])
    variables = {**environment(url, cluster), "METRICS": str(tmp_path / "backup.prom")}
    done = finished([DEPLOY / "backup.sh", tmp_path / "backups"], text=True, env=variables)
    assert done.returncode == 1 and "gaps" in done.stdout and not (tmp_path / "backup.prom").exists()
    names = sorted(file.name for file in (tmp_path / "backups").iterdir())
    assert len(names) == 2 and names[0] == "checksums.sqlite3" and names[1].endswith("Z.dump.faulty")
    assert (tmp_path / "backups" / names[1]).stat().st_mode & 0o077 == 0


@pytest.fixture
def backing_up(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that backs up the data file of a test; it takes more environment variables."""
    variables = {**os.environ, "SALEROOM_DATA": str(tmp_path / "house.db"), "METRICS": str(tmp_path / "backup.prom")}
    variables["SALEROOM"] = str(Path(sys.executable).parent / "saleroom")
    variables.pop("PGDATABASE", None)

    def back_up(**more: str) -> subprocess.CompletedProcess[str]:
        return finished([DEPLOY / "backup.sh", tmp_path / "backups"], text=True, env={**variables, **more})

    return back_up


@pytest.mark.integration
async def test_backups_of_a_data_file_replay_what_is_new_and_find_a_backup_with_a_flipped_byte(
    tmp_path, backing_up
) -> None:
    metric = tmp_path / "backup.prom"
    async with open_hub(tmp_path) as hub:
        for _ in range(3):
            table = await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot", start=True)
            await until(lambda table=table: table.state.version > 3)
    first = backing_up()
    assert first.returncode == 0 and "3 tables compared, 3 matches verified, 0 faults" in first.stdout, first.stderr
    backup = Path(first.stdout.splitlines()[-1])
    assert backup.stat().st_mode & 0o077 == 0 and await check(backup) == CheckReport(tables=3, matches=3)
    assert re.fullmatch(r"saleroom_backup_timestamp_seconds \d+\n", metric.read_text("utf-8"))
    metric.unlink()
    kept = backup.rename(backup.with_stem("saleroom-2000-01-01T000000Z"))
    digest = backup.with_name(f"{backup.name}.sha256")
    digest.rename(kept.with_name(f"{kept.name}.sha256")).write_text(digest_line(kept))
    content = bytearray(kept.read_bytes())
    content[len(content) // 2] ^= 1
    kept.write_bytes(content)
    second = backing_up()
    assert second.returncode == 1 and f"{kept.name}: FAILED" in second.stderr and not metric.exists()
    assert "3 tables compared, 1 match verified, 0 faults" in second.stdout
    assert len(list((tmp_path / "backups").glob("saleroom-2*.sqlite3"))) == 2


def program(folder: Path, name: str, script: str) -> str:
    """Write a program that replaces `name`, and return the PATH on which it is found first."""
    folder.mkdir()
    (folder / name).write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    (folder / name).chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def names_of_backups(folder: Path) -> list[str]:
    """Return the ends of the names of all files that are named after the time of a backup."""
    files = (folder / "backups").rglob("*saleroom-*")
    return sorted(re.sub(r"saleroom-[0-9TZ-]+", "", file.name) for file in files)


@pytest.mark.integration
async def test_backups_with_a_fault_are_kept_for_as_long_as_others_and_replace_none(tmp_path, backing_up) -> None:
    async with open_hub(tmp_path) as hub:
        await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot")
    whole = Path(backing_up().stdout.splitlines()[-1])
    digest = whole.with_name(f"{whole.name}.sha256")
    (tmp_path / "backup.prom").unlink()
    old = tmp_path / "backups" / "saleroom-2000-01-01T000000Z.sqlite3.faulty"
    old.touch()
    for file in (whole, digest, old):
        os.utime(file, (0, 0))
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection, connection:
        connection.execute("UPDATE tables SET owner_name = 'Ben'")
    done = backing_up()
    assert done.returncode == 1 and "has changed" in done.stdout and ".sqlite3.faulty" in done.stderr
    assert whole.exists() and not (tmp_path / "backup.prom").exists()
    assert names_of_backups(tmp_path) == [".sqlite3", ".sqlite3.faulty", ".sqlite3.sha256"] and not old.exists()


@pytest.mark.integration
async def test_a_digest_that_cannot_be_written_leaves_no_file(tmp_path, backing_up) -> None:
    async with open_hub(tmp_path) as hub:
        await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot")
    full_disk = program(tmp_path / "programs", "sha256sum", "echo 'No space left on device' >&2; exit 1")
    assert backing_up(PATH=full_disk).returncode == 1
    assert names_of_backups(tmp_path) == [".sqlite3"]
    assert backing_up().returncode == 0


def test_the_unit_may_write_the_time_of_a_backup_where_the_guide_says() -> None:
    guide = (DEPLOY.parent / "docs/operate/maintain.md").read_text("utf-8")
    (folder,) = re.findall(r"METRICS=(/\S+)/[\w.-]+\.prom", guide)
    assert f"\nReadWritePaths=-{folder}\n" in text("saleroom-backup.service")


def digest_line(file: Path) -> str:
    """Return the line that `sha256sum` writes about a file."""
    return f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
