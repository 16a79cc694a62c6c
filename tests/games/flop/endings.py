"""Detectors of each way to end a deal or a match of Auction Flop Poker, and specifications of matches to record."""

from __future__ import annotations

from tests.games.flop.twin import poker_rank
from tests.recorded.cases import Case, deals
from tests.recorded.endings import Detector, cannot_pay, ends_by_deals, has_tied_winners, is_unfinished, with_option
from tests.recorded.story import Step, Story


def flops_taken(story: Story) -> list[Step]:
    return story.did("keep")


def no_flop(story: Story) -> bool:
    return any(all(step.verb != "flop" for step in story.of_deal(end.deal_number)) for end in story.ends)


def refused_round_and_round(story: Story) -> bool:
    """Return whether some player refuses the same flop twice."""
    return any(step.before.fee - 1 > len(step.before.short_from(0)) for step in flops_taken(story))


def must_take(story: Story) -> bool:
    """Return whether a player takes the flop because they cannot pay the fee for refusing it."""
    return any(step.before.legal(int(step.actor)) == ["take"] for step in story.did("take"))


def reshuffled(old_stock: bool) -> Detector:
    """Return a detector of a reshuffle when the stock has one or two cards or, if `old_stock` is false, no card."""
    return lambda story: any((step.before.stock != []) == old_stock for step in story.did("reshuffle"))


def keeps(count: int) -> Detector:
    return lambda story: any(len(step.words) - 1 == count for step in flops_taken(story))


def tied_for(place: int) -> Detector:
    """Return a detector of a tie for `place` in which the tied hands cannot share their prizes evenly. The best hand
    has place 0.
    """

    def detector(story: Story) -> bool:
        at = deal = 0
        for number, tied, chips in story.awards:
            at, deal = (0, number) if number != deal else (at, deal)
            if at == place and len(tied) > 1 and chips % len(tied):
                return True
            at += len(tied)
        return False

    return detector


def voice_moved(story: Story) -> bool:
    """Return whether First Voice has moved, so that another seat speaks first on some flop."""
    found = False
    for flop, after in zip(story.steps, story.steps[1:], strict=False):
        if flop.verb == "flop" and after.verb in ("bid", "pass"):
            fixed = after.before.left_of(after.before.dealer)
            found = found or after.actor != str(after.before.short_from(fixed)[0])
    return found


def broke_wins_a_prize(story: Story) -> bool:
    """Return whether a player takes a flop when they have no chips, and has chips after the showdown."""
    takers = [(int(step.actor), step) for step in flops_taken(story) if step.deal <= len(story.ends)]
    return any(step.before.standing[seat] == 0 < story.ends[step.deal - 1].standing[seat] for seat, step in takers)


def ranks_at_showdown(story: Story) -> list[int]:
    """Return the number of the poker class for every hand of every showdown."""
    return [poker_rank(hand)[0] for end in story.ends for hand in end.held]


SHOWS: dict[str, Detector] = {
    "nobody short": no_flop,
    "flop bought": lambda story: any(step.before.bid > 0 for step in flops_taken(story)),
    "flop bought after a second bid by the same player": lambda story: any(
        step.before.bid > len(step.before.short_from(0)) for step in flops_taken(story)
    ),
    "flop taken free": lambda story: any(step.before.fee == 1 for step in flops_taken(story)),
    "flop taken after refusals": lambda story: any(step.before.fee > 1 for step in flops_taken(story)),
    "refused round and round": refused_round_and_round,
    "who cannot pay must take": must_take,
    "only one is short": lambda story: any(step.before.bid == 0 == step.before.fee for step in flops_taken(story)),
    "reshuffle with an old stock": reshuffled(old_stock=True),
    "reshuffle without an old stock": reshuffled(old_stock=False),
    "keeps one": keeps(1),
    "keeps two": keeps(2),
    "keeps three": keeps(3),
    "tie for first, odd chips": tied_for(0),
    "tie for second, odd chips": tied_for(1),
    "tie for third, odd chips": tied_for(2),
    "first voice moves": with_option(voice_moved, first_voice="rotates"),
    "a player without chips wins a prize": broke_wins_a_prize,
    "a straight or better": lambda story: max(ranks_at_showdown(story), default=0) >= 4,
    "ends by deals": lambda story: ends_by_deals(story, "ante"),
    "ends because an ante cannot be paid": lambda story: cannot_pay(story, "ante"),
    "tied winners": has_tied_winners,
    "two seats": lambda story: story.over and story.seats == 2,
    "eight seats": lambda story: story.over and story.seats == 8,
    "unfinished": is_unfinished,
    "unfinished, a flop is refused": lambda story: story.twin.phase == "refuse" and story.twin.fee > 1,
}


STAND_PAT = ("1 discard", "2 discard", "3 discard", "0 discard")

CASES = [
    Case("nobody short", deals(1), likes={"discard": 1}, seats=2),
    Case("flop bought", deals(1), seats=3),
    Case("flop bought after a second bid by the same player", deals(1), seats=3),
    Case("flop taken free", deals(1), seats=3, likes={"bid": 0}),
    Case("flop taken after refusals", deals(1), seats=3, likes={"bid": 0}),
    Case("refused round and round", deals(1), seats=3, likes={"bid": 0, "refuse": 3}),
    Case("who cannot pay must take", deals(2, chips=10), seats=3, likes={"bid": 0, "refuse": 5}),
    Case("only one is short", deals(1), seats=3),
    Case("reshuffle with an old stock", deals(1), seats=7),
    Case("reshuffle without an old stock", deals(1), seats=8),
    Case("keeps one", deals(1), seats=3),
    Case("keeps two", deals(1), seats=3),
    Case("keeps three", deals(1), seats=3),
    Case(
        "tie for first, odd chips",
        deals(1, ante=4),
        hands=("AC KC QC JC 9D", "AD KD QD JD 9C", "2C 3C 4C 5D 7D", "2D 3H 4H 6H 8H"),
        opening=STAND_PAT,
    ),
    Case(
        "tie for second, odd chips",
        deals(1, ante=4),
        hands=("AC AH QC JC 9D", "KD QD JD 9C 4D", "KC QS JS 9S 4C", "2D 3H 4H 6H 8H"),
        opening=STAND_PAT,
    ),
    Case(
        "tie for third, odd chips",
        deals(1, ante=4),
        hands=("AC AH QC JC 9D", "KD KH JD 9C 4D", "QS TC 8S 6S 4C", "QH TD 8H 6H 4H"),
        opening=STAND_PAT,
    ),
    Case("first voice moves", deals(1, first_voice="rotates"), seats=3),
    Case("a player without chips wins a prize", deals(2, chips=10), seats=3),
    Case("a straight or better", deals(1), seats=3),
    Case("ends by deals", deals(3), seats=3),
    Case("ends because an ante cannot be paid", {"chips": 20, "ante": 5}, seats=3),
    Case("tied winners", deals(1), seats=3),
    Case("two seats", {}, seats=2),
    Case("eight seats", deals(1), seats=8),
    Case("unfinished", deals(2), stop=True),
    Case("unfinished, a flop is refused", deals(2), seats=3, stop=True, likes={"bid": 0}),
]
