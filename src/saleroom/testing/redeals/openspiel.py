"""Hidden information in OpenSpiel's card games, derived from the rules and not from what OpenSpiel shows.

Each function returns the indexes in a state's history at which a seat cannot know the outcome or action. Cards that
were played openly need no special treatment. A history in which a seat plays a card that it was not dealt is illegal
and never used.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

from saleroom.testing.chance import Alike, Hidden, Past, another_deal, chance_places, past_of
from saleroom.testing.tables import Seat, World

NOBODY = -1


def exchanging(hidden: Hidden, alike: Alike | None = None) -> Callable[[World, Seat, Random], World | None]:
    """Return a function that redeals a game.

    `hidden` returns the hidden indexes; `alike`, if given, can reject the result.
    """
    return lambda world, seat, rng: another_deal(world, seat, rng, hidden, alike)


def _in_turn(world: World, seat: Seat, first: int = 0, count: int | None = None) -> list[int]:
    """Return the indexes of the other seats' cards if cards are dealt one by one from seat 0, after `first` chance
    nodes.
    """
    seats = world.num_players()
    dealt = chance_places(world, seat)[first:][:count]
    return [place for number, place in enumerate(dealt) if number % seats != seat]


def _in_blocks(world: World, seat: Seat, each: int, first: int = 0) -> list[int]:
    """Return the indexes of the other seats' cards if each seat gets `each` cards at a time.

    Every seat sees the later chance outcomes.
    """
    dealt = chance_places(world, seat)[first:][: each * world.num_players()]
    return [place for number, place in enumerate(dealt) if number // each != seat]


def one_card_each(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other seats' cards or values, in a game in which each seat gets one.

    This is so in Kuhn and Leduc poker, Tiny Bridge, Tiny Hanabi and sealed auctions.
    """
    return _in_blocks(world, seat, 1)


def whole_pack(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other seats' cards in Spades, where all 52 cards are dealt one by one."""
    return _in_turn(world, seat)


def first_sealed_auction(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other seats' values and of their bids, which are sealed until the last bid."""
    return one_card_each(world, seat) + [i for i, (player, _) in enumerate(past_of(world)) if player not in (seat, -1)]


def liars_dice(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other seats' dice. Each seat rolls all its dice before the next seat rolls any."""
    dice = len(chance_places(world, seat)) // world.num_players()
    return _in_blocks(world, seat, dice)


def universal_poker(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other seats' hole cards.

    Each seat gets all its cards before the next seat; the board is dealt last.
    """
    return _in_blocks(world, seat, int(world.get_game().get_parameters()["numHoleCards"]))


def oh_hell(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other seats' cards.

    The number of tricks and the dealer are drawn before the cards, and the trump card after them.
    """
    tricks = past_of(world)[0][1]
    return _in_turn(world, seat, 2, tricks * world.num_players())


def hearts(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other hands, except cards passed to the seat, and of all passes between other seats.

    Passed cards are received when all seats have passed. If chance picks the passing direction, this is the first
    chance node.
    """
    past = past_of(world)
    fallen = chance_places(world, seat)
    deals, direction = fallen[-52:], past[0][1] if len(fallen) > 52 else 0
    if not direction:
        return _in_turn(world, seat, len(fallen) - 52)
    passes = range(fallen[-1] + 1, min(len(past), fallen[-1] + 13))
    received = [i for i in passes if (past[i][0] + direction) % 4 == seat] if len(passes) == 12 else []
    known = {past[i][1] for i in received}
    dealt = [place for number, place in enumerate(deals) if number % 4 != seat and past[place][1] not in known]
    return dealt + [i for i in passes if past[i][0] != seat and i not in received]


def euchre(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other hands and of the dealer's discard.

    The first chance node draws the dealer, and the last draws the upcard.
    """
    past = past_of(world)
    dealer = past[0][1]
    dealt = [place for place in range(1, 21) if (dealer + place - 1) % 4 != seat]
    for place in range(22, len(past)):
        player, action = past[place]
        if action in (29, 30):  # actions 29 and 30, to play alone or with the partner, follow the discard
            break
        if action < 24 and player != seat:
            dealt.append(place)
    return dealt


def crazy_eights(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other seats' hands and draws.

    A seat's draw directly follows its action; the upcard is visible to all.
    """
    past, seats = past_of(world), world.num_players()
    dealer, hands = past[0][1] - 52, seats * (7 if seats == 2 else 5)
    dealt = [place for place in range(1, hands + 1) if (dealer + place) % seats != seat]
    drawn = [i + 1 for i, (was, now) in enumerate(pairwise(past)) if now[0] < 0 <= was[0] != seat]
    return dealt + drawn


def gin_rummy(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other seat's hand and of its draws from the stock; after a knock, nothing is hidden."""
    past, knock = past_of(world), 55
    if any(player >= 0 and action == knock for player, action in past):
        return []
    size = int(world.get_game().get_parameters()["hand_size"])
    dealt = [place for place in range(2 * size) if place // size != seat]
    return dealt + [i + 1 for i, (was, now) in enumerate(pairwise(past)) if now[0] < 0 <= was[0] != seat]


def bridge(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other seats' hands. Dummy's hand is visible from the first lead."""
    past = past_of(world)
    open_seat = _dummy(past) if any(player >= 0 and action < 52 for player, action in past) else NOBODY
    return [place for place in _in_turn(world, seat) if place % 4 != open_seat]


def _dummy(past: Past) -> Seat:
    """Return dummy's seat.

    Dummy is the partner of declarer, who was the first of the winning side to bid the contract's suit.

    Bids have ids from 55, with five ids for each level.
    """
    bids = [(player, action - 55) for player, action in past if player >= 0 and action >= 55]
    winner, contract = bids[-1]
    declarer = next(player for player, bid in bids if bid % 5 == contract % 5 and (player - winner) % 2 == 0)
    return (declarer + 2) % 4


def skat(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other hands, the skat (unless the seat takes it) and another soloist's discards."""
    past = past_of(world)
    owners = [0] * 3 + [1] * 3 + [2] * 3 + [NOBODY] * 2 + [0] * 4 + [1] * 4 + [2] * 4 + [0] * 3 + [1] * 3 + [2] * 3
    solo = next((player for player, action in past[32:] if action > 32), NOBODY)
    owners[9] = owners[10] = solo
    hidden = [place for place, owner in enumerate(owners) if owner != seat]
    if solo not in (NOBODY, seat):
        named = next(i for i in range(32, len(past)) if past[i][1] > 32)
        hidden += range(named + 1, min(len(past), named + 3))
    return hidden


def blackjack(world: World, seat: Seat) -> list[int]:
    """Return the index of the dealer's face-down card, which is the third card dealt."""
    return [2]


def cribbage(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other seat's hand in this deal, and of its cards in the crib.

    The two seats get six cards each, in a block.
    """
    past = past_of(world)
    starts = [i for i, (was, now) in enumerate(pairwise(past), 1) if now[0] < 0 <= was[0]]
    start = next((i for i in reversed([0, *starts]) if i + 12 <= len(past) and past[i + 11][0] < 0), 0)
    dealt = [place for place in range(start, start + 12) if (place - start) // 6 != seat]
    return dealt + [i for i in range(start + 12, min(len(past), start + 14)) if past[i][0] == 1 - seat]


def dou_dizhu(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the other hands, except the face-up card, whose position is the first chance outcome."""
    face_up = past_of(world)[0][1] + 1
    return [place for place in range(1, 52) if (place - 1) % 3 != seat and place != face_up]


def _same_leftover(world: World, other: World, seat: Seat) -> bool:
    """Return whether the three leftover cards are the same in both states, or not yet taken by the landlord."""
    if all(player < 0 for player, _ in past_of(world)[52:]):
        return True
    return {action for _, action in past_of(world)[1:52]} == {action for _, action in past_of(other)[1:52]}


def hanabi(world: World, seat: Seat) -> list[int]:
    """Return the indexes of the seat's own hand."""
    return _hanabi(world, seat)[0]


def _same_hints(world: World, other: World, seat: Seat) -> bool:
    """Return whether every hint touches the same cards of the seat in both states.

    The seat sees which of its cards a hint touches.
    """
    return _hanabi(world, seat)[1] == _hanabi(other, seat)[1]


def _hanabi(world: World, seat: Seat) -> tuple[list[int], list[list[int]]]:
    """Return the history indexes of the cards in the seat's hand, and of the cards touched by each hint."""
    given, seats = world.get_game().get_parameters(), world.num_players()
    colors, ranks = given.get("colors") or 5, given.get("ranks") or 5
    size = given.get("hand_size") or (5 if seats < 4 else 4)
    hands: list[list[int]] = [[] for _ in range(seats)]
    past, touched = past_of(world), []
    for place, (player, action) in enumerate(past):
        if player < 0:
            next(hand for hand in hands if len(hand) < size).append(place)
        elif action < 2 * size:
            hands[player].pop(action % size)
        else:
            by_color, hint = action < 2 * size + (seats - 1) * colors, action - 2 * size
            step, value = divmod(hint, colors) if by_color else divmod(hint - (seats - 1) * colors, ranks)
            if (player + step + 1) % seats == seat:
                shown = [past[card][1] // ranks if by_color else past[card][1] % ranks for card in hands[seat]]
                touched.append([card for card, says in zip(hands[seat], shown, strict=True) if says == value])
    return hands[seat], touched


HIDDEN: dict[str, Hidden] = {
    "blackjack": blackjack,
    "bridge": bridge,
    "crazy_eights": crazy_eights,
    "cribbage": cribbage,
    "dou_dizhu": dou_dizhu,
    "euchre": euchre,
    "first_sealed_auction": first_sealed_auction,
    "gin_rummy": gin_rummy,
    "hanabi": hanabi,
    "hearts": hearts,
    "kuhn_poker": one_card_each,
    "leduc_poker": one_card_each,
    "liars_dice": liars_dice,
    "oh_hell": oh_hell,
    "skat": skat,
    "spades": whole_pack,
    "tiny_bridge_2p": one_card_each,
    "tiny_bridge_4p": one_card_each,
    "tiny_hanabi": one_card_each,
    "universal_poker": universal_poker,
}
ALIKE: dict[str, Alike] = {"dou_dizhu": _same_leftover, "hanabi": _same_hints}

__all__ = ["ALIKE", "HIDDEN", "exchanging"]
