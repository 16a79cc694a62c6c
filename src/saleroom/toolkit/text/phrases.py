"""Phrases about bids, deals and scores, for several games."""

from __future__ import annotations

from collections.abc import Iterator

from saleroom.toolkit.display.events import SeenEvent, decode_action
from saleroom.toolkit.display.view import ViewFields
from saleroom.toolkit.text.board import Scene, Step, Text
from saleroom.toolkit.text.counts import counted
from saleroom.toolkit.text.ink import Ink, ink
from saleroom.toolkit.text.voice import Voice

Opens = tuple[str, str]
"""First action after the deal, by the seat to the dealer's left: a verb in the third person and its object."""
FIRST_WORD: Opens = ("speak|speaks", "first")


def notes(*conditions: tuple[str, bool]) -> Ink:
    """Return a note on a seat: the texts whose conditions are true, joined by commas."""
    return ink(", ".join(text for text, holds in conditions if holds), "quiet")


def bid_words(voice: Voice, seat: int, call: SeenEvent) -> Ink:
    """Return a sentence about a bid or a pass."""
    return voice.does(seat, "bid|bids") + f" {call.args[0]}" if call.args else voice.does(seat, "pass|passes")


def standing(scene: Scene) -> Text:
    """Return the highest bid and its bidder."""
    auction = scene.facts["auction"]
    if auction["bid"] is None:
        return "no bid yet"
    return f"{auction['bid']} by {scene.voice.who(auction['bidder'])}"


def bid_hint(legal: tuple[str, ...], unit: str) -> str:
    """Return one line with the legal bids. `unit` has a singular and a plural, such as ``chip|chips``.

    `legal` contains bids and sometimes a pass.
    """
    bids = [args[0] for _, args in map(decode_action, legal) if args]
    if not bids:
        return "You can only pass: p."
    if len(bids) == 1:
        return f"Bid {counted(int(bids[0]), unit)}, or p to pass."
    if len(bids) <= 4:
        return f"Bid {', '.join(bids[:-1])} or {counted(int(bids[-1]), unit)}, or p to pass."
    return f"Bid {bids[0]} to {counted(int(bids[-1]), unit)}, or p to pass."


def changes(step: Step) -> Iterator[Text]:
    """Yield each seat's score change in the deal and its new score."""
    after, voice = step.after, step.voice
    width = max(len(voice.name(seat)) for seat in range(after.seats))
    if not voice.plain:
        yield ink(f"  {'':<{width}}  deal  {step.game.unit:>6}", "quiet")
    for seat in range(after.seats):
        change, total = int(after.last_score[seat]), settled(step, seat)
        if voice.plain:
            yield f"{voice.name(seat)}: {signed(change)}, now {total}."
        else:
            yield ink(f"  {voice.name(seat):<{width}}", "strong") + f"  {signed(change):>4}  {total:>6}"


def settled(step: Step, seat: int) -> int:
    """Return a seat's score after the settlement, without the next deal's stakes and without a share of the leftover
    pot.
    """
    after = step.after
    before = getattr(after, "before", None)
    if before is None:
        return int(after.scores[seat])
    return int(before[seat]) + (int(after.last_score[seat]) if after.winners else 0)


def signed(number: int) -> str:
    """Return a score change with its sign."""
    return f"{number:+d}" if number else "0"


def signed_mean(number: float) -> str:
    """Return a mean score change with its sign and two decimals."""
    return f"{number:+.2f}" if round(number, 2) else "0.00"


def rule(words: str, voice: Voice) -> Iterator[Text]:
    """Yield a heading that separates parts of the log."""
    if voice.plain:
        yield f"{words}."
    else:
        yield ""
        yield ink(f"── {words} ──", "strong")


def next_deal(step: Step, what: str = "Deal", opens: Opens = FIRST_WORD) -> Iterator[Text]:
    """Yield the heading of the next deal, unless the match has ended."""
    if not step.after.winners:
        yield from opening(step.voice, step.after, what, opens)


def opening(voice: Voice, view: ViewFields, what: str = "Deal", opens: Opens = FIRST_WORD) -> Iterator[Text]:
    """Yield a heading and a sentence with the dealer and the seat that begins."""
    eldest = (int(view.dealer) + 1) % int(view.seats)
    verb, rest = opens
    yield from rule(f"{what} {view.deal}", voice)
    yield voice.does(int(view.dealer), "deal|deals") + f"; {voice.who(eldest)} {voice.verb([eldest], verb)} {rest}."
