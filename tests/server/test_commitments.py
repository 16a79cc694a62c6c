"""The commitment that a table publishes does not determine its cards."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from saleroom.games import NAMES, load
from saleroom.match import fair_deals
from saleroom.match.match import Match
from saleroom.server.core.apply import replay
from saleroom.server.core.contests import attempt_table, daily_cards, ladder_cards, same_cards
from saleroom.server.core.create_table import rematch_table
from saleroom.server.core.decide.system_events import start_when_all_are_here
from saleroom.server.core.project.table_info import fairness_proof
from saleroom.server.core.state.events import STARTS
from saleroom.server.core.state.table import TableState
from saleroom.server.core.tournament_tables import RoundCards, SeatedPerson, round_table
from tests.server.core_tables import ANN, BEN, SEED, CoreTable, new_table, started_table

GAME = "auction-pitch"


def dealt(state: TableState) -> list[str]:
    """Return the first deal's cards."""
    record: Any = state.record(None, opened=True)
    return [line for line in record["deals"][0]["events"] if line.startswith("table deal ")]


def computed(state: TableState) -> list[str]:
    """Return the first deal's cards that anyone computes who takes the published commitment for the seed."""
    published = bytes.fromhex(fairness_proof(state, opened=False)["commit"])
    match = Match(state.game, dict(state.options), [seat.name for seat in state.seats], published).run_table()
    return [event.text() for event in match.deals[0].events if event.text().startswith("table deal ")]


def contest_state(cards: Any) -> TableState:
    return replay(*attempt_table(cards, "identity", ANN, "Ann", 0.0))


def rematch() -> TableState:
    table = started_table(GAME, 1, deals=1)
    table.play_on(random.Random(1))
    return replay(*rematch_table(table.state, "new", ANN, SEED, 1.0))


def next_match() -> TableState:
    """Return a match that starts when its two people have come."""
    table = started_table(GAME, 2, deals=1)
    table.play_on(random.Random(1))
    following = CoreTable(*rematch_table(table.state, "new", ANN, SEED, 1.0))
    following.add(start_when_all_are_here(following.state, [True] * 4, 2.0))
    return following.state


def round_state() -> TableState:
    cards = RoundCards("event/one/1", GAME, {}, 4, SEED)
    return replay(*round_table(cards, "table", [SeatedPerson(ANN, "Ann"), SeatedPerson(BEN, "Ben"), None, None], 0.0))


STATES = {
    "table": lambda: started_table(GAME, 1).state,
    "daily": lambda: contest_state(daily_cards("daily/2099-01-01/auction-pitch", load(GAME), SEED)),
    "ladder": lambda: contest_state(ladder_cards("ladder/auction-pitch/bot/1", load(GAME), SEED, 1)),
    "challenge": lambda: contest_state(same_cards(started_table(GAME, 1).state, "challenge/one", 0)),
    "round": round_state,
    "rematch": rematch,
    "next match": next_match,
}


@pytest.mark.parametrize("kind", STATES)
def test_the_commitment_is_not_the_seed(kind):
    state = STATES[kind]()
    assert state.progress is not None and state.progress.seed_words
    seed = fair_deals.combine(state.header.server_seed, state.progress.seed_words).hex()
    assert fairness_proof(state, opened=False)["commit"] != seed == state.match.seed_text  # type: ignore[union-attr]
    assert computed(state) != dealt(state)


@pytest.mark.parametrize("game", NAMES)
def test_a_daily_deal_has_one_word_that_all_can_check(game):
    contest = f"daily/2099-01-01/{game}"
    state = contest_state(daily_cards(contest, load(game), SEED))
    record: Any = state.record(None, opened=True)
    assert state.match is not None and state.match.fair is not None and state.match.fair["words"] == [contest]
    assert record["seed"] is None, "the match is not over"


def test_words_of_people_need_no_other_and_a_table_without_any_adds_its_id():
    table = new_table(GAME, "me", "bot", "bot", "bot")
    begun = table.do(ANN, "start")
    assert (begun.kind, begun.data) == ("begin", {"word": table.header.id}), "earlier versions would deal other cards"
    salted = new_table(GAME, "me", "open", "bot", "bot")
    salted.do(BEN, "sit", seat=1, name="Ben", word="salt")
    begun = salted.do(ANN, "start")
    assert (begun.kind, begun.data) == ("start", {})
    assert salted.state.match.fair["words"] == ["salt"]


def test_a_match_of_an_earlier_version_keeps_its_cards_and_hides_the_commitment():
    table = started_table(GAME, 1)
    events = [replace(event, kind="start", data={}) if event.kind in STARTS else event for event in table.events]
    state = replay(table.header, events)
    assert state.progress is not None and state.progress.seed_words == []
    assert fairness_proof(state, opened=False)["commit"] == ""
    assert fairness_proof(state, opened=True)["commit"] == fair_deals.commitment(SEED)
    again = contest_state(same_cards(state, "challenge/one", 0))
    assert dealt(again) == dealt(state) and fairness_proof(again, opened=False)["commit"] == ""
