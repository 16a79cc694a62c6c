"""Session of a match in the terminal: turns, output and input."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from saleroom import games
from saleroom.bots.players import Player
from saleroom.match.errors import IllegalAction
from saleroom.match.match import Match
from saleroom.match.move_requests import MoveRequester
from saleroom.terminal import layout, pages, saving
from saleroom.terminal.action_text import verbs
from saleroom.terminal.entry import Unclear, understand
from saleroom.terminal.hinting import Adviser
from saleroom.terminal.screen import Screen
from saleroom.terminal.watchers import Watcher
from saleroom.toolkit.text.board import Board, Hand, Menu, Scene, Text
from saleroom.toolkit.text.ink import ink
from saleroom.toolkit.text.voice import NAMES, Voice

LONGEST_REASON = 200


class Quit(Exception):
    """Raised when the user leaves the table."""


class Session:
    """Session that plays one match to its end, or until the user leaves."""

    def __init__(self, match: Match, screen: Screen, people: tuple[int, ...], bots: dict[int, Player]) -> None:
        """Create the session. `people` are the seats that people play at this screen; `bots` play the other seats."""
        self.match = match
        self.screen = screen
        self.people = people
        self.bots = bots
        self.shared = len(people) > 1
        """Whether several people share the screen.

        If they do, a seat's private information is shown only at that seat's turns.
        """
        self.table = games.package(match.game.name).terminal()
        self.at_screen: int | None = None if self.shared or not people else people[0]
        watching = [*people, None] if self.shared or not people else people
        you = None if self.shared or not people else people[0]
        self.watchers = {seat: Watcher(match, seat, Voice(screen.plain, you)) for seat in watching}
        self.helped = False
        self.kept: Path | None = None
        """File with a generated name in which the match was saved. Later saves without a name update this file."""
        self._saved: tuple[Path, list[str]] | None = None
        self.adviser = Adviser(match.game, screen)
        self._asker = MoveRequester(match, bots, "table")

    # The course of the match

    def play(self) -> None:
        """Play the match to its end."""
        while not self.match.over:
            seat = next((seat for seat in self.match.to_act if seat in self.bots), self.match.to_act[0])
            if seat in self.bots:
                with self.screen.waiting(f"{NAMES[seat]} is thinking …"):
                    action = self._asker.choose(seat)
                self._do(seat, action)
                if not self.shared:
                    self.screen.pause()
            else:
                self._person(seat)
        self._asker.finish()
        self._finish()

    def _do(self, seat: int, action: str | int) -> None:
        """Carry out one action and show its effects."""
        for watcher in self.watchers.values():
            watcher.look()
        self.match.act(seat, action)
        for watcher in self.watchers.values():
            watcher.note()
        if not self.shared:
            self._tell(self._now)
            if self._now.deal_ended and self.people:
                self._breathe()

    def _breathe(self) -> None:
        """Pause between two deals so that the user can read the result.

        Text entered meanwhile answers the next prompt.
        """
        while self.screen.interactive:
            text = self.screen.ask("Enter continues: ")
            if not text or text.lower() == "undo" or not self._command(text, None):
                self.screen.put_back(text)
                return

    @property
    def _now(self) -> Watcher:
        """Watcher (a seat or the spectator) whose view is on the screen."""
        return self.watchers[self.at_screen]

    def _tell(self, watcher: Watcher) -> None:
        for line in watcher.told():
            self.screen.say(line)

    def open(self, resumed: bool) -> None:
        """Print the introduction, before the first move."""
        for watcher in self.watchers.values():
            if resumed:
                watcher.forget()
            else:
                watcher.begin()
        if resumed:
            self.screen.say(f"The match continues: deal {len(self.match.deals)}.")
        if not self.shared:
            self._tell(self._now)

    def _finish(self) -> None:
        """Print the last deal and the final scores, without hidden cards."""
        if self.shared:
            self.at_screen = None
            self.screen.clear()
            self._tell(self._now)
        self.screen.say()
        self.screen.say(ink("The match is over.", "strong"))
        for line in pages.final(self.match, self._now.voice):
            self.screen.say(line)
        self._keep()

    def _keep(self) -> None:
        """Offer to save the record if the input is a terminal."""
        while self.screen.interactive:
            text = self.screen.ask("save FILE keeps the record, score and last look back, Enter leaves: ")
            if not self._command(text, None) or text == "quit":
                return

    # A person's turn

    def _person(self, seat: int) -> None:
        """Process a person's input until they act or undo an action."""
        if self.shared and self.at_screen != seat:
            self._hand_over(seat)
        self.screen.rest()
        if self.shared:
            self._tell(self._now)
        menu = self._show()
        while True:
            text = self.screen.ask(self._prompt(menu))
            if not text:
                menu = self._show()
                continue
            try:
                if text.lower() == "undo" and not self._undo_refused():
                    self._undo()
                    return
                if self._command(text, menu):
                    continue
                self._decide(seat, understand(text, menu, verbs(self.match.game)))
                return
            except Unclear as error:
                self.screen.say(_sentence(str(error)))
            except IllegalAction as error:
                names = [self._now.voice.who(other) for other in range(self.match.seats)]
                self.screen.say(_sentence(error.for_people(names)))

    def _decide(self, seat: int, words: str) -> None:
        """Carry out a person's action. If several people share the screen, its effects are shown at the next turn."""
        if self.shared:
            for watcher in (self._now, self.watchers[None]):
                watcher.pending.clear()
        self._do(seat, words)

    def _prompt(self, menu: Menu) -> str:
        who = f"{NAMES[self.at_screen]}, " if self.shared and self.at_screen is not None else ""
        if not self.screen.plain:
            return f"{who}{menu.ask}>"
        return f"{who}your {menu.ask}?" if who else f"Your {menu.ask}?"

    def _hand_over(self, seat: int) -> None:
        """Hand the screen to another person: hide the previous hand, and wait for Enter before showing the next."""
        self.at_screen = None
        self.screen.clear()
        while True:
            text = self.screen.ask(f"{NAMES[seat]}, it is your turn. Press Enter when no one else is looking:")
            if not text:
                break
            if not self._command(text, None):
                self.screen.say("Press Enter, or type ? for help.")
        self.at_screen = seat

    # Output

    def _show(self) -> Menu:
        """Show the table, the hand and the legal actions; return the menu of possible entries."""
        scene = self._now.scene()
        board, hand, menu = self.table.board(scene), self.table.hand(scene), self.table.menu(scene)
        for line in self._spoken(board, hand, menu) if self.screen.plain else self._drawn(scene, board, hand, menu):
            self.screen.say(line)
        return menu

    def _spoken(self, board: Board, hand: Hand, menu: Menu) -> Iterable[Text]:
        """Yield board, hand and hints as plain sentences."""
        yield from layout.spoken(board)
        yield "Your hand." if hand.label == "Hand" else f"{hand.label}."
        yield from hand.spoken
        yield from menu.hints
        if not self.helped:
            yield "Type ? for help."
        self.helped = True

    def _drawn(self, scene: Scene, board: Board, hand: Hand, menu: Menu) -> Iterable[Text]:
        """Yield board, hand and hints in columns and colour."""
        yield ""
        yield from layout.drawn(self.match.game.title, board, scene.voice, self.screen.width)
        yield from layout.hand_lines(hand, self.screen.width)
        yield from menu.hints
        if not self.helped:
            yield ink("Type ? for help.", "quiet")
        self.helped = True

    # Commands

    def _command(self, text: str, menu: Menu | None) -> bool:
        """Execute a command; return whether the text was a command."""
        word, _, rest = text.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "?": lambda: pages.show(pages.help_lines(menu, self.screen.plain), self.screen),
            "rules": lambda: pages.show(pages.rules(self.match, self.screen.width), self.screen),
            "score": lambda: pages.show(pages.score(self.match, self._now.voice, self.screen.width), self.screen),
            "last": lambda: pages.show(self.table.last(self._now.scene()), self.screen),
            "hint": lambda: pages.show(self._hint(menu), self.screen),
            "undo": lambda: self.screen.say(self._undo_refused()),
            "quit": _quit,
        }
        commands |= {"help": commands["?"], "q": commands["quit"], "exit": commands["quit"]}
        if word.lower() == "save":
            self._save(rest.strip())
        elif text.lower() in commands:
            commands[text.lower()]()
        else:
            return False
        return True

    def _hint(self, menu: Menu | None) -> Iterable[Text]:
        """Return advice for the person at the screen, or a message if they have nothing to decide."""
        if menu is None or self.at_screen is None:
            return ["There is nothing to decide just now."]
        return self.adviser.hint(self.match.views(self.at_screen), self.at_screen, self._now.voice)

    def _save(self, name: str) -> None:
        """Save the match under a name; without a name, save it in the file with the generated name."""
        if name:
            path = saving.save_under(self.match, name, self.screen)
        else:
            place = self.kept or Path(saving.file_name(self.match))
            path = saving.save_as(self.match, place, self.screen, again=self.kept is not None)
            self.kept = path or self.kept
        if path is not None:
            self._saved = path, self.match.history

    @property
    def saved_as_it_is(self) -> Path | None:
        """File with the current state of the match; None if the match has not been saved since its last change."""
        return self._saved[0] if self._saved and self._saved[1] == self.match.history else None

    def _undo_refused(self) -> str:
        """Return a text that says why nothing can be undone; it is empty if undo is possible."""
        if self.shared:
            return "With several people at the table nothing is taken back."
        if self.match.over:
            return "The match is over."
        if not any(event.split(" ")[0] in map(str, self.people) for event in self.match.history):
            return "You have not decided anything yet."
        return ""

    def _undo(self) -> None:
        """Undo all actions back to the last decision of the person at the screen, including that decision."""
        seat, words = self.match.undo()
        while seat not in self.people:
            seat, words = self.match.undo()
        for watcher in self.watchers.values():
            watcher.forget()
        self.screen.say(f"Taken back: {words}.")


def _quit() -> None:
    raise Quit


def _sentence(text: str) -> str:
    """Return a reason as a complete sentence."""
    text = " ".join(text.split())[:LONGEST_REASON]
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
