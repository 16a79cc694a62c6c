"""Law: sealed choices are hidden until all seats of the round have chosen.

Choices that have been opened stay open even if another round of sealed choices follows.
"""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.kernel.game import HIDDEN
from tests.contract.chance import random_moments, tables

SEALED = [table for table in tables() if not table.marks and load(table.values[0]).sealed]
every_sealed_table = pytest.mark.parametrize(("name", "seats"), SEALED)


def open_events(match) -> list[str]:
    """Return the events of the current deal whose pieces are visible to a spectator."""
    return [event for event in match.record(seat="public")["deals"][-1]["events"] if HIDDEN not in event]


@every_sealed_table
def test_what_was_opened_stays_open(name, seats):
    before: list[str] = []
    deal = 0
    for match, _ in random_moments(name, seats, 2, "opened"):
        events = open_events(match)
        if len(match.deals) == deal and not match.over:
            assert [event for event in before if event not in events] == []
        before, deal = events, 0 if match.over else len(match.deals)


@every_sealed_table
def test_a_round_under_way_is_hidden_until_all_have_chosen(name, seats):
    rounds = 0
    for match, _ in random_moments(name, seats, 2, "rounds"):
        verb = match.game.phases[match.state.phase]
        if match.over or verb not in match.game.sealed:
            continue
        chosen = [event for event in match.sealed_events if event.verb == verb]
        rounds += not chosen
        assert len({event.actor for event in chosen}) == len(chosen)
        assert not {int(event.actor) for event in chosen} & set(match.to_act)
        for event in chosen:
            watchers = [seat for seat in (*range(seats), "public") if str(seat) != event.actor]
            for record in (match.record(seat=watcher)["deals"][-1]["events"] for watcher in watchers):
                assert f"{event.actor} {verb} {HIDDEN}" in record
    assert rounds > 0
