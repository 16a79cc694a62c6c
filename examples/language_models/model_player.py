"""A model that plays a seat, with its prompts, and counts of its replies."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, TextIO

import numpy as np
from numpy.random import Generator

from language_models.program import Silent
from saleroom.bots.decision import Decision
from saleroom.envs import text_observations
from saleroom.envs.replies import tidy, understood
from saleroom.envs.terms import Terms
from saleroom.envs.text_episode import TextEpisode
from saleroom.match.errors import IllegalAction
from saleroom.match.rulebook import applied
from saleroom.match.seeds import batch_seeds

Message = dict[str, str]
Model = Callable[..., str]
"""Function that takes a prompt and returns a reply.

If its attribute `chats` is true, it takes a list of messages with roles.
"""

TRIES = 2  # maximum number of replies to one question
LONG = 60  # messages in a conversation, after which a new conversation begins
ASK = "What do you do? Think if you like; the last line of your reply must be your action in words, and nothing else."
EXPECT = "In the line before your action, write how much you expect to score in this deal, such as: Expected: -1.5"
"""Addition to `ASK` in auctions, if models state what they expect."""
EXPECTED = re.compile(r"expected(?: score)?\W*?([-+\u2212]?\d+(?:\.\d+)?)", re.IGNORECASE)
EXAMPLES = 4  # Maximum number of deals played to find examples of actions.


class ModelPlayer:
    """A model that plays its seats: it decides whenever there is more than one legal action.

    Several tables can call it at the same time.
    """

    def __init__(
        self, name: str, model: Model, preface: str, legal: bool, out: TextIO | None = None, expect: bool = False
    ) -> None:
        """Set up the model.

        `preface` is the beginning of every prompt or, if the model has conversations, of every conversation.

        `legal` says whether prompts list the legal actions. `out` gets the transcript. With `expect`, the model is
        asked in auctions for the score that it expects.
        """
        self.name, self.model = name, model
        self.decisions = 0
        self.wrong = 0
        """Number of decisions in which the first reply was not a legal action."""
        self.guessed = 0
        """Number of actions that were chosen at random, because no reply was legal."""
        self.read, self.written = 0, 0
        """Number of characters sent to the model, and of characters in its replies."""
        self.replies = 0
        """Number of replies; a decision can need several."""
        self.seconds = 0.0
        """Time that all replies took together."""
        self.preface, self.legal, self.expect = preface, legal, expect
        self._out, self._lock = out, threading.Lock()

    def sit(self) -> Callable[[TextEpisode, int, Generator], Decision]:
        """Seat the model at a new table; return a function that makes its decisions in a new conversation."""
        return Conversation(self).decide

    def choose(self, table: TextEpisode, seat: int, chance: Generator) -> int:
        """Make one decision in a new conversation; return the id of the action."""
        return self.sit()(table, seat, chance).action

    def count(self, replies: list[dict[str, Any]], guessed: bool) -> None:
        """Count one decision and its replies."""
        with self._lock:
            self.decisions += 1
            self.wrong += replies[0]["wrong"] is not None
            self.guessed += guessed
            self.replies += len(replies)
            self.seconds += sum(one["seconds"] for one in replies)
            self.read += sum(one["read"] for one in replies)
            self.written += sum(len(one["reply"]) for one in replies)

    @property
    def pause(self) -> float:
        """Mean time of a reply in seconds."""
        return self.seconds / max(self.replies, 1)

    def note(self, **what: Any) -> None:
        """Write a line of the transcript."""
        if self._out:
            with self._lock:
                print(json.dumps({"model": self.name, **what}), file=self._out, flush=True)


class Conversation:
    """The messages between a model and one table."""

    def __init__(self, asked: ModelPlayer) -> None:
        self._asked = asked
        self._chats = getattr(asked.model, "chats", False)
        self._messages: list[Message] = []
        self._known: tuple[dict[str, Any], int] | None = None
        """The fields that were sent last, and the number of events sent so far; None before the first message."""

    def decide(self, table: TextEpisode, seat: int, chance: Generator) -> Decision:
        """Return the model's action, or a random legal action if none of its replies was legal."""
        terms, view = table.terms, table.episode.view(seat)
        ids = text_observations.legal_ids(terms, view, seat)
        if len(ids) == 1:
            return Decision(ids[0])
        ask = f"{EXPECT}\n{ASK}" if self._asked.expect and int(view.phase) == terms.game.bidding else ASK
        prompt = f"{self._prompt(table, seat)}\n\n{ask}"
        action, replies = self._ask(terms, view, seat, prompt)
        self._asked.count(replies, action is None)
        chosen = int(chance.choice(ids)) if action is None else action
        said = terms.game.format_action(view, seat, chosen)
        self._asked.note(seat=seat, prompt=prompt, replies=replies, action=said, guessed=action is None)
        return Decision(chosen, None if ask is ASK or action is None else expected(replies[-1]["reply"]))

    def _prompt(self, table: TextEpisode, seat: int) -> str:
        """Return the prompt: in a conversation, only the changes since the last prompt; else the whole state."""
        asked, known = self._asked, self._known
        if known is None or not self._chats or len(self._messages) >= LONG:
            self._messages = [{"role": "system", "content": asked.preface}]
            told = table.text(seat, asked.legal)
        else:
            told = table.news(seat, *known, asked.legal)
        self._known = table.as_json(seat)["sees"], len(table.seen_events(seat))
        return told

    def _ask(self, terms: Terms, view: Any, seat: int, prompt: str) -> tuple[int | None, list[dict[str, Any]]]:
        """Return the model's action, and all replies with their errors; the action is `None` if no reply was legal."""
        replies: list[dict[str, Any]] = []
        question = prompt
        for _ in range(TRIES):
            self._messages.append({"role": "user", "content": question})
            reply, wrong, action, start = "", None, None, time.monotonic()
            try:
                reply = self._reply()
                action = understood(terms, view, seat, reply)
            except (Silent, IllegalAction) as error:
                wrong = str(error)
            took = time.monotonic() - start
            replies.append({"reply": reply, "wrong": wrong, "read": self._read(), "seconds": took})
            self._messages.append({"role": "assistant", "content": reply})
            if action is not None:
                return action, replies
            question = f"You replied: {tidy(reply)[:80]}\nThat will not do: {wrong}.\n{ASK}"
        return None, replies

    def _reply(self) -> str:
        return self._asked.model(self._messages if self._chats else self._whole())

    def _whole(self) -> str:
        """Return all messages as one prompt. Leave out the model's own replies, because later questions quote them."""
        preface, *told = [one["content"] for one in self._messages if one["role"] != "assistant"]
        return f"{preface}\n" + "\n\n".join(told)

    def _read(self) -> int:
        return sum(len(one["content"]) for one in self._messages) if self._chats else len(self._whole())


def expected(reply: str) -> float | None:
    """Return the score that a reply states as expected, by its last such statement; None if there is none."""
    stated = EXPECTED.findall(reply)
    return float(stated[-1].replace("\u2212", "-")) if stated else None


def preface(terms: Terms, rules: bool) -> str:
    """Return the text before all prompts, with rules and one example of every kind of action from a few random
    deals.
    """
    found: dict[tuple[int, str], str] = {}
    table, chance = TextEpisode(terms), np.random.default_rng(0)
    for seed in batch_seeds(0, EXAMPLES):
        table.begin(seed)
        while not table.episode.over:
            found |= dict(_worded(table))
            table.act(int(chance.choice(np.flatnonzero(table.episode.mask(table.episode.mover)))))
    examples = "; ".join(sorted(set(found.values())))
    told = applied(terms.game, terms.options) if rules else ""
    return f"{told}\nActions are worded like these, of which few are legal at any time: {examples}.\n"


def _worded(table: TextEpisode) -> Iterator[tuple[tuple[int, str], str]]:
    """Yield each legal action as text, after a key for its kind: the number of words, at most 3, and the first word."""
    game, seat = table.terms.game, table.episode.mover
    view = table.episode.view(seat)
    for action in text_observations.legal_ids(table.terms, view, seat):
        said = game.format_action(view, seat, action)
        yield (min(len(said.split()), 3), said.split()[0]), said
