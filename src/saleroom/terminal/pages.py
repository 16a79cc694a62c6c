"""Pages that the user can request: help, rules and scores."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator

from saleroom.match.match import Match
from saleroom.match.rulebook import applied
from saleroom.terminal.layout import table
from saleroom.terminal.screen import Screen
from saleroom.toolkit.text.board import Menu, Text
from saleroom.toolkit.text.ink import ink
from saleroom.toolkit.text.phrases import signed
from saleroom.toolkit.text.voice import Voice

COMMANDS = (
    ("?", "this help"),
    ("rules", "the rules of this table"),
    ("score", "all scores, and the last deals"),
    ("last", "the last trick, moves or flop"),
    ("hint", "what a good player would do here, and why"),
    ("undo", "back to before your last decision, alone against bots"),
    ("save FILE", "save the match in a file and continue"),
    ("quit", "save the match and leave"),
    ("Enter", "show the table again"),
)
ENTRIES = (
    ("3", "what bears the number 3; in an auction, a bid of 3"),
    ("p", "pass; other words can be cut short as well"),
    ("jd 10h 6-4", "a card or a tile; ten is T or 10, suits are c d h s"),
)
MOST_DEALS = 10  # maximum number of deals shown by `score`
NARROW = re.compile(r"[*_`]+")


def show(lines: Iterable[Text], screen: Screen) -> None:
    """Show lines; on a terminal, show one screenful at a time."""
    room = screen.height - 2
    for number, line in enumerate(lines, 1):
        screen.say(line)
        if screen.interactive and number % room == 0 and screen.ask("Enter for more, q to stop: "):
            return


def help_lines(menu: Menu | None, plain: bool) -> Iterator[Text]:
    """Yield an explanation of what the user can type."""
    if menu is not None:
        yield ink("Now", "strong")
        yield from menu.hints
        if len(menu.legal) <= 16:
            yield "Legal: " + ", ".join(map(menu.typed, menu.legal)) + "."
    yield ink("What to type", "strong")
    yield from _pairs(ENTRIES, plain)
    if menu is not None and menu.legal:
        yield from _pairs([(menu.legal[-1], "the whole action, as records have it")], plain)
    yield ink("At any time", "strong")
    yield from _pairs(COMMANDS, plain)


def _pairs(pairs: Iterable[tuple[str, str]], plain: bool) -> Iterator[Text]:
    for typed, meaning in pairs:
        yield f"{typed}: {meaning}." if plain else ink(f"  {typed:<12}", "strong") + meaning


def rules(match: Match, width: int) -> Iterator[Text]:
    """Yield the rules that apply at this table, wrapped to `width`."""
    for paragraph in applied(match.game, match.options).strip().split("\n\n"):
        text = " ".join(paragraph.split())
        title = text.startswith("#")
        for line in textwrap.wrap(NARROW.sub("", text.lstrip("# ")), width - 1):
            yield ink(line, "strong" if title else "")
        yield ""


def score(match: Match, voice: Voice, width: int) -> Iterator[Text]:
    """Yield the current scores, and the changes in the most recent deals."""
    deals = [(number, deal.score) for number, deal in enumerate(match.deals, 1) if deal.score is not None]
    names = [voice.name(seat) for seat in range(match.seats)]
    if voice.plain:
        for seat in sorted(range(match.seats), key=lambda seat: -match.scores[seat]):
            last = f", last deal {signed(deals[-1][1][seat])}" if deals else ""
            yield f"{names[seat]}: {match.scores[seat]} {match.game.unit}{last}."
        return
    rows = [[signed(score[seat]) for seat in range(match.seats)] for _, score in deals[-MOST_DEALS:]]
    labels = [f"deal {number}" for number, _ in deals[-MOST_DEALS:]]
    yield from table(names, [*labels, match.game.unit], [*rows, [str(score) for score in match.scores]], width)


def final(match: Match, voice: Voice) -> Iterator[Text]:
    """Yield the final scores, best first, and the winners."""
    width = max(len(voice.name(seat)) for seat in range(match.seats))
    for seat in sorted(range(match.seats), key=lambda seat: (seat not in match.winners, -match.scores[seat])):
        if voice.plain:
            yield f"{voice.name(seat)}: {match.scores[seat]} {match.game.unit}."
        else:
            won = "  wins" if seat in match.winners else ""
            name = ink(f"  {voice.name(seat):<{width}}", "strong")
            yield name + f"  {match.scores[seat]:>5} {match.game.unit}" + ink(won.replace("wins", "★"), "strong")
    yield voice.do(match.winners, "win|wins") + " the match."
