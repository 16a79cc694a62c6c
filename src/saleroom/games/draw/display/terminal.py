"""Auction Draw at the table."""

from __future__ import annotations

from collections.abc import Iterator

from saleroom.games.draw.rules import words
from saleroom.kernel.bits import members
from saleroom.kernel.game import HIDDEN, State
from saleroom.kernel.tiles import HIGH, LOW, NAMES, as_bits, tiles_in
from saleroom.toolkit.text import phrases
from saleroom.toolkit.text.board import Board, Hand, Menu, Scene, Step, Text
from saleroom.toolkit.text.dominoes import draw_line
from saleroom.toolkit.text.ink import ink, listed
from saleroom.toolkit.text.phrases import split
from saleroom.toolkit.text.voice import Voice, counted

SIDE = {"L": "left", "R": "right"}


def boneyard(view: State) -> int:
    """How many tiles nobody has drawn."""
    return tiles_in(int(view.set)) - int(view.drawn)


def board(scene: Scene) -> Board:
    """Chips, tiles held, the line and its ends."""
    view = scene.view
    said = _auction(scene) if scene.phase == "bid" else {}
    rows: list[list[Text]] = []
    for seat in scene.seats:
        turn = seat == view.turn
        notes = phrases.notes(
            ("leader", seat == view.dealer),
            ("auctioneer", turn and scene.phase == "bid"),
            (f"bought {view.bought}", turn and scene.phase == "play" and view.bought > 0),
        )
        rows.append([str(view.scores[seat]), str(view.holds[seat]), said.get(seat, ""), notes])
    facts = list(_facts(scene))
    line = words.line(view) if view.length else []
    spoken: list[tuple[str, Text]] = [("Line from left to right", ", ".join(line))] if line else []
    status: list[Text] = [f"round {view.deal} of at most {view.deals}", f"double-{_set_name(view)}"]
    return Board(status, ["chips", "tiles", "said", ""], rows, facts, list(draw_line(line)), spoken)


def _set_name(view: State) -> str:
    return {6: "six", 9: "nine", 12: "twelve"}[int(view.set)]


def _auction(scene: Scene) -> dict[int, str]:
    """What each seat said last in the auction that is going on."""
    turns = int(scene.view.spoken)
    spoken = _moves(scene.events)[-turns:] if turns else []
    return {int(actor): "check" if rest == ["0"] else " ".join([verb, *rest]) for actor, verb, rest in spoken}


def _facts(scene: Scene) -> Iterator[tuple[str, Text]]:
    view = scene.view
    if view.length:
        yield "Ends", ink(f"left {view.left}", "strong") + ", " + ink(f"right {view.right}", "strong")
    if scene.phase == "bid":
        yield "Auction", ink("the last two tiles, unseen; ") + phrases.standing(scene)
    yield "Pool", counted(int(view.carry), "chips")
    yield "Boneyard", counted(boneyard(view), "tiles")


def hand(scene: Scene) -> Hand:
    """The watcher's tiles, high ones first."""
    if scene.seat is None:
        return Hand()
    tiles = members(as_bits(scene.view.tiles[scene.seat]))[::-1]
    names = tuple(NAMES[tile] for tile in tiles)
    ends: dict[str, list[str]] = {}
    for action in scene.legal:
        _, *rest = action.split(" ")
        if rest and rest[0] in names:
            ends.setdefault(rest[0], []).extend(SIDE[side] for side in rest[1:])
    hand = Hand("Tiles", names, tuple(map(scene.voice.tile, names)), tuple(name for name in names if name in ends))
    hand.signs = {name: _sign(ends[name]) for name in ends}
    hand.spoken = tuple(
        f"{hand.number(name)}: {name}{_fits(ends[name])}." if name in ends else f"{name}." for name in names
    )
    return hand


def _sign(sides: list[str]) -> str:
    """A tile's number with arrows to the ends that it fits."""
    return ("←" if "left" in sides else " ") + "#" + ("→" if "right" in sides else " ") if sides else "#"


def _fits(sides: list[str]) -> str:
    return f", fits {' and '.join(sides)}" if sides else ""


def menu(scene: Scene) -> Menu:
    """Tiles by their place, then buying and passing; bids by their number."""
    if scene.phase == "bid":
        hint = phrases.bid_hint(scene.legal, "chips")
        hints: list[Text] = [hint + " A bid of 0 is a check." if "bid 0" in scene.legal else hint]
        return Menu("bid", "bid", scene.legal, amounts=True, keys={"check": "bid 0"}, hints=hints)
    shown = hand(scene)
    pieces, held = shown.usable, shown.pieces if scene.phase == "play" else ()
    others = [action for action in scene.legal if action in ("buy", "pass")]
    others.sort()
    keys = {str(len(pieces) + at): action for at, action in enumerate(others, 1)}
    meaning = {"buy": "buy a tile for 1 chip", "pass": "pass"}
    hints = [listed((f"{key} {meaning[action]}" for key, action in keys.items()), "or") + "."] if keys else []
    if scene.phase == "lead":
        hints = ["You lead: any tile."]
    return Menu(
        "tile",
        "play",
        scene.legal,
        pieces,
        keys=keys,
        hints=hints,
        held=held,
        either=bool(held) and scene.view.left == scene.view.right,
    )


def begin(scene: Scene) -> Iterator[Text]:
    """The first round."""
    yield from _opening(scene.voice, scene.view)


def _opening(voice: Voice, view: State) -> Iterator[Text]:
    yield from phrases.rule(f"Round {view.deal}", voice)
    yield voice.does(int(view.dealer), "is") + " the leader."


def tell(step: Step) -> Iterator[Text]:
    """Plays, purchases, the auction and the settlement."""
    for event in step.fresh:
        yield from _told(step, *split(event))
    if step.phases[0] != "bid" and step.phases[1] == "bid" and not step.deal_ends:
        auctioneer = int(step.after.turn)
        yield "Two tiles are left, and they go by auction: two laps. " + step.voice.does(auctioneer, "begins") + "."
    if step.phases[0] == "bid" and step.phases[1] == "play" and step.after.bid < 0:
        yield "Nobody bid: the two tiles stay out."
    if step.deal_ends:
        yield from _settlement(step)
        if not step.after.winners:
            yield from _opening(step.voice, step.after)


def _told(step: Step, actor: str, verb: str, rest: list[str]) -> Iterator[Text]:
    """One event, if there is something to say of it."""
    voice, after = step.voice, step.after
    if actor == "table":
        if verb == "draw":
            yield from _drawn(step, rest)
        return
    seat = int(actor)
    if verb == "play" and len(rest) == 1:
        yield voice.does(seat, "leads") + " " + voice.tile(rest[0]) + "."
    elif verb == "play":
        yield voice.does(seat, "plays") + " " + voice.tile(rest[0]) + f" on the {SIDE[rest[1]]}" + _ends(step)
    elif verb == "buy":
        if seat != voice.you:
            yield voice.does(seat, "buys") + " a tile."
    elif verb == "bid" and rest[0] == "0":
        yield voice.does(seat, "checks") + ": a bid of nothing."
    else:
        yield phrases.bid_words(voice, seat, verb, rest) + "."
    if verb == "play" and not step.deal_ends and after.holds[seat] == 1:
        yield voice.does(seat, "has") + " one tile left."


def _ends(step: Step) -> str:
    return "." if step.deal_ends else f"; the ends are {step.after.left} and {step.after.right}."


def _drawn(step: Step, tiles: list[str]) -> Iterator[Text]:
    """What was bought: named only to the buyer."""
    voice, known = step.voice, [tile for tile in tiles if tile != HIDDEN]
    named = listed(voice.tile(tile) for tile in known)
    if len(tiles) == 1:
        if known:
            yield voice.does(int(step.before.turn), "buys") + " " + named + "."
        return
    paid = f" for {counted(int(step.after.bid), 'chips')}"
    begins = voice.does(int(step.after.bidder), "takes") + " the last two tiles" + paid
    yield begins + (": " + named + "." if known else ".")


def _settlement(step: Step) -> Iterator[Text]:
    """How the round ended, every hand, and who takes the pool."""
    voice, before, after = step.voice, step.before, step.after
    yield from phrases.rule(f"Round {before.deal} is over", voice)
    hands = [members(as_bits(after.shown[seat])) for seat in range(before.seats)]
    pips = [sum(int(HIGH[tile] + LOW[tile]) for tile in tiles) for tiles in hands]
    won = [seat for seat in range(before.seats) if not hands[seat]]
    if won:
        yield voice.does(won[0], "is") + " out of tiles" + _takes(step, won)
    else:
        least = [seat for seat in range(before.seats) if pips[seat] == min(pips)]
        yield "The line is blocked. " + voice.do(least, "has") + f" the fewest pips, {min(pips)}," + _takes(step, least)
    for seat, tiles in enumerate(hands):
        if tiles:
            shown = listed(voice.tile(NAMES[tile]) for tile in tiles)
            yield voice.does(seat, "has") + " " + shown + f": {counted(pips[seat], 'pips')}."
    yield from phrases.changes(step)


def _takes(step: Step, takers: list[int]) -> Text:
    each = int(step.after.won[takers[0]])
    if len(takers) == 1:
        return f" and {step.voice.verb(takers, 'takes')} the pool of {each}."
    odd = f"; {step.after.last_carry} stay in the pool" if step.after.last_carry else ""
    return f" and take {each} each{odd}."


def last(scene: Scene) -> Iterator[Text]:
    """The last lap of moves."""
    deal = next((deal for deal in reversed(scene.deals) if _moves(deal["events"])), None)
    if deal is None:
        yield "Nobody has moved yet."
        return
    yield "The last moves:"
    for actor, verb, rest in _moves(deal["events"])[-len(scene.seats) - 2 :]:
        yield _move(scene.voice, int(actor), verb, rest)


def _moves(events: list[str]) -> list[tuple[str, str, list[str]]]:
    return [move for move in map(split, events) if move[0] != "table"]


def _move(voice: Voice, seat: int, verb: str, rest: list[str]) -> Text:
    if verb == "play":
        where = f" on the {SIDE[rest[1]]}" if rest[1:] else ""
        return voice.does(seat, "played") + " " + voice.tile(rest[0]) + where + "."
    if verb == "buy":
        return voice.does(seat, "bought") + " a tile."
    return voice.does(seat, "passed") + "." if verb == "pass" else voice.does(seat, "bid") + f" {rest[0]}."
