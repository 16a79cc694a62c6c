"""Tests of several sealed rounds within a deal.

Choices of finished rounds stay open, and choices of the current round stay hidden.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from saleroom.kernel.game import Turn, sealed_places
from saleroom.match.deal_history import update_seen_deals
from saleroom.match.events import Deal, Event, insert_sealed, still_sealed
from saleroom.server.core.state.progress import MatchProgress, UndoableMove
from tests.contract.chance import new_match

GAME: Any = SimpleNamespace(sealed={"bid": lambda state: 1}, still_sealed=lambda state: {"bid": state})
"""Game that consists only of bids, clockwise from seat 1. Its state is the number of sealed bids."""
SEATS = 3


@dataclass
class Rounds:
    """Deal that consists of rounds of sealed bids, with no events between the rounds."""

    deal: Deal
    sealed: int = 0

    def bid(self, seat: int, piece: str) -> None:
        event = Event(str(seat), "bid", (piece,))
        insert_sealed(self.deal.events, event, 1, SEATS, self.sealed)
        self.sealed = (self.sealed + 1) % SEATS

    def seen(self, seat: int | None) -> list[str]:
        sealed = still_sealed(GAME, self.sealed, self.deal)
        return [event.seen_from(seat, place in sealed) for place, event in enumerate(self.deal.events)]


def test_rounds_follow_one_another_without_a_word_of_the_table():
    rounds = Rounds(Deal(0))
    for seat, piece in ((0, "4"), (2, "6"), (1, "5")):
        rounds.bid(seat, piece)
    assert rounds.seen(None) == ["1 bid 5", "2 bid 6", "0 bid 4"]
    rounds.bid(0, "4")
    rounds.bid(1, "9")
    assert rounds.seen(None) == ["1 bid 5", "2 bid 6", "0 bid 4", "1 bid ??", "0 bid ??"]
    assert rounds.seen(1) == ["1 bid 5", "2 bid 6", "0 bid 4", "1 bid 9", "0 bid ??"]
    rounds.bid(2, "1")
    assert rounds.seen(None)[3:] == ["1 bid 9", "2 bid 1", "0 bid 4"]


def test_a_watcher_is_told_each_bid_when_it_is_made_and_when_it_is_opened():
    rounds, seen = Rounds(Deal(0)), []
    match: Any = SimpleNamespace(game=GAME, deals=[rounds.deal])
    told = []
    for seat, piece in ((0, "4"), (2, "6"), (1, "5"), (0, "4"), (1, "9"), (2, "4")):
        rounds.bid(seat, piece)
        match.state = rounds.sealed
        told.append(update_seen_deals(match, "public", seen))
    assert told == [
        ["0 bid ??"],
        ["2 bid ??"],
        ["1 bid 5", "2 bid 6", "0 bid 4"],
        ["0 bid ??"],
        ["1 bid ??"],
        ["1 bid 9", "2 bid 4", "0 bid 4"],
    ]


def test_the_newest_choices_of_each_verb_are_sealed():
    verbs = ["lay", "lay", "keep", "lay", "pass", "keep"]
    assert sealed_places(verbs, {"lay": 1, "keep": 2}) == {2, 3, 5}
    assert sealed_places(verbs, {}) == sealed_places(verbs, {"lay": 0}) == frozenset()
    assert sealed_places(verbs, {"lay": 9}) == {0, 1, 3}


# Undo


def progress(*moves: tuple[int, str, bool]) -> MatchProgress:
    """Return the progress of a match after some moves.

    Each move has a seat, its text, and whether it ended its round.
    """
    match: Any = SimpleNamespace(game=GAME)
    return MatchProgress(match, [], undoable=[UndoableMove(*move) for move in moves])


def test_undo_of_a_bid_keeps_the_bids_of_its_round_and_takes_those_of_the_next_with_it():
    first = [(0, "bid 4", False), (2, "bid 6", False), (1, "bid 5", True)]
    assert progress(*first).moves_undone_by(0) == [0]
    assert progress(*first, (2, "bid 1", False)).moves_undone_by(0) == [0, 3]
    assert progress(*first, (2, "bid 1", False)).moves_undone_by(2) == [3]


# The table's turns


@pytest.mark.parametrize(("ordered", "written"), [(False, "lot 2C 9C"), (True, "lot 9C 2C")])
def test_pieces_are_sorted_unless_their_order_matters(ordered, written, monkeypatch):
    match = new_match("auction-pitch", 4, random.Random(1))
    pile = match.state.deck
    nine, two = (match.game.pieces.index(card) for card in ("9C", "2C"))
    match.state.deck[:] = [nine, two, *(card for card in sorted(pile.tolist()) if card not in (nine, two))]
    turn = Turn("lot", "deck", 0, 2, live=52, ordered=ordered)
    match._due = [turn, turn]
    monkeypatch.setattr(match, "table_due", lambda: match._due)
    assert match.turn_over().text() == f"table {written}"
    assert match.stack(turn, [nine, two])
    assert match.stack(turn, [two, nine]) is not ordered
    assert match.state.deck[:2].tolist() == ([two, nine] if ordered else [nine, two])


def test_an_ordered_turn_has_no_pieces_that_are_certain_to_come():
    with pytest.raises(ValueError, match="turn lot: an ordered turn has no bound pieces"):
        Turn("lot", "deck", 0, 3, bound=1, live=52, ordered=True)
