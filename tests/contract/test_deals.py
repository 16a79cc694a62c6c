"""Law: every deal begins like the first deal of a match. No field still has a value from the previous deal."""

from __future__ import annotations

import numpy as np

from saleroom.games import load
from saleroom.kernel.fields import BEFORE_DEAL, Field
from saleroom.match.events import TABLE
from saleroom.match.match import Match
from tests.contract.chance import LENGTHS, every_table, moments, random_matches

DEALS = 3


def is_of_deal(field: Field) -> bool:
    """Return whether a field describes the current deal, and is not the contents of a ring buffer."""
    unset = any(list(clause) == ["phase"] and BEFORE_DEAL in clause["phase"] for clause in field.unset)
    return unset and not field.ring


def has_just_begun(match: Match) -> bool:
    """Return whether no seat has acted in the current deal, which is neither the first nor the last deal."""
    return 1 < len(match.deals) < DEALS and all(event.actor == TABLE for event in match.deals[-1].events)


def with_this_deal_first(match: Match) -> Match:
    """Return a new match whose first deal is the current deal of `match`. The scores are those of `match` before that
    deal.
    """
    fresh = Match(match.game, match.options, match.players, seed=1, first=match.dealer)
    state = match.state
    fresh.state["scores"] = state["before" if "before" in (state.dtype.names or ()) else "scores"]
    fresh.state["carry"] = state["last_carry"]
    for event in match.deals[-1].events:
        fresh.apply_event(event.text())
    fresh.table_due()
    return fresh


def differs(field: Field, state: np.void, fresh: np.void, seats: int) -> bool:
    """Return whether a field has different values in `state` and `fresh`.

    Ignore the rows of empty seats.
    """
    if not field.is_set(fresh):
        return field.is_set(state)
    rows = slice(seats) if field.by_seat else ...
    return not np.array_equal(np.atleast_1d(state[field.name])[rows], np.atleast_1d(fresh[field.name])[rows])


@every_table
def test_nothing_of_a_deal_is_left_in_the_next(name, seats):
    length = {option.name: DEALS for option in load(name).options if option.name in LENGTHS}
    for match, rng in random_matches(name, seats, 12, "next deal", **length):
        fields = list(filter(is_of_deal, match.game.record.fields))
        for _ in moments(match, rng):
            if match.over or not has_just_begun(match):
                continue
            fresh = with_this_deal_first(match).state
            if match.state.phase == fresh.phase:  # the phases differ if this deal skips the auction
                assert [field.name for field in fields if differs(field, match.state, fresh, seats)] == []
