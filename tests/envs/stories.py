"""When the fields of each game have a value, told from the events of a deal alone: a slow twin of the declarations.

For each game there is what a story so far says: by field, whether it has a value, or for a list one flag for each
element. Fields that are not named have a value throughout a deal. Nothing here looks at a record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from saleroom.envs.terms import Terms
from saleroom.kernel.tiles import tiles_in

Set = bool | list["Set"]
ALWAYS = {"seats", "deal", "acting", "winners", "scores", "carry", "dealer", "stayed"}
PAST = {"last_score", "last_carry", "shown", "won", "strength", "place", "prize"}
"""Of the deal before, beside all that begin with ``last_``; but a card shown in Auction House is of this one."""


@dataclass
class Story:
    """The deal under way: who said what, first of all."""

    terms: Terms
    settled: int = 0
    opens_with: str = ""
    """The phase in which the first action of this deal is."""
    mixed: bool = False
    """Whether this deal had a flop of cards of the old stock and of a new one: no action tells."""
    events: list[tuple[int, str]] = field(default_factory=list)

    @property
    def seats(self) -> int:
        return self.terms.seats

    def said(self, *verbs: str) -> list[tuple[int, str]]:
        """The events of these verbs, in order."""
        return [event for event in self.events if event[1].split(" ")[0] in verbs]

    def by_seat(self, events: Sequence[tuple[int, str]]) -> list[Set]:
        """For each seat, whether it is among those of these events."""
        return [seat in {who for who, _ in events} for seat in range(self.seats)]


def tricks(story: Story) -> dict[str, Set]:
    """A trick lies on the table from its first card to its last but one."""
    plays = story.said("play")
    lying = plays[len(plays) - len(plays) % story.seats :]
    one = bool(lying)
    return {"led": one, "winning": one, "winning_seat": one, "on_table": story.by_seat(lying)}


def pitch(story: Story, seat: int) -> dict[str, Set]:
    bids, turns = story.said("bid"), story.said("bid", "pass")
    auction: dict[str, Set] = {"bid": bool(bids), "said": story.by_seat(turns)}
    bidder = bool(bids) or len(turns) == story.seats
    return {**auction, "bidder": bidder, "trump": bool(story.said("play")), **tricks(story)}


def hearts(story: Story, seat: int) -> dict[str, Set]:
    bids, turns = story.said("bid"), story.said("bid", "pass")
    named = bool(story.said("name"))
    carried = not turns and (named or story.opens_with == "name")
    all_passed = len(turns) == story.seats and not bids
    held = not carried
    return {
        "bid": carried or bool(bids),
        "bidder": carried or bool(bids) or all_passed,
        "said": story.by_seat(turns) if held else False,
        "spoken": held,
        "silent": held,
        "pain": named or all_passed,
        **tricks(story),
    }


def house(story: Story, seat: int) -> dict[str, Set]:
    options, offers, laid, kitty = story.terms.options, story.said("offer"), story.said("lay"), story.said("kitty")
    opened = len(laid) == story.seats - 1
    last = story.settled + 1 == options["rounds"]
    turned = not last and (options["reveal"] == "before-auction" or len(kitty) == story.seats)
    return {
        "starter": bool(offers),
        "called": bool(offers),
        "partner": bool(story.said("trade")),
        "shown": story.by_seat(offers + (laid if opened else [])),
        "laid": not opened and story.by_seat(laid)[seat],
        "kitty": story.by_seat(kitty)[seat],
        "trump_card": turned,
        "trump": turned or last,
        **tricks(story),
    }


def draw(story: Story, seat: int) -> dict[str, Set]:
    options = story.terms.options
    left = tiles_in(int(options["set"])) - int(options["hand"]) * story.seats
    bought, auction, over = False, None, False
    for who, words in story.events:
        verb = words.split(" ")[0]
        if auction is not None:
            auction.append((who, words))
            over = len(auction) == 2 * story.seats
        elif verb == "buy":
            left, bought = left - 1, True
        if verb != "buy":
            ends = auction is None
            if over:
                left, auction, over = -1, None, False  # sold or not, there is no second one
            elif ends and bought and left == 2 and options["last_two"] == "auction":
                auction = []
            bought = False
    line, bids = bool(story.said("play")), [words for _, words in auction or [] if words != "pass"]
    return {
        "line_at": line,
        "left": line,
        "right": line,
        "bid": bool(bids),
        "bidder": bool(bids),
        "said": story.by_seat(auction) if auction is not None else False,
        "spoken": auction is not None,
        "silent": auction is not None,
    }


def flop(story: Story, seat: int) -> dict[str, Set]:
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
        "mixed_old": story.mixed,
    }


def has_value(story: Story, name: str, seat: int, dealt: bool, won: bool) -> Set:
    """Whether a field that `seat` sees has a value, or which of its elements have."""
    game = story.terms.game.name
    if name == "phase":
        return not won
    if name in ALWAYS or name in story.terms.options or (game, name) == ("auction-house", "turned"):
        return True
    if name.startswith("last_") or (name in PAST and (game, name) != ("auction-house", "shown")):
        return story.settled > 0
    return dealt and OF_GAME[game](story, seat).get(name, True)


OF_GAME: Mapping[str, Callable[[Story, int], dict[str, Set]]] = {
    "auction-pitch": pitch,
    "auction-hearts": hearts,
    "auction-house": house,
    "auction-draw": draw,
    "auction-flop-poker": flop,
}
