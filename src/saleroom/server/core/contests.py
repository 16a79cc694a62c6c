"""Contests: several tables where the same cards are played from the same seat against the same house players."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from dataclasses import replace
from typing import NamedTuple

from saleroom.kernel.game import Game
from saleroom.server.core.create_table import first_events, new_header
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol.bodies import ChairAsked, TableAsked

OPPONENTS = "medium"
"""The house players of daily deals: a level whose choices follow from its view and the seed, at once."""


class Cards(NamedTuple):
    """What is the same at all tables of a contest."""

    contest: str
    """Its name: ``daily/2026-11-23/auction-pitch``, ``challenge/<id>``, ``ladder/auction-pitch/<program>/7`` …"""
    game: str
    options: dict[str, int | str]
    server_seed: bytes
    words: list[str]
    """The seed words; with the server's seed they give all cards."""
    seat: int
    """Where whoever takes part sits."""
    players: list[str]
    """The house player of each seat; that of `seat` counts for nothing."""


def daily_cards(contest: str, game: Game, server_seed: bytes) -> Cards:
    """The daily deal of a game."""
    seats = game.usual_seats
    options = game.settle_options(game.daily, seats)
    return Cards(contest, game.name, options, server_seed, [], 0, [OPPONENTS] * seats)  # type: ignore[arg-type]


def ladder_cards(contest: str, game: Game, server_seed: bytes, number: int) -> Cards:
    """A match of the ladder, as short as a daily deal; `number`, from 1, goes round the seats."""
    return daily_cards(contest, game, server_seed)._replace(seat=(number - 1) % game.usual_seats)


def same_cards(state: TableState, contest: str, seat: int) -> Cards:
    """The cards of a match that has been played, for somebody else in one of its seats.

    For the people of other seats the house plays, at the level of daily deals.
    """
    assert state.progress is not None
    players = [bot or OPPONENTS for bot in state.first_bots]
    words = state.progress.seed_words
    return Cards(contest, state.game.name, state.options, state.header.server_seed, words, seat, players)  # type: ignore[arg-type]


def challenge_name(challenge_id: str) -> str:
    """The contest that a challenge is."""
    return f"challenge/{challenge_id}"


def attempt_id(contest: str, identity: str) -> str:
    """The id of the table where somebody plays a contest: nobody has two, and nobody else can work it out."""
    digest = hashlib.sha256(f"{contest} of {identity}".encode()).digest()
    return urlsafe_b64encode(digest[:18]).decode()


def attempt_table(
    cards: Cards, identity: str, holder: str, name: str, now: float
) -> tuple[TableHeader, list[TableEvent]]:
    """The table where somebody plays a contest with the house, and its first events; `Refusal` of an empty name."""
    chairs = [ChairAsked(kind="bot", player=player) for player in cards.players]
    chairs[cards.seat] = ChairAsked(kind="me")
    asked = TableAsked(game=cards.game, options=cards.options, name=name, chairs=chairs, hints=False, start=True)
    made = new_header(asked, attempt_id(cards.contest, identity), holder, cards.server_seed, now)
    header = replace(made, contest=cards.contest, words=cards.words)
    return header, first_events(header, asked, now)
