"""Tricks at the table, for every game that takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES, SUIT_WORDS
from saleroom.kernel.game import State
from saleroom.toolkit.text import phrases
from saleroom.toolkit.text.board import Hand, Scene, Step, Text
from saleroom.toolkit.text.ink import join
from saleroom.toolkit.text.phrases import split
from saleroom.toolkit.text.voice import HIGH_TO_LOW, RANK_WORDS, Voice, card_number

Play = tuple[int, int]  # a seat and its card


def strength(card: int, ace_low: bool) -> int:
    """A card's rank as the game counts it."""
    return -1 if ace_low and card % 13 == 12 else card % 13


def best(plays: list[Play], trump: int | None, ace_low: bool = False) -> Play:
    """The play that wins a trick, whose first card was led."""

    def key(play: Play) -> tuple[bool, bool, int]:
        suit = play[1] // 13
        return suit == trump, suit == plays[0][1] // 13, strength(play[1], ace_low)

    return max(plays, key=key)


def on_table(view: State) -> list[Play]:
    """The trick on the table in the order in which it was played; the seat to act is next."""
    seats, size = int(view.seats), int(view.in_trick)
    if not size:
        return []
    after = members(view.acting)[0] if view.acting else 0
    order = [(after - size + place) % seats for place in range(size)]
    return [(seat, int(view.on_table[seat])) for seat in order]


def table_cells(scene: Scene, trump: int | None, ace_low: bool = False) -> list[Text]:
    """For each seat, its card in the trick on the table and what is to say about it."""
    plays = on_table(scene.view)
    cells: list[Text] = [""] * len(scene.seats)
    for place, (seat, card) in enumerate(plays):
        notes = phrases.notes(("led", place == 0), ("wins so far", (seat, card) == best(plays, trump, ace_low)))
        cells[seat] = scene.voice.face(card) + (" " + notes if notes else "")
    return cells


def hand_of(scene: Scene, trump: int | None = None, ace_low: bool = False) -> Hand:
    """The watcher's hand, a trump suit first."""
    if scene.seat is None:
        return Hand()
    cards = held(int(scene.view.hand[scene.seat]), trump, ace_low)
    named = {word for words in scene.legal for word in words.split(" ")[1:]}
    names = tuple(NAMES[card] for card in cards)
    hand = Hand("Hand", names, tuple(map(scene.voice.face, cards)), tuple(name for name in names if name in named))
    hand.spoken = tuple(_by_suit(cards, hand))
    return hand


def held(cards: int, trump: int | None, ace_low: bool) -> list[int]:
    """A set of cards in the order in which a hand is held."""
    suits = sorted(HIGH_TO_LOW, key=lambda suit: suit != trump)
    found = members(cards)
    return sorted(found, key=lambda card: (suits.index(card // 13), -strength(card, ace_low)))


def _by_suit(cards: list[int], hand: Hand) -> Iterator[str]:
    """The hand in plain words, a line for each suit."""
    for suit in dict.fromkeys(card // 13 for card in cards):
        ranks = [
            f"{hand.number(NAMES[card]) or ''} {RANK_WORDS[card % 13]}".strip() for card in cards if card // 13 == suit
        ]
        yield f"{SUIT_WORDS[suit].capitalize()}: {', '.join(ranks)}."
    if hand.usable and len(hand.usable) < len(cards):
        yield "Only the numbered cards may be played now."


def spoken_trick(scene: Scene, trump: int | None, ace_low: bool = False) -> list[tuple[str, Text]]:
    """The trick on the table in plain words."""
    plays = on_table(scene.view)
    if not plays:
        return []
    voice = scene.voice
    cards = join(", ", (f"{voice.name(seat)} " + voice.card(card) for seat, card in plays))
    return [("On the table", cards + f"; {voice.who(best(plays, trump, ace_low)[0])} wins so far")]


def tell_play(
    step: Step, seat: int, card: int, trump: int | None, verb: str = "", ace_low: bool = False
) -> Iterator[Text]:
    """A card played, and who takes the trick when it is the last."""
    voice, before = step.voice, step.before
    leads = not before.in_trick
    yield voice.does(seat, verb or ("leads" if leads else "plays")) + " " + voice.card(card) + "."
    plays = [*on_table(before), (seat, card)]
    if len(plays) == before.seats:
        taker, winning = best(plays, trump, ace_low)
        yield voice.does(taker, "takes") + " the trick with " + voice.card(winning) + "."


def last_trick(deals: Sequence[dict], seats: int, trump_of, voice: Voice, ace_low: bool = False) -> Iterator[Text]:
    """The last whole trick of this deal, or of the one before."""
    for deal in reversed(deals):
        plays = [(int(seat), card_number(rest[0])) for seat, verb, rest in map(split, deal["events"]) if verb == "play"]
        whole = len(plays) // seats * seats
        if whole:
            trick = plays[whole - seats : whole]
            yield "The last trick:"
            for place, (seat, card) in enumerate(trick):
                yield "  " + voice.does(seat, "played" if place else "led") + " " + voice.card(card)
            yield voice.does(best(trick, trump_of(deal), ace_low)[0], "took") + " it."
            return
    yield "No trick has been finished yet."
