"""Auction Flop Poker at the table."""

from __future__ import annotations

from collections.abc import Iterator

from saleroom.games.flop.rules.rules import PRICES
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES
from saleroom.kernel.poker import describe
from saleroom.toolkit.text import phrases, tricks
from saleroom.toolkit.text.board import Board, Hand, Menu, Scene, Step, Text
from saleroom.toolkit.text.ink import Ink, ink, join, listed
from saleroom.toolkit.text.phrases import split
from saleroom.toolkit.text.voice import Voice, card_number, counted

PLACES = {1: "first", 2: "second", 3: "third"}


def board(scene: Scene) -> Board:
    """Chips, cards held, what was said, the flop and its price."""
    view, said = scene.view, _said(scene)
    rows: list[list[Text]] = []
    for seat in scene.seats:
        notes = phrases.notes(("dealer", seat == view.dealer), ("First Voice", seat == view.voice))
        missing = "" if scene.phase == "discard" else str(5 - int(view.cards[seat]) or "")
        rows.append([str(view.scores[seat]), str(view.cards[seat]), missing, said.get(seat, ""), notes])
    status: list[Text] = [f"deal {view.deal} of at most {view.deals}"]
    return Board(status, ["chips", "cards", "missing", "said", ""], rows, list(_facts(scene)))


def _said(scene: Scene) -> dict[int, str]:
    """What each seat has said of this flop, or how many it discarded."""
    if scene.phase == "discard":
        verbs = [(int(actor), len(rest)) for actor, verb, rest in map(split, scene.events) if verb == "discard"]
        return {seat: f"discards {number}" if number else "stands pat" for seat, number in verbs}
    return phrases.said(_since_flop(scene.events), ("pass", "bid", "refuse", "take"))


def _since_flop(events: list[str]) -> list[str]:
    """The events from the last flop on."""
    flops = [at for at, event in enumerate(events) if event.startswith("table flop")]
    return events[flops[-1] :] if flops else []


def _facts(scene: Scene) -> Iterator[tuple[str, Text]]:
    view, voice = scene.view, scene.voice
    yield "Pot", counted(int(view.carry), "chips")
    if scene.phase == "keep" and scene.legal:
        yield "Hand", _faces(voice, _high_first(int(view.hand[scene.seat])))
    elif scene.phase in ("bid", "take", "keep") and view.flop:
        yield "Flop", _faces(voice, members(view.flop))
    if scene.phase == "bid":
        yield "Bid", phrases.standing(scene)
    if scene.phase == "take":
        yield "Refusal", f"costs {counted(int(view.fee), 'chips')}"


def _faces(voice: Voice, cards: list[int]) -> Ink:
    return voice.cards(cards) if voice.plain else join(" ", map(voice.face, cards))


def hand(scene: Scene) -> Hand:
    """The watcher's cards; the flop's bear the numbers while some are to be kept."""
    if scene.phase == "keep" and scene.legal:
        cards = members(scene.view.flop)
        names = tuple(NAMES[card] for card in cards)
        spoken = [f"{number}: " + scene.voice.card(card).text + "." for number, card in enumerate(cards, 1)]
        return Hand("Flop", names, tuple(map(scene.voice.face, cards)), names, tuple(spoken))
    return tricks.hand_of(scene)


def menu(scene: Scene) -> Menu:
    """Cards by their place, bids by their number."""
    if scene.phase == "bid":
        return Menu("bid", "bid", scene.legal, amounts=True, hints=[phrases.bid_hint(scene.legal, "chips")])
    if scene.phase == "take":
        keys = {str(at): action for at, action in enumerate(sorted(scene.legal, key=_take_first), 1)}
        meaning = {"take": "take the flop free", "refuse": f"refuse it for {counted(int(scene.view.fee), 'chips')}"}
        hint = "Nobody bid: " + listed((f"{key} {meaning[action]}" for key, action in keys.items()), "or") + "."
        return Menu("answer", "take", scene.legal, keys=keys, hints=[hint])
    pieces = hand(scene).usable
    if scene.phase == "keep":
        most = max(len(action.split(" ")) - 1 for action in scene.legal) if scene.legal else 0
        count, such = {1: ("1", "1"), 2: ("1 or 2", "1 2")}.get(most, ("1 to 3", "1 3"))
        return Menu("keep", "keep", scene.legal, pieces, hints=[f"Keep {count} of the flop, such as {such}."])
    hints: list[Text] = [
        "Discard any cards, such as 1 3, or none to stand pat.",
        f"0 to 5 cards cost {' '.join(map(str, PRICES))} chips.",
    ]
    return Menu("discard", "discard", scene.legal, pieces, keys={"0": "discard"}, hints=hints)


def _take_first(words: str) -> bool:
    return words != "take"


def _high_first(cards: int) -> list[int]:
    return tricks.held(cards, None, False)


def begin(scene: Scene) -> Iterator[Text]:
    """The first deal."""
    yield from phrases.opening(scene.voice, scene.view, opens="has First Voice")


def tell(step: Step) -> Iterator[Text]:
    """Discards, flops, bids and the showdown."""
    for event in step.fresh:
        yield from _told(step, *split(event))
    if step.deal_ends:
        yield from _showdown(step)
        yield from phrases.next_deal(step, opens="has First Voice")


def _told(step: Step, actor: str, verb: str, rest: list[str]) -> Iterator[Text]:
    """One event, if there is something to say of it."""
    voice, before = step.voice, step.before
    if actor == "table":
        if verb == "reshuffle":
            yield "The stock is short: the discards are shuffled into it."
        elif verb == "flop":
            yield "The flop: " + _faces(voice, [card_number(name) for name in rest]) + "."
            yield from _without_bidding(step)
        return
    seat = int(actor)
    if verb == "discard":
        price = counted(PRICES[len(rest)], "chips")
        size = counted(len(rest), "cards")
        yield voice.does(seat, "discards") + f" {size} for {price}." if rest else voice.does(seat, "stands") + " pat."
    elif verb == "keep":
        number = counted(len(rest), "cards")
        own = ": " + voice.cards(map(card_number, rest)) if seat == voice.you else ""
        yield voice.does(seat, "keeps") + f" {number} of the flop" + own + "."
    elif verb == "refuse":
        yield voice.does(seat, "refuses") + f" the flop for {counted(int(before.fee), 'chips')}."
    elif verb == "take":
        yield voice.does(seat, "takes") + " the flop free."
    else:
        yield phrases.bid_words(voice, seat, verb, rest) + "."
        yield from _sold(step)


def _sold(step: Step) -> Iterator[Text]:
    """What the last word of an auction leads to."""
    if step.phases == ("bid", "keep"):
        buyer = int(step.after.bidder)
        yield step.voice.does(buyer, "buys") + f" the flop for {counted(int(step.after.bid), 'chips')}."
    elif step.phases == ("bid", "take"):
        asked = members(step.after.acting)[0]
        yield f"Nobody bid: {step.voice.who(asked)} must take the flop or pay 1 chip to refuse it."


def _without_bidding(step: Step) -> Iterator[Text]:
    if step.phases[1] == "keep" and not step.deal_ends:
        yield step.voice.does(members(step.after.acting)[0], "is") + " alone short of cards and takes it free."


def _showdown(step: Step) -> Iterator[Text]:
    """Every hand from the best, and what it won."""
    voice, before, after = step.voice, step.before, step.after
    yield from phrases.rule(f"Deal {before.deal} is over", voice)
    for seat in sorted(range(before.seats), key=lambda seat: int(after.place[seat])):
        cards = _faces(voice, _high_first(int(after.shown[seat])))
        prize = f", {counted(int(after.prize[seat]), 'chips')}" if after.prize[seat] else ""
        place = PLACES.get(int(after.place[seat]), "")
        what = describe(int(after.strength[seat]))
        if voice.plain:
            yield f"{voice.name(seat)}: {what}; " + cards + "." + (f" {place.capitalize()}{prize}." if prize else "")
        else:
            yield ink(f"  {voice.name(seat):<5}", "strong") + cards + f"  {what}" + ink(prize, "strong")
    yield from phrases.changes(step)


def last(scene: Scene) -> Iterator[Text]:
    """The last flop and all that was said of it."""
    deal = next((deal for deal in reversed(scene.deals) if _since_flop(deal["events"])), None)
    if deal is None:
        yield "No flop has been turned yet."
        return
    voice = scene.voice
    for actor, verb, rest in map(split, _since_flop(deal["events"])):
        if actor == "table":
            yield "The last flop: " + _faces(voice, [card_number(name) for name in rest]) + "."
        else:
            yield voice.does(int(actor), _PAST[verb]) + _what(verb, rest) + "."


_PAST = {"pass": "passed", "bid": "bid", "refuse": "refused", "take": "took", "keep": "kept"}


def _what(verb: str, rest: list[str]) -> str:
    if verb == "keep":
        return f" {counted(len(rest), 'cards')}"
    return f" {rest[0]}" if verb == "bid" else {"take": " it", "refuse": " it"}.get(verb, "")
