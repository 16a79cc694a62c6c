"""Faults that a type checker must find. Each line that ends in ``# fault`` has an error, and no other line has one.

`tests/test_types.py` runs both type checkers on this module. Lint skips it.
"""

from __future__ import annotations

import numpy as np

import saleroom
from saleroom import games
from saleroom.bots.compiled import heuristics
from saleroom.games.draw.rules.state import State as DrawState
from saleroom.games.pitch.display.view import View
from saleroom.games.pitch.rules import rules, words
from saleroom.games.pitch.rules.state import State
from saleroom.kernel import verbs
from saleroom.kernel.auctions import speak
from saleroom.kernel.bits import bit
from saleroom.kernel.tricks import in_trump, open_tricks
from saleroom.kernel.verbs import Rules
from saleroom.match.match import Match
from saleroom.toolkit import package
from saleroom.toolkit.display.scenes import Common
from saleroom.toolkit.text.board import Board, Scene

# Fields of a record


def sound(s: State, seat: int) -> int:
    """Use fields correctly, as rules do."""
    s.trump = bit(seat)
    s.acting |= bit(s.bidder)
    s.in_trick += 1
    s.tricks_won[seat] += 1
    s.hand[seat] = np.uint64(0)
    open_tricks(s)
    speak(s, seat, s.bid + 1)
    verbs.act(s, seat, 3)
    return in_trump(s) + s.last_bid


def misspelt(s: State, seat: int) -> None:
    s.trciks_won[seat] += 1  # fault


def misspelt_field_of_every_match(s: State) -> bool:
    return s.winers == 0  # fault


def of_another_game(s: State) -> int:
    return s.boneyard  # fault


def misspelt_in_a_view(view: View) -> list[int]:
    return view.row(view.tricks_wun)  # fault


def misspelt_in_a_terminal(scene: Scene[View]) -> Board:
    return Board([f"to {scene.view.taget} points"])  # fault


def text_for_a_number(s: State) -> None:
    s.trump = "hearts"  # fault


def number_for_an_array(s: State) -> int:
    return s.bid[0]  # fault


def returned_as_text(s: State) -> str:
    return s.trump  # fault


# Rules and verbs


def tricks_of_a_game_without(s: DrawState) -> None:
    open_tricks(s)  # fault


def trump_of_a_game_without(s: DrawState) -> int:
    return in_trump(s)  # fault


def rule_of_another_game(s: DrawState) -> None:
    rules.bid_or_pass(s, 0, 1)  # fault


def too_few_arguments(s: State) -> None:
    verbs.act(s, 0)  # fault


def too_many_arguments(s: State) -> None:
    rules.table(s, 0)  # fault


def seat_by_name(s: State) -> None:
    verbs.legal(s, "north")  # fault


def no_such_verb(s: State) -> None:
    verbs.deal(s)  # fault


def chance_as_a_number(s: State) -> int:
    return int(heuristics.choose(s, 0, 7))  # fault


RULES: Rules = {"chance": rules.chance, "table": rules.table, "legal": rules.legal, "act": rules.act}  # fault


# Parts of a game


def wrong_part() -> package.Heuristics:
    return words  # fault


def part_that_may_be_missing() -> int:
    return games.package("pitch").lesson().SCRIPT.dealer  # fault


def no_such_part() -> object:
    return games.package("pitch").scenery()  # fault


def why_not_by_name(view: State) -> str:
    return words.why_not(view, 0, "pass")  # fault


# The rest of the program


def misspelt_method(match: Match) -> None:
    match.undoo()  # fault


def seats_as_text() -> object:
    return saleroom.game("pitch").match(seats="four")  # fault


def missing_key(board: Common) -> str:
    return board["fase"]  # fault


def none_as_a_number(number: int | None) -> int:
    return number + 1  # fault


def nothing_returned(number: int) -> int:  # fault
    if number:
        return number
