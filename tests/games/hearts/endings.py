"""Detectors of each way to end a deal or a match of Auction Hearts, and specifications of matches to record."""

from __future__ import annotations

from typing import Any

from tests.recorded.cases import Case, deals
from tests.recorded.endings import Detector, has_tied_winners, is_unfinished, with_option
from tests.recorded.story import Step, Story


def clear_seats(end: Any) -> int:
    """Return the number of seats that took no pain cards, or -1 if trick play never began."""
    return end.pain_taken.count(0) if end.phase == "play" else -1


def names_again(end: Any, following: list[Step]) -> bool:
    return following != [] and following[0].verb == "name" and following[0].actor == str(end.bidder)


def auction_follows(following: list[Step]) -> bool:
    return following != [] and following[0].verb in ("pass", "bid")


def is_moon(end: Any) -> bool:
    return 13 in end.tricks


def all_the_pain(story: Story) -> bool:
    """Return whether a seat takes all the pain cards but does not shoot the moon, because it misses some tricks."""
    return any(
        13 in end.pain_taken and not is_moon(end) and end.pot > 0 and names_again(end, following)
        for end, _, following in story.pairs()
    )


def moon_wins(story: Story) -> bool:
    """Return whether the moon shooter is the only winner although another player has more chips."""
    if not story.over or not is_moon(story.ends[-1]):
        return False
    shooter = story.ends[-1].tricks.index(13)
    return story.twin.winners == [shooter] and story.twin.scores[shooter] < max(story.twin.scores)


def moon_takes_pot(story: Story) -> bool:
    return any(is_moon(end) and end.pot == 0 and auction_follows(following) for end, _, following in story.pairs())


def moon_earns_nothing(story: Story) -> bool:
    return any(is_moon(end) and end.pot >= 13 and names_again(end, following) for end, _, following in story.pairs())


def pot_of_an_all_pass_deal_stays(story: Story) -> bool:
    return any(
        end.all_passed and clear_seats(end) in (0, 3) and auction_follows(following)
        for end, _, following in story.pairs()
    )


def is_redeal(end: Any) -> bool:
    return end.phase == "bid"


def redeal_over_an_odd_chip(story: Story) -> bool:
    return any(after is not None and end.pot == 1 and is_redeal(after) for end, after, _ in story.pairs())


def goes_broke(story: Story) -> bool:
    """Return whether the match ends early because a player has no chips, and not because a seat shoots the moon."""
    end = story.ends[-1] if story.over else None
    return end is not None and 0 in end.standing and not is_moon(end) and end.deal_number < story.options["deals"]


def ends_at_the_cap(story: Story) -> bool:
    """Return whether the match ends only because the agreed number of deals has been played."""
    end = story.ends[-1] if story.over else None
    return end is not None and 0 not in end.standing and not is_moon(end) and end.deal_number == story.options["deals"]


SHOWS: dict[str, Detector] = {
    "one clear": lambda story: any(clear_seats(end) == 1 for end in story.ends),
    "two clear, pot halved": lambda story: any(clear_seats(end) == 2 and end.pot == 0 for end in story.ends),
    "two clear, odd chip stays": lambda story: any(clear_seats(end) == 2 and end.pot == 1 for end in story.ends),
    "none clear, same player names again": lambda story: any(
        clear_seats(end) == 0 and not end.all_passed and names_again(end, following)
        for end, _, following in story.pairs()
    ),
    "all thirteen pain cards to one player": all_the_pain,
    "four passes, hearts is pain": lambda story: any(
        end.all_passed and end.pain == "H" and clear_seats(end) in (1, 2) for end in story.ends
    ),
    "four passes, pot stays, auction follows": pot_of_an_all_pass_deal_stays,
    "four passes, redeal": with_option(
        lambda story: any(is_redeal(end) and auction_follows(following) for end, _, following in story.pairs()),
        all_pass="redeal",
    ),
    "redeal over an odd chip": with_option(redeal_over_an_odd_chip, all_pass="redeal"),
    "ends with a redeal": with_option(lambda story: story.over and is_redeal(story.ends[-1]), all_pass="redeal"),
    "moon wins the match": with_option(moon_wins, moon="match"),
    "moon takes the pot": with_option(moon_takes_pot, moon="pot"),
    "moon earns nothing": with_option(moon_earns_nothing, moon="off"),
    "broke player ends it": goes_broke,
    "ends at the cap of deals": ends_at_the_cap,
    "tied winners": has_tied_winners,
    "leftover pot shared, odd chips void": lambda story: (
        story.over and story.ends[-1].pot > 4 and story.ends[-1].pot % 4 > 0
    ),
    "unfinished": is_unfinished,
    "unfinished, pain to be named again": lambda story: (
        story.twin.phase == "name" and story.twin.pot_stayed and story.twin.deal_number > 1
    ),
}


SPADES = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
)
NEARLY_SPADES = (
    "2S 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2C 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
    *SPADES[2:],
)
NAMES_SPADES = ("1 bid 2", "2 pass", "3 pass", "0 pass", "1 name S")
LEADS_SPADES = (
    *NAMES_SPADES, "1 play AS", "2 play 2D", "3 play 2H", "0 play 2S",
    *(
        f"{seat} play {rank}{suit}"
        for low, high in zip("3456789TJQK", "KQJT9876543", strict=True)
        for seat, rank, suit in ((1, high, "S"), (2, low, "D"), (3, low, "H"), (0, low, "C"))
    ),
)  # fmt: skip

CASES = [
    Case("one clear", deals(1)),
    Case("two clear, pot halved", deals(1)),
    Case("two clear, odd chip stays", deals(2)),
    Case("none clear, same player names again", deals(2)),
    Case(
        "all thirteen pain cards to one player", deals(2, pain_limits="off"), hands=NEARLY_SPADES, opening=LEADS_SPADES
    ),
    Case("four passes, hearts is pain", deals(1), likes={"bid": 0}),
    Case("four passes, pot stays, auction follows", deals(2), likes={"pass": 9, "bid": 1}),
    Case("four passes, redeal", deals(2, all_pass="redeal"), likes={"pass": 9, "bid": 1}),
    Case("redeal over an odd chip", deals(3, all_pass="redeal"), likes={"pass": 4, "bid": 1}),
    Case("ends with a redeal", deals(2, all_pass="redeal"), likes={"pass": 3, "bid": 1}),
    Case("moon wins the match", deals(3), hands=SPADES, opening=NAMES_SPADES),
    Case("moon takes the pot", deals(2, moon="pot"), hands=SPADES, opening=NAMES_SPADES),
    Case("moon earns nothing", deals(2, moon="off"), hands=SPADES, opening=NAMES_SPADES),
    Case("broke player ends it", deals(9, chips=12)),
    Case("ends at the cap of deals", deals(2, chips=200)),
    Case("tied winners", deals(1)),
    Case("leftover pot shared, odd chips void", deals(1)),
    Case("unfinished", deals(2), stop=True),
    Case("unfinished, pain to be named again", deals(3), stop=True),
]
