"""Example deals: a recorded deal told from the first card to the score.

The record is `example.json` in the game's folder. The game's module `display.example` gives the result of the deal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

from saleroom.games import package
from saleroom.match import boards, languages
from saleroom.match.deal_history import seen_deals
from saleroom.match.match import Match
from saleroom.match.record import Record
from saleroom.match.referee import replay
from saleroom.toolkit.display.scenes import Trick
from tools.how_to_play.wording import PLAYERS, SUITS, Wording, pieces

TABLE = "table"


def example(wording: Wording) -> str:
    """Return the example deal of a game, in Markdown."""
    record = json.loads(languages.read(wording.game, "example.json") or "")
    match = replay(record)
    deals = seen_deals(match, "public")
    board = boards.public_board(boards.Position(match), deals)
    parts = [
        wording.result("begin", {"seat": deals[0].dealer}),
        hands_table(wording, dealt_hands(record)),
        *paragraphs(wording, record["deals"][0]["events"], "trick" in board, late_auctions(record)),
        *([tricks_table(wording, deals[0].tricks)] if deals[0].tricks else []),
        *settlement(wording, board["last"]),
    ]
    return "\n\n".join(parts) + "\n"


def hands_table(wording: Wording, hands: Sequence[Sequence[str]]) -> str:
    """Return a table of the hands that were dealt."""
    rows = [(PLAYERS[seat], pieces(" ".join(hand))) for seat, hand in enumerate(hands)]
    return table([wording.heading("player"), wording.heading("hand")], rows)


def tricks_table(wording: Wording, tricks: Sequence[Trick]) -> str:
    """Return a table of the tricks: the cards in the order of play, and the winner."""
    places = [f"{number}." for number in range(1, len(tricks[0]["plays"]) + 1)]
    rows = [
        (number, *(f"{PLAYERS[play['seat']]}\u00a0{pieces(play['card'])}" for play in trick["plays"]), winner(trick))
        for number, trick in enumerate(tricks, 1)
    ]
    return table([wording.heading("trick"), *places, wording.heading("winner")], rows)


def winner(trick: Trick) -> str:
    """Return the name of the player who won a whole trick."""
    assert trick["winner"] is not None
    return PLAYERS[trick["winner"]]


def dealt_hands(record: Record) -> list[list[str]]:
    """Return the hand of each seat right after the deal, in display order."""
    (deal, *_), events = record["deals"], record["deals"][0]["events"]
    dealt = [event for event in events if event.startswith("table deal")]
    match = replay({**record, "deals": [{"dealer": deal["dealer"], "events": dealt}]})
    return [own_hand(match, seat) for seat in range(match.seats)]


def own_hand(match: Match, seat: int) -> list[str]:
    return boards.own_part(boards.Position(match), seat, seen_deals(match, seat))["hand"]


def late_auctions(record: Record) -> list[range]:
    """Return the indices of the events of each auction that begins after a play, with the one that gives its lot."""
    (deal, *_), events = record["deals"], record["deals"][0]["events"]
    auctions: list[range] = []
    for index in range(first_play(events), len(events)):
        match = replay({**record, "deals": [{"dealer": deal["dealer"], "events": events[:index]}]})
        auction = match.game.auction
        continues = bool(auctions) and auctions[-1].stop == index
        is_bid = auction is not None and match.game.phases[match.state.phase] == auction.phase
        if continues and (is_bid or events[index].startswith(TABLE)):
            auctions[-1] = range(auctions[-1].start, index + 1)
        elif is_bid:
            auctions.append(range(index, index + 1))
    return auctions


def first_play(events: Sequence[str]) -> int:
    """Return the index of the first play; the number of events if there is none."""
    return next((index for index, event in enumerate(events) if event.split(" ")[1] == "play"), len(events))


def paragraphs(
    wording: Wording, events: Sequence[str], has_tricks: bool, auctions: Sequence[range] = ()
) -> Iterator[str]:
    """Yield what happened after the deal: a paragraph for each time around the table and for each of `auctions`.

    Plays to tricks are left out.
    """
    sentences: list[str] = []
    before: list[tuple[str, str]] = []
    edges = {edge for auction in auctions for edge in (auction.start, auction.stop)}
    for index, event in enumerate(events):
        actor, verb, *_ = event.split(" ")
        if verb == "deal" or (verb == "play" and has_tricks):
            continue
        in_auction = any(index in auction for auction in auctions)
        if sentences and (index in edges or (not in_auction and starts_paragraph(actor, verb, before))):
            yield " ".join(sentences)
            sentences, before = [], []
        if any(index == auction.start for auction in auctions):
            sentences.append(wording.result("auction", {"seat": int(actor)}))
        is_lot = in_auction and actor == TABLE
        sentences.append(sold(wording, events[:index], event) if is_lot else sentence(wording, event))
        before.append((actor, verb))
    if sentences:
        yield " ".join(sentences)


def sold(wording: Wording, before: Sequence[str], event: str) -> str:
    """Return what the highest bidder pays for the pieces of an event of the table."""
    seat, _, price = next(bid for bid in reversed(before) if bid.split(" ")[1] == "bid").split(" ")
    return wording.result("sold", {"seat": int(seat), "count": int(price), "cards": event.split(" ", 2)[2]})


def starts_paragraph(actor: str, verb: str, before: Sequence[tuple[str, str]]) -> bool:
    """Return whether an event begins a new time around the table, or a phase."""
    if actor == TABLE:
        return verb != "draw"
    actors = [one for one, _ in before if one != TABLE]
    return actor in actors and actors[-1] != actor


def sentence(wording: Wording, event: str) -> str:
    """Return an event as a sentence. The client's `eventText` does the same for a live table."""
    actor, verb, *words = event.split(" ")
    shown = [word for word in words if is_piece(word)]
    numbers = [int(word) for word in words if word.isdigit()]
    suits = [word[-1] for word in words if word[-1] in SUITS and (word in SUITS or actor == TABLE)]
    values: dict[str, object] = {
        "count": len(shown),
        "piece": pieces(" ".join(shown[:1])),
        "pieces": pieces(" ".join(shown)),
    }
    if suits:
        values["suit"] = suits[0]
    if numbers:
        values["bid" if verb == "bid" else "seat"] = numbers[0]
    if actor == TABLE:
        return wording.event(["drawn" if verb == "draw" else f"table.{verb}"], values)
    values |= {"name": PLAYERS[int(actor)], "other": PLAYERS[numbers[0]] if verb == "trade" else ""}
    return wording.event(message_keys(verb, words), values)


def message_keys(verb: str, words: Sequence[str]) -> list[str]:
    """Return the keys of the messages for an action, the most specific first."""
    if not words:
        return [f"{verb}None", verb]
    special = words[-1] if words[-1] in ("0", "L", "R") else ""
    lead = ["lead"] if verb == "play" and not special else []
    return [f"{verb}Open", *lead, f"{verb}{special}", verb]


def is_piece(word: str) -> bool:
    """Return whether a word of an event is a card or a tile."""
    return "-" in word or (len(word) == 2 and word[1] in SUITS)


def settlement(wording: Wording, last: Any) -> Iterator[str]:
    """Yield how the deal was scored: sentences, then a table with a row for each player."""
    result = import_module(f"{package(wording.game).__name__}.display.example")
    yield " ".join(wording.result(key, values) for key, values in result.sentences(last))
    rows = [
        (
            PLAYERS[seat],
            ", ".join(wording.result(key, values) for key, values in result.of_seat(last, seat)),
            signed(change),
        )
        for seat, change in enumerate(last["score"])
    ]
    yield table([wording.heading("player"), wording.heading("result"), wording.heading("change")], rows)


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table whose columns are aligned, so that it can be read in a terminal."""
    cells = [list(heads), *[[str(cell) for cell in row] for row in rows]]
    widths = [max(3, *(len(row[column]) for row in cells)) for column in range(len(heads))]
    cells.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in cells
    )
