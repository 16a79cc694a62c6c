"""Function that says, from the events of a deal, when the fields of Auction Flop Poker have a value."""

from __future__ import annotations

from tests.envs.stories import Set, Story

PAST = {"shown", "strength", "place", "prize"}
"""Fields that describe the previous deal, in addition to those that begin with ``last_``."""
GIVEN = {"mixed"}
"""Field that says whether a flop of this deal had cards of both the old and a new stock. No action shows this."""


def values(story: Story, seat: int) -> dict[str, Set]:
    cards, keeps = [5] * story.seats, [0] * story.seats
    turns: list[tuple[int, str]] = []
    for who, words in story.events:
        verb, *pieces = words.split(" ")
        if verb == "discard":
            cards[who] -= len(pieces)
        elif verb == "keep":
            cards[who] += len(pieces)
            keeps[who] += 1
            turns = []
        else:
            turns.append((who, words))
    begun = len(story.said("discard")) == story.seats
    bids = [words for _, words in turns if words.startswith("bid")]
    passed = not bids and len([words for _, words in turns if words == "pass"]) == sum(held < 5 for held in cards)
    kept: list[Set] = [[at < count for at in range(5)] for count in keeps]
    return {
        "short": begun,
        "spoken": begun,
        "silent": begun,
        "said": story.by_seat([turn for turn in turns if turn[1] not in ("take", "refuse")]) if begun else False,
        "bid": bool(bids),
        "bidder": bool(bids),
        "fee": begun and bool(turns) and passed and turns[-1][1] != "take",
        "keep_size": kept,
        "keep_may": kept,
        "mixed_old": story.given["mixed"],
    }
