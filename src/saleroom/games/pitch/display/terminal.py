"""Terminal display of Auction Pitch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from saleroom.games.pitch.display.scene import Point
from saleroom.games.pitch.rules.record import DEALT
from saleroom.kernel.cards import NUMBERS, SUITS
from saleroom.toolkit.text import phrases, tricks
from saleroom.toolkit.text.board import Board, Hand, Menu, Scene, Step, Text
from saleroom.toolkit.text.counts import POINTS
from saleroom.toolkit.text.ink import ink, listed

if TYPE_CHECKING:
    from saleroom.games.pitch.display.view import View


def board(scene: Scene[View]) -> Board:
    """Return the table: points, bids, tricks won and the current trick."""
    view, facts, cells = scene.view, scene.facts, tricks.table_cells(scene)
    rows: list[list[Text]] = []
    for seat in scene.seats:
        won = str(view.tricks_won[seat]) if scene.phase in ("pitch", "play") else ""
        notes = phrases.notes(("dealer", seat == view.dealer), ("pitcher", seat == facts["pitcher"]))
        rows.append([str(view.scores[seat]), scene.said(seat), won, cells[seat], notes])
    return Board(
        [f"deal {view.deal}", f"to {view.target} points"],
        ["points", "said", "tricks", "on the table", ""],
        rows,
        list(_facts(scene)),
        spoken=tricks.spoken_trick(scene),
    )


def _facts(scene: Scene[View]) -> Iterator[tuple[str, Text]]:
    facts, voice = scene.facts, scene.voice
    if scene.phase == "bid":
        yield "Bid", phrases.standing(scene)
        return
    if facts["trump"] is not None:
        yield "Trump", voice.suit(SUITS.index(facts["trump"]))
    pitcher, bid = facts["pitcher"], facts["auction"]["bid"]
    contract = "without a contract" if bid is None else f"for {bid}"
    yield "Contract", f"{voice.who(pitcher)} {voice.verb([pitcher], 'pitch|pitches')} {contract}"


def hand(scene: Scene[View]) -> Hand:
    """Return the viewer's cards, trumps first."""
    return tricks.hand_of(scene)


def menu(scene: Scene[View]) -> Menu:
    """Return the menu. Players type the amount of a bid, or the number of a card in the hand."""
    if scene.phase == "bid":
        return Menu("bid", "bid", scene.legal, amounts=True, hints=[phrases.bid_hint(scene.legal, POINTS)])
    hints: list[Text] = ["You pitch: the suit that you lead is trump."] if scene.phase == "pitch" else []
    return Menu("card", "play", scene.legal, hand(scene).usable, hints=hints)


def begin(scene: Scene[View]) -> Iterator[Text]:
    """Yield the lines that open the first deal."""
    yield from phrases.opening(scene.voice, scene.view)


def tell(step: Step[View]) -> Iterator[Text]:
    """Yield lines for bids, the pitch, tricks and the points of the deal."""
    voice, facts = step.voice, step.facts
    for event in step.fresh:
        if event.seat is None:
            continue
        if event.verb == "play":
            pitched = step.phases[0] == "pitch"
            yield from tricks.tell_play(step, event.seat, event, "pitch|pitches" if pitched else "")
            if pitched:
                yield "Trump is " + voice.suit(SUITS.index(facts["trump"])) + "."
        else:
            yield phrases.bid_words(voice, event.seat, event) + "."
    if step.phases == ("bid", "pitch"):
        yield _contract(step)
    if step.deal_ends:
        yield from _settlement(step)
        yield from phrases.next_deal(step)


def _contract(step: Step[View]) -> Text:
    pitcher, bid = step.facts["pitcher"], step.facts["auction"]["bid"]
    if bid is None:
        return "No player bid. " + step.voice.does(pitcher, "pitch|pitches") + " without a contract."
    return step.voice.does(pitcher, "have|has") + f" the bid at {bid}."


def _settlement(step: Step[View]) -> Iterator[Text]:
    """Yield lines that say who scored which point, and why."""
    voice, last = step.voice, step.facts["last"]
    pitcher, bid, made = last["pitcher"], last["bid"], last["made"]
    yield from phrases.rule(f"Deal {step.before.deal} is over", voice)
    for point in last["points"]:
        if point["seat"] is not None:
            name, scorer = point["name"].capitalize(), ink(voice.name(point["seat"]), "strong")
            yield f"{name}: " + scorer + ", " + _why(step, point) + "."
    for revoke in last["revokes"]:
        held = listed(voice.card(NUMBERS[name]) for name in revoke["held"])
        what = voice.does(revoke["seat"], "revoke|revokes") + f" in trick {revoke['trick']}: "
        yield what + voice.card(NUMBERS[revoke["card"]]) + ", holding " + held + "."
    if bid is not None:
        count = f"{voice.whose(pitcher).capitalize()} contract: bid {bid}, made {made}"
        if last["score"][pitcher] < 0:
            yield f"{count}; set back {bid}."
        else:
            yield f"{count}." if made >= bid else f"{count}; not set back, because of the revoke."
    yield from phrases.changes(step)
    yield from tie(step)


def _why(step: Step[View], point: Point) -> Text:
    """Return a phrase that says with which card, or with how many card points, a point was scored."""
    if point["card"] is None:
        return f"with {step.facts['last']['counts'][point['seat']]} in tricks"
    dealt = point["name"] == "high" or (point["name"] == "low" and step.after.low == DEALT)
    return ("dealt " if dealt else "who took ") + step.voice.card(NUMBERS[point["card"]])


def tie(step: Step[View]) -> Iterator[Text]:
    """If several players reached the target in the same deal, yield a line that says why one of them won."""
    broken = step.facts["tie_break"]
    if broken is None:
        return
    voice, winner, among, by = step.voice, broken["seat"], broken["among"], broken["by"]
    had = (
        f"{voice.verb([winner], 'were|was')} the pitcher"
        if by == "pitcher"
        else f"scored {by.replace('jack', 'the jack')}"
    )
    others = listed(voice.who(seat) for seat in among if seat != winner).text
    level = len({int(step.after.scores[seat]) for seat in among}) == 1
    tie = "the tie" if level else f"over {others}, who got there too"
    yield voice.does(winner, "win|wins") + f" {tie}: {voice.who(winner)} {had}."


def last(scene: Scene[View]) -> Iterator[Text]:
    """Yield lines about the last trick."""
    yield from tricks.last_trick(scene)
