"""Boards and hands in manually prepared positions."""

from __future__ import annotations

import random
from typing import Any

from saleroom.kernel.cards import NAMES, NUMBERS
from saleroom.kernel.tiles import NAMES as TILES
from saleroom.match.deal_history import seen_deals, update_seen_deals
from saleroom.match.match import Match
from saleroom.server.core.project import score_sheet
from saleroom.toolkit.display import poker_hands
from tests.games.flop.twin import poker_rank
from tests.server.test_scenes import board, mine
from tests.tables import bids, deal, play, table


def of_auction(match: Match) -> tuple[Any, ...]:
    """Return the standing bid, the seat that made it, the calls so far, and the seats that may still bid."""
    auction = board(match)["auction"]
    assert auction["open"] == bool(auction["to_speak"])
    return auction["bid"], auction["bidder"], auction["said"], auction["to_speak"]


def test_hearts_each_speaks_once_and_the_dealer_last():
    match = table("hearts")
    assert of_auction(match) == (None, None, [None] * 4, [1, 2, 3, 0])
    bids(match, "bid 3", "pass")
    assert of_auction(match) == (3, 1, [None, "bid 3", "pass", None], [3, 0])
    assert mine(match, 3)["bids"] == {"low": 4, "high": 50} and mine(match, 3)["afford"] == 50
    assert mine(match, 3)["legal"] == ["pass"] and mine(match, 0)["legal"] == []
    bids(match, "bid 9", "pass")
    assert of_auction(match) == (9, 3, ["pass", "bid 3", "pass", "bid 9"], [])
    assert (board(match)["namer"], board(match)["pain"]) == (3, None)
    bids(match, "name S")
    assert (board(match)["namer"], board(match)["pain"], board(match)["pot"]) == (3, "S", 9)


def test_hearts_nobody_names_when_all_pass():
    match = bids(table("hearts"), "pass", "pass", "pass", "pass")
    shown = board(match)
    assert (shown["namer"], shown["pain"], shown["stayed"], shown["acting"]) == (None, "H", False, [1])
    assert of_auction(match) == (None, None, ["pass"] * 4, [])


def first_deal_of_hearts(number: int) -> Match:
    """Return a match of Auction Hearts after one deal, whose tricks were played at random."""
    match, rng = bids(table("hearts"), "bid 2", "pass", "pass", "pass", "name H"), random.Random(number)
    while len(match.deals) == 1:
        match.act(match.to_act[0], rng.choice(match.legal(match.to_act[0])))
    return match


def test_hearts_after_a_pot_that_stayed_there_is_no_auction():
    endings = map(first_deal_of_hearts, range(100))
    shown, match = next((board(match), match) for match in endings if board(match)["last"]["ending"] == "none clear")
    assert sum(shown["last"]["taken"]) == 13 and min(shown["last"]["taken"]) > 0
    assert (shown["stayed"], shown["namer"], shown["phase"]) == (True, 1, "name")
    assert of_auction(match) == (None, None, [None] * 4, [])


PITCHED = deal("2C 3C 4C 5C 6C 7C", "AH JH 2H 3D 4D 5D", "KH 9H 8C 9C TC QC", "TS 9S 8S 7S 6S 5S")


def test_pitch_trump_leads_the_hand_and_points_say_why():
    match = table("pitch", *PITCHED, "1 bid 2", "2 pass", "3 pass", "0 pass")
    assert (board(match)["pitcher"], board(match)["trump"]) == (1, None)
    assert mine(match, 1)["hand"][0] == "AH"
    play(match, "1 play AH", "2 play 9H")
    shown = board(match)
    assert shown["trump"] == "H" and shown["held"] == [6, 5, 5, 6]
    assert shown["trick"] == {"plays": [{"seat": 1, "card": "AH"}, {"seat": 2, "card": "9H"}], "winner": 1}
    assert mine(match, 2)["hand"] == ["KH", "QC", "TC", "9C", "8C"]
    play(match, "3 play TS", "0 play 2C")
    assert board(match)["last_trick"]["winner"] == 1 and board(match)["tricks_won"] == [0, 1, 0, 0]
    play(match, "1 play JH", "2 play KH", "3 play 9S", "0 play 3C")
    assert board(match)["last_trick"]["winner"] == 2
    play(match, "2 play 8C", "3 play 8S", "0 play 4C", "1 play 2H", "1 play 3D", "2 play 9C", "3 play 7S", "0 play 5C")
    play(match, "1 play 4D", "2 play TC", "3 play 6S", "0 play 6C", "1 play 5D", "2 play QC", "3 play 5S", "0 play 7C")
    last = board(match)["last"]
    assert last["points"] == [
        {"name": "high", "seat": 1, "card": "AH"},
        {"name": "low", "seat": 1, "card": "2H"},
        {"name": "jack", "seat": 2, "card": "JH"},
        {"name": "cards", "seat": 1, "card": None},
    ]
    assert last["counts"] == [0, 4 + 10 + 10 + 2, 3 + 1, 0]
    assert (last["pitcher"], last["bid"], last["made"], last["trump"]) == (1, 2, 3, "H")
    assert score_sheet.lines(match)[0] == {
        "deal": 1,
        "dealer": 0,
        "score": [0, 3, 1, 0],
        "carry": 0,
        "note": "made 1 2 3",
    }


HOUSE = deal(
    "AC 2C 3C 4C 5C 6C 7C 8C 9C TC",
    "AD 2D 3D 4D 5D 6D 7D 8D 9D TD",
    "AH 2H 3H 4H 5H 6H 7H 8H 9H TH",
    "AS 2S 3S 4S 5S 6S 7S 8S 9S TS",
)


def test_house_sealed_cards_stay_sealed():
    match = table("house", *HOUSE, "1 pass")
    assert of_auction(match) == (None, None, [None, "pass", None, None], [2, 3, 0])
    play(match, "2 offer TH S")
    assert of_auction(match) == (None, 2, [None, "pass", "offer TH S", None], [])
    play(match, "0 lay TC")
    shown = board(match)
    assert (shown["called"], shown["shown"], shown["laid"]) == ("S", [None, None, "TH", None], [0])
    assert mine(match, 0)["chosen"] == "lay TC" and mine(match, 1)["chosen"] is None
    deals = seen_deals(match, 1)
    assert deals[-1].events[-1] == "0 lay ??"
    play(match, "3 lay AS", "1 lay AD")
    assert update_seen_deals(match, 1, deals) == ["3 lay AS", "0 lay TC", "1 lay AD"]
    assert board(match)["shown"] == ["TC", "AD", "TH", "AS"] and mine(match, 2)["legal"] == ["trade 3"]
    play(match, "2 trade 3", "3 kitty TH")
    shown = board(match)
    assert (shown["starter"], shown["partner"], shown["aside"], shown["laid"]) == (2, 3, [3], [])
    assert mine(match, 3)["chosen"] == "kitty TH" and shown["held"] == [10, 10, 10, 9]
    play(match, "2 kitty AS", "1 kitty AD", "0 kitty AC", "table trump KD")
    shown = board(match)
    assert (shown["trump_card"], shown["trump"], shown["trumps"]) == ("KD", "D", ["KD"])
    assert mine(match, 1)["chosen"] == "kitty AD" and mine(match, 0)["hand"][-1] == "2C"


def test_house_the_kitty_is_shown_when_the_round_is_scored():
    match = table("house", *HOUSE, "1 pass", "2 pass", "3 pass", "0 pass", rounds=2)
    play(match, "1 kitty TD", "2 kitty AH", "3 kitty 3S", "0 kitty 4C", "table trump JS")
    while len(match.deals) == 1:
        match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    shown = board(match)
    assert (shown["last"]["kitty"], shown["last"]["worth"]) == (["4C", "TD", "AH", "3S"], 4 + 10 + 1 + 3)
    assert (shown["trumps"], shown["trump"], shown["trump_card"]) == (["JS"], "none", None)
    assert shown["last"]["winner"] == 3 and score_sheet.lines(match)[0]["note"] == "kitty 3 18"


def test_draw_the_line_and_its_newest_end():
    match = table("draw", *deal("6-4 1-0", "5-4 6-6", "2-1 3-1"), "0 play 6-4", seats=3, hand=2, set=6)
    assert (board(match)["line"], board(match)["newest"]) == (["6-4"], None)
    play(match, "1 play 5-4 R")
    shown = board(match)
    assert (shown["line"], shown["newest"], shown["ends"]) == (["6-4", "4-5"], "right", {"left": 6, "right": 5})
    assert (shown["boneyard"], shown["buyable"], shown["lap"]) == (22, 20, None)
    assert mine(match, 1)["hand"] == ["6-6"] and mine(match, 2)["legal"] == ["pass", "buy"]


def test_draw_two_laps_for_the_last_two():
    match = table("draw", *deal("6-6 1-0", "2-1 3-1"), "0 play 6-6", seats=2, hand=2)
    shown = ("6-6", "1-0", "2-1", "3-1", "6-4", "6-5")
    dry = [tile for tile in TILES[:28] if tile not in shown]
    for tile in dry:
        play(match, "1 buy", f"table draw {tile}")
    shown = board(match)
    assert (shown["boneyard"], shown["buyable"], shown["bought"]) == (2, 0, 22)
    assert of_auction(match) == (None, None, [None, None], [])
    play(match, "1 play 6-0 L")
    shown = board(match)
    assert (shown["phase"], shown["lap"], shown["turn"], shown["newest"]) == ("bid", 1, 0, "left")
    assert of_auction(match) == (None, None, [None, None], [0, 1])
    bids(match, "bid 0", "pass")
    assert of_auction(match) == (0, 0, ["bid 0", "pass"], [0, 1]) and board(match)["lap"] == 2
    assert mine(match, 0)["bids"] == {"low": 1, "high": 27} and mine(match, 0)["legal"] == ["pass"]
    bids(match, "bid 4")
    assert of_auction(match) == (4, 0, ["bid 4", "pass"], [1])
    assert mine(match, 1)["legal"] == ["pass", "bid 5"] and mine(match, 1)["afford"] == 30 - 3 - 22
    play(match, "1 bid 5", "table draw 6-5 6-4")
    assert of_auction(match) == (5, 1, ["bid 4", "bid 5"], []) and board(match)["lap"] is None
    assert mine(match, 1)["hand"][:2] == ["6-5", "6-4"] and board(match)["boneyard"] == 0


FLOP = deal("2C 3C 4C 5C 7D", "2D 3D 4D 5D 7C", "2H 3H 4H 5H 7S", "2S 3S 4S 5S 7H")


def test_flop_a_pass_is_not_final_while_somebody_can_raise():
    match = table("flop", *FLOP, "1 discard 2D", "2 discard")
    assert (board(match)["discarded"], board(match)["short"]) == ([None, 1, 0, None], [])
    play(match, "3 discard 2S 3S", "0 discard 2C", "table flop AS KS QS")
    shown = board(match)
    assert (shown["discarded"], shown["short"], shown["flop"]) == ([1, 1, 0, 2], [0, 1, 3], ["QS", "KS", "AS"])
    assert (shown["pot"], shown["prizes"], shown["stock"]) == (13, [9, 3, 1], 29)
    assert of_auction(match) == (None, None, [None] * 4, [1, 3, 0])
    bids(match, "pass", "pass")
    assert of_auction(match) == (None, None, [None, "pass", None, "pass"], [0, 1, 3])
    bids(match, "bid 1")
    assert of_auction(match) == (1, 0, ["bid 1", "pass", None, "pass"], [1, 3, 0])
    bids(match, "pass", "pass")
    assert of_auction(match) == (1, 0, ["bid 1", "pass", None, "pass"], [])
    assert (board(match)["buyer"], mine(match, 0)["legal"]) == (0, ["keep QS", "keep KS", "keep AS"])
    play(match, "0 keep AS", "table flop 6C 9H TH")
    assert board(match)["flops"] == [{"cards": ["QS", "KS", "AS"], "taker": 0, "kept": 1, "paid": 1}]
    part = mine(match, 0)
    assert (part["hand"], part["made"]) == (["AS", "7D", "5C", "4C", "3C"], "high-card")
    assert part["thrown"] == ["2C", "QS", "KS"] and mine(match, 1)["thrown"] == ["2D"]


def test_flop_who_cannot_raise_does_not_let_others_speak_again():
    discards = "1 discard 2D 3D 4D", "2 discard", "3 discard 2S 3S 4S", "0 discard 2C"
    match = bids(table("flop", *FLOP, *discards, chips=10), "bid 1", "bid 2")
    assert of_auction(match) == (2, 3, [None, "bid 1", None, "bid 2"], [0, 1, 3])
    bids(match, "pass")
    assert of_auction(match) == (2, 3, ["pass", "bid 1", None, "bid 2"], [1])


def test_flop_nobody_bids_and_the_flop_is_free():
    discards = "1 discard 2D", "2 discard", "3 discard 2S", "0 discard"
    match = bids(table("flop", *FLOP, *discards), "pass", "pass")
    assert (board(match)["phase"], board(match)["fee"], board(match)["buyer"]) == ("take", 1, None)
    bids(match, "refuse")
    assert (board(match)["fee"], board(match)["auction"]["said"]) == (2, [None, "refuse", None, "pass"])
    bids(match, "take")
    assert (board(match)["buyer"], board(match)["fee"]) == (3, None)


def test_flop_hands_are_named_and_compared_as_the_rules_rank_them():
    rng, seen = random.Random(1), set()
    for number in range(4000):
        suits, ranks = ((1, 13), (2, 8), (3, 6), (4, 4))[number % 4]  # few suits and ranks make rare hands more likely
        few = [card for card in range(52) if card // 13 < suits and (card + number) % 13 < ranks]
        one, other = rng.sample(few, 5), rng.sample(few, 5)
        ranked = [poker_rank([NAMES[card] for card in cards]) for cards in (one, other)]
        assert [poker_hands.made(cards) for cards in (one, other)] == [poker_hands.MADE[kind] for kind, _ in ranked]
        told = [poker_hands.strength(cards) for cards in (one, other)]
        assert (told[0] > told[1], told[0] == told[1]) == (ranked[0] > ranked[1], ranked[0] == ranked[1])
        seen.add(ranked[0][0])
    assert len(seen) == len(poker_hands.MADE)


def test_flop_the_low_ace_of_a_straight_comes_last():
    cards = [NUMBERS[name] for name in ("AS", "2C", "3D", "4H", "5S")]
    assert poker_hands.strongest_first(cards) == ["5S", "4H", "3D", "2C", "AS"]
    assert poker_hands.held(cards)[0] == "AS"
