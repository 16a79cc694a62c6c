"""Law: the messages to a bot contain all that it needs to play, and nothing that its seat cannot see."""

from __future__ import annotations

import json
from typing import Any

from saleroom.match import boards, bot_messages
from saleroom.match.deal_history import seen_deals
from saleroom.match.match import Match
from tests.contract.chance import every_table, some_moments, times
from tests.contract.test_secrecy import twins_of


def state_of(match: Match, seat: int) -> Any:
    """Return the message to `seat` with the state of a match, after a round trip through JSON."""
    seq = len(match.history) if seat in match.to_act else None
    position = boards.Position(match)
    state = bot_messages.game_state(position, seat, seen_deals(match, "public"), seen_deals(match, seat), seq, left=9.5)
    return json.loads(json.dumps(state))


@every_table
def test_a_program_is_told_what_it_may_do_and_nothing_when_it_is_not_its_turn(name, seats):
    for match, rng in some_moments(name, seats, times(2), "bot messages"):
        seat = rng.randrange(seats)
        state = state_of(match, seat)
        turn = seat in match.to_act
        assert state["legal"] == (match.legal(seat) if turn else [])
        assert (state["seq"] is None, state["left"]) == ((not turn), 9.5 if turn else None)
        assert state["status"] == ("over" if match.over else "started")


@every_table
def test_a_program_is_told_this_deal_and_the_last_as_its_seat_saw_them(name, seats):
    for match, rng in some_moments(name, seats, times(2), "bot deals"):
        seat = rng.randrange(seats)
        state, deals = state_of(match, seat), match.record(seat=seat)["deals"]
        assert state["events"] == deals[-1]["events"]
        settled = [deal for deal in deals if "score" in deal]
        assert state["last_deal"] == (settled[-1] if settled else None)


@every_table
def test_what_a_seat_cannot_see_changes_nothing_that_its_program_is_told(name, seats):
    for match, twin, seat, _ in twins_of(name, seats, times(2), "bot secrecy"):
        assert state_of(match, seat) == state_of(twin, seat)


@every_table
def test_the_first_message_has_the_rules_and_who_sits_where(name, seats):
    for match, rng in some_moments(name, seats, times(1), "bot first"):
        seat = rng.randrange(seats)
        kinds: Any = ["bot", *["human"] * (seats - 1)]
        full: Any = bot_messages.game_full(match, seat, state_of(match, seat), "m1", kinds, clock=20.0)
        assert json.loads(json.dumps(full)) == full
        assert full["rules"].startswith(f"# {match.game.title}") and "{" not in full["rules"]
        assert [one["kind"] for one in full["players"]] == kinds and full["seat"] == seat
        assert full["options"] == match.options and full["clock"] == 20.0
