"""Terminal display of Auction House."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from saleroom.kernel.cards import NUMBERS, SUITS
from saleroom.kernel.game import HIDDEN
from saleroom.kernel.tricks import NO_CARD
from saleroom.toolkit.display.events import SeenEvent, decode_action
from saleroom.toolkit.text import phrases, tricks
from saleroom.toolkit.text.board import Board, Hand, Menu, Scene, Step, Text
from saleroom.toolkit.text.counts import POINTS, TRICKS, counted
from saleroom.toolkit.text.ink import join, listed
from saleroom.toolkit.text.voice import HIGH_TO_LOW, Voice

if TYPE_CHECKING:
    from saleroom.games.house.display.view import View

SEALED = "Sealed: no player sees it until all have chosen."


def board(scene: Scene[View]) -> Board:
    """Return the table: points, tricks won, the result of the auction, and the current trick."""
    view, facts = scene.view, scene.facts
    cells = tricks.table_cells(scene)
    rows: list[list[Text]] = []
    for seat in scene.seats:
        notes = phrases.notes(("dealer", seat == view.dealer), ("starter", seat == facts["starter"]))
        tricks_won = str(view.tricks_won[seat]) if scene.phase == "play" else ""
        rows.append([str(view.scores[seat]), _shown(scene, seat), tricks_won, cells[seat], notes])
    heading = "said" if facts["starter"] is None else "showed"
    status: list[Text] = [f"round {view.deal} of {view.rounds}"]
    return Board(
        status,
        ["points", heading, "tricks", "on the table", ""],
        rows,
        list(_facts(scene)),
        spoken=tricks.spoken_trick(scene),
    )


def _shown(scene: Scene[View], seat: int) -> Text:
    facts = scene.facts
    if facts["starter"] is None:
        return scene.said(seat)
    if facts["shown"][seat] is not None:
        return scene.voice.face(NUMBERS[facts["shown"][seat]])
    return "sealed" if seat in facts["laid"] else ""


def _facts(scene: Scene[View]) -> Iterator[tuple[str, Text]]:
    facts, voice = scene.facts, scene.voice
    if scene.phase in ("lay", "trade"):
        yield "Called", voice.suit(SUITS.index(facts["called"]))
    yield "Trump", _trump_text(scene)
    if facts["carried"]:
        yield "Carried", counted(facts["carried"], POINTS)
    if scene.seat is not None and scene.view.kitty[scene.seat] != NO_CARD:
        yield "Kitty", "your card is " + voice.card(int(scene.view.kitty[scene.seat]))
    if facts["trump"] is None:
        gone = [NUMBERS[name] // 13 for name in facts["trumps"]]
        left = {suit: 3 - gone.count(suit) for suit in HIGH_TO_LOW}
        yield "To come", join(", ", (voice.mark(suit) + f" {count}" for suit, count in left.items() if count))


def _trump_text(scene: Scene[View]) -> Text:
    trump, voice = scene.facts["trump"], scene.voice
    if trump == "none":
        return "none in the last round"
    if trump is None:
        return "not turned yet"
    return voice.suit(SUITS.index(trump)) + ", by " + voice.card(NUMBERS[scene.facts["trump_card"]])


def hand(scene: Scene[View]) -> Hand:
    """Return the viewer's cards, trumps first, aces low."""
    return tricks.hand_of(scene)


def menu(scene: Scene[View]) -> Menu:
    """Return the menu. Players type numbers for cards in the hand, and names for players."""
    pieces, voice = hand(scene).usable, scene.voice
    if scene.phase == "bid":
        hint = "Offer a card and call another suit: its number, then c, d, h or s, such as 3 h. Or p to pass."
        return Menu("offer", "offer", scene.legal, pieces, hints=[hint], which=_which_suit)
    if scene.phase == "lay":
        called = "Lay a card for " + voice.suit(SUITS.index(scene.facts["called"])) + "; any card will do."
        return Menu("card", "lay", scene.legal, pieces, hints=[called, SEALED], sealed=True)
    if scene.phase == "trade":
        seats = [int(decode_action(words).args[0]) for words in scene.legal]
        offers = [f"{voice.who(seat)}, " + voice.card(NUMBERS[scene.facts["shown"][seat]]) for seat in seats]
        names = {voice.who(seat).lower(): str(seat) for seat in scene.seats if seat != scene.seat}
        hints: list[Text] = ["Trade with " + listed(offers, "or") + "."]
        return Menu("trade", "trade", scene.legal, hints=hints, words=names)
    if scene.phase == "kitty":
        hint = "Put a card into the kitty: the player with the most tricks scores its number."
        return Menu("kitty card", "kitty", scene.legal, pieces, hints=[hint, SEALED], sealed=True)
    return Menu("card", "play", scene.legal, pieces)


def _which_suit(actions: Sequence[str]) -> str:
    """Return the question that asks which suit to call with the offered card."""
    card = decode_action(actions[0]).args[0]
    calls = " or ".join(decode_action(words).args[1].lower() for words in actions)
    return f"call a suit as well: offer {card} {calls}"


def begin(scene: Scene[View]) -> Iterator[Text]:
    """Yield the lines that open the first round."""
    yield from phrases.opening(scene.voice, scene.view, "Round")


def tell(step: Step[View]) -> Iterator[Text]:
    """Yield lines for the auction, the kitty, the trump card, tricks and the score."""
    for event in step.fresh:
        yield from _told(step, event)
    if step.phases == ("lay", "trade"):
        yield _opened(step)
    if step.phases == ("bid", "kitty"):
        yield "All have passed: there is no auction in this round."
    if step.deal_ends:
        yield from _settlement(step)
        yield from phrases.next_deal(step, "Round")


def _told(step: Step[View], event: SeenEvent) -> Iterator[Text]:
    """Yield the line about an event; some events have no line."""
    voice, (seat, verb, args) = step.voice, event
    if verb == "trump":
        card = NUMBERS[args[0]]
        yield "The trump card is " + voice.card(card) + ": " + voice.suit(card // 13) + " are trump."
    if seat is None:
        return
    if verb == "offer":
        offered, called = args
        yield (
            voice.does(seat, "offer|offers")
            + " "
            + voice.card(NUMBERS[offered])
            + " and "
            + (voice.verb([seat], "call|calls") + " " + voice.suit(SUITS.index(called)) + ".")
        )
    elif verb == "pass":
        yield voice.does(seat, "pass|passes") + "."
    elif verb == "trade":
        yield _trade(step, seat, int(args[0]))
    elif verb in ("lay", "kitty"):
        yield from _sealed(voice, seat, verb, args[0])
    elif verb == "play":
        yield from tricks.tell_play(step, seat, event)


def _sealed(voice: Voice, seat: int, verb: str, card: str) -> Iterator[Text]:
    """Yield a line about a sealed choice. The line names the card only to the player who chose the card."""
    does, where = ("lay|lays", "") if verb == "lay" else ("put|puts", " into the kitty")
    if seat == voice.you and card != HIDDEN:
        yield voice.does(seat, does) + " " + voice.card(NUMBERS[card]) + f"{where}, sealed."
    else:
        yield voice.does(seat, does) + f" a card{where}, sealed."


def _opened(step: Step[View]) -> Text:
    """Return a line that lists the three laid cards, in the order of seats to the starter's left."""
    voice, facts = step.voice, step.facts
    seats = step.after.round_from(facts["starter"] + 1, step.after.seats - 1)
    return (
        "The cards are open: "
        + listed(voice.name(seat) + " " + voice.card(NUMBERS[facts["shown"][seat]]) for seat in seats)
        + "."
    )


def _trade(step: Step[View], starter: int, partner: int) -> Text:
    voice, shown = step.voice, step.before.shown
    given, taken = voice.card(int(shown[starter])), voice.card(int(shown[partner]))
    return voice.does(starter, "trade|trades") + f" with {voice.who(partner)}: " + given + " for " + taken + "."


def _settlement(step: Step[View]) -> Iterator[Text]:
    """Yield lines about each card in the kitty, its points and who scored it."""
    voice, last = step.voice, step.facts["last"]
    worth, carried = last["worth"], last["carried"]
    yield from phrases.rule(f"Round {last['deal']} is over", voice)
    kitty = listed(voice.name(seat) + " " + voice.card(NUMBERS[card]) for seat, card in enumerate(last["kitty"]))
    yield "The kitty: " + kitty + f", {worth} points."
    if carried:
        yield f"With {carried} carried it is worth {worth + carried}."
    yield _verdict(step, worth + carried)
    yield from phrases.changes(step)


def _verdict(step: Step[View], value: int) -> Text:
    """Return a line that says who took the most tricks, or which players tied."""
    voice, last = step.voice, step.facts["last"]
    number = max(last["tricks"])
    if last["winner"] is not None:
        winner = last["winner"]
        scores = voice.verb([winner], "score|scores")
        return voice.does(winner, "take|takes") + f" the most tricks, {number}, and {scores} {value}."
    ahead = [seat for seat, won in enumerate(last["tricks"]) if won == number]
    fate = "are lost: it was the last round" if step.after.winners else "are carried to the next kitty"
    return voice.do(ahead, "tie|ties") + f" at {counted(number, TRICKS)}: the {value} points {fate}."


def last(scene: Scene[View]) -> Iterator[Text]:
    """Yield lines about the last trick."""
    yield from tricks.last_trick(scene)
