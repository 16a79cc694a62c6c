"""Refusals on the wire.

Each has a key and parameters in addition to the English text. People's names are unchanged in parameters and text.
"""

from __future__ import annotations

import pytest

from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.decide.checks import check_nudge, why_not
from saleroom.server.protocol.messages import server_message
from saleroom.server.realtime.commands import refused
from tests.server import core_tables
from tests.server.core_tables import ANN, BEN, PEOPLE, started_table
from tests.server.live_tables import Guest, make_table, open_hub

NAMED = ("Ann", "spades", "8C", "clubs")


@pytest.fixture(autouse=True)
def names_like_cards(monkeypatch):
    monkeypatch.setattr(core_tables, "NAMES", NAMED)


def wire(refusal: CommandRefusal) -> dict:
    """Return the answer with a refusal, after checking that it is a message of the protocol."""
    return server_message.validate_python(dict(refused("command-1", refusal)))


def test_a_person_keeps_their_name_in_the_text_and_in_the_parameters():
    table = started_table("auction-hearts", 3)
    while 1 not in table.state.progress.turn_versions:
        table.act(next(iter(table.state.progress.turn_versions)))
    table.do(ANN, "settle", clock=30)
    began = table.state.progress.turn_began_at[1]
    with pytest.raises(CommandRefusal) as caught:
        check_nudge(table.state, 1, ANN, began + 10)
    assert wire(caught.value) == {
        "type": "refused", "id": "command-1", "reason": "not-now", "text": "spades has 20 seconds left.",
        "key": "nudge.seconds-left", "params": {"name": "spades", "count": 20},
    }  # fmt: skip


def test_a_seat_is_a_number_in_the_parameters_and_a_name_in_the_text_for_people():
    table = started_table("auction-hearts", 4)
    (seat,) = table.state.match.to_act
    other = (seat + 1) % 4
    refusal = why_not(table.state, other, "pass")
    assert refusal is not None
    assert (refusal.key, refusal.params) == ("not-your-turn", {"acting_seats": [seat]})
    assert refusal.text == f"It is not your turn; wait for {NAMED[seat]}."
    assert wire(refusal)["reason"] == "illegal"


def test_a_texts_first_letter_is_large_only_if_it_is_no_name():
    table = started_table("auction-pitch", 2, 4)
    assert table.refused(PEOPLE[3], "sit", seat=1, name="Eve").text == "spades sits there. Choose an open seat."
    assert table.refused(BEN, "settle", clock=30).text == "Only Ann can do that: it is their table."


async def test_answers_of_a_table_have_a_key(tmp_path) -> None:
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, "auction-pitch", "me", "open", "open", "open")
        ann = Guest(hub, table, "Ann")
        why = await ann.do("why", action="pass")
        assert (why["type"], why["key"], why["params"]) == ("because", "table.not-begun", {})
        start = await ann.do("start")
        assert (start["key"], start["params"]) == ("start.seats-open", {"count": 3})
        assert start["text"] == "Still 3 seats are open: wait for players, or give them to bots."
