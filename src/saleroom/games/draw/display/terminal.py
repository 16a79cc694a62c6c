"""Terminal display of Auction Draw."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from saleroom.games.draw.display.scene import SIDES
from saleroom.kernel.game import HIDDEN
from saleroom.toolkit.display.events import SeenEvent, decode_action
from saleroom.toolkit.text import phrases
from saleroom.toolkit.text.board import Board, Hand, Menu, Scene, Step, Text
from saleroom.toolkit.text.counts import CHIPS, PIPS, TILES, counted
from saleroom.toolkit.text.dominoes import draw_line
from saleroom.toolkit.text.ink import ink, listed
from saleroom.toolkit.text.voice import Voice

if TYPE_CHECKING:
    from saleroom.games.draw.display.view import View

CHECK = "bid 0"
ENDS = {"l": "L", "left": "L", "r": "R", "right": "R"}
SET_NAMES = {6: "six", 9: "nine", 12: "twelve"}


def board(scene: Scene[View]) -> Board:
    """Return the table: chips, tiles held, the line and its ends."""
    view, facts = scene.view, scene.facts
    rows: list[list[Text]] = []
    for seat in scene.seats:
        turn = seat == facts["turn"]
        notes = phrases.notes(
            ("leader", seat == view.dealer),
            ("auctioneer", turn and scene.phase == "bid"),
            (f"bought {view.bought}", turn and scene.phase == "play" and view.bought > 0),
        )
        rows.append([str(view.scores[seat]), str(facts["held"][seat]), _said(scene, seat), notes])
    line = facts["line"]
    spoken: list[tuple[str, Text]] = [("Line from left to right", ", ".join(line))] if line else []
    status: list[Text] = [f"round {view.deal} of at most {view.deals}", f"double-{SET_NAMES[facts['set']]}"]
    columns = ["chips", "tiles", "said", ""]
    return Board(status, columns, rows, list(_facts(scene)), lambda width: draw_line(line, width), spoken)


def _said(scene: Scene[View], seat: int) -> str:
    """Return a seat's last call in the current auction."""
    call = scene.said(seat) if scene.facts["auction"]["open"] else ""
    return "check" if call == CHECK else call


def _facts(scene: Scene[View]) -> Iterator[tuple[str, Text]]:
    facts, ends = scene.facts, scene.facts["ends"]
    if ends:
        yield "Ends", ink(f"left {ends['left']}", "strong") + ", " + ink(f"right {ends['right']}", "strong")
    if scene.phase == "bid":
        yield "Auction", ink("the last two tiles, unseen; ") + phrases.standing(scene)
    yield "Pool", counted(facts["pool"], CHIPS)
    yield "Boneyard", counted(facts["boneyard"], TILES)


def hand(scene: Scene[View]) -> Hand:
    """Return the viewer's tiles, high tiles first."""
    if scene.mine is None:
        return Hand()
    names = tuple(scene.mine["hand"])
    ends: dict[str, list[str]] = {}
    for action in scene.legal:
        tile, *sides = (*decode_action(action).args, "")
        if tile in names:
            ends.setdefault(tile, []).extend(SIDES[side] for side in sides if side)
    hand = Hand("Tiles", names, tuple(map(scene.voice.tile, names)), tuple(name for name in names if name in ends))
    hand.signs = {name: _sign(ends[name]) for name in ends}
    hand.spoken = tuple(
        f"{hand.number(name)}: {name}{_fits(ends[name])}." if name in ends else f"{name}." for name in names
    )
    return hand


def _sign(sides: list[str]) -> str:
    """Return the mark under a tile in the hand: ``#`` for its number, with arrows to the ends that the tile fits."""
    return ("←" if "left" in sides else " ") + "#" + ("→" if "right" in sides else " ") if sides else "#"


def _fits(sides: list[str]) -> str:
    return f", fits {' and '.join(sides)}" if sides else ""


def menu(scene: Scene[View]) -> Menu:
    """Return the menu. Players type numbers to play a tile, to buy or to pass. In the auction, they type the amount of
    a bid.
    """
    if scene.phase == "bid":
        hint = phrases.bid_hint(scene.legal, CHIPS)
        hints: list[Text] = [hint + " A bid of 0 is a check." if CHECK in scene.legal else hint]
        return Menu("bid", "bid", scene.legal, amounts=True, keys={"check": CHECK}, hints=hints)
    shown = hand(scene)
    pieces, held = shown.usable, shown.pieces if scene.phase == "play" else ()
    others = [action for action in scene.legal if action in ("buy", "pass")]
    others.sort()
    keys = {str(len(pieces) + number): action for number, action in enumerate(others, 1)}
    meaning = {"buy": "buy a tile for 1 chip", "pass": "pass"}
    ways: list[Text] = []
    if keys:
        ways = [listed((f"{key} {meaning[action]}" for key, action in keys.items()), "or") + "."]
    if scene.phase == "lead":
        ways = ["You lead: any tile."]
    return Menu(
        "tile",
        "play",
        scene.legal,
        pieces,
        keys=keys,
        hints=ways,
        words=dict(ENDS),
        which=_both_ends,
        refusal=lambda tile: _fits_nowhere(tile, held),
        either=bool(held) and scene.view.left == scene.view.right,
    )


def _both_ends(actions: Sequence[str]) -> str:
    """Return the question that asks at which end to play a tile that fits both ends."""
    return f"{decode_action(actions[0]).args[0]} fits both ends; add left or right"


def _fits_nowhere(tile: str, held: Sequence[str]) -> str:
    """Return why a tile cannot be played; return an empty text outside the phase `play`."""
    if not held:
        return ""
    return f"{tile} fits neither end" if tile in held else f"you do not hold {tile[:9]}"


def begin(scene: Scene[View]) -> Iterator[Text]:
    """Yield the lines that open the first round."""
    yield from _opening(scene.voice, scene.view)


def _opening(voice: Voice, view: View) -> Iterator[Text]:
    yield from phrases.rule(f"Round {view.deal}", voice)
    yield voice.does(int(view.dealer), "are|is") + " the leader."


def tell(step: Step[View]) -> Iterator[Text]:
    """Yield lines for plays, purchases, the auction and the settlement."""
    for event in step.fresh:
        yield from _told(step, event)
    if step.phases[0] != "bid" and step.phases[1] == "bid" and not step.deal_ends:
        auctioneer = step.facts["turn"]
        yield (
            "Two tiles are left, and they go by auction: two laps. " + step.voice.does(auctioneer, "begin|begins") + "."
        )
    if step.phases[0] == "bid" and step.phases[1] == "play" and step.facts["auction"]["bid"] is None:
        yield "No player bid: the two tiles stay out."
    if step.deal_ends:
        yield from _settlement(step)
        if not step.after.winners:
            yield from _opening(step.voice, step.after)


def _told(step: Step[View], event: SeenEvent) -> Iterator[Text]:
    """Yield the lines about an event; some events have no lines."""
    voice, (seat, verb, args) = step.voice, event
    if seat is None:
        if verb == "draw":
            yield from _drawn(step, args)
        return
    if verb == "play":
        tile, *sides = args
        where = f" on the {SIDES[sides[0]]}" + _ends(step) if sides else "."
        yield voice.does(seat, "play|plays" if sides else "lead|leads") + " " + voice.tile(tile) + where
    elif verb == "buy":
        if seat != voice.you:
            yield voice.does(seat, "buy|buys") + " a tile."
    elif event.words == CHECK:
        yield voice.does(seat, "check|checks") + ": a bid of nothing."
    else:
        yield phrases.bid_words(voice, seat, event) + "."
    if verb == "play" and not step.deal_ends and step.facts["held"][seat] == 1:
        yield voice.does(seat, "have|has") + " one tile left."


def _ends(step: Step[View]) -> str:
    ends = step.facts["ends"]
    return "." if step.deal_ends else f"; the ends are {ends['left']} and {ends['right']}."


def _drawn(step: Step[View], tiles: Sequence[str]) -> Iterator[Text]:
    """Yield a line about tiles bought; only the buyer sees their names."""
    voice, known = step.voice, [tile for tile in tiles if tile != HIDDEN]
    named = listed(voice.tile(tile) for tile in known)
    if len(tiles) == 1:
        if known:
            yield voice.does(step.before.turn, "buy|buys") + " " + named + "."
        return
    auction = step.facts["auction"]
    paid = f" for {counted(auction['bid'], CHIPS)}"
    begins = voice.does(auction["bidder"], "take|takes") + " the last two tiles" + paid
    yield begins + (": " + named + "." if known else ".")


def _settlement(step: Step[View]) -> Iterator[Text]:
    """Yield lines about how the round ended, who took the pool, and the tiles left in each hand."""
    voice, last = step.voice, step.facts["last"]
    takers, pips = last["takers"], last["pips"]
    yield from phrases.rule(f"Round {last['deal']} is over", voice)
    if last["ending"] == "out":
        yield voice.does(takers[0], "are|is") + " out of tiles" + _takes(step)
    else:
        yield "The line is blocked. " + voice.do(takers, "have|has") + f" the fewest pips, {min(pips)}," + _takes(step)
    for seat, tiles in enumerate(last["hands"]):
        if tiles:
            shown = listed(voice.tile(tile) for tile in reversed(tiles))
            yield voice.does(seat, "have|has") + " " + shown + f": {counted(pips[seat], PIPS)}."
    yield from phrases.changes(step)


def _takes(step: Step[View]) -> Text:
    last = step.facts["last"]
    takers, carry = last["takers"], last["carry"]
    each = last["won"][takers[0]]
    if len(takers) == 1:
        return f" and {step.voice.verb(takers, 'take|takes')} the pool of {each}."
    return f" and take {each} each{f'; {carry} stay in the pool' if carry else ''}."


def last(scene: Scene[View]) -> Iterator[Text]:
    """Yield lines about the most recent moves. The number of moves is two more than the number of seats."""
    moves = next((moves for deal in reversed(scene.deals) if (moves := deal.log.moves())), None)
    if moves is None:
        yield "No player has moved yet."
        return
    yield "The last moves:"
    for move in deque(moves, len(scene.seats) + 2):
        yield _move(scene.voice, move)


def _move(voice: Voice, move: SeenEvent) -> Text:
    seat, verb, args = move
    assert seat is not None
    if verb == "play":
        tile, *sides = args
        return voice.does(seat, "played") + " " + voice.tile(tile) + (f" on the {SIDES[sides[0]]}." if sides else ".")
    if verb == "buy":
        return voice.does(seat, "bought") + " a tile."
    return voice.does(seat, "passed") + "." if verb == "pass" else voice.does(seat, "bid") + f" {args[0]}."
