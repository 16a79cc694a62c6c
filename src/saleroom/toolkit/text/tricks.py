"""Texts about tricks in a terminal, for all trick-taking games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from saleroom.kernel.cards import NAMES, NUMBERS, SUIT_WORDS
from saleroom.toolkit.display.events import SeenEvent, decode_action
from saleroom.toolkit.display.view import TrickView
from saleroom.toolkit.text import phrases
from saleroom.toolkit.text.board import Hand, Scene, Step, Text
from saleroom.toolkit.text.ink import join
from saleroom.toolkit.text.voice import RANK_WORDS


def table_cells(scene: Scene) -> list[Text]:
    """Return each seat's card in the current trick, with a note such as "led"."""
    trick = scene.facts["trick"]
    cells: list[Text] = [""] * len(scene.seats)
    for place, play in enumerate(trick["plays"]):
        notes = phrases.notes(("led", place == 0), ("wins so far", play["seat"] == trick["winner"]))
        cells[play["seat"]] = scene.voice.face(NUMBERS[play["card"]]) + (" " + notes if notes else "")
    return cells


def hand_of(scene: Scene) -> Hand:
    """Return the viewer's hand, in the order of the game's scene."""
    return hand(scene, scene.mine["hand"]) if scene.mine else Hand()


def hand(scene: Scene, names: Sequence[str]) -> Hand:
    """Return a hand that consists of the cards `names`, in the given order."""
    cards = [NUMBERS[name] for name in names]
    named = {name for words in scene.legal for name in decode_action(words).args}
    usable = tuple(name for name in names if name in named)
    hand = Hand("Hand", tuple(names), tuple(map(scene.voice.face, cards)), usable)
    hand.spoken = tuple(_by_suit(cards, hand))
    return hand


def _by_suit(cards: list[int], hand: Hand) -> Iterator[str]:
    """Yield the hand in plain words, with a line for each suit."""
    for suit in dict.fromkeys(card // 13 for card in cards):
        ranks = [
            f"{hand.number(NAMES[card]) or ''} {RANK_WORDS[card % 13]}".strip() for card in cards if card // 13 == suit
        ]
        yield f"{SUIT_WORDS[suit].capitalize()}: {', '.join(ranks)}."
    if hand.usable and len(hand.usable) < len(cards):
        yield "Only the numbered cards may be played now."


def spoken_trick(scene: Scene) -> list[tuple[str, Text]]:
    """Return the current trick in plain words."""
    trick, voice = scene.facts["trick"], scene.voice
    if not trick["plays"]:
        return []
    cards = join(", ", (f"{voice.name(play['seat'])} " + voice.card(NUMBERS[play["card"]]) for play in trick["plays"]))
    return [("On the table", cards + f"; {voice.who(trick['winner'])} wins so far")]


def tell_play(step: Step[TrickView], seat: int, played: SeenEvent, verb: str = "") -> Iterator[Text]:
    """Yield a sentence about a played card. If the card completes the trick, also yield a sentence about the winner."""
    voice, before, card = step.voice, step.before, NUMBERS[played.args[0]]
    yield voice.does(seat, verb or ("play|plays" if before.in_trick else "lead|leads")) + " " + voice.card(card) + "."
    if before.in_trick == before.seats - 1:
        trick = step.facts["last_trick"]
        winning = next(play["card"] for play in trick["plays"] if play["seat"] == trick["winner"])
        yield voice.does(trick["winner"], "take|takes") + " the trick with " + voice.card(NUMBERS[winning]) + "."


def last_trick(scene: Scene) -> Iterator[Text]:
    """Yield lines about the last complete trick, which can be from an earlier deal."""
    trick, voice = scene.facts["last_trick"], scene.voice
    if trick is None:
        yield "No trick has been finished yet."
        return
    yield "The last trick:"
    for place, play in enumerate(trick["plays"]):
        yield "  " + voice.does(play["seat"], "played" if place else "led") + " " + voice.card(NUMBERS[play["card"]])
    yield voice.does(trick["winner"], "took") + " it."
