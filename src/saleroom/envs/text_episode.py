"""An episode that is told in words: every event as each seat saw it, in the words of a match's record.

The rows of a plain episode's history are ids, and what an id is called depends on the state. Here the words are kept
as they are said, so a seat reads its own hidden choices, and of the others' how many pieces they were.

>>> from saleroom.envs.terms import Terms
>>> from saleroom.envs.text_episode import Told
>>> table = Told(Terms.of("auction-pitch", seats=4))
>>> table.begin(seed=7)
>>> table.hear("bid 3")
>>> table.told(seat=2)
['1 bid 3']
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from saleroom.envs import text_observations
from saleroom.envs.episode import Episode
from saleroom.envs.history import decode
from saleroom.envs.terms import Terms
from saleroom.kernel.game import sealed_places
from saleroom.match.events import TABLE, Event, of_action
from saleroom.match.seeds import Seed


class Told:
    """An episode, and what happened in it, in words."""

    def __init__(self, terms: Terms) -> None:
        """Before its first deal, which `begin` deals."""
        self.terms = terms
        self.episode = Episode(terms, history=terms.bounds.turned)
        """The episode itself: its mover, its rewards, whether it is over. Act through `act` or `hear` alone."""
        self._events: list[tuple[int, Event]] = []

    def begin(self, seed: Seed = None) -> None:
        """Deal in a new match with this seed, drawn afresh by default."""
        self._events = []
        self.episode.begin(seed)
        self._add_turned()

    def act(self, action: int) -> None:
        """One action of the mover, by id; `IllegalAction` when it is not legal, and then nothing has changed."""
        seat, game = self.episode.mover, self.terms.game
        view = self.episode.view(max(seat, 0))
        self.episode.act(action)
        self._events.append((int(view.deal), of_action(game, seat, game.format_action(view, seat, action))))
        if not self.episode.over:
            self._add_turned()

    def hear(self, said: str) -> None:
        """One action of the mover, in words; `IllegalAction` as for `act`."""
        seat = self.episode.mover
        self.act(text_observations.action_of(self.terms, self.episode.view(seat), seat, said) if seat >= 0 else 0)

    def _add_turned(self) -> None:
        """What the table turned up since the last action."""
        entries = decode(self.terms, self.episode.history[::-1])
        turned = [self.terms.game.pieces[entry.value] for entry in takewhile(lambda e: e.kind == "turned", entries)]
        if turned:
            event = Event(TABLE, "turns", tuple(reversed(turned)))
            self._events.append((int(self.episode.view(0).deal), event))

    # What a seat is told

    def told(self, seat: int) -> list[str]:
        """Every event as the seat saw it, ``??`` for each piece that it did not see."""
        view, game = self.episode.view(seat), self.terms.game
        verbs = (event.verb if deal == view.deal else "" for deal, event in self._events)
        sealed = sealed_places(verbs, game.still_sealed(view))
        return [event.seen_from(seat, place in sealed) for place, (_, event) in enumerate(self._events)]

    def text(self, seat: int, legal: bool = True) -> str:
        """What the seat sees, what it was told and what it may do, as lines of text."""
        return text_observations.text(self.terms, self.episode.view(seat), seat, legal, self.told(seat))

    def news(self, seat: int, before: dict[str, Any], told: int, legal: bool = True) -> str:
        """What the seat is told who knows the first `told` of its events, and the fields that `as_json` gave then.

        Sealed choices that have come to light since are among the fields.
        """
        fresh = self.told(seat)[told:]
        events = ["What has happened since:", *(f"- {event}" for event in fresh)] if fresh else []
        changed = text_observations.changes(self.terms, self.episode.view(seat), seat, before, legal)
        return "\n".join([*events, "What has changed:", changed])

    def as_json(self, seat: int, legal: bool = True) -> dict[str, Any]:
        """The same for `json.dumps`."""
        return text_observations.as_json(self.terms, self.episode.view(seat), seat, legal, self.told(seat))
