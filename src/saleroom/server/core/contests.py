"""Contests: people play the same cards at separate tables, from the same seat and against the same bots."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from dataclasses import replace
from typing import NamedTuple

from saleroom.kernel.game import Game
from saleroom.server.core.create_table import first_events, new_header
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol.bodies import ChairRequest, TableRequest

OPPONENTS = "medium"
"""Bot level of the opponents in daily deals. Its moves need no search, and depend only on its view and the seed."""


class ContestCards(NamedTuple):
    """Data shared by all tables of a contest."""

    contest: str
    """Contest name, such as

    ``daily/2026-11-23/auction-pitch``, ``challenge/<id>``, ``ladder/auction-pitch/<program>/7`` …
    """
    game: str
    options: dict[str, int | str]
    server_seed: bytes
    words: list[str]
    """Seed words, which together with the server's seed determine all cards."""
    seat: int
    """Seat of the contestant."""
    players: list[str]
    """Bot of each seat; the entry for `seat` is ignored."""


def daily_cards(contest: str, game: Game, server_seed: bytes) -> ContestCards:
    """Return the cards of a game's daily deal, whose seed word is the contest's name.

    A seed without words would be the published commitment.
    """
    seats = game.usual_seats
    options = game.settle_options(game.daily, seats)
    return ContestCards(contest, game.name, options, server_seed, [contest], 0, [OPPONENTS] * seats)  # type: ignore[arg-type]


def ladder_cards(contest: str, game: Game, server_seed: bytes, number: int) -> ContestCards:
    """Return the cards of the ladder match numbered `number`, counted from 1. The match has the options of a daily
    deal, and `number` determines the bot account's seat.
    """
    return daily_cards(contest, game, server_seed)._replace(seat=(number - 1) % game.usual_seats)


def same_cards(state: TableState, contest: str, seat: int) -> ContestCards:
    """Return the cards of a finished match, so that another contestant can play them from seat `seat`.

    If people had other seats, bots of the level that daily deals use replace them.
    """
    assert state.progress is not None
    players = [bot or OPPONENTS for bot in state.first_bots]
    words = state.progress.seed_words
    return ContestCards(contest, state.game.name, state.options, state.header.server_seed, words, seat, players)  # type: ignore[arg-type]


def challenge_name(challenge_id: str) -> str:
    """Return the contest name of a challenge."""
    return f"challenge/{challenge_id}"


def attempt_id(contest: str, identity: str) -> str:
    """Return the id of a person's table in a contest. Each person has a different id, and other people cannot guess
    it.
    """
    digest = hashlib.sha256(f"{contest} of {identity}".encode()).digest()
    return urlsafe_b64encode(digest[:18]).decode()


def attempt_table(
    cards: ContestCards, identity: str, holder: str, name: str, now: float
) -> tuple[TableHeader, list[TableEvent]]:
    """Return the header and first events of a person's table in a contest; raise `CommandRefusal` if `name` is
    empty.
    """
    chairs = [ChairRequest(kind="bot", player=player) for player in cards.players]
    chairs[cards.seat] = ChairRequest(kind="me")
    request = TableRequest(game=cards.game, options=cards.options, name=name, chairs=chairs, hints=False, start=True)
    new = new_header(request, attempt_id(cards.contest, identity), holder, cards.server_seed, now)
    header = replace(new, contest=cards.contest, words=cards.words)
    return header, first_events(header, request, now)
