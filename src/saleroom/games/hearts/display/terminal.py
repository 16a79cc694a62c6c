"""Terminal display of Auction Hearts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from saleroom.games.hearts.rules.record import HAND, LIMITED, MOON_MATCH
from saleroom.kernel.cards import SUITS
from saleroom.toolkit.text import phrases, tricks
from saleroom.toolkit.text.board import Board, Hand, Menu, Scene, Step, Text
from saleroom.toolkit.text.counts import CHIPS, counted
from saleroom.toolkit.text.ink import ink, listed
from saleroom.toolkit.text.voice import HIGH_TO_LOW

if TYPE_CHECKING:
    from saleroom.games.hearts.display.view import View

PAIN_CARDS = "pain card|pain cards"
NAMING = {str(number): f"name {SUITS[suit]}" for number, suit in enumerate(HIGH_TO_LOW, 1)}


def board(scene: Scene[View]) -> Board:
    """Return the table: chips, bids, pain cards taken and the current trick."""
    view, facts, cells = scene.view, scene.facts, tricks.table_cells(scene)
    playing = scene.phase == "play"
    rows: list[list[Text]] = []
    for seat in scene.seats:
        notes = phrases.notes(("dealer", seat == view.dealer), ("namer", playing and seat == facts["namer"]))
        counts = [str(view.tricks_won[seat]), str(facts["taken"][seat])] if playing else ["", ""]
        rows.append([str(view.scores[seat]), scene.said(seat), *counts, cells[seat], notes])
    return Board(
        [f"deal {view.deal}"],
        ["chips", "said", "tricks", "pain", "on the table", ""],
        rows,
        list(_facts(scene)),
        spoken=tricks.spoken_trick(scene),
    )


def _facts(scene: Scene[View]) -> Iterator[tuple[str, Text]]:
    facts, voice = scene.facts, scene.voice
    if scene.phase == "bid":
        yield "Bid", phrases.standing(scene)
    if facts["pain"] is not None:
        broken = "broken" if facts["broken"] else "not broken yet"
        limited = scene.view.pain_limits == LIMITED
        yield "Pain", voice.suit(SUITS.index(facts["pain"])) + (ink(f", {broken}", "quiet") if limited else "")
    yield "Pot", counted(facts["pot"], CHIPS)


def hand(scene: Scene[View]) -> Hand:
    """Return the viewer's cards."""
    return tricks.hand_of(scene)


def menu(scene: Scene[View]) -> Menu:
    """Return the menu. Players type the amount of a bid, the number of a suit in the list, or the number of a card."""
    if scene.phase == "bid":
        return Menu("bid", "bid", scene.legal, amounts=True, hints=[phrases.bid_hint(scene.legal, CHIPS)])
    if scene.phase == "name":
        suits = [f"{number} " + scene.voice.suit(suit) for number, suit in enumerate(HIGH_TO_LOW, 1)]
        hint = "Name the pain suit: " + listed(suits, "or") + "."
        return Menu("pain suit", "name", scene.legal, keys=dict(NAMING), hints=[hint])
    return Menu("card", "play", scene.legal, hand(scene).usable)


def begin(scene: Scene[View]) -> Iterator[Text]:
    """Yield the lines that open the first deal."""
    yield from phrases.opening(scene.voice, scene.view)


def tell(step: Step[View]) -> Iterator[Text]:
    """Yield lines for bids, the pain suit, tricks and the settlement."""
    voice = step.voice
    for event in step.fresh:
        if event.seat is None:
            continue
        if event.verb == "play":
            yield from tricks.tell_play(step, event.seat, event)
        elif event.verb == "name":
            yield (
                voice.does(event.seat, "name|names")
                + " "
                + voice.suit(SUITS.index(event.args[0]))
                + " as the pain suit."
            )
        else:
            yield phrases.bid_words(voice, event.seat, event) + "."
    yield from _auction_closed(step)
    if step.deal_ends:
        yield from _settlement(step)
        if not step.after.winners:
            yield from _next(step)


def _auction_closed(step: Step[View]) -> Iterator[Text]:
    if step.phases == ("bid", "name"):
        bid, bidder = step.facts["auction"]["bid"], step.facts["auction"]["bidder"]
        yield (
            step.voice.does(bidder, "pay|pays")
            + f" {bid} into the pot and "
            + (f"{step.voice.verb([bidder], 'name|names')} the pain suit.")
        )
    elif step.phases == ("bid", "play"):
        leader = step.facts["acting"][0]
        yield "No player bid: hearts are the pain suit. " + step.voice.does(leader, "lead|leads") + "."


def _settlement(step: Step[View]) -> Iterator[Text]:
    """Yield lines about each seat's payment and about who won the pot."""
    voice, before, taken = step.voice, step.before, step.facts["last"]["taken"]
    yield from phrases.rule(f"Deal {before.deal} is over", voice)
    paid = [min(cards, chips) for cards, chips in zip(taken, before.row(before.scores), strict=True)]
    for seat, (cards, chips) in enumerate(zip(taken, paid, strict=True)):
        if cards:
            yield voice.does(seat, "pay|pays") + f" {counted(chips, CHIPS)} for {counted(cards, PAIN_CARDS)}."
    yield _ending(step, before.carry + sum(paid))
    yield from phrases.changes(step)


def _ending(step: Step[View], pot: int) -> Text:
    """Return a sentence about who won the pot."""
    voice, how, taken = step.voice, step.facts["last"]["ending"], step.facts["last"]["taken"]
    clear = [seat for seat, cards in enumerate(taken) if not cards]
    if how == "one clear":
        return (
            voice.do(clear, "are|is")
            + " alone clear of pain and "
            + voice.verb(clear, "take|takes")
            + f" the pot of {pot}."
        )
    if how == "two clear":
        odd = "; the odd chip stays" if pot % 2 else ""
        return voice.do(clear, "are|is") + f" clear of pain and share the pot of {pot}{odd}."
    if how == "moon":
        return _moon(step, pot)
    if how == "redeal":
        return f"No player bid, and no card is played. {_stays(pot)}".strip()
    if how == "all the pain":
        return voice.does(taken.index(max(taken)), "have|has") + f" all the pain. {_stays(pot)}"
    return f"No player is clear of pain. {_stays(pot)}"


def _moon(step: Step[View], pot: int) -> Text:
    shooter = next(seat for seat, cards in enumerate(step.facts["last"]["taken"]) if cards)
    moon = step.voice.does(shooter, "take|takes") + f" all {HAND} tricks: the moon"
    if step.after.winners and step.after.moon == MOON_MATCH:
        return moon + ", and with it the match."
    return moon + f" and the pot of {pot}."


def _stays(pot: int) -> str:
    return f"The pot of {pot} stays." if pot else ""


def _next(step: Step[View]) -> Iterator[Text]:
    """Yield the heading of the next deal, with or without an auction."""
    if step.facts["stayed"]:
        namer = step.facts["namer"]
        yield from phrases.rule(f"Deal {step.after.deal}", step.voice)
        yield "No auction, for the pot stayed: " + step.voice.does(namer, "name|names") + " again."
    else:
        yield from phrases.next_deal(step)


def last(scene: Scene[View]) -> Iterator[Text]:
    """Yield lines about the last trick."""
    yield from tricks.last_trick(scene)
