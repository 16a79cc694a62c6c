"""Robots that play on a page without knowing the rules: they choose among the highlighted elements."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tests.browser.visitor import Visitor

ENOUGH = 400  # maximum number of actions, after which a match counts as endless

LIT = """() => lit().map((element, at) => ({
  at,
  words: element.getAttribute("aria-label") || element.innerText,
  pressed: element.getAttribute("aria-pressed"),
  end: element.dataset.end ?? null,
}))"""

FOCUSED = "() => document.activeElement.outerHTML.slice(0, 200)"
USABLE_FOCUS = """() => {
  const now = document.activeElement;
  const usable = !now.matches("body, :disabled, [aria-disabled='true']") && shown(now);
  return usable && now.closest("[data-table], dialog, aside") !== null;
}"""


@dataclass
class Lit:
    """Highlighted element of the page, which stands for an available action."""

    at: int
    words: str
    pressed: str | None
    """Whether the card or tile is selected; None for an element that cannot be selected."""
    end: str | None


class Robot:
    """Player at the table on a visitor's page."""

    def __init__(self, visitor: Visitor, seed: int = 0) -> None:
        """Seed the random choices with `seed`."""
        self.visitor = visitor
        self.random = random.Random(seed)
        self.done: list[str] = []

    def over(self) -> bool:
        """Return whether the match is over."""
        return self.visitor.ask("() => wire.status") == "over"

    def wait(self) -> bool:
        """Wait for the next turn, and confirm the end of each deal. Return False if the match ends first."""
        there = "wire.status === 'over' || lit().length > 0"
        self.visitor.until(f"() => wire.calm && ({there} || document.querySelector('[data-go-on]')?.click())")
        return not self.over() and self.visitor.ask("() => lit().length > 0")

    def play(self, moves: int | None = None) -> None:
        """Play to the end, or at most `moves` moves."""
        target = None if moves is None else self.moves() + moves
        for _ in range(ENOUGH):
            if (target is not None and self.moves() >= target) or not self.wait():
                return
            self.check()
            self.pick(self.choose())
        raise AssertionError(f"no end: {self.done[-20:]}")

    def moves(self) -> int:
        """Return the number of moves that the page has sent."""
        return self.visitor.ask("() => wire.orders('act').length")

    def choose(self) -> Lit:
        """Return a random available action.

        If a move has been started, complete the move. Otherwise, prefer actions that select cards.
        """
        lit = [Lit(**one) for one in self.visitor.ask(LIT)]
        ends = [one for one in lit if one.end]
        lying = [one for one in lit if one.pressed == "false"]
        acts = [one for one in lit if one.pressed is None]
        lifted = any(one.pressed == "true" for one in lit)
        if ends:
            return self.random.choice(ends)
        if lying and (not acts or (not lifted and self.random.random() < 0.6)):
            return self.random.choice(lying)
        if lifted and len(acts) > 1:
            acts = [one for one in acts if one.words != "Pass"]
        return self.random.choice(acts or lit)

    def pick(self, choice: Lit) -> None:
        """Perform an action."""
        self.done.append(choice.words)
        self.visitor.press(self.visitor.page.locator("[data-legal]:visible").nth(choice.at))
        self.visitor.until("() => wire.calm")

    def check(self) -> None:
        """Check that the hand is visible, names fit, and nothing is cut off, as must be true at every turn."""
        wrong: Any = self.visitor.ask(
            """() => {
              const hand = wire.last.you.mine.hand;
              const there = Array.from(document.querySelectorAll("[data-hand] [data-piece]")).filter(shown);
              const names = new Set(there.map((element) => element.dataset.piece));
              if (hand.some((piece) => !names.has(piece))) return `of ${hand} only ${[...names]} are shown`;
              const below = there.find((element) => {
                const { top, bottom } = element.getBoundingClientRect();
                return top < 0 || bottom > innerHeight + 1;
              });
              if (below && !moving()) return `${below.dataset.piece} of the hand is out of sight`;
              if (wire.refused.length) return `refused: ${JSON.stringify(wire.refused)}`;
              const key = /\\b(board|codes|hints|lesson|log|match|moves|notes|play|table|tie|todo)\\.[a-z]\\S*/;
              const bare = key.exec(document.body.innerText);
              if (bare) return `a key and not its text: ${bare[0]}`;
              return misnamed();
            }"""
        )
        assert wrong is None, wrong
        self.visitor.check_width()


class Typist(Robot):
    """Robot that uses only the keyboard."""

    def choose(self) -> Lit:
        """Choose like `Robot`, but first check that the page has kept the focus since the last action."""
        if self.done:
            self.keep_focus()
        return super().choose()

    def pick(self, choice: Lit) -> None:
        """Move the focus to the table by keyboard, then to the chosen element, and press Enter."""
        self.done.append(choice.words)
        target = f"lit()[{choice.at}]"
        if not self.at(target):
            self.visitor.page.keyboard.press("g")
        self.reach(target)
        self.visitor.page.keyboard.press("Shift")  # two Enters in a row count as a double press
        self.visitor.page.keyboard.press("Enter")
        self.visitor.until("() => wire.calm")
        self.keep_focus()

    def at(self, target: str) -> bool:
        """Return whether the focus is on a target."""
        return self.visitor.ask(f"() => document.activeElement === {target}")

    def keep_focus(self) -> None:
        """Check that a visible element of the table or of a dialog has the focus, and that it can be used."""
        assert self.visitor.ask(USABLE_FOCUS), f"focus lost after {self.done[-1:]}: {self.visitor.ask(FOCUSED)}"

    def reach(self, target: str) -> None:
        """Press keys until the target has the focus: arrow keys within a hand, Tab between areas."""
        for _ in range(150):
            key = self.visitor.ask(
                f"""() => {{
                  const [now, target] = [document.activeElement, {target}];
                  const list = now.closest("[data-roving]");
                  if (now === target) return null;
                  if (!list || list !== target.closest("[data-roving]")) return "Tab";
                  const onwards = now.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
                  return onwards ? "ArrowRight" : "ArrowLeft";
                }}"""
            )
            if key is None:
                return
            self.visitor.page.keyboard.press(key)
        raise AssertionError(f"no key leads to {target}")
