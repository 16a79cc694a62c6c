"""Auction Pitch at the table."""

from __future__ import annotations

from collections.abc import Iterator

from saleroom.games.pitch.rules.record import DEALT
from saleroom.games.pitch.rules.words import deciding
from saleroom.kernel.bits import members
from saleroom.kernel.cards import ACE, JACK, KING, QUEEN, TEN
from saleroom.toolkit.text import phrases, tricks
from saleroom.toolkit.text.board import Board, Hand, Menu, Scene, Step, Text
from saleroom.toolkit.text.ink import ink, listed
from saleroom.toolkit.text.phrases import split
from saleroom.toolkit.text.voice import card_number

WORTH = {TEN: 10, ACE: 4, KING: 3, QUEEN: 2, JACK: 1}


def trump_of(deal: dict) -> int | None:
    """The trump suit of a deal: that of the first card led."""
    led = [rest[0] for _, verb, rest in map(split, deal["events"]) if verb == "play"]
    return card_number(led[0]) // 13 if led else None


def _trump(scene: Scene) -> int | None:
    return int(scene.view.trump) if scene.phase == "play" else None


def board(scene: Scene) -> Board:
    """Points, bids, tricks and the trick on the table."""
    view, said = scene.view, phrases.said(scene.events)
    cells = tricks.table_cells(scene, _trump(scene))
    rows: list[list[Text]] = []
    for seat in scene.seats:
        won = str(view.tricks_won[seat]) if scene.phase in ("pitch", "play") else ""
        pitches = seat == view.bidder and scene.phase in ("pitch", "play")
        notes = phrases.notes(("dealer", seat == view.dealer), ("pitcher", pitches))
        rows.append([str(view.scores[seat]), said.get(seat, ""), won, cells[seat], notes])
    return Board(
        [f"deal {view.deal}", f"to {view.target} points"],
        ["points", "said", "tricks", "on the table", ""],
        rows,
        list(_facts(scene)),
        spoken=tricks.spoken_trick(scene, _trump(scene)),
    )


def _facts(scene: Scene) -> Iterator[tuple[str, Text]]:
    view, voice = scene.view, scene.voice
    if scene.phase == "bid":
        yield "Bid", phrases.standing(scene)
        return
    trump = _trump(scene)
    if trump is not None:
        yield "Trump", voice.suit(trump)
    contract = "without a contract" if view.bid < 0 else f"for {view.bid}"
    yield "Contract", f"{voice.who(int(view.bidder))} {voice.verb([int(view.bidder)], 'pitches')} {contract}"


def hand(scene: Scene) -> Hand:
    """The watcher's cards, trumps first."""
    return tricks.hand_of(scene, _trump(scene))


def menu(scene: Scene) -> Menu:
    """Bids by their number, cards by their place."""
    if scene.phase == "bid":
        return Menu("bid", "bid", scene.legal, amounts=True, hints=[phrases.bid_hint(scene.legal, "points")])
    hints: list[Text] = ["You pitch: the suit that you lead is trump."] if scene.phase == "pitch" else []
    return Menu("card", "play", scene.legal, hand(scene).usable, hints=hints)


def begin(scene: Scene) -> Iterator[Text]:
    """The first deal."""
    yield from phrases.opening(scene.voice, scene.view)


def tell(step: Step) -> Iterator[Text]:
    """Bids, the pitch, tricks and the points of the deal."""
    voice = step.voice
    for actor, verb, rest in map(split, step.fresh):
        if actor == "table":
            continue
        if verb == "play":
            trump = trump_of({"events": step.events})
            pitched = step.phases[0] == "pitch"
            yield from tricks.tell_play(step, int(actor), card_number(rest[0]), trump, "pitches" if pitched else "")
            if pitched and trump is not None:
                yield "Trump is " + voice.suit(trump) + "."
        else:
            yield phrases.bid_words(voice, int(actor), verb, rest) + "."
    if step.phases == ("bid", "pitch"):
        yield _contract(step)
    if step.deal_ends:
        yield from _settlement(step)
        yield from phrases.next_deal(step)


def _contract(step: Step) -> Text:
    pitcher = int(step.after.bidder)
    if step.after.bid < 0:
        return "Nobody bid. " + step.voice.does(pitcher, "pitches") + " without a contract."
    return step.voice.does(pitcher, "has") + f" the bid at {step.after.bid}."


def _settlement(step: Step) -> Iterator[Text]:
    """Who scored what, and why."""
    voice, after = step.voice, step.after
    pitcher, bid = int(after.last_pitcher), int(after.last_bid)
    yield from phrases.rule(f"Deal {step.before.deal} is over", voice)
    made = 0
    for what, seat, why in _points(step):
        made += seat == pitcher
        yield f"{what}: " + ink(voice.name(seat), "strong") + ", " + why + "."
    if bid > 0:
        count = f"{voice.whose(pitcher).capitalize()} contract: bid {bid}, made {made}"
        yield f"{count}." if made >= bid else f"{count}; set back {bid}."
    yield from phrases.changes(step)
    yield from tie(step)


def tie(step: Step) -> Iterator[Text]:
    """Why one of several at the target has won."""
    among, by = deciding(step.after)
    if by is None:
        return
    voice, winner = step.voice, members(int(step.after.winners))[0]
    had = (
        f"{voice.verb([winner], 'was')} the pitcher" if by == "pitcher" else f"scored {by.replace('jack', 'the jack')}"
    )
    others = listed(voice.who(seat) for seat in among if seat != winner).text
    level = len({int(step.after.scores[seat]) for seat in among}) == 1
    tie = "the tie" if level else f"over {others}, who got there too"
    yield voice.does(winner, "wins") + f" {tie}: {voice.who(winner)} {had}."


def _points(step: Step) -> Iterator[tuple[str, int, Text]]:
    """Each point of the deal: its name, who made it and with what."""
    voice, after, seats = step.voice, step.after, int(step.before.seats)
    plays = [(int(actor), card_number(rest[0])) for actor, verb, rest in map(split, step.events) if verb == "play"]
    trump = plays[0][1] // 13
    trumps = sorted(card for _, card in plays if card // 13 == trump)
    yield "High", int(after.last_high), "dealt " + voice.card(trumps[-1])
    yield "Low", int(after.last_low), ("dealt " if after.low == DEALT else "who took ") + voice.card(trumps[0])
    if after.last_jack >= 0:
        yield "Jack", int(after.last_jack), "who took " + voice.card(13 * trump + JACK)
    if after.last_cards >= 0:
        worth = 0
        for start in range(0, len(plays), seats):
            trick = plays[start : start + seats]
            if tricks.best(trick, trump)[0] == after.last_cards:
                worth += sum(WORTH.get(card % 13, 0) for _, card in trick)
        yield "Cards", int(after.last_cards), f"with {worth} in tricks"


def last(scene: Scene) -> Iterator[Text]:
    """The last trick."""
    yield from tricks.last_trick(scene.deals, len(scene.seats), trump_of, scene.voice)
