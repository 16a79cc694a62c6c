"""External bots at web tables. Only admitted bots can play, and the `house` bot replaces a bot that fails."""

from __future__ import annotations

import threading

import pytest

import saleroom
from saleroom.bots import UnknownPlayer, legal, players
from saleroom.server.api.catalogue import BOTS, catalogue
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.ops.settings import Settings
from saleroom.server.serve import CannotServe, prepared_socket
from saleroom.server.workers.bot_pool import BotPool
from saleroom.server.workers.external_players import ExternalPlayers
from tests.server.core_tables import ANN, new_table

HERE = __name__
let_go = threading.Event()


class Lowest:
    """Bot that chooses the first legal action."""

    def __init__(self, game, seed):
        self.game = game

    def choose(self, views, seat):
        return min(legal(self.game, views, seat).values())


class Wrong(Lowest):
    """Bot that chooses an illegal action."""

    def choose(self, views, seat):
        return -1


class Hangs(Lowest):
    """Bot that chooses no action until the test releases it."""

    asked = 0

    def choose(self, views, seat):
        Hangs.asked += 1
        let_go.wait(60)
        return super().choose(views, seat)


@pytest.fixture(autouse=True)
def admitted():
    players.admit([f"{HERE}:{name}" for name in ("Lowest", "Wrong", "Hangs")])
    let_go.clear()
    yield
    let_go.set()
    players.admit([])


def match():
    return saleroom.game("pitch").match(seats=4, seed=7)


def test_who_was_admitted_is_offered_and_may_be_seated():
    assert catalogue("build").players == [*BOTS, f"{HERE}:Lowest", f"{HERE}:Wrong", f"{HERE}:Hangs"]
    table = new_table("auction-pitch", "me", "open", "open", "bot")
    table.do(ANN, "reseat", seat=1, to=f"{HERE}:Lowest")
    assert table.state.seats[1].bot == f"{HERE}:Lowest"
    players.admit([])
    assert catalogue("build").players == list(BOTS)
    refused = table.refused(ANN, "reseat", seat=2, to=f"{HERE}:Lowest")
    assert isinstance(refused, CommandRefusal) and refused.reason == "malformed"


@pytest.mark.parametrize(
    ("name", "why"),
    [("house", "no player that others wrote"), ("nowhere:X", "no module nowhere"), ("a:" + 39 * "b", "at most 40")],
)
def test_a_server_does_not_open_with_a_player_that_cannot_be_had(name, why, tmp_path):
    with pytest.raises(UnknownPlayer, match=why):
        players.admit([name])
    with pytest.raises(CannotServe, match=why), prepared_socket(Settings(tmp_path / "data", port=0, players=(name,))):
        pass


async def test_the_house_moves_where_a_player_fails_or_is_not_admitted_any_more():
    pool, table = BotPool(), match()
    (seat,) = table.to_act
    try:
        assert await pool.choose(table, seat, f"{HERE}:Lowest") == table.legal_ids(seat)[0]
        for name in (f"{HERE}:Wrong", "gone:Away"):
            assert await pool.choose(table, seat, name) in table.legal_ids(seat)
    finally:
        pool.close()


async def test_a_player_that_hangs_is_asked_once():
    asked, table = ExternalPlayers(patience=0.01), match()
    (seat,) = table.to_act
    given = (f"{HERE}:Hangs", table.game, table.views(seat), seat, b"")
    Hangs.asked = 0
    for _ in range(3):
        assert await asked.choose(*given) is None
    assert Hangs.asked <= 1
    asked.close()
