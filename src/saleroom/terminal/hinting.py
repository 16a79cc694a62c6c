"""Command `hint`: the action of a strong player in the user's seat, with reasons and alternatives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from saleroom.bots.prepare import is_ready
from saleroom.kernel.game import Game
from saleroom.terminal.action_text import Wording, sentence, worlds
from saleroom.terminal.layout import MARGIN, table
from saleroom.terminal.screen import Screen
from saleroom.terminal.seating import USUAL
from saleroom.toolkit.text.board import Text
from saleroom.toolkit.text.counts import WORLDS, counted
from saleroom.toolkit.text.ink import ink
from saleroom.toolkit.text.phrases import signed_mean
from saleroom.toolkit.text.voice import Voice

if TYPE_CHECKING:
    from saleroom.bots.search.explain import Explanation, Weighed

LEVEL = "hard"
MOST = 6  # maximum number of listed options
MOST_REASONS = 4
INDENT = "  "
KNOWN_WELL = 0.01  # a chance to win is shown with a decimal place if its interval is narrower than this


class Adviser:
    """Adviser that sees only what the player sees."""

    def __init__(self, game: Game, screen: Screen) -> None:
        """Create the adviser. The bot is loaded at the first request for a hint."""
        self.game, self.screen = game, screen
        self._player: Any = None
        self._explained = False

    def hint(self, views: Any, seat: int, voice: Voice) -> Iterator[Text]:
        """Yield advice for a seat that can act now, based on its view `views[0]`."""
        from saleroom import bots

        if not is_ready(self.game, search=True):
            yield from self._by_thumb(views, seat, voice)
            return
        if self._player is None:
            player: Any = bots.player(LEVEL, self.game)  # a bot that can explain its decisions
            self._player = player
        with self.screen.waiting("Thinking …"):
            explanation = self._player.explain(views, seat)
        tell, says = spoken if voice.plain else drawn, Wording(self.game, voice)
        yield from tell(explanation, self.game.unit, says, self.screen.width)
        if len(explanation.options) > 1 and not self._explained:
            yield from self._explain(voice)

    def _by_thumb(self, views: Any, seat: int, voice: Voice) -> Iterator[Text]:
        """Yield the action of the bot ``house``, which gives hints until the search is compiled."""
        from saleroom import bots

        action = bots.player(USUAL, self.game).choose(views, seat)
        words = self.game.format_action(views[0], seat, action)
        yield ink("Hint: ", "strong") + Wording(self.game, voice).action(words) + "."
        yield "This goes by a rule of thumb: the search is still being compiled. Ask again in a moment for its reasons."

    def _explain(self, voice: Voice) -> Iterator[Text]:
        """Yield explanations of the terms in a hint; they are shown only once."""
        self._explained = True
        for words in (worlds(self.game), "wins: reckoned, by a model of the deals that follow this one"):
            yield sentence(ink(words)) if voice.plain else ink(INDENT + words, "quiet")


def drawn(explanation: Explanation, unit: str, says: Wording, width: int) -> Iterator[Text]:
    """Yield the hint as formatted lines: the best option, reasons, and a table of options."""
    yield ""
    yield ink("Hint: ", "strong") + says.action(explanation.best.words) + "."
    for reason in _reasons(explanation):
        yield INDENT + says.clause(reason)
    if len(explanation.options) == 1:
        return
    yield ""
    yield ink(f"{INDENT}What was weighed, {_order(explanation)}:", "quiet")
    shown, left = _shown(explanation)
    names = [_cut(says.action(option.words), max(width - 45, 15)) for option in shown]
    rows = [[signed_mean(option.deal), *_wins(explanation, option), str(option.visits)] for option in shown]
    columns = [f"{unit}, this deal", "wins", "95 % sure", "worlds"]
    yield from (INDENT + line for line in table(columns, names, rows, width - len(INDENT)))
    if left:
        yield ink(f"{INDENT}and {left} more", "quiet")


def spoken(explanation: Explanation, unit: str, says: Wording, width: int) -> Iterator[Text]:
    """Yield the hint as plain sentences."""
    yield "Hint: " + says.action(explanation.best.words) + "."
    for reason in _reasons(explanation):
        yield sentence(says.clause(reason))
    if len(explanation.options) == 1:
        return
    shown, left = _shown(explanation)
    yield f"What was weighed, {_order(explanation)}:"
    for option in shown:
        wins, between = _wins(explanation, option)
        words = sentence(says.action(option.words)).text.rstrip(".")
        brings = f"{signed_mean(option.deal)} {unit} in this deal; wins {wins}{f', from {between}' if between else ''}"
        yield f"{words}: {brings}; tried in {counted(option.visits, WORLDS)}."
    if left:
        yield f"And {left} more."


def _reasons(explanation: Explanation) -> list[str]:
    """Return the most important reasons. The last reason compares the best option with the second best."""
    from saleroom.bots.search.explain import reasons

    texts = reasons(explanation)
    return texts if len(texts) <= MOST_REASONS else [*texts[: MOST_REASONS - 1], texts[-1]]


def _shown(explanation: Explanation) -> tuple[tuple[Weighed, ...], int]:
    """Return the options to list, and the number of options that are left out."""
    many = (
        MOST if len(explanation.options) > MOST + 1 else len(explanation.options)
    )  # listing the last option takes as little space as "and 1 more"
    best, *others = explanation.options
    others.sort(key=lambda option: -option.value)
    return (best, *others)[:many], len(explanation.options) - many


def _order(explanation: Explanation) -> str:
    """Return a text that says how the options are ordered."""
    return "the best chance to win the match first" if explanation.objective == "match" else "the best first"


def _wins(explanation: Explanation, option: Weighed) -> tuple[str, str]:
    """Return the rounded chance to win the match and, if the search maximised it, the interval of this chance."""
    if explanation.objective != "match":
        return f"{100 * option.wins:.0f} %", ""
    places = 1 if option.high - option.low < KNOWN_WELL else 0
    low, high = max(option.low, 0.0), min(option.high, 1.0)
    return f"{100 * option.wins:.{places}f} %", f"{100 * low:.{places}f} to {100 * high:.{places}f}"


def _cut(text: Any, room: int) -> Any:
    """Return `text`, shortened to fit into a column of width `room`."""
    return text if len(text) <= room else text.cut(0, room - MARGIN) + "…"
