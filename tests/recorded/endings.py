"""Every way in which a deal or a match can end, and how to tell that a record shows it.

`SHOWS` has, for each game, short plain names; a record bears one of them under ``shows``. The function beside the name
says whether a story really is one of that kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.flop.twin import poker_rank
from tests.recorded.story import Step, Story

Detector = Callable[[Story], bool]


def is_unfinished(story: Story) -> bool:
    """A deal is settled, somebody has acted in the next, and the match goes on."""
    return (
        not story.over
        and story.ends != []
        and any(step.actor != "table" for step in story.of_deal(len(story.ends) + 1))
    )


def has_tied_winners(story: Story) -> bool:
    return len(story.twin.winners) > 1


def with_option(detector: Detector, **options: Any) -> Detector:
    """The same, under options that matter for it."""
    return lambda story: options.items() <= story.options.items() and detector(story)


# Auction House


def is_tied(end: Any) -> bool:
    """Two or more took the most tricks of a round."""
    return end.tricks.count(max(end.tricks)) > 1


def kitty_won(story: Story) -> bool:
    return story.over and not is_tied(story.ends[0])


def kitty_carried(story: Story) -> bool:
    return any(is_tied(end) and after is not None and not is_tied(after) for end, after, _ in story.pairs())


def kitty_carried_twice(story: Story) -> bool:
    tied = [is_tied(end) for end in story.ends]
    return any(tied[at : at + 3] == [True, True, False] for at in range(len(tied)))


def kitty_lost(story: Story) -> bool:
    return story.over and is_tied(story.ends[-1]) and story.record["deals"][-1]["carry"] == 0


def trump_before_the_auction(story: Story) -> bool:
    return any(
        step.verb == "trump" and after.verb in ("pass", "offer")
        for step, after in zip(story.steps, story.steps[1:], strict=False)
    )


def traded(partners: range) -> Detector:
    """A trade in which the starter could choose among so many."""
    return lambda story: any(len(step.before.partners()) in partners for step in story.did("trade"))


def sealed_phase_open(verb: str, least: int, most: int) -> Detector:
    """It ends inside a sealed phase, in which some have chosen and others have not."""
    return lambda story: story.twin.phase == verb and least <= len(story.twin.sealed_waiting()) <= most


HOUSE: dict[str, Detector] = {
    "kitty won": kitty_won,
    "kitty carried, then won": kitty_carried,
    "kitty carried twice, then won": kitty_carried_twice,
    "last round tied, kitty lost": kitty_lost,
    "tied winners": has_tied_winners,
    "no auction in the whole match": lambda story: story.over and not story.did("offer"),
    "trump turned before the auction": with_option(trump_before_the_auction, reveal="before-auction"),
    "forced trade": traded(range(1, 2)),
    "free trade": traded(range(3, 4)),
    "all twelve trump cards turned": lambda story: story.over and len(story.did("trump")) == 12,
    "unfinished": is_unfinished,
    "unfinished, some cards laid": sealed_phase_open("lay", 1, 2),
    "unfinished, some cards in the kitty": sealed_phase_open("kitty", 1, 3),
}


# Auction Hearts


def clear_seats(end: Any) -> int:
    """How many took no pain; -1 where no card was played."""
    return end.pain_taken.count(0) if end.phase == "play" else -1


def names_again(end: Any, following: list[Step]) -> bool:
    return following != [] and following[0].verb == "name" and following[0].actor == str(end.bidder)


def auction_follows(following: list[Step]) -> bool:
    return following != [] and following[0].verb in ("pass", "bid")


def is_moon(end: Any) -> bool:
    return 13 in end.tricks


def all_the_pain(story: Story) -> bool:
    """Not a moon: a trick without pain went to another."""
    return any(
        13 in end.pain_taken and not is_moon(end) and end.pot > 0 and names_again(end, following)
        for end, _, following in story.pairs()
    )


def moon_wins(story: Story) -> bool:
    """Alone, although another has more chips."""
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
    """Somebody without chips ends it early; it was no moon."""
    end = story.ends[-1] if story.over else None
    return end is not None and 0 in end.standing and not is_moon(end) and end.deal_number < story.options["deals"]


def ends_at_the_cap(story: Story) -> bool:
    """Nothing but the number of deals ends it."""
    end = story.ends[-1] if story.over else None
    return end is not None and 0 not in end.standing and not is_moon(end) and end.deal_number == story.options["deals"]


HEARTS: dict[str, Detector] = {
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


# Auction Pitch


def at_target(story: Story) -> list[int]:
    """Who is at the target after the last deal of a finished match."""
    end = story.ends[-1] if story.over else None
    return [] if end is None else [seat for seat in range(story.seats) if end.standing[seat] >= story.options["target"]]


def pitcher_is_there(several: bool) -> Detector:
    return lambda story: (
        story.over and story.ends[-1].pitcher in at_target(story) and (len(at_target(story)) > 1) == several
    )


def wins_by(point: str, several: bool = True) -> Detector:
    """The pitcher is not there, nor is anybody who scored an earlier point; who scored this one is, and wins."""

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
    """A pitcher who did not make the bid is below zero after it."""
    return any(end.standing[end.pitcher] == end.before[end.pitcher] - end.bid < 0 < end.bid for end in story.ends)


def best_for_cards(end: Any) -> list[int]:
    """Who has the most in the cards of their tricks."""
    counts = [sum({"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}.get(card[0], 0) for card in won) for won in end.won]
    return [seat for seat, count in enumerate(counts) if count == max(counts)]


def cards_tied(size: int, with_pitcher: bool, scored: bool) -> Detector:
    """So many tie for cards, the pitcher among them or not, and the point is scored or not."""

    def detector(story: Story) -> bool:
        for end in story.ends:
            best = best_for_cards(end)
            if len(best) == size and (end.pitcher in best) == with_pitcher:
                winner = end.points()["cards"]
                return (winner in best and winner != end.pitcher) if scored else winner is None
        return False

    return detector


def low_taken(story: Story) -> bool:
    """Low goes to the winner of its trick, who was not dealt it."""
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
    """The dealer takes the bid by equalling one for which `standing` holds."""
    return lambda story: any(
        step.actor == str(step.before.dealer) and int(step.words[1]) == step.before.bid and standing(step.before.bid)
        for step in story.did("bid")
    )


def pitch_cap(winners: range) -> Detector:
    """Nobody reaches the target in the agreed deals; so many win."""
    return lambda story: story.over and not at_target(story) and len(story.twin.winners) in winners


def nobody_bids(story: Story) -> bool:
    """Eldest pitches without a contract, and is not set back for making nothing."""
    return any(
        end.bid == 0
        and end.pitcher not in end.points().values()
        and end.standing[end.pitcher] == end.before[end.pitcher]
        for end in story.ends
    )


PITCH: dict[str, Detector] = {
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
    "cap reached, one winner": pitch_cap(range(1, 2)),
    "cap reached, tied winners": pitch_cap(range(2, 8)),
    "four seats": lambda story: story.over and story.seats == 4,
    "five seats": lambda story: story.over and story.seats == 5,
    "six seats": lambda story: story.over and story.seats == 6,
    "seven seats": lambda story: story.over and story.seats == 7,
    "unfinished": is_unfinished,
    "a fair deal": lambda story: story.over and "fair" in story.record,
}


# Auction Draw


def is_domino(end: Any) -> bool:
    return [] in end.held


def is_quiet(end: Any) -> bool:
    """Blocked by turns in a row without a play or a purchase."""
    return not is_domino(end) and end.idle == end.seats


def pool_tied(story: Story) -> bool:
    """A tie splits the pool, what does not divide stays, and another round is played out."""
    return any(end.pot > 0 and after is not None for end, after, _ in story.pairs())


def auctions(story: Story) -> list[list[Step]]:
    """The turns of each auction that came to its end."""
    found = []
    for number in range(1, story.twin.deal_number + 1):
        turns = [step for step in story.of_deal(number) if step.before.phase == "auction"]
        found += [turns] if len(turns) == 2 * story.seats else []
    return found


def sold(for_a_check: bool) -> Detector:
    """The last two tiles go to a bidder."""
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
    """A purchase leaves two tiles, and the game goes on without an auction."""
    return any(
        len(step.before.stock) == 3 and step.before.awaited == 1 and step.deal <= len(story.ends)
        for step in story.did("draw")
    )


def no_auction_after_all(story: Story) -> bool:
    """A purchase leaves two tiles, but that turn ends the round."""
    return any(
        len(step.before.stock) == 3 and all(later.before.phase != "auction" for later in story.of_deal(step.deal))
        for step in story.did("draw")
        if step.deal <= len(story.ends)
    )


def buys_although_able(story: Story) -> bool:
    return any(not step.before.bought and step.before.plays(int(step.actor)) for step in story.did("buy"))


def cannot_pay(story: Story, stake: str) -> bool:
    """The match ends early because of a stake or an ante."""
    end = story.ends[-1] if story.over else None
    return end is not None and end.deal_number < story.options["deals"] and min(end.standing) < story.options[stake]


def ends_by_deals(story: Story, stake: str) -> bool:
    """The match ends although all could go on."""
    end = story.ends[-1] if story.over else None
    return end is not None and end.deal_number == story.options["deals"] and min(end.standing) >= story.options[stake]


def draw_set(tiles: int) -> Detector:
    return with_option(lambda story: story.over, set=tiles)


DRAW: dict[str, Detector] = {
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


# Auction Flop Poker


def flops_taken(story: Story) -> list[Step]:
    return story.did("keep")


def no_flop(story: Story) -> bool:
    return any(all(step.verb != "flop" for step in story.of_deal(end.deal_number)) for end in story.ends)


def refused_round_and_round(story: Story) -> bool:
    """More refusals of one flop than there are players who could refuse it, and so some refuse twice."""
    return any(step.before.fee - 1 > len(step.before.short_from(0)) for step in flops_taken(story))


def must_take(story: Story) -> bool:
    """Who cannot pay the fee takes the flop."""
    return any(step.before.legal(int(step.actor)) == ["take"] for step in story.did("take"))


def reshuffled(old_stock: bool) -> Detector:
    """The stock runs short, with one or two cards left or with none."""
    return lambda story: any((step.before.stock != []) == old_stock for step in story.did("reshuffle"))


def keeps(count: int) -> Detector:
    return lambda story: any(len(step.words) - 1 == count for step in flops_taken(story))


def tied_for(place: int) -> Detector:
    """Seats tie for a place (0 is the best hand), and the prizes do not divide."""

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
    """Somebody speaks first who would not, had First Voice stayed where it was."""
    found = False
    for flop, after in zip(story.steps, story.steps[1:], strict=False):
        if flop.verb == "flop" and after.verb in ("bid", "pass"):
            fixed = after.before.left_of(after.before.dealer)
            found = found or after.actor != str(after.before.short_from(fixed)[0])
    return found


def broke_wins_a_prize(story: Story) -> bool:
    """A player without a chip left takes a flop and gets chips at the showdown."""
    takers = [(int(step.actor), step) for step in flops_taken(story) if step.deal <= len(story.ends)]
    return any(step.before.standing[seat] == 0 < story.ends[step.deal - 1].standing[seat] for seat, step in takers)


def ranks_at_showdown(story: Story) -> list[int]:
    """The kinds of hand that were shown, as the twin numbers them."""
    return [poker_rank(hand)[0] for end in story.ends for hand in end.held]


FLOP: dict[str, Detector] = {
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


SHOWS: dict[str, dict[str, Detector]] = {
    "auction-house": HOUSE,
    "auction-hearts": HEARTS,
    "auction-pitch": PITCH,
    "auction-draw": DRAW,
    "auction-flop-poker": FLOP,
}
