"""Queue of searches: who is served first, and which searches are dropped."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from saleroom.server.ops import metrics
from saleroom.server.workers import search_queue
from saleroom.server.workers.search_queue import Demand, NotNeeded, SearchQueue, Share, ShareLimits
from tests.server.live_tables import Guest, make_table, open_hub, until

HOME, SCHOOL = "192.0.2.1", "198.51.100.7"
ANN, BOB, CARL = "ann", "bob", "carl"


class Line:
    """Queue with one thread for each share. Searches wait until the test lets them through, and note their names."""

    def __init__(self) -> None:
        self.queue = SearchQueue()
        self.done: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._gate = threading.Event()

    def add(self, name: str, share: Share, address: str = HOME, person: str = ANN) -> None:
        """Add a search that is always needed."""
        self.add_needed(name, [Demand(share, address, person)])

    def add_needed(self, name: str, demands: list[Demand | None]) -> None:
        """Add a search whose need is the last of `demands`."""
        self.tasks[name] = asyncio.create_task(self.queue.run(lambda: demands[-1], self._search, name))

    def _search(self, name: str) -> None:
        assert self._gate.wait(20)
        self.done.append(name)

    async def finish(self) -> list[str]:
        """Let all searches through; return their names in the order of their ends."""
        await asyncio.sleep(0)  # until the tasks have begun
        self._gate.set()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        return self.done


@pytest.fixture
def line(monkeypatch) -> Iterator[Line]:
    limits = dict.fromkeys(Share, ShareLimits(1, 0))
    monkeypatch.setattr(search_queue, "SHARES", limits)
    with closing(Line()) as line:
        yield line


@contextmanager
def closing(line: Line) -> Iterator[Line]:
    yield line
    line.queue.close()


async def test_searches_of_an_address_take_turns_with_those_of_others(line):
    for number in range(4):
        line.add(f"flood {number}", Share.SEATED, HOME, f"person {number}")
    line.add("school", Share.SEATED, SCHOOL)
    assert await line.finish() == ["flood 0", "school", "flood 1", "flood 2", "flood 3"]


async def test_searches_of_a_person_take_turns_with_those_of_others_at_the_address(line):
    for number in range(3):
        line.add(f"ann {number}", Share.SEATED, HOME, ANN)
    line.add("bob", Share.SEATED, HOME, BOB)
    line.add("carl", Share.SEATED, HOME, CARL)
    assert await line.finish() == ["ann 0", "bob", "carl", "ann 1", "ann 2"]


async def test_no_share_waits_for_another(line):
    """Check that a search of each share runs although another share's only thread is busy."""
    began = threading.Barrier(len(Share))
    for share in Share:
        line.tasks[share] = asyncio.create_task(line.queue.run(partial(Demand, share, HOME), began.wait, 20))
        await asyncio.sleep(0)
    assert sorted([await task for task in line.tasks.values()]) == [0, 1, 2]


async def test_a_waiting_search_that_is_not_needed_is_dropped(line):
    demands: list[Demand | None] = [Demand(Share.SEATED, HOME)]
    line.add("running", Share.SEATED)
    line.add_needed("dropped", demands)
    await asyncio.sleep(0)
    demands.append(None)
    assert await line.finish() == ["running"]
    with pytest.raises(NotNeeded):
        await line.tasks["dropped"]
    line.add_needed("never needed", demands)
    with pytest.raises(NotNeeded):
        await line.tasks["never needed"]


async def test_a_search_whose_need_cannot_be_found_out_is_needed_and_holds_no_one_up(line, caplog):
    def fail() -> Demand:
        raise LookupError("broken")

    line.tasks["unknown"] = asyncio.create_task(line.queue.run(fail, line._search, "unknown"))
    await asyncio.sleep(0)
    for number in range(3):
        line.add(f"search {number}", Share.SEATED)
    assert sorted(await line.finish()) == ["search 0", "search 1", "search 2", "unknown"]
    line.add("running", Share.SEATED)
    needs = iter([Demand(Share.SEATED, SCHOOL)])
    line.tasks["forgotten"] = asyncio.create_task(line.queue.run(needs.__next__, line._search, "forgotten"))
    await asyncio.sleep(0)
    line.add("another", Share.SEATED)
    assert (await line.finish())[-3:] == ["running", "forgotten", "another"]
    assert [record.message for record in caplog.records] == ["it is unknown who needs a search"] * 2


async def test_a_waiting_search_changes_its_share(line):
    demands: list[Demand | None] = [Demand(Share.SEATED, HOME, BOB)]
    line.add("running", Share.SEATED)
    line.add_needed("left", demands)
    await asyncio.sleep(0)
    demands.append(Demand(Share.BACKGROUND, HOME, BOB))
    line.add("background", Share.BACKGROUND, SCHOOL)
    await asyncio.sleep(0)
    assert [waiting(share) for share in (Share.SEATED, Share.BACKGROUND)] == [0, 1]
    assert sorted(await line.finish()) == ["background", "left", "running"]


async def test_a_cancelled_search_leaves_the_queue_and_failures_reach_the_caller(line):
    line.add("running", Share.SEATED)
    line.add("cancelled", Share.SEATED, SCHOOL)
    await asyncio.sleep(0)
    line.tasks["cancelled"].cancel()
    line.tasks["failed"] = asyncio.create_task(line.queue.run(lambda: Demand(Share.SEATED, HOME), int, "x"))
    assert await line.finish() == ["running"]
    with pytest.raises(ValueError, match="invalid literal"):
        await line.tasks["failed"]


async def test_metrics_show_how_many_wait_and_how_long(line):
    before = started()
    for number in range(3):
        line.add(f"search {number}", Share.SEATED)
    await asyncio.sleep(0)
    assert waiting(Share.SEATED) == 2
    await line.finish()
    assert waiting(Share.SEATED) == 0 and started() == before + 3


def waiting(share: Share) -> float:
    """Return how many searches of a share wait, by the metrics."""
    return metrics.SEARCHES_WAITING.labels(share)._value.get()


def started() -> float:
    """Return how many searches of tables with seated people have begun, by the metrics."""
    (metric,) = metrics.SEARCH_WAIT.collect()
    return next(
        one.value for one in metric.samples if one.name.endswith("_count") and one.labels == {"share": "seated"}
    )


async def test_the_queue_remembers_few_addresses(line, monkeypatch):
    monkeypatch.setattr(search_queue, "MAX_REMEMBERED", 4)
    for number in range(6):
        line.add(f"search {number}", Share.SEATED, f"192.0.2.{number}")
    await line.finish()
    assert len(line.queue._last_turns) == 4


# Demands of tables

BOTS = ("hard", "house", "house")


async def test_a_connected_person_with_a_seat_is_served_first(tmp_path):
    async with open_hub(tmp_path) as hub:
        live = await make_table(hub, "auction-pitch", "me", *BOTS, start=True)
        demand = live.autoplay._demand
        assert demand() == Demand(Share.BACKGROUND, "", live.state.owner)
        ann = Guest(hub, live, "Ann")
        assert demand() == Demand(Share.SEATED, ann.address, ann.holder)
        watcher = Guest(hub, live, None)
        ann.leave()
        assert demand() == Demand(Share.BACKGROUND, "", live.state.owner)
        watcher.leave()
        live.presence.note("another process", {"seats": [0], "watchers": 0, "addresses": {"0": SCHOOL}})
        assert demand() == Demand(Share.SEATED, SCHOOL, live.state.owner)


async def test_searching_bots_alone_wait_for_a_spectator_and_other_bots_do_not(tmp_path):
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, "auction-pitch", *["hard"] * 4, start=True, deals=1)
        other = await make_table(hub, "auction-pitch", *["random"] * 4, start=True, deals=1)
        await until(lambda: other.state.over)
        assert not table.autoplay.busy
        before = table.state.version
        watcher = Guest(hub, table, None)
        await until(lambda: table.state.version > before)
        assert table.autoplay._demand() == Demand(Share.BACKGROUND, "", table.state.owner)
        watcher.leave()
        await until(lambda: not table.autoplay.busy)
        assert not table.state.over
