"""The address of a call reaches seated people only."""

from __future__ import annotations

import json

import pytest

from saleroom.server.core.call_links import call_link
from tests.server.live_tables import Guest, make_table, open_hub

CALL = "https://meet.example.org/room-7?pwd=x#join"


@pytest.mark.parametrize("address", [CALL, "https://[2001:db8::1]:8443/a", " https://zoom.example/j/1 "])
def test_an_https_address_is_a_call(address):
    assert call_link(address) == address.strip()


@pytest.mark.parametrize(
    "address",
    [
        *(
            "http://meet.example.org",
            "javascript:alert(1)",
            "https://",
            "https:///x",
            "meet.example.org",
            "//x.example",
        ),
        *("https://you@evil.example", "https://a b.example", 'https://x.example/"onclick', "https://x.example/<b>"),
        *("https://ex\u0430mple.org", "https://x.example:99999", "https://[::1", "data:text/html,x", "HTTPS"),
        *("https://x.example/\x00", "https://x.example/\nx", "https://x.example/" + "a" * 300),
    ],
)
def test_any_other_text_is_not(address):
    assert call_link(address) is None


@pytest.mark.usefixtures("store_kind")
async def test_a_call_reaches_the_seated_alone(tmp_path):
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, "auction-pitch", "me", "open", "open", "open")
        ann, ben, watcher = (Guest(hub, table, name) for name in ("Ann", "Ben", None))
        ann.seat = 0
        assert (await ben.do("settle", call=CALL))["type"] == "refused"
        assert (await ann.do("settle", call="http://meet.example.org"))["key"] == "call.no-address"
        assert (await ann.do("settle", call=CALL))["type"] == "done"
        assert ann.told[-1]["you"]["call"] == CALL
        for guest in (ben, watcher):
            assert "meet.example.org" not in json.dumps(guest.told)
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        assert ben.told[-1]["you"]["call"] == CALL
        assert "meet.example.org" not in json.dumps(watcher.told)
        assert (await ben.do("leave"))["type"] == "done"
        assert ben.told[-1]["you"]["call"] is None
        assert (await ann.do("settle", call=""))["type"] == "done"
        assert ann.told[-1]["you"]["call"] is None


@pytest.mark.usefixtures("store_kind")
async def test_an_erased_owner_leaves_no_call_behind(tmp_path):
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, "auction-pitch", "me", "open", "open", "open")
        ann = Guest(hub, table, "Ann")
        assert (await ann.do("settle", call=CALL, hints=False))["type"] == "done"
        await hub.store.erasure.erase(table.id, [ann.holder], "ann")
        stored = await hub.store.load(table.id)
        assert stored is not None
        assert stored[1][-1].data == {"hints": False}
