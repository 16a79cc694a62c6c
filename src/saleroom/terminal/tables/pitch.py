"""Auction Pitch at the table."""

from __future__ import annotations

from collections.abc import Iterator

from saleroom.games.pitch.record import DEALT
from saleroom.kernel.cards import ACE, JACK, KING, QUEEN, TEN
from saleroom.terminal.board import Board, Hand, Menu, Scene, Step, Text
from saleroom.terminal.ink import ink
from saleroom.terminal.tables import common, tricks
from saleroom.terminal.tables.common import split
from saleroom.terminal.voice import card_number

WORTH = {TEN: 10, ACE: 4, KING: 3, QUEEN: 2, JACK: 1}


def trump_of(deal: dict) -> int | None:
    """The trump suit of a deal: that of the first card led."""
    led = [rest[0] for _, verb, rest in map(split, deal["events"]) if verb == "play"]
    return card_number(led[0]) // 13 if led else None


def _trump(scene: Scene) -> int | None:
    return int(scene.view.trump) if scene.phase == "play" else None


def board(scene: Scene) -> Board:
    """Points, bids, tricks and the trick on the table."""
    view, said = scene.view, common.said(scene.events)
    cells = tricks.table_cells(scene, _trump(scene))
    rows: list[list[Text]] = []
    for seat in scene.seats:
        won = str(view.tricks_won[seat]) if scene.phase in ("pitch", "play") else ""
        pitches = seat == view.bidder and scene.phase in ("pitch", "play")
        notes = common.notes(("dealer", seat == view.dealer), ("pitcher", pitches))
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
        yield "Bid", common.standing(scene)
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
        return Menu("bid", "bid", scene.legal, amounts=True, hints=[common.bid_hint(scene.legal, "points")])
    hints: list[Text] = ["You pitch: the suit that you lead is trump."] if scene.phase == "pitch" else []
    return Menu("card", "play", scene.legal, hand(scene).usable, hints=hints)


def begin(scene: Scene) -> Iterator[Text]:
    """The first deal."""
    yield from common.opening(scene.voice, scene.view)


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
            yield common.bid_words(voice, int(actor), verb, rest) + "."
    if step.phases == ("bid", "pitch"):
        yield _contract(step)
    if step.deal_ends:
        yield from _settlement(step)
        yield from common.next_deal(step)


def _contract(step: Step) -> Text:
    pitcher = int(step.after.bidder)
    if step.after.bid < 0:
        return "Nobody bid. " + step.voice.does(pitcher, "pitches") + " without a contract."
    return step.voice.does(pitcher, "has") + f" the bid at {step.after.bid}."


def _settlement(step: Step) -> Iterator[Text]:
    """Who scored what, and why."""
    voice, pitcher, bid = step.voice, int(step.before.bidder), int(step.before.bid)
    yield from common.rule(f"Deal {step.before.deal} is over", voice)
    made = [0] * int(step.before.seats)
    for what, seat, why in _points(step):
        made[seat] += 1
        yield f"{what}: " + ink(voice.name(seat), "strong") + ", " + why + "."
    if bid > 0:
        count = f"{voice.whose(pitcher).capitalize()} contract: bid {bid}, made {made[pitcher]}"
        yield f"{count}." if made[pitcher] >= bid else f"{count}; set back {bid}."
    yield from common.changes(step)


def _points(step: Step) -> Iterator[tuple[str, int, Text]]:
    """Each point of the deal: its name, who made it and how."""
    voice, seats = step.voice, int(step.before.seats)
    plays = [(int(actor), card_number(rest[0])) for actor, verb, rest in map(split, step.events) if verb == "play"]
    trump = plays[0][1] // 13
    dealt = {card: seat for seat, card in plays}
    taken = {}
    for start in range(0, len(plays), seats):
        trick = plays[start : start + seats]
        taken |= dict.fromkeys((card for _, card in trick), tricks.best(trick, trump)[0])
    trumps = sorted(card for card in dealt if card // 13 == trump)
    jack = 13 * trump + JACK
    made = [("High", dealt[trumps[-1]], "dealt " + voice.card(trumps[-1]))]
    if step.after.low == DEALT:
        made.append(("Low", dealt[trumps[0]], "dealt " + voice.card(trumps[0])))
    else:
        made.append(("Low", taken[trumps[0]], "who took " + voice.card(trumps[0])))
    if jack in dealt:
        made.append(("Jack", taken[jack], "who took " + voice.card(jack)))
    yield from made
    worth = [sum(WORTH.get(card % 13, 0) for card in taken if taken[card] == seat) for seat in range(seats)]
    winner = _cards_winner(step, [seat for _, seat, _ in made], worth)
    if winner is not None:
        yield "Cards", winner, f"with {worth[winner]} in tricks"


def _cards_winner(step: Step, others: list[int], worth: list[int]) -> int | None:
    """Who scored the point for cards, by what the deal changed; a pitcher set back shows it in his tricks alone."""
    pitcher = int(step.before.bidder)
    for seat in range(int(step.before.seats)):
        if int(step.after.last_score[seat]) == others.count(seat) + 1:
            return seat
    alone = worth[pitcher] > max(worth[:pitcher] + worth[pitcher + 1 :])
    return pitcher if step.after.last_score[pitcher] < 0 and alone else None


def last(scene: Scene) -> Iterator[Text]:
    """The last trick."""
    yield from tricks.last_trick(scene.deals, len(scene.seats), trump_of, scene.voice)
