"""Tests of play in an arena.

All seatings (assignments of players to seats) get the same cards, and results equal those of matches with records.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from saleroom import bots
from saleroom.games import NAMES, load
from saleroom.kernel.options import BadOptions
from saleroom.lab.arena import Plan, play_cluster, run, times
from saleroom.match.errors import IllegalAction
from saleroom.match.match import Match
from tests.games import short

SEED = bytes(range(32))


def plan(game="auction-pitch", players=("house", "random"), seats=4, matches=False, deals=3, **options):
    return Plan(game, options, seats, players, deals, SEED, matches)


def test_the_last_player_takes_the_seats_that_are_left():
    few = plan(players=("house", "random"), seats=5)
    assert few.line_up == ("house", "random", "random", "random", "random")
    assert few.names == ("house", "random")
    assert few.turns == 5
    assert plan(players=("house",)).turns == 1
    assert plan(players=("a", "b", "a", "b")).turns == 2


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"players": ("a", "b", "c", "d", "e")}, bots.UnknownPlayer, "5 players cannot take 4 seats"),
        ({"players": ()}, bots.UnknownPlayer, "0 players"),
        ({"deals": 0}, ValueError, "1 deal or more"),
        ({"seats": 9}, BadOptions, "4 to 7 seats"),
        ({"target": 0}, BadOptions, "target"),
    ],
)
def test_what_cannot_be_played_is_no_plan(change, error, words):
    with pytest.raises(error, match=words):
        plan(**change)


def test_plans_that_mean_the_same_are_equal():
    assert plan("pitch") == plan("auction-pitch", target=7)
    assert plan() != plan(target=8)


def test_every_player_holds_every_seat_equally_often():
    for line_up in (("a", "b", "c", "d"), ("a", "b"), ("a", "a", "b"), ("a", "b", "a", "b")):
        chosen = plan(players=line_up)
        for number in range(20):
            seatings = chosen.seatings(number)
            assert len(set(seatings)) == len(seatings) == chosen.turns
            assert seatings[0][0] == "a"
            for seat in range(4):
                held = [names[seat] for names in seatings]
                for name in chosen.names:
                    assert held.count(name) * 4 == chosen.line_up.count(name) * chosen.turns


def test_neighbours_change_from_cluster_to_cluster():
    chosen = plan(players=("a", "b", "c", "d"))
    after_a = {chosen.seatings(number)[0][1] for number in range(30)}
    assert after_a == {"b", "c", "d"}
    assert chosen.seatings(5) == plan(players=("a", "b", "c", "d"), deals=99).seatings(5)


def by_match(chosen: Plan, number: int, seating: int) -> Match:
    """Play a cluster of deals with one assignment of players to seats, in a match that writes a record."""
    game, seed = load(chosen.game), chosen.seed_of(number)
    names = chosen.seatings(number)[seating]
    players = [
        bots.player(name, game, seed + bytes([seating, seat]), objective=chosen.objective, threads=1)
        for seat, name in enumerate(names)
    ]
    match = Match(game, dict(chosen.options), names, seed).run_table()
    while not match.over and (chosen.matches or len(match.deals) == 1):
        seat = match.to_act[0]
        match.act(seat, players[seat].choose(match.views(seat), seat))
    return match


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("matches", [False, True])
def test_rows_are_what_a_match_with_a_record_comes_to(game, matches):
    seats = load(game).usual_seats
    chosen = Plan(game, short.deals(game, 3), seats, ("house", "random"), 3, SEED, matches)
    rows = play_cluster(chosen, 1)
    assert [row["seating"] for row in rows] == list(range(seats))
    assert all(row["cluster"] == 1 for row in rows)
    record = by_match(chosen, 1, 2).record()
    row = rows[2]
    assert row["dealer"] == record["deals"][0]["dealer"]
    if matches:
        assert row["scores"] == record["scores"]
        assert [win > 0 for win in row["wins"]] == [seat in record["winners"] for seat in range(seats)]
        assert sum(row["wins"]) == pytest.approx(1)
        assert row["deals"] == len(record["deals"])
    else:
        assert row["scores"] == record["deals"][0]["score"]
        assert row["deals"] == 1 and "wins" not in row
    settled = [deal for deal in record["deals"] if "score" in deal]
    acted = [event for deal in settled for event in deal["events"] if not event.startswith("table")]
    assert row["decisions"] == len(acted)
    bids = [{**bid, "made": deal["score"][bid["seat"]]} for deal in settled for bid in bids_of(deal["events"])]
    assert row["bids"] == ([] if "bid" in load(game).sealed else bids)


def bids_of(events: list[str]) -> list[dict]:
    """Return each seat's last bid in each auction of a deal. The last bid in an auction is the winner's."""
    found, auction = [], {}
    for event in [*events, "end"]:
        seat, verb, *rest = (*event.split(), "", "")[:4]
        if verb in ("bid", "offer"):
            auction.pop(seat, None)
            price = int(rest[0]) if verb == "bid" else None
            auction[seat] = {"seat": int(seat), "price": price, "expected": None, "won": False}
        elif verb != "pass" and auction:
            found += auction.values()
            found[-1]["won"] = True
            auction = {}
    return found


class Spy:
    """Bot that stores the views that it gets. It expects a preset score, and sees all cards if `sees_all`."""

    def __init__(self, player, log, sees_all=False):
        self.player, self.log, self.sees_all = player, log, sees_all

    def choose(self, views, seat):
        self.log.append((self, seat, views.copy()))
        return self.player.choose(views, seat)

    def decide(self, views, seat):
        return SimpleNamespace(action=self.choose(views, seat), expected=1.5)


def spying(log, all_seeing=()):
    def make(name, game, seed=b"", objective="match", threads=1):
        return Spy(bots.player("house", game, seed), log, name in all_seeing)

    return make


def test_a_cluster_is_the_same_cards_for_every_seating():
    log = []
    chosen = plan(players=("one", "two", "three", "four"))
    rows = play_cluster(chosen, 0, spying(log, ("one", "two", "three", "four")))
    dealt = [views["hand"].tobytes() for _, _, views in log[:: len(log) // 4]]
    assert len({row["decisions"] for row in rows}) == 1 and len(dealt) == 4
    assert len(set(dealt)) == 1
    other = []
    play_cluster(chosen, 1, spying(other, ("one", "two", "three", "four")))
    assert other[0][2]["hand"].tobytes() != dealt[0]


def test_players_are_handed_their_view_and_no_more():
    log = []
    play_cluster(plan(players=("plain", "seer")), 0, spying(log, ("seer",)))
    assert {spy.sees_all for spy, _, _ in log} == {False, True}
    for spy, seat, views in log:
        others = [other for other in range(4) if other != seat and int(views["hand"][0][other])]
        assert views["seed"].any() == spy.sees_all
        assert spy.sees_all or not others
    assert any(views["hand"][0][:4].all() for spy, _, views in log if spy.sees_all)


def test_the_state_is_not_the_players_to_change():
    class Vandal(Spy):
        def choose(self, views, seat):
            action = super().choose(views, seat)
            views["scores"] += 7
            views["hand"] = 0
            return action

    def make(name, game, seed=b"", objective="match", threads=1):
        return Vandal(bots.player("house", game, seed), [], sees_all=True)

    assert play_cluster(plan(), 0, make)[0]["scores"] == play_cluster(plan(), 0, spying([]))[0]["scores"]


def test_what_a_bidder_expects_is_noted():
    rows = [row for number in range(3) for row in play_cluster(plan(players=("a",)), number, spying([]))]
    bids = [bid for row in rows for bid in row["bids"]]
    assert bids and all(bid["expected"] == 1.5 for bid in bids)
    for row in rows:
        assert sum(bid["won"] for bid in row["bids"]) == (len(row["bids"]) > 0)
        assert all(bid["made"] == row["scores"][bid["seat"]] for bid in row["bids"])


def test_an_illegal_action_is_refused():
    def make(name, game, seed=b"", objective="match", threads=1):
        return SimpleNamespace(choose=lambda views, seat: 56 if seat == 2 else 52)

    with pytest.raises(IllegalAction, match="may not do action"):
        for number in range(8):
            play_cluster(plan(), number, make)


def test_players_are_told_what_to_play_for():
    told = []

    def make(name, game, seed=b"", objective="match", threads=1):
        told.append((objective, threads, seed))
        return bots.player("house", game, seed)

    play_cluster(plan(), 0, make)
    play_cluster(plan(matches=True, deals=1, target=1), 0, make)
    assert {objective for objective, _, _ in told[:16]} == {"deal"}
    assert {objective for objective, _, _ in told[16:]} == {"match"}
    assert {threads for _, threads, _ in told} == {1}
    assert len({seed for _, _, seed in told[:16]}) == 16


def test_what_an_interruption_says_is_what_its_file_holds(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    # when times are recorded, a cluster is already in the file, but not yet in `rows`
    monkeypatch.setattr(times, "record_times", interrupted)
    rows = []
    with pytest.raises(KeyboardInterrupt, match="stopped after 1 of 3"):
        run(plan(), tmp_path, rows=rows)
    assert len(rows) == plan().turns
