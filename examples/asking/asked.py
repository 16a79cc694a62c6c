"""A model that holds a seat: what it is asked, how its replies are read, and what came of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, TextIO

import numpy as np
from numpy.random import Generator

from asking.program import Silent
from saleroom.envs import words
from saleroom.envs.terms import Terms
from saleroom.envs.told import Told
from saleroom.match.errors import IllegalAction
from saleroom.match.rulebook import applied
from saleroom.match.seeds import batch_seeds

Model = Callable[[str], str]
"""A prompt in, a reply out."""

TRIES = 2  # replies that a model may give to one question
ASK = "What do you do? Think if you like; the last line of your reply must be your action in words, and nothing else."
EXAMPLES = 4  # deals that are played for examples of actions

_ORNAMENT = re.compile(r"[\"'`*_\u201c\u201d\u2018\u2019]")
_LABEL = re.compile(
    r"^\W*(?:\d+[.)] )?(?:(?:my |the |final )*(?:action|answer|move|choice|reply)\W+(?:is\W+)?)?", re.IGNORECASE
)


class Asked:
    """A model, asked about every decision of its seat in which it has a choice."""

    def __init__(self, name: str, model: Model, preface: str, legal: bool, out: TextIO | None = None) -> None:
        """`preface` stands above every question; `legal` says whether the legal actions are listed; `out` takes the
        transcript.
        """
        self.name, self.model = name, model
        self.decisions = 0
        self.wrong = 0
        """First replies that were no legal action."""
        self.guessed = 0
        """Actions that were left to chance."""
        self.read, self.written = 0, 0
        """Characters of all prompts and of all replies."""
        self._preface, self._legal, self._out = preface, legal, out

    def choose(self, table: Told, seat: int, chance: Generator) -> int:
        """The id of a legal action: the model's, or one at random when none of its replies was legal."""
        terms, view = table.terms, table.episode.view(seat)
        ids = words.legal_ids(terms, view, seat)
        if len(ids) == 1:
            return ids[0]
        prompt = f"{self._preface}\n{table.text(seat, self._legal)}\n\n{ASK}"
        action, replies = self._ask(terms, view, seat, prompt)
        self.decisions += 1
        self.wrong += replies[0]["wrong"] is not None
        self.guessed += action is None
        chosen = int(chance.choice(ids)) if action is None else action
        said = terms.game.format_action(view, seat, chosen)
        self.note(seat=seat, prompt=prompt, replies=replies, action=said, guessed=action is None)
        return chosen

    def _ask(self, terms: Terms, view: Any, seat: int, prompt: str) -> tuple[int | None, list[dict[str, Any]]]:
        """What the model does, or None; and its replies, each with what was wrong with it."""
        replies: list[dict[str, Any]] = []
        for _ in range(TRIES):
            reply, wrong, action = "", None, None
            self.read += len(prompt)
            try:
                reply = self.model(prompt)
                action = understood(terms, view, seat, reply)
            except (Silent, IllegalAction) as error:
                wrong = str(error)
            self.written += len(reply)
            replies.append({"reply": reply, "wrong": wrong})
            if action is not None:
                return action, replies
            prompt += f"\n\nYou replied: {tidy(reply)[:80]}\nThat will not do: {wrong}.\n{ASK}"
        return None, replies

    def note(self, **what: Any) -> None:
        """A line of the transcript."""
        if self._out:
            print(json.dumps({"model": self.name, **what}), file=self._out, flush=True)


def understood(terms: Terms, view: Any, seat: int, reply: str) -> int:
    """The id of the action that a reply ends with; `IllegalAction` says what is wrong with it."""
    said = tidy(reply)
    if not said:
        raise IllegalAction("the reply is empty")
    for action in words.legal_ids(terms, view, seat):
        if terms.game.format_action(view, seat, action).casefold() == said.casefold():
            return action
    return words.action_of(terms, view, seat, said)


def tidy(reply: str) -> str:
    """The last line of a reply without quotes, emphasis, a label and the full stop."""
    lines = (" ".join(_ORNAMENT.sub("", line).split()) for line in reply.splitlines())
    last = [line for line in lines if line.strip("-.:>~ ")][-1:]
    return _LABEL.sub("", "".join(last)).rstrip(".!, ")


def preface(terms: Terms, rules: bool) -> str:
    """The rules, and how actions are worded: an example of every kind that random play of a few deals comes upon."""
    found: dict[tuple[int, str], str] = {}
    table, chance = Told(terms), np.random.default_rng(0)
    for seed in batch_seeds(0, EXAMPLES):
        table.begin(seed)
        while not table.episode.over:
            found |= dict(_worded(table))
            table.act(int(chance.choice(np.flatnonzero(table.episode.mask(table.episode.mover)))))
    examples = "; ".join(sorted(set(found.values())))
    told = applied(terms.game, terms.options) if rules else ""
    return f"{told}\nActions are worded like these, of which few are legal at any time: {examples}.\n"


def _worded(table: Told) -> Iterator[tuple[tuple[int, str], str]]:
    """The legal actions in words, by how many words they have and which is the first."""
    game, seat = table.terms.game, table.episode.mover
    view = table.episode.view(seat)
    for action in words.legal_ids(table.terms, view, seat):
        said = game.format_action(view, seat, action)
        yield (min(len(said.split()), 3), said.split()[0]), said
