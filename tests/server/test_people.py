"""Actions of people towards each other.

All people at a table can react and report; the table's owner can also mute and remove people.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.decide.system_events import add_device
from saleroom.server.core.project.table_info import table_info
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.realtime.socket_limits import COSTS, SocketLimits
from tests.server.core_tables import ANN, BEN, CLEO, DAN, snapshots, started_table
from tests.server.live_tables import Browser, Guest, make_table, open_hub, serving

pytestmark = pytest.mark.usefixtures("store_kind")


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    async with open_hub(tmp_path) as hub:
        yield hub


async def at_table(hub: Hub, *names: str) -> tuple[LiveTable, list[Guest]]:
    """Return a table of Auction Pitch with Ann and the given people."""
    table = await make_table(hub, "auction-pitch", "me", "open", "open", "open")
    guests = [Guest(hub, table, name) for name in ("Ann", *names)]
    for seat, guest in enumerate(guests[1:], 1):
        await guest.do("sit", seat=seat, name=guest.name)
    return table, guests


def told(guest: Guest, kind: str) -> list[dict]:
    return [message for message in guest.told if message["type"] == kind]


# Mute


def test_whoever_is_muted_says_nothing_until_the_owner_lets_them():
    table = started_table("auction-pitch", 3)
    table.do(BEN, "say", text="Hello")
    table.do(ANN, "mute", seat=1, on=True)
    assert [chair["muted"] for chair in table_info(table.state)["chairs"]] == [False, True, False, False]
    assert "turned off" in table.refused(BEN, "say", text="Hello?").text
    table.do(CLEO, "say", text="Quiet here")
    table.act(table.state.match.to_act[0])  # the match continues
    assert snapshots(table.again()) == snapshots(table)
    table.do(ANN, "mute", seat=1, on=False)
    table.do(BEN, "say", text="Thank you")


def test_only_the_owner_mutes_and_removes_and_only_other_people():
    table = started_table("auction-pitch", 3)
    for kind, parts in (("mute", {"on": True}), ("remove", {})):
        assert table.refused(BEN, kind, seat=2, **parts).reason == "not-yours"
        assert table.refused(None, kind, seat=2, **parts).reason == "not-yours"
        assert "your own" in table.refused(ANN, kind, seat=0, **parts).text
        assert "That seat is empty" in table.refused(ANN, kind, seat=3, **parts).text
        assert table.refused(ANN, kind, seat=7, **parts).reason == "malformed"
    assert table.refused(ANN, "mute", seat=1, on=False).text == "That is so already."


def test_somebody_muted_is_muted_on_another_seat_too():
    table = started_table("auction-pitch", 2)
    table.do(ANN, "mute", seat=1, on=True)
    table.do(BEN, "leave")
    table.do(ANN, "reseat", seat=1, to=None)
    table.do(BEN, "sit", seat=1, name="Bertram")
    assert table.state.is_muted(1)
    table.refused(BEN, "say", text="Me again")


def test_whoever_comes_to_own_the_table_is_no_longer_muted():
    table = started_table("auction-pitch", 2)
    table.do(ANN, "mute", seat=1, on=True)
    table.do(ANN, "leave")
    assert table.state.owner_seat == 1
    table.do(BEN, "say", text="Now it is mine")


# Remove


def test_whoever_is_removed_takes_no_seat_again_and_the_house_plays_on():
    table = started_table("auction-pitch", 3)
    table.do(ANN, "remove", seat=1)
    assert (table.state.seats[1].kind, table.state.seats[1].bot) == ("bot", "house")
    assert table.state.last_happened is not None and table.state.last_happened["name"] == "Bert"
    assert table.state.seat_of(BEN) is None
    table.do(ANN, "reseat", seat=1, to=None)
    assert "asked you to leave" in table.refused(BEN, "sit", seat=1, name="Bert").text
    with pytest.raises(CommandRefusal, match="asked this device to leave"):
        add_device(table.state, 2, BEN, table.now)
    table.do(DAN, "sit", seat=1, name="Dan")
    assert snapshots(table.again()) == snapshots(table)


def test_before_the_match_the_seat_of_whoever_is_removed_is_open():
    table = started_table("auction-pitch", 2)
    other = type(table)(table.header, table.events[:-1])
    other.do(ANN, "remove", seat=1)
    assert other.state.seats[1].kind == "open"
    assert "asked you to leave" in other.refused(BEN, "sit", seat=1, name="Bert").text


# Reactions


async def test_a_reaction_is_shown_to_everybody_and_kept_nowhere(hub: Hub) -> None:
    table, (ann, ben) = await at_table(hub, "Ben")
    watcher, version = Guest(hub, table, None), table.state.version
    assert (await ben.do("react", what="clap"))["type"] == "done"
    for guest in (ann, ben, watcher):
        assert told(guest, "reacted") == [{"type": "reacted", "seat": 1, "what": "clap"}]
    assert table.state.version == version and not table.state.chat
    assert (await watcher.do("react", what="clap"))["reason"] == "not-yours"


async def test_whoever_is_muted_shows_no_reaction(hub: Hub) -> None:
    _, (ann, ben) = await at_table(hub, "Ben")
    await ann.do("mute", seat=1, on=True)
    assert (await ben.do("react", what="smile"))["reason"] == "not-yours"
    assert not told(ann, "reacted")


async def test_a_reaction_is_one_of_a_few(hub: Hub) -> None:
    _, (ann,) = await at_table(hub)
    with pytest.raises(ValidationError):
        await ann.do("react", what="<b>rude</b>")


async def test_reactions_in_a_row_are_refused_over_the_wire(hub: Hub) -> None:
    burst = 4 * COSTS["react"]
    async with serving(hub, SocketLimits(rate=0.001, burst=burst, malformed=100)) as url:
        table, _ = await at_table(hub)
        async with Browser.at(url, table.id, "Ann") as ann:
            await ann.next("snapshot")
            answers = [(await ann.do("react", what="wow"))["type"] for _ in range(6)]
    assert answers[:3] == ["done"] * 3 and "refused" in answers


# Reports


async def test_a_report_reaches_the_log_and_nobody_at_the_table(hub: Hub, caplog) -> None:
    table, (ann, ben, cleo) = await at_table(hub, "Ben", "Cleo")
    before = [list(guest.told) for guest in (ann, ben, cleo)]
    with caplog.at_level(logging.WARNING, "saleroom.server"):
        assert (await cleo.do("report", seat=1, about="language"))["type"] == "done"
    assert [guest.told for guest in (ann, ben, cleo)] == before
    (line,) = [record for record in caplog.records if record.message == "reported"]
    assert vars(line)["facts"] == {
        "table": table.id,
        "version": table.state.version,
        "seat": 1,
        "by": 2,
        "about": "language",
    }
    assert ben.holder is not None and ben.holder not in json.dumps(vars(line)["facts"])


async def test_only_players_report_and_only_people(hub: Hub) -> None:
    table, (ann, _) = await at_table(hub, "Ben")
    watcher = Guest(hub, table, None)
    assert (await watcher.do("report", seat=1, about="other"))["reason"] == "not-yours"
    assert (await ann.do("report", seat=0, about="other"))["reason"] == "not-now"
    assert (await ann.do("report", seat=2, about="other"))["reason"] == "not-now"
