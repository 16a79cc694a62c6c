"""Terminal display of Auction Flop Poker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from saleroom.games.flop.rules.rules import PRICES
from saleroom.kernel.cards import NUMBERS
from saleroom.kernel.poker import describe
from saleroom.toolkit.display.events import SeenEvent, decode_action
from saleroom.toolkit.display.tricks import held as by_suit
from saleroom.toolkit.text import phrases, tricks
from saleroom.toolkit.text.board import Board, Hand, Menu, Scene, Step, Text
from saleroom.toolkit.text.counts import CARDS, CHIPS, counted
from saleroom.toolkit.text.ink import Ink, ink, join, listed
from saleroom.toolkit.text.voice import Voice

if TYPE_CHECKING:
    from saleroom.games.flop.display.view import View

PLACES = {1: "first", 2: "second", 3: "third"}


def board(scene: Scene[View]) -> Board:
    """Return the table: chips, cards held, calls, the flop and its price."""
    view = scene.view
    rows: list[list[Text]] = []
    for seat in scene.seats:
        notes = phrases.notes(("dealer", seat == view.dealer), ("First Voice", seat == view.voice))
        missing = "" if scene.phase == "discard" else str(5 - int(view.cards[seat]) or "")
        rows.append([str(view.scores[seat]), str(view.cards[seat]), missing, _said(scene, seat), notes])
    status: list[Text] = [f"deal {view.deal} of at most {view.deals}"]
    return Board(status, ["chips", "cards", "missing", "said", ""], rows, list(_facts(scene)))


def _said(scene: Scene[View], seat: int) -> str:
    """Return a seat's last call on the current flop, or how many cards the seat has discarded."""
    if scene.phase != "discard":
        return scene.said(seat)
    number = scene.facts["discarded"][seat]
    if number is None:
        return ""
    return f"discards {number}" if number else "stands pat"


def _facts(scene: Scene[View]) -> Iterator[tuple[str, Text]]:
    facts, voice = scene.facts, scene.voice
    yield "Pot", counted(facts["pot"], CHIPS)
    if scene.phase == "keep" and scene.legal:
        yield "Hand", _faces(voice, by_suit(int(scene.view.hand[scene.seat])))
    elif scene.phase in ("bid", "take", "keep") and facts["flop"]:
        yield "Flop", _faces(voice, facts["flop"])
    if scene.phase == "bid":
        yield "Bid", phrases.standing(scene)
    if facts["fee"] is not None:
        yield "Refusal", f"costs {counted(facts['fee'], CHIPS)}"


def _faces(voice: Voice, names: Sequence[str]) -> Ink:
    cards = [NUMBERS[name] for name in names]
    return voice.cards(cards) if voice.plain else join(" ", map(voice.face, cards))


def hand(scene: Scene[View]) -> Hand:
    """Return the viewer's cards, or the flop's cards while the viewer chooses which to keep."""
    if scene.phase == "keep" and scene.legal:
        names = tuple(scene.facts["flop"])
        cards = [NUMBERS[name] for name in names]
        spoken = [f"{number}: " + scene.voice.card(card).text + "." for number, card in enumerate(cards, 1)]
        return Hand("Flop", names, tuple(map(scene.voice.face, cards)), names, tuple(spoken))
    return Hand() if scene.seat is None else tricks.hand(scene, by_suit(int(scene.view.hand[scene.seat])))


def menu(scene: Scene[View]) -> Menu:
    """Return the menu. Players type numbers to choose cards in the hand or the flop, and an amount to bid."""
    if scene.phase == "bid":
        return Menu("bid", "bid", scene.legal, amounts=True, hints=[phrases.bid_hint(scene.legal, CHIPS)])
    if scene.phase == "take":
        keys = {str(number): action for number, action in enumerate(sorted(scene.legal, key=_take_first), 1)}
        meaning = {"take": "take the flop free", "refuse": f"refuse it for {counted(scene.facts['fee'], CHIPS)}"}
        hint = "No player bid: " + listed((f"{key} {meaning[action]}" for key, action in keys.items()), "or") + "."
        return Menu("answer", "take", scene.legal, keys=keys, hints=[hint])
    pieces = hand(scene).usable
    if scene.phase == "keep":
        largest = max((len(decode_action(words).args) for words in scene.legal), default=0)
        count, such = {1: ("1", "1"), 2: ("1 or 2", "1 2")}.get(largest, ("1 to 3", "1 3"))
        return Menu("keep", "keep", scene.legal, pieces, hints=[f"Keep {count} of the flop, such as {such}."])
    hints: list[Text] = [
        "Discard any cards, such as 1 3, or none to stand pat.",
        f"0 to 5 cards cost {' '.join(map(str, PRICES))} chips.",
    ]
    return Menu(
        "discard", "discard", scene.legal, pieces, keys=dict.fromkeys(("0", "pat", "stand pat"), "discard"), hints=hints
    )


def _take_first(words: str) -> bool:
    return words != "take"


def begin(scene: Scene[View]) -> Iterator[Text]:
    """Yield the lines that open the first deal."""
    yield from phrases.opening(scene.voice, scene.view, opens=("have|has", "First Voice"))


def tell(step: Step[View]) -> Iterator[Text]:
    """Yield lines for discards, flops, bids and the showdown."""
    for event in step.fresh:
        yield from _told(step, event)
    if step.deal_ends:
        yield from _showdown(step)
        yield from phrases.next_deal(step, opens=("have|has", "First Voice"))


def _told(step: Step[View], event: SeenEvent) -> Iterator[Text]:
    """Yield the lines about an event; some events have no lines."""
    voice, (seat, verb, args) = step.voice, event
    if seat is None:
        if verb == "reshuffle":
            yield "The stock is short: the discards are shuffled into it."
        elif verb == "flop":
            yield "The flop: " + _faces(voice, args) + "."
            yield from _without_bidding(step)
        return
    if verb == "discard":
        price = counted(PRICES[len(args)], CHIPS)
        size = counted(len(args), CARDS)
        yield (
            voice.does(seat, "discard|discards") + f" {size} for {price}."
            if args
            else voice.does(seat, "stand|stands") + " pat."
        )
    elif verb == "keep":
        number = counted(len(args), CARDS)
        own = ": " + voice.cards(NUMBERS[name] for name in args) if seat == voice.you else ""
        yield voice.does(seat, "keep|keeps") + f" {number} of the flop" + own + "."
    elif verb == "refuse":
        yield voice.does(seat, "refuse|refuses") + f" the flop for {counted(step.before.fee, CHIPS)}."
    elif verb == "take":
        yield voice.does(seat, "take|takes") + " the flop free."
    else:
        yield phrases.bid_words(voice, seat, event) + "."
        yield from _sold(step)


def _sold(step: Step[View]) -> Iterator[Text]:
    """Yield a line about the result of the auction, if its last call has just been made."""
    if step.phases == ("bid", "keep"):
        auction = step.facts["auction"]
        yield step.voice.does(auction["bidder"], "buy|buys") + f" the flop for {counted(auction['bid'], CHIPS)}."
    elif step.phases == ("bid", "take"):
        seat = step.facts["acting"][0]
        yield f"No player bid: {step.voice.who(seat)} must take the flop or pay 1 chip to refuse it."


def _without_bidding(step: Step[View]) -> Iterator[Text]:
    if step.phases[1] == "keep" and not step.deal_ends:
        voice, buyer = step.voice, step.facts["buyer"]
        takes = voice.verb([buyer], "take|takes")
        yield voice.does(buyer, "are|is") + f" alone short of cards and {takes} it free."


def _showdown(step: Step[View]) -> Iterator[Text]:
    """Yield lines about all hands and their prizes, the best hand first."""
    voice, after, last = step.voice, step.after, step.facts["last"]
    yield from phrases.rule(f"Deal {last['deal']} is over", voice)
    for seat in sorted(range(after.seats), key=last["places"].__getitem__):
        cards = _faces(voice, by_suit(int(after.shown[seat])))
        prize = f", {counted(last['prizes'][seat], CHIPS)}" if last["prizes"][seat] else ""
        place = PLACES.get(last["places"][seat], "")
        what = describe(int(after.strength[seat]))
        if voice.plain:
            yield f"{voice.name(seat)}: {what}; " + cards + "." + (f" {place.capitalize()}{prize}." if prize else "")
        else:
            yield ink(f"  {voice.name(seat):<5}", "strong") + cards + f"  {what}" + ink(prize, "strong")
    yield from phrases.changes(step)


def last(scene: Scene[View]) -> Iterator[Text]:
    """Yield lines about the last flop and the calls on it."""
    log = next((deal.log for deal in reversed(scene.deals) if deal.log.of("flop")), None)
    flop = log.last("flop") if log else None
    if not log or not flop:
        yield "No flop has been turned yet."
        return
    voice = scene.voice
    yield "The last flop: " + _faces(voice, flop.args) + "."
    for seat, verb, args in log.since("flop"):
        if seat is not None:
            yield voice.does(seat, _PAST[verb]) + _what(verb, args) + "."


_PAST = {"pass": "passed", "bid": "bid", "refuse": "refused", "take": "took", "keep": "kept"}


def _what(verb: str, args: Sequence[str]) -> str:
    if verb == "keep":
        return f" {counted(len(args), CARDS)}"
    return f" {args[0]}" if verb == "bid" else {"take": " it", "refuse": " it"}.get(verb, "")
