"""Helpers to set up situations: matches with given cards, played event by event."""

from __future__ import annotations

import pytest

from saleroom.games import load
from saleroom.match.errors import IllegalAction
from saleroom.match.match import Match


def table(game: str, *events: str, seats: int = 4, first: int = 0, **options: object) -> Match:
    """Return a match of `game` after the given events; `first` is the first dealer (or leader).

    Pieces that the table turns over after the last event are random.
    """
    spec = load(game)
    match = Match(spec, spec.settle_options(options, seats), ["test"] * seats, seed=1, first=first)
    for event in events:
        match.apply_event(event)
    return match.run_table()


def play(match: Match, *events: str) -> Match:
    """Continue with events such as ``0 pass``, or ``table flop 2C 3C 4C`` to choose what the table turns over."""
    for event in events:
        match.apply_event(event)
    return match.run_table()


def deal(*hands: str) -> list[str]:
    """Return the events that deal the given hands to seat 0, 1, …"""
    return [f"table deal {seat} {hand}" for seat, hand in enumerate(hands)]


def bids(match: Match, *words: str) -> Match:
    """Make the given bids or passes for the seats to act, one after another."""
    for text in words:
        match.act(match.to_act[0], text)
    return match


def why(match: Match, seat: int, action: str | int) -> str:
    """Return the text with which the match refuses an illegal action."""
    with pytest.raises(IllegalAction) as caught:
        match.act(seat, action)
    return str(caught.value)
