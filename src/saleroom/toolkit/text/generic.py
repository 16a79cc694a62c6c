"""Terminal display for games that do not define one; it shows the public fields that the record declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from saleroom.kernel.cards import NUMBERS, SUITS
from saleroom.kernel.game import HIDDEN
from saleroom.toolkit.display.events import SeenEvent, decode_action
from saleroom.toolkit.display.generic import Fact, GenericScene, label
from saleroom.toolkit.text import phrases
from saleroom.toolkit.text.board import Board, Hand, Menu, Scene, Step, Text
from saleroom.toolkit.text.ink import Ink, ink, listed
from saleroom.toolkit.text.voice import Voice

MOST_LISTED = 16
"""Maximum number of legal actions to list."""


def facts_of(scene: Scene) -> list[Fact]:
    """Return the public fields that have a value now."""
    return GenericScene(scene.game).facts(scene.view)


def board(scene: Scene) -> Board:
    """Return the table: a column for each field with one value per seat, and a line for every other field."""
    facts = facts_of(scene)
    shared = [fact for fact in facts if not fact["by_seat"]]
    own = [fact for fact in facts if fact["by_seat"] and any(fact["values"])]
    rows: list[list[Text]] = [
        [str(scene.view.scores[seat]), *(words_of(fact, seat, scene.voice) for fact in own)] for seat in scene.seats
    ]
    return Board(
        [f"deal {scene.view.deal}", scene.phase],
        [scene.game.unit, *(label(fact["name"]).lower() for fact in own)],
        rows,
        [(label(fact["name"]), words_of(fact, 0, scene.voice)) for fact in shared if fact["values"][0]],
        spoken=[(label(fact["name"]), by_seat(fact, scene)) for fact in own],
    )


def by_seat(fact: Fact, scene: Scene) -> Ink:
    """Return a field's values with the names of their seats. Seats without a value are left out."""
    seats = (seat for seat in scene.seats if fact["values"][seat])
    return listed(scene.voice.who(seat) + " " + words_of(fact, seat, scene.voice) for seat in seats)


def words_of(fact: Fact, place: int, voice: Voice) -> Ink:
    """Return the display text of the value at index `place` of the field `fact`."""
    return listed(word(value, fact["unit"], voice) for value in fact["values"][place])


def word(value: str, unit: str, voice: Voice) -> Ink:
    """Return the display name of a value: a card, a suit, a seat or anything else."""
    if unit in ("seat", "seat set") and value.isdecimal():
        return ink(voice.who(int(value)))
    if unit == "suit" and value in SUITS:
        return voice.suit(SUITS.index(value))
    return piece(value, voice)


def piece(name: str, voice: Voice) -> Ink:
    """Return the display name of a card or a tile; return any other word unchanged."""
    if name in NUMBERS:
        return voice.card(NUMBERS[name])
    return voice.tile(name) if name.replace("-", "", 1).isdecimal() and "-" in name[1:] else ink(name)


def hand(scene: Scene) -> Hand:
    """Return the viewer's cards or other pieces.

    Pieces that occur in legal actions are numbered, unless the names of the pieces are numbers.
    """
    if scene.seat is None:
        return Hand()
    names = tuple(GenericScene(scene.game).hand(scene.view, scene.seat))
    named = {arg for words in scene.legal for arg in decode_action(words).args}
    faces = tuple(piece(name, scene.voice) for name in names)
    numbered = not any(name.isdecimal() for name in names)
    shown = Hand("Hand", names, faces, tuple(name for name in names if numbered and name in named))
    numbers = (shown.number(name) for name in names)
    shown.spoken = tuple(
        f"{number} {face.text}" if number else face.text for number, face in zip(numbers, faces, strict=True)
    )
    return shown


def menu(scene: Scene) -> Menu:
    """Return the menu of all legal actions.

    A number typed without a verb is an amount if the first verb with arguments takes amounts; otherwise it is a piece.
    """
    actions = list(map(decode_action, scene.legal))
    verb = next((action.verb for action in actions if action.args), actions[0].verb if actions else "")
    arguments = [action.args for action in actions if action.verb == verb]
    amounts = bool(arguments) and all(len(args) == 1 and args[0].isdecimal() for args in arguments)
    hints: list[Text] = [listing(scene.legal)] if scene.legal else []
    return Menu("action", verb, scene.legal, hand(scene).usable, amounts=amounts, hints=hints)


def listing(legal: Sequence[str]) -> str:
    """Return the legal actions as one line."""
    more = f" and {len(legal) - MOST_LISTED} more" if len(legal) > MOST_LISTED else ""
    return "You may: " + ", ".join(legal[:MOST_LISTED]) + more + "."


def begin(scene: Scene) -> Iterator[Text]:
    """Yield the number of the deal."""
    yield from phrases.rule(f"Deal {scene.view.deal}", scene.voice)


def tell(step: Step) -> Iterator[Text]:
    """Yield every event in the notation of the record and, after the last event of a deal, the score changes.

    Sealed choices that have just been opened are repeated.
    """
    acted = [event for event in step.fresh if event.seat is not None]
    turned = [event for event in step.fresh if event.seat is None]
    yield from lines(acted, step.voice)
    if step.opened:
        yield ink("Opened:", "strong")
        yield from lines(step.opened, step.voice)
    yield from lines(turned, step.voice)
    if step.deal_ends:
        yield from phrases.rule(f"Deal {step.before.deal} is over", step.voice)
        yield from phrases.changes(step)
        if not step.after.winners:
            yield from phrases.rule(f"Deal {step.after.deal}", step.voice)


def lines(events: Iterable[SeenEvent], voice: Voice) -> Iterator[Text]:
    """Yield a line for each event."""
    for event in events:
        who = "The table" if event.seat is None else voice.name(event.seat)
        yield ink(who, "strong") + ": " + says(event.verb, event.args, voice) + "."


def says(verb: str, rest: Sequence[str], voice: Voice) -> Ink:
    """Return the text of an event, with display names for its pieces. A hidden piece is called "face down"."""
    line = ink(verb)
    for name in rest:
        line = line + (" " + piece(name, voice) if name != HIDDEN else "")
    return line + ", face down" if HIDDEN in rest else line


def last(scene: Scene) -> Iterator[Text]:
    """Yield the events of the previous deal."""
    if len(scene.deals) < 2:
        yield "There was no deal before this one."
        return
    yield from lines(scene.deals[-2].log.all, scene.voice)
