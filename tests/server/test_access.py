"""People are sent to another process only if it has access to the store, and keep their connections otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from saleroom.server.realtime import bus, ownership
from saleroom.server.realtime.access import AccessElsewhere
from saleroom.server.storage.datafile import StoreUnavailable
from tests import services
from tests.server.clusters import Member, members
from tests.server.live_tables import Browser, make_table, until

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("store_kind")]


@pytest.fixture(scope="module")
def redis() -> Iterator[services.Redis]:
    with services.redis() as server:
        yield server


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownership, "WATCH", 0.05)
    monkeypatch.setattr(ownership, "BLIND", 0.3)
    monkeypatch.setattr(bus, "SILENCE", 120.0)  # on a busy machine, a bus that works can be silent for seconds


class Outage:
    """Outage of the store for some processes, as far as they look who owns their tables."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *at: Member) -> None:
        self.lasts = True
        self.failed = [0] * len(at)
        """How often each process has failed to look."""
        self.asked = [0] * len(at)
        """How often each process has asked for another one with access."""
        for number, member in enumerate(at):
            self._break(monkeypatch, member, number)

    def _break(self, monkeypatch: pytest.MonkeyPatch, member: Member, number: int) -> None:
        leases, access = member.hub.store.leases, member.cluster._access
        held, exists = leases.held, access.exists

        async def fail(table_ids):
            if self.lasts:
                self.failed[number] += 1
                raise StoreUnavailable("it does not answer")
            return await held(table_ids)

        def count() -> bool:
            if not all(self.failed):  # a look that began before the outage would answer
                return False
            self.asked[number] += 1
            return exists()

        monkeypatch.setattr(leases, "held", fail)
        monkeypatch.setattr(access, "exists", count)


async def test_people_leave_a_process_without_access_if_another_has_access(
    tmp_path: Path, redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        table = await make_table(one.hub, "auction-pitch", "me", "open", "bot", "bot")
        async with Browser.at(one.url, table.id, "Ann") as ann:
            await ann.next("snapshot")
            Outage(monkeypatch, one)
            assert await ann.closed() == (1012, "the tables cannot be reached from here")
        async with Browser.at(other.url, table.id, "Ann") as ann:
            await ann.next("snapshot")


async def test_people_stay_if_the_store_is_slow_for_all(tmp_path: Path, redis, monkeypatch: pytest.MonkeyPatch) -> None:
    async with members(tmp_path, redis.url, redis.url) as (one, other):
        table = await make_table(one.hub, "auction-pitch", "me", "open", "bot", "bot")
        async with Browser.at(one.url, table.id, "Ann") as ann:
            await ann.next("snapshot")
            await until(lambda: one.cluster.bus.works and other.cluster.bus.works)
            outage = Outage(monkeypatch, one, other)
            await until(lambda: min(outage.asked) > 5)
            outage.lasts = False
            assert (await ann.do("say", text="Still here"))["type"] == "done"


async def test_people_leave_a_process_that_reaches_neither_store_nor_bus(
    tmp_path: Path, redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with members(tmp_path, redis.url) as (one,):
        table = await make_table(one.hub, "auction-pitch", "me", "open", "bot", "bot")
        async with Browser.at(one.url, table.id, "Ann") as ann:
            await ann.next("snapshot")
            monkeypatch.setattr("saleroom.server.realtime.bus.Bus.works", False)
            Outage(monkeypatch, one)
            assert (await ann.closed())[0] == 1012


class Bus:
    """Bus that keeps its messages."""

    works = True

    def __init__(self) -> None:
        self.sent: list[tuple[str, object]] = []

    def send(self, process: str, message: object) -> None:
        self.sent.append((process, message))


def test_a_process_answers_after_it_has_read_the_store_again_and_only_others() -> None:
    bus = Bus()
    access = AccessElsewhere(bus, "me")  # pyright: ignore[reportArgumentType]
    access.note_question({"from": "me"})
    access.note_question({"from": "you"})
    assert bus.sent == []
    access.note_own()
    access.note_own()
    assert bus.sent == [("you", {"kind": "access"})]


def test_an_answer_counts_until_the_process_has_access_itself() -> None:
    access = AccessElsewhere(Bus(), "me")  # pyright: ignore[reportArgumentType]
    assert not access.exists()
    access.note_answer({})
    assert access.exists()
    access.note_own()
    assert not access.exists()
