"""Detectors of each way to end a deal or a match of Auction Draw, and specifications of matches to record."""

from __future__ import annotations

from typing import Any

from tests.recorded.cases import Case, deals
from tests.recorded.endings import Detector, cannot_pay, ends_by_deals, has_tied_winners, is_unfinished, with_option
from tests.recorded.story import Step, Story


def is_domino(end: Any) -> bool:
    return [] in end.held


def is_quiet(end: Any) -> bool:
    """Return whether the round was blocked because all seats in succession had a turn without a play or a purchase."""
    return not is_domino(end) and end.idle == end.seats


def pool_tied(story: Story) -> bool:
    """Return whether a round ends with chips left in the pool and another round is then played to its end."""
    return any(end.pot > 0 and after is not None for end, after, _ in story.pairs())


def auctions(story: Story) -> list[list[Step]]:
    """Return, for each finished auction, the list of its turns."""
    found = []
    for number in range(1, story.twin.deal_number + 1):
        turns = [step for step in story.of_deal(number) if step.before.phase == "auction"]
        found += [turns] if len(turns) == 2 * story.seats else []
    return found


def sold(for_a_check: bool) -> Detector:
    """Return a detector of matches in which the last two tiles are sold.

    They must be sold for a bid of 0 if `for_a_check`, else for a higher bid.
    """
    return lambda story: any(
        step.before.awaited == 2 and (step.before.bid == 0) == for_a_check for step in story.did("draw")
    )


def raises_himself(story: Story) -> bool:
    return any(
        step.verb == "bid" and step.before.bid is not None and str(step.before.bidder) == step.actor
        for turns in auctions(story)
        for step in turns
    )


def two_tiles_left(story: Story) -> bool:
    """Return whether a player buys the third-last tile in a round that is played to its end."""
    return any(
        len(step.before.stock) == 3 and step.before.awaited == 1 and step.deal <= len(story.ends)
        for step in story.did("draw")
    )


def no_auction_after_all(story: Story) -> bool:
    """Return whether a purchase leaves two undealt tiles, but the round ends before an auction."""
    return any(
        len(step.before.stock) == 3 and all(later.before.phase != "auction" for later in story.of_deal(step.deal))
        for step in story.did("draw")
        if step.deal <= len(story.ends)
    )


def buys_although_able(story: Story) -> bool:
    return any(not step.before.bought and step.before.plays(int(step.actor)) for step in story.did("buy"))


def draw_set(tiles: int) -> Detector:
    return with_option(lambda story: story.over, set=tiles)


SHOWS: dict[str, Detector] = {
    "domino": lambda story: any(is_domino(end) and not end.locked() for end in story.ends),
    "domino whose last tile locks the line": lambda story: any(is_domino(end) and end.locked() for end in story.ends),
    "blocked by a locked line": lambda story: any(not is_domino(end) and end.locked() for end in story.ends),
    "blocked by quiet turns": lambda story: any(is_quiet(end) and not end.locked() for end in story.ends),
    "tie, remainder goes into the next round": pool_tied,
    "tie in the last round, remainder is void": lambda story: story.over and story.ends[-1].pot > 0,
    "auction sold": with_option(sold(for_a_check=False), last_two="auction"),
    "auction sold for a check": with_option(sold(for_a_check=True), last_two="auction"),
    "auction in which a bidder raises himself": raises_himself,
    "auction without a bid": lambda story: any(all(step.verb == "pass" for step in turns) for turns in auctions(story)),
    "two tiles left, but the round ends": with_option(no_auction_after_all, last_two="auction"),
    "last two left out": with_option(two_tiles_left, last_two="left"),
    "buys although able to play": with_option(buys_although_able, buy_when_able="yes"),
    "ends by deals": lambda story: ends_by_deals(story, "stake"),
    "ends because a stake cannot be paid": lambda story: cannot_pay(story, "stake"),
    "tied winners": has_tied_winners,
    "double-six": draw_set(6),
    "double-nine": draw_set(9),
    "double-twelve": draw_set(12),
    "two seats": lambda story: story.over and story.seats == 2,
    "eight seats": lambda story: story.over and story.seats == 8,
    "unfinished": is_unfinished,
    "unfinished, in the auction": lambda story: (
        story.twin.phase == "auction" and story.twin.auction_turns > story.seats
    ),
}


CASES = [
    Case("domino", deals(1)),
    Case("domino whose last tile locks the line", deals(1, hand=7), seats=3),
    Case("blocked by a locked line", deals(1), seats=3),
    Case("blocked by quiet turns", deals(1)),
    Case("tie, remainder goes into the next round", deals(2), seats=3),
    Case("tie in the last round, remainder is void", deals(1), seats=3),
    Case("auction sold", deals(1), seats=3, likes={"buy": 2, "bid": 1}),
    Case("auction sold for a check", deals(1), seats=3, likes={"buy": 2, "pass": 4, "bid": 1}),
    Case("auction in which a bidder raises himself", deals(1), seats=2, likes={"buy": 2, "bid": 2}),
    Case("auction without a bid", deals(1), seats=3, likes={"buy": 2, "bid": 0}),
    Case("two tiles left, but the round ends", deals(1), seats=3, likes={"buy": 2}),
    Case("last two left out", deals(1, last_two="left"), seats=3, likes={"buy": 2}),
    Case("buys although able to play", deals(1, buy_when_able="yes"), seats=3),
    Case("ends by deals", deals(3), seats=3),
    Case("ends because a stake cannot be paid", {"chips": 8}, seats=3),
    Case("tied winners", deals(2), seats=3),
    Case("double-six", deals(1), seats=2),
    Case("double-nine", deals(1), seats=5),
    Case("double-twelve", deals(1, set=12), seats=6),
    Case("two seats", {}, seats=2),
    Case("eight seats", deals(2), seats=8),
    Case("unfinished", deals(2), stop=True),
    Case("unfinished, in the auction", deals(2), seats=3, stop=True, likes={"buy": 2}),
]
