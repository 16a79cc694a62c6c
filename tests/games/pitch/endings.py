"""Detectors of each way to end a deal or a match of Auction Pitch, and specifications of matches to record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.recorded.cases import Case, deals
from tests.recorded.endings import Detector, is_unfinished, with_option
from tests.recorded.story import Story


def at_target(story: Story) -> list[int]:
    """Return the seats with the target score at the end of the match. Return no seats if the match is unfinished."""
    end = story.ends[-1] if story.over else None
    return [] if end is None else [seat for seat in range(story.seats) if end.standing[seat] >= story.options["target"]]


def pitcher_is_there(several: bool) -> Detector:
    return lambda story: (
        story.over and story.ends[-1].pitcher in at_target(story) and (len(at_target(story)) > 1) == several
    )


def wins_by(point: str, several: bool = True) -> Detector:
    """Return a detector of matches that a seat at the target score wins because it scored `point`.

    Neither the pitcher nor the scorer of a point with higher precedence has reached the target score. If `several`, at
    least two seats have reached it; otherwise exactly one.
    """

    def detector(story: Story) -> bool:
        there = at_target(story)
        if (len(there) > 1) != several or story.ends[-1].pitcher in there:
            return False
        for name, seat in story.ends[-1].points().items():
            if seat in there:
                return name == point and story.twin.winners == [seat]
        return False

    return detector


def set_back(story: Story) -> bool:
    """Return whether some pitcher did not make the bid and lost points, so that its score is below zero."""
    return any(end.standing[end.pitcher] == end.before[end.pitcher] - end.bid < 0 < end.bid for end in story.ends)


def best_for_cards(end: Any) -> list[int]:
    """Return the seats with the most card points in their tricks."""
    counts = [sum({"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}.get(card[0], 0) for card in won) for won in end.won]
    return [seat for seat, count in enumerate(counts) if count == max(counts)]


def cards_tied(size: int, with_pitcher: bool, scored: bool) -> Detector:
    """Return a detector of deals in which `size` seats tie for Cards. The other arguments say whether the pitcher is
    among them, and whether one of the other seats scores the point.
    """

    def detector(story: Story) -> bool:
        for end in story.ends:
            best = best_for_cards(end)
            if len(best) == size and (end.pitcher in best) == with_pitcher:
                winner = end.points()["cards"]
                return (winner in best and winner != end.pitcher) if scored else winner is None
        return False

    return detector


def low_taken(story: Story) -> bool:
    """Return whether the seat that scores Low took the lowest trump in a trick instead of being dealt this card."""
    for end in story.ends:
        seat = end.points()["low"]
        trumps = [card for card in end.hands_dealt[seat] if card[1] == end.trump]
        lowest = min((card for hand in end.hands_dealt for card in hand if card[1] == end.trump), key=end_rank)
        if lowest not in trumps:
            return True
    return False


def end_rank(card: str) -> int:
    return "23456789TJQKA".index(card[0])


def dealer_equals(standing: Callable[[int], bool]) -> Detector:
    """Return a detector of deals in which the dealer bids as much as the highest bid, and `standing` returns true for
    this bid.
    """
    return lambda story: any(
        step.actor == str(step.before.dealer) and int(step.words[1]) == step.before.bid and standing(step.before.bid)
        for step in story.did("bid")
    )


def pitch_cap(winners: range) -> Detector:
    """Return a detector of matches that end with no seat at the target score, and with a number of winners in
    `winners`.
    """
    return lambda story: story.over and not at_target(story) and len(story.twin.winners) in winners


def nobody_bids(story: Story) -> bool:
    """Return whether in some deal no seat bids, and the pitcher (eldest) neither scores nor loses points."""
    return any(
        end.bid == 0
        and end.pitcher not in end.points().values()
        and end.standing[end.pitcher] == end.before[end.pitcher]
        for end in story.ends
    )


def revokes(who: Callable[[Any], bool]) -> Detector:
    """Return a detector of deals with a revoke, a standing bid and a made point, and for which `who` returns true."""
    return lambda story: any(end.revokes and end.bid and any(end.points().values()) and who(end) for end in story.ends)


def spared(end: Any) -> bool:
    """Return whether the pitcher made less than the bid but does not fail, because another seat revoked."""
    made = list(end.points().values()).count(end.pitcher)
    return end.pitcher not in end.revokes and 0 < made < end.bid


SHOWS: dict[str, Detector] = {
    "target reached by the pitcher alone": pitcher_is_there(several=False),
    "several there, the pitcher wins": pitcher_is_there(several=True),
    "several there, high wins": wins_by("high"),
    "several there, low wins": wins_by("low"),
    "several there, jack wins": wins_by("jack"),
    "target reached by cards alone": wins_by("cards", several=False),
    "set back below zero": set_back,
    "nobody bids": nobody_bids,
    "cards tied with the pitcher, the other scores": with_option(
        cards_tied(2, with_pitcher=True, scored=True), cards_tie="non-pitcher"
    ),
    "cards tied with the pitcher, nobody scores": with_option(
        cards_tied(2, with_pitcher=True, scored=False), cards_tie="nobody"
    ),
    "cards tied between two others": with_option(
        cards_tied(2, with_pitcher=False, scored=False), cards_tie="non-pitcher"
    ),
    "cards tied between the pitcher and two others": with_option(
        cards_tied(3, with_pitcher=True, scored=False), cards_tie="non-pitcher"
    ),
    "low taken from the player dealt it": with_option(low_taken, low="taken"),
    "dealer equals four": with_option(dealer_equals(lambda bid: bid == 4), dealer_match="four"),
    "dealer equals less than four": with_option(dealer_equals(lambda bid: bid < 4), dealer_match="any"),
    "a revoke, the pitcher revoked": with_option(revokes(lambda end: end.pitcher in end.revokes), revoke="penalised"),
    "a revoke, the pitcher is spared": with_option(revokes(spared), revoke="penalised"),
    "no revoke, all cards allowed": with_option(
        lambda story: story.over and not any(end.revokes for end in story.ends), revoke="penalised"
    ),
    "cap reached, one winner": pitch_cap(range(1, 2)),
    "cap reached, tied winners": pitch_cap(range(2, 8)),
    "four seats": lambda story: story.over and story.seats == 4,
    "five seats": lambda story: story.over and story.seats == 5,
    "six seats": lambda story: story.over and story.seats == 6,
    "seven seats": lambda story: story.over and story.seats == 7,
    "unfinished": is_unfinished,
    "a fair deal": lambda story: story.over and "fair" in story.record,
}


CASES = [
    Case("target reached by the pitcher alone", deals(9, target=2)),
    Case("several there, the pitcher wins", deals(9, target=2)),
    Case("several there, high wins", deals(3, target=1)),
    Case("several there, low wins", deals(3, target=1)),
    Case("several there, jack wins", deals(3, target=1)),
    Case("target reached by cards alone", deals(3, target=1)),
    Case("set back below zero", deals(1), likes={"bid": 3, "pass": 1}),
    Case("nobody bids", deals(1), likes={"bid": 0}),
    Case("cards tied with the pitcher, the other scores", deals(1)),
    Case("cards tied with the pitcher, nobody scores", deals(1, cards_tie="nobody")),
    Case("cards tied between two others", deals(1)),
    Case("cards tied between the pitcher and two others", deals(1), seats=5),
    Case("low taken from the player dealt it", deals(1, low="taken")),
    Case("dealer equals four", deals(1)),
    Case("dealer equals less than four", deals(1, dealer_match="any")),
    Case("a revoke, the pitcher revoked", deals(1, revoke="penalised")),
    Case("a revoke, the pitcher is spared", deals(1, revoke="penalised")),
    Case("no revoke, all cards allowed", deals(1, revoke="penalised")),
    Case("cap reached, one winner", deals(2)),
    Case("cap reached, tied winners", deals(1)),
    Case("four seats", deals(9, target=3)),
    Case("five seats", deals(9, target=3), seats=5),
    Case("six seats", deals(9, target=3), seats=6),
    Case("seven seats", deals(9, target=3), seats=7),
    Case("unfinished", deals(3), stop=True),
    Case("a fair deal", deals(2), fair=True),
]
