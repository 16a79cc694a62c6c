"""Tests of what play reveals about hands in Auction Hearts, and of the worlds that are imagined for a seat."""

from __future__ import annotations

from saleroom.games import load
from tests.games.hearts.test_articles import ALL, LIMITS, RANKS, TWO, auction, hearts, suit
from tests.tables import deal, play

GAME = load("auction-hearts")
SUIT = (1 << 13) - 1


def suits(match, watcher, owner):
    """Return the suits that the hand of `owner` can still contain, as far as `watcher` knows."""
    known = next(holding for holding in GAME.holdings(match.view(watcher), watcher) if holding.owner == owner)
    return "".join(letter for number, letter in enumerate("CDHS") if known.may >> 13 * number & SUIT)


def test_nothing_is_known_before_a_card_is_played_but_ones_own():
    match = hearts(*auction(3), hands=LIMITS)
    known = GAME.holdings(match.view(1), 1)
    assert [(holding.owner, holding.size) for holding in known] == [(0, 13), (2, 13), (3, 13)]
    own = GAME.held(match.state, 1, "hand")
    assert all(holding.may == (1 << 52) - 1 & ~own for holding in known)


def test_who_does_not_follow_is_void_and_early_pain_comes_from_a_hand_of_nothing_else():
    match = hearts(*auction(3), "1 play 2C", "2 play AC", "3 play AD", hands=TWO)
    assert (suits(match, 1, 2), suits(match, 1, 3), suits(match, 1, 0)) == ("CDHS", "DHS", "CDHS")
    assert suits(play(match, "0 play AH"), 1, 0) == "H"
    assert suits(play(match, "2 play 2S", "3 play KD"), 1, 3) == "DH"
    free = hearts(*auction(3), "1 play 2C", "2 play AC", "3 play AD", "0 play AH", hands=TWO, pain_limits="off")
    assert suits(free, 1, 0) == "DHS"


def test_pain_after_the_first_trick_shows_a_void_and_no_more():
    match = hearts(*auction(1), "1 play 3C", "2 play 2C", "3 play 2D", "0 play 2S", hands=LIMITS)
    play(match, "1 play 4C", "2 play 3D", "3 play 2H")
    assert (suits(match, 0, 2), suits(match, 1, 3)) == ("DHS", "DHS")
    play(match, "0 play 3S", "1 play 6H")
    assert suits(match, 3, 1) == "CDHS"  # the pain suit was already broken, so leading it reveals nothing


def test_pain_that_is_led_unbroken_comes_from_a_hand_of_nothing_else():
    only = hearts(*auction(3), "1 play AS", "2 play 2S", "3 play AD", "0 play 3S", hands=ALL)
    assert suits(play(only, "1 play KS"), 2, 1) == "CDHS"
    hands = deal(f"{suit('H', RANKS[:12])} AS", f"{suit('S', RANKS[1:])} 2C", f"2H {suit('C', RANKS[:12])}", suit("D"))
    later = hearts(*auction(1), "1 play 2S", "2 play AC", "3 play 2D", "0 play AS", hands=hands)
    assert suits(play(later, "0 play AH"), 1, 0) == "H"  # pain suit led in the second trick, unbroken
    led = hearts("1 bid 1", "2 pass", "3 pass", "0 pass", "1 name S")
    assert suits(play(led, "1 play AS"), 2, 1) == "S"
    first = hearts(*auction(1)[:4], "1 name C", hands=deal(suit("S"), suit("C"), suit("D"), suit("H")))
    assert suits(play(first, "1 play AC"), 2, 1) == "C"  # pain suit led in the first trick


def test_a_world_has_chance_of_its_own_and_deals_the_unseen_cards():
    match = hearts(*auction(3), "1 play 2C", "2 play AC", "3 play AD", "0 play AH", hands=TWO)
    worlds = [match.imagine(1, number) for number in range(3)]
    assert len({bytes(world.seed) for world in worlds} | {bytes(match.state.seed)}) == 4
    for world in worlds:
        hands = [int(hand) for hand in world.hand[:4]]
        assert hands[1] == int(match.state.hand[1])
        assert [hand.bit_count() for hand in hands] == [12] * 4
        assert sum(hands) == sum(int(hand) for hand in match.state.hand[:4])
