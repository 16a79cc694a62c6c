"""Tests that a study's match statistics equal those that an independent implementation computes from the records."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from saleroom.games import NAMES, load
from saleroom.lab.study import measures
from saleroom.lab.study.differences import named
from saleroom.lab.study.match_statistics import MatchStatistics
from saleroom.lab.study.plan import BASE, Study, Table, Variant
from saleroom.lab.study.playing import play
from saleroom.lab.study.running import play_block
from saleroom.match.match import Match
from saleroom.match.seeds import batch_seeds
from tests.games import short

MATCHES = 6
AUCTION = ("bid", "pass", "offer")


def played(name: str, players: str) -> tuple[MatchStatistics, list[Match]]:
    """Return a study's statistics of some matches, and records of the same matches."""
    game, seats, seeds = load(name), short.seats(name), batch_seeds(7, MATCHES)
    options = game.settle_options(short.whole(name), seats)
    made = defaultdict(list)

    def watch(states, movers, actions, ids):
        for at, state in enumerate(states):
            made[state.seed.tobytes()].append((int(movers[at]), int(actions[at])))

    notes = play(game, options, [players] * seats, seeds, watch)
    matches = [Match(game, options, [players] * seats, seed).run_table() for seed in seeds]
    for match in matches:
        for seat, action in made[match.state.seed.tobytes()]:
            match.act(seat, action)
        assert match.over
    return notes, matches


def sales(deal):
    """Return the buyer and price of each sale in a deal, computed from its events."""
    found, standing = [], None
    for event in deal.events:
        actor, verb, *rest = event.text().split(" ")
        if verb in ("bid", "offer"):
            standing = int(actor), int(rest[0]) if verb == "bid" else None
        elif verb not in AUCTION and standing is not None:
            found.append(standing)
            standing = None
    return found


def leads(match: Match):
    """Return how often the lead changed in a match, and whether the winners differ from the leaders before the last
    deal.
    """
    seats = match.seats
    totals, alone, changes = [0] * seats, None, 0
    leading = before = set(range(seats))
    for number, deal in enumerate(match.deals, 1):
        before = leading
        totals = [total + change for total, change in zip(totals, deal.score, strict=True)]
        last = number == len(match.deals)
        leading = set(match.winners) if last else {s for s in range(seats) if totals[s] == max(totals)}
        if len(leading) == 1:
            (leader,) = leading
            changes += alone is not None and leader != alone
            alone = leader
    return changes, before != leading


@pytest.mark.integration
@pytest.mark.parametrize("players", ["house", "random"])
@pytest.mark.parametrize("name", NAMES)
def test_notes_are_those_of_the_record(name, players):
    notes, matches = played(name, players)
    for at, match in enumerate(matches):
        seats, deals = match.seats, match.deals
        assert notes.deals[at] == len(deals)
        events = [event for deal in deals for event in deal.events]
        assert notes.decisions[at] >= sum(event.actor != "table" for event in events)
        assert notes.scored[at].tolist() == [sum(deal.score[seat] for deal in deals) for seat in range(seats)]
        by_place = [sum(deal.score[(deal.dealer + place) % seats] for deal in deals) for place in range(seats)]
        assert notes.scored_by_place[at].tolist() == by_place
        assert notes.dealer[at] == deals[0].dealer
        assert set(np.flatnonzero(notes.won[at])) == set(match.winners) and notes.won[at].sum() == pytest.approx(1)
        assert notes.tied[at] == (len(match.winners) > 1)
        assert (notes.leads[at], notes.late[at]) == leads(match)
        sold = [(deal, *sale) for deal in deals for sale in sales(deal)]
        assert notes.sales[at] == len(sold)
        if any(price is not None for _, _, price in sold):
            assert notes.paid[at] == sum(price for _, _, price in sold)
        assert notes.made[at] == sum(deal.score[buyer] > 0 for deal, buyer, _ in sold)
        gained = [s[b] - (sum(s) - s[b]) / (seats - 1) for s, b in ((deal.score, b) for deal, b, _ in sold)]
        assert notes.gained[at] == pytest.approx(sum(gained))


def test_matches_do_not_depend_on_those_beside_them():
    study = Study("pitch", bytes(32), 20, {"low": ["taken"]}, better=("trained", "random"))
    for table in study.tables:
        whole = play_block(study, table, range(20))
        parts = np.concatenate([play_block(study, table, numbers) for numbers in (range(3), range(3, 20))])
        assert whole.tobytes() == parts.tobytes()


def test_players_that_search_and_err_play_the_same_however_matches_are_split():
    study = Study("pitch", bytes(32), 2, {"low": ["taken"]}, {"deals": 1}, levels=("search:4", "easy"))
    for table in study.tables:
        whole = play_block(study, table, range(2))
        parts = np.concatenate([play_block(study, table, range(at, at + 1)) for at in range(2)])
        assert whole.tobytes() == parts.tobytes()


def test_variants_play_the_same_cards():
    """Check that an option that affects only the end of a match changes no earlier deal."""
    study = Study("pitch", bytes(32), 8, {"deals": [2]}, {"deals": 3, "target": 50})
    base, variant = (play_block(study, table, range(8)) for table in study.tables)
    two, three = (named(table, rows) for table, rows in zip(study.tables, (base, variant), strict=True))
    assert two["deals"].tolist() == [3] * 8 and three["deals"].tolist() == [2] * 8
    again = Study("pitch", bytes(32), 8, {"low": ["taken"]}, {"deals": 2, "target": 50})
    assert play_block(again, again.tables[0], range(8)).tobytes() == variant.tobytes()


def test_luck_is_what_the_cards_decide():
    """Check both extremes of the measure of luck: 1 if the cards decide everything, and about 0 if they
    decide nothing.
    """

    class Won:
        def __init__(self, won):
            self.won = won

    cards = np.eye(4)[[0, 1, 2, 3, 0, 0]]
    rows = measures.compared([Won(cards)] * 4)
    values = measures.LUCK.values(dict(zip(measures.COMPARED, rows.T, strict=True)))
    assert values.mean() == pytest.approx(1)
    chance = np.random.default_rng(1)
    rows = measures.compared([Won(np.eye(4)[chance.integers(4, size=20_000)]) for _ in range(4)])
    columns = dict(zip(measures.COMPARED, rows.T, strict=True))
    assert measures.LUCK.values(columns).mean() == pytest.approx(0, abs=0.02)
    assert columns["better"].mean() == pytest.approx(0.25, abs=0.02)


def test_tables_know_their_line_ups():
    table = Table(BASE, 3, ("a", "b"))
    assert table.line_ups == [["a", "b", "b"], ["b", "a", "b"], ["b", "b", "a"]]
    assert Table(Variant("x", 1), 2, ("a",)).line_ups == [["a", "a"]]
