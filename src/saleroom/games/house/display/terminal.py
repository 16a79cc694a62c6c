"""Auction House at the table."""

from __future__ import annotations

from collections.abc import Iterator

from saleroom.games.house.rules.record import NOBODY, NOT_TURNED
from saleroom.kernel.bits import members
from saleroom.kernel.cards import SUITS
from saleroom.kernel.game import HIDDEN
from saleroom.kernel.tricks import NO_CARD, NO_TRUMP
from saleroom.toolkit.text import phrases, tricks
from saleroom.toolkit.text.board import Board, Hand, Menu, Scene, Step, Text
from saleroom.toolkit.text.ink import join, listed
from saleroom.toolkit.text.phrases import split
from saleroom.toolkit.text.voice import Voice, card_number, counted

SEALED = "Sealed: nobody sees it until all have chosen."


def worth(card: int) -> int:
    """What a card in the kitty counts: its number, the ace one."""
    return 1 if card % 13 == 12 else card % 13 + 2


def _trump(view) -> int | None:
    return int(view.trump) if view.trump not in (NOT_TURNED, NO_TRUMP) else None


def board(scene: Scene) -> Board:
    """Points, tricks, what the auction showed and the trick on the table."""
    view, voice = scene.view, scene.voice
    cells = tricks.table_cells(scene, _trump(view), ace_low=True)
    rows: list[list[Text]] = []
    for seat in scene.seats:
        notes = phrases.notes(("dealer", seat == view.dealer), ("starter", seat == view.starter))
        tricks_won = str(view.tricks_won[seat]) if scene.phase == "play" else ""
        rows.append([str(view.scores[seat]), _shown(scene, seat), tricks_won, cells[seat], notes])
    said = "showed" if view.starter != NOBODY else "said"
    status: list[Text] = [f"round {view.deal} of {view.rounds}"]
    return Board(
        status,
        ["points", said, "tricks", "on the table", ""],
        rows,
        list(_facts(scene, voice)),
        spoken=tricks.spoken_trick(scene, _trump(view), ace_low=True),
    )


def _shown(scene: Scene, seat: int) -> Text:
    view, voice = scene.view, scene.voice
    if view.starter == NOBODY:
        return phrases.said(scene.events, ("pass",)).get(seat, "")
    if view.shown[seat] != NO_CARD:
        return voice.face(int(view.shown[seat]))
    if scene.phase == "lay" and seat not in members(view.acting):
        return "sealed"
    return ""


def _facts(scene: Scene, voice: Voice) -> Iterator[tuple[str, Text]]:
    view = scene.view
    if scene.phase in ("lay", "trade"):
        yield "Called", voice.suit(int(view.called))
    yield "Trump", _trump_text(view, voice)
    if view.carry:
        yield "Carried", counted(int(view.carry), "points")
    if scene.seat is not None and view.kitty[scene.seat] != NO_CARD:
        yield "Kitty", "your card is " + voice.card(int(view.kitty[scene.seat]))
    left = [3 - sum(card // 13 == suit for card in members(view.turned)) for suit in range(4)]
    if view.trump == NOT_TURNED:
        yield "To come", join(", ", (voice.mark(suit) + f" {left[suit]}" for suit in (3, 2, 1, 0) if left[suit]))


def _trump_text(view, voice: Voice) -> Text:
    if view.trump == NO_TRUMP:
        return "none in the last round"
    if view.trump == NOT_TURNED:
        return "not turned yet"
    return voice.suit(int(view.trump)) + ", by " + voice.card(int(view.trump_card))


def hand(scene: Scene) -> Hand:
    """The watcher's cards, trumps first, aces low."""
    return tricks.hand_of(scene, _trump(scene.view), ace_low=True)


def menu(scene: Scene) -> Menu:
    """Cards by their place, seats by their number."""
    pieces, voice = hand(scene).usable, scene.voice
    if scene.phase == "bid":
        hint = "Offer a card and call another suit: its number, then c, d, h or s, such as 3 h. Or p to pass."
        return Menu("offer", "offer", scene.legal, pieces, hints=[hint])
    if scene.phase == "lay":
        called = "Lay a card for " + voice.suit(int(scene.view.called)) + "; any card will do."
        return Menu("card", "lay", scene.legal, pieces, hints=[called, SEALED], sealed=True)
    if scene.phase == "trade":
        seats = [int(words.split(" ")[1]) for words in scene.legal]
        offers = [f"{seat} {voice.who(seat)}, " + voice.card(int(scene.view.shown[seat])) for seat in seats]
        return Menu("trade", "trade", scene.legal, hints=["Trade with " + listed(offers, "or") + "."])
    if scene.phase == "kitty":
        hint = "Put a card into the kitty: whoever takes the most tricks scores its number."
        return Menu("kitty card", "kitty", scene.legal, pieces, hints=[hint, SEALED], sealed=True)
    return Menu("card", "play", scene.legal, pieces)


def begin(scene: Scene) -> Iterator[Text]:
    """The first deal."""
    yield from phrases.opening(scene.voice, scene.view, "Round")


def tell(step: Step) -> Iterator[Text]:
    """The auction, the kitty, the trump card, tricks and the score."""
    for event in step.fresh:
        yield from _told(step, *split(event))
    if step.phases == ("lay", "trade"):
        yield _opened(step)
    if step.phases == ("bid", "kitty"):
        yield "All have passed: there is no auction in this round."
    if step.deal_ends:
        yield from _settlement(step)
        yield from phrases.next_deal(step, "Round")


def _told(step: Step, actor: str, verb: str, rest: list[str]) -> Iterator[Text]:
    """One event, if there is something to say of it."""
    voice = step.voice
    if verb == "trump":
        card = card_number(rest[0])
        yield "The trump card is " + voice.card(card) + ": " + voice.suit(card // 13) + " are trump."
    if actor == "table":
        return
    seat = int(actor)
    if verb == "offer":
        called = voice.suit(SUITS.index(rest[1]))
        yield (
            voice.does(seat, "offers")
            + " "
            + voice.card(card_number(rest[0]))
            + " and "
            + (voice.verb([seat], "calls") + " " + called + ".")
        )
    elif verb == "pass":
        yield voice.does(seat, "passes") + "."
    elif verb == "trade":
        yield _trade(step, seat, int(rest[0]))
    elif verb in ("lay", "kitty"):
        yield from _sealed(voice, seat, verb, rest[0])
    elif verb == "play":
        yield from tricks.tell_play(step, seat, card_number(rest[0]), _trump(step.before), ace_low=True)


def _sealed(voice: Voice, seat: int, verb: str, card: str) -> Iterator[Text]:
    """A sealed choice: the watcher's own by name, another's only that it was made."""
    does, where = ("lays", "") if verb == "lay" else ("puts", " into the kitty")
    if seat == voice.you and card != HIDDEN:
        yield voice.does(seat, does) + " " + voice.card(card_number(card)) + f"{where}, sealed."
    else:
        yield voice.does(seat, does) + f" a card{where}, sealed."


def _opened(step: Step) -> Text:
    """The three cards laid, from the starter's left."""
    voice, after = step.voice, step.after
    seats = [(int(after.starter) + step_left) % int(after.seats) for step_left in (1, 2, 3)]
    return (
        "The cards are open: "
        + listed(voice.name(seat) + " " + voice.card(int(after.shown[seat])) for seat in seats)
        + "."
    )


def _trade(step: Step, starter: int, partner: int) -> Text:
    voice, shown = step.voice, step.before.shown
    given, taken = voice.card(int(shown[starter])), voice.card(int(shown[partner]))
    return voice.does(starter, "trades") + f" with {voice.who(partner)}: " + given + " for " + taken + "."


def _settlement(step: Step) -> Iterator[Text]:
    """The kitty, card by card, and who scores it."""
    voice, before, after = step.voice, step.before, step.after
    yield from phrases.rule(f"Round {before.deal} is over", voice)
    kitty = [int(card) for card in after.last_kitty[: before.seats]]
    yield (
        "The kitty: "
        + listed(voice.name(seat) + " " + voice.card(card) for seat, card in enumerate(kitty))
        + f", {sum(map(worth, kitty))} points."
    )
    if before.carry:
        yield f"With {before.carry} carried it is worth {sum(map(worth, kitty)) + int(before.carry)}."
    yield _verdict(step, sum(map(worth, kitty)) + int(before.carry))
    yield from phrases.changes(step)


def _verdict(step: Step, value: int) -> Text:
    """Who took the most tricks, alone or not."""
    voice, before, after = step.voice, step.before, step.after
    tricks_won = [int(won) for won in after.last_tricks[: before.seats]]
    most = max(tricks_won)
    ahead = [seat for seat, won in enumerate(tricks_won) if won == most]
    if len(ahead) == 1:
        scores = voice.verb(ahead, "scores")
        return voice.does(ahead[0], "takes") + f" the most tricks, {most}, and {scores} {value}."
    fate = "are lost: it was the last round" if after.winners else "are carried to the next kitty"
    return voice.do(ahead, "ties") + f" at {counted(most, 'tricks')}: the {value} points {fate}."


def last(scene: Scene) -> Iterator[Text]:
    """The last trick."""
    yield from tricks.last_trick(scene.deals, len(scene.seats), _trump_of, scene.voice, ace_low=True)


def _trump_of(deal: dict) -> int | None:
    """The trump suit of a deal, from the record."""
    turned = [rest[0] for _, verb, rest in map(split, deal["events"]) if verb == "trump"]
    return card_number(turned[0]) // 13 if turned else None
