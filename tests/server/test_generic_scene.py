"""The generic scene, for games without their own scene.

Every game can be played with it, and it shows no hidden pieces.
"""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
from pydantic import TypeAdapter

from saleroom import games
from saleroom.games import load
from saleroom.kernel.fields import CHANCE, MATCH, PUBLIC, SEATS, Record, public
from saleroom.match import boards
from saleroom.match.boards import legal_actions
from saleroom.match.deal_history import seen_deals
from saleroom.toolkit.display.generic import GenericBoard, GenericScene
from saleroom.toolkit.display.view import ViewFields
from tests.contract.chance import every_table, new_match
from tests.contract.twins import dealt_anew

MOVES = 40


def board_of(match):
    """Return the public board."""
    return GenericScene(match.game).board(ViewFields(match.views("public")), seen_deals(match, "public"))


def mine_of(match, seat):
    """Return the part of the scene that only `seat` sees."""
    scene, views = GenericScene(match.game), match.views(seat)
    view = ViewFields(views)
    legal = legal_actions(scene.format_action, match.game.auction, views, view, seat)
    return scene.mine(view, seat, legal, seen_deals(match, seat))


@every_table
def test_a_generic_scene_has_the_hand_and_every_legal_action(name, seats):
    rng = random.Random(f"generic {name} {seats}")
    match, own = new_match(name, seats, rng), games.package(name).scene()
    for _ in range(MOVES):
        if match.over:
            break
        TypeAdapter(GenericBoard).validate_python(board_of(match))
        for seat in match.to_act:
            mine = mine_of(match, seat)
            theirs = boards.own_part(boards.Position(match), seat, seen_deals(match, seat))
            assert sorted(mine["hand"]) == sorted(theirs["hand"])
            bids = (
                [f"bid {bid}" for bid in range(mine["bids"]["low"], mine["bids"]["high"] + 1)] if mine["bids"] else []
            )
            assert sorted(mine["legal"] + bids) == sorted(match.legal(seat))
        assert (
            board_of(match)["acting"]
            == own.board(ViewFields(match.views("public")), seen_deals(match, "public"))["acting"]
        )
        seat = rng.choice(match.to_act)
        match.act(seat, rng.choice(match.legal(seat)))


@every_table
def test_a_generic_scene_depends_on_the_view_alone(name, seats):
    rng = random.Random(f"generic secrets {name} {seats}")
    match = new_match(name, seats, rng)
    for _ in range(MOVES):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        if rng.random() < 0.2:
            twin = dealt_anew(match, seat, rng)
            assert board_of(twin) == board_of(match)
            assert mine_of(twin, seat) == mine_of(match, seat)
        match.act(seat, rng.choice(match.legal(seat)))


def test_public_fields_are_shown_by_their_meanings():
    match = new_match("auction-pitch", 4, random.Random(1))
    for _ in range(5):
        seat = match.to_act[0]
        match.act(seat, match.legal(seat)[-1])
    facts = {fact["name"]: fact for fact in board_of(match)["facts"]}
    led = next(words for words in match.history if " play " in words).split(" ")[-1]
    assert facts["trump"]["values"] == [[led[1]]]
    assert facts["trump"]["meaning"].startswith("the trump suit")
    assert [led] in facts["on_table"]["values"]
    assert len(facts["on_table"]["values"]) == 4
    while len(match.deals) == 1:
        seat = match.to_act[0]
        match.act(seat, match.legal(seat)[0])
    assert "last_high" not in {fact["name"] for fact in board_of(match)["facts"]}, "the deal before"


def test_a_game_without_a_scene_gets_the_generic_one(monkeypatch):
    package = games.package("auction-pitch")
    monkeypatch.setattr(package, "scene", lambda: GenericScene(package.GAME))
    match = new_match("auction-pitch", 4, random.Random(1))
    board = boards.public_board(boards.Position(match), seen_deals(match, "public"))
    assert (board["game"], board["unit"]) == ("auction-pitch", "points")
    assert boards.own_part(boards.Position(match), 0, seen_deals(match, 0))["hand"]


def test_fields_with_several_elements_are_shown_whole():
    record = Record(
        "auction_test",
        *CHANCE,
        *MATCH,
        public("on_sale", "i1", (-1, 51), "card", "the goods", (3,), nothing=(-1, "for none")),
        public("rounds", "i1", (0, 9), "points", "won in each round", (SEATS, 2)),
        public("lots", "u8", (0, 7), "card set", "two lots", (2,)),
    )
    game = replace(load("auction-pitch"), record=record, options=(), auction=None)
    states = record.blank(1)
    record.begin(states, 2)
    states["seats"], states["phase"] = 2, 1
    states["on_sale"][0, :2], states["rounds"][0, 1], states["lots"][0] = [3, 0], [4, 5], [1, 6]
    view = ViewFields(record.view(states, np.array([PUBLIC])))
    facts = {fact["name"]: fact["values"] for fact in GenericScene(game).facts(view)}
    assert facts["on_sale"] == [["5C", "2C"]]
    assert facts["rounds"] == [["0", "0"], ["4", "5"]]
    assert facts["lots"] == [["2C", "3C", "4C"]]
