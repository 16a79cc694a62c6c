"""Auction Hearts at the table."""

from __future__ import annotations

from collections.abc import Iterator

from saleroom.games.hearts.rules.record import ENDINGS, HAND, NO_SUIT
from saleroom.kernel.bits import members
from saleroom.kernel.cards import SUITS
from saleroom.toolkit.text import phrases, tricks
from saleroom.toolkit.text.board import Board, Hand, Menu, Scene, Step, Text
from saleroom.toolkit.text.ink import ink, listed
from saleroom.toolkit.text.phrases import split
from saleroom.toolkit.text.voice import card_number, counted

NAMING = {str(number): f"name {SUITS[suit]}" for number, suit in enumerate((3, 2, 1, 0), 1)}


def board(scene: Scene) -> Board:
    """Chips, bids, pain and the trick on the table."""
    view, said = scene.view, phrases.said(scene.events)
    cells = tricks.table_cells(scene, None)
    playing = scene.phase == "play"
    rows: list[list[Text]] = []
    for seat in scene.seats:
        notes = phrases.notes(("dealer", seat == view.dealer), ("namer", playing and seat == _namer(scene)))
        pain = len([card for card in members(view.taken[seat]) if card // 13 == view.pain])
        counts = [str(view.tricks_won[seat]), str(pain)] if playing else ["", ""]
        rows.append([str(view.scores[seat]), said.get(seat, ""), *counts, cells[seat], notes])
    return Board(
        [f"deal {view.deal}"],
        ["chips", "said", "tricks", "pain", "on the table", ""],
        rows,
        list(_facts(scene)),
        spoken=tricks.spoken_trick(scene, None),
    )


def _namer(scene: Scene) -> int | None:
    """Who named the pain suit of this deal, if anybody did."""
    named = phrases.said(scene.events, ("name",))
    return next(iter(named), None)


def _facts(scene: Scene) -> Iterator[tuple[str, Text]]:
    view, voice = scene.view, scene.voice
    if scene.phase == "bid":
        yield "Bid", phrases.standing(scene)
    if view.pain != NO_SUIT:
        broken = "broken" if view.broken else "not broken yet"
        limited = view.pain_limits == 0
        yield "Pain", voice.suit(int(view.pain)) + (ink(f", {broken}", "quiet") if limited else "")
    yield "Pot", counted(int(view.carry), "chips")


def hand(scene: Scene) -> Hand:
    """The watcher's cards."""
    return tricks.hand_of(scene)


def menu(scene: Scene) -> Menu:
    """Bids by their number, suits and cards by their place."""
    if scene.phase == "bid":
        return Menu("bid", "bid", scene.legal, amounts=True, hints=[phrases.bid_hint(scene.legal, "chips")])
    if scene.phase == "name":
        suits = [f"{number} " + scene.voice.suit(3 - at) for at, number in enumerate(NAMING)]
        hint = "Name the pain suit: " + listed(suits, "or") + "."
        return Menu("pain suit", "name", scene.legal, keys=dict(NAMING), hints=[hint])
    return Menu("card", "play", scene.legal, hand(scene).usable)


def begin(scene: Scene) -> Iterator[Text]:
    """The first deal."""
    yield from phrases.opening(scene.voice, scene.view)


def tell(step: Step) -> Iterator[Text]:
    """Bids, the pain suit, tricks and the settlement."""
    voice = step.voice
    for actor, verb, rest in map(split, step.fresh):
        if actor == "table":
            continue
        if verb == "play":
            yield from tricks.tell_play(step, int(actor), card_number(rest[0]), None)
        elif verb == "name":
            yield voice.does(int(actor), "names") + " " + voice.suit(SUITS.index(rest[0])) + " as the pain suit."
        else:
            yield phrases.bid_words(voice, int(actor), verb, rest) + "."
    yield from _auction_closed(step)
    if step.deal_ends:
        yield from _settlement(step)
        if not step.after.winners:
            yield from _next(step)


def _auction_closed(step: Step) -> Iterator[Text]:
    if step.phases == ("bid", "name"):
        bidder = int(step.after.bidder)
        yield (
            step.voice.does(bidder, "pays")
            + f" {step.after.bid} into the pot and "
            + (f"{step.voice.verb([bidder], 'names')} the pain suit.")
        )
    elif step.phases == ("bid", "play"):
        leader = members(step.after.acting)[0]
        yield "Nobody bid: hearts are the pain suit. " + step.voice.does(leader, "leads") + "."


def _settlement(step: Step) -> Iterator[Text]:
    """What each seat paid, and what became of the pot."""
    voice, before, after = step.voice, step.before, step.after
    yield from phrases.rule(f"Deal {before.deal} is over", voice)
    paid = [min(int(after.last_taken[seat]), int(before.scores[seat])) for seat in range(before.seats)]
    for seat, taken in enumerate(map(int, after.last_taken[: before.seats])):
        if taken:
            yield voice.does(seat, "pays") + f" {counted(paid[seat], 'chips')} for {counted(taken, 'pain cards')}."
    yield _ending(step, int(before.carry) + sum(paid))
    yield from phrases.changes(step)


def _ending(step: Step, pot: int) -> Text:
    """What became of the pot."""
    voice, before, after = step.voice, step.before, step.after
    how = ENDINGS[int(after.last_ending)]
    clear = [seat for seat in range(before.seats) if not after.last_taken[seat]]
    if how == "one clear":
        return voice.do(clear, "is") + " alone clear of pain and " + voice.verb(clear, "takes") + f" the pot of {pot}."
    if how == "two clear":
        odd = "; the odd chip stays" if pot % 2 else ""
        return voice.do(clear, "is") + f" clear of pain and share the pot of {pot}{odd}."
    if how == "moon":
        return _moon(step, pot)
    if how == "redeal":
        return f"Nobody bid, and no card is played. {_stays(pot)}".strip()
    if how == "all the pain":
        taker = max(range(before.seats), key=lambda seat: int(after.last_taken[seat]))
        return voice.does(taker, "has") + f" all the pain. {_stays(pot)}"
    return f"Nobody is clear of pain. {_stays(pot)}"


def _moon(step: Step, pot: int) -> Text:
    shooter = next(seat for seat in range(step.before.seats) if step.after.last_taken[seat])
    moon = step.voice.does(shooter, "takes") + f" all {HAND} tricks: the moon"
    if step.after.winners and step.after.moon == 0:
        return moon + ", and with it the match."
    return moon + f" and the pot of {pot}."


def _stays(pot: int) -> str:
    return f"The pot of {pot} stays." if pot else ""


def _next(step: Step) -> Iterator[Text]:
    """The next deal, with or without an auction."""
    if step.after.stayed:
        namer = int(step.after.bidder)
        yield from phrases.rule(f"Deal {step.after.deal}", step.voice)
        yield "No auction, for the pot stayed: " + step.voice.does(namer, "names") + " again."
    else:
        yield from phrases.next_deal(step)


def last(scene: Scene) -> Iterator[Text]:
    """The last trick."""
    yield from tricks.last_trick(scene.deals, len(scene.seats), lambda deal: None, scene.voice)
