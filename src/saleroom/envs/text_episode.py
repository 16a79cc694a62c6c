"""An episode as text: every event as each seat saw it, written as in a match's record.

The history of a plain `Episode` has only ids, whose meaning depends on the state. `TextEpisode` stores the events as
texts. A seat can read its own hidden choices; of other seats' hidden choices, it can read the number of pieces.

>>> from saleroom.envs.terms import Terms
>>> from saleroom.envs.text_episode import TextEpisode
>>> table = TextEpisode(Terms.of("auction-pitch", seats=4))
>>> table.begin(seed=7)
>>> table.hear("bid 3")
>>> table.seen_events(seat=2)
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
from saleroom.renamed import EarlierMember, earlier_names

__getattr__ = earlier_names(__name__, Told="TextEpisode")


class TextEpisode:
    """An episode and its events as text."""

    def __init__(self, terms: Terms) -> None:
        """Create the episode before its first deal, which `begin` deals."""
        self.terms = terms
        self.episode = Episode(terms, history=terms.bounds.turned)
        """Underlying episode, from which you can read the mover and the rewards. To act, call `act` or `hear` of this
        object only.
        """
        self._events: list[tuple[int, Event]] = []

    def begin(self, seed: Seed = None) -> None:
        """Deal a new match with this seed, by default a random seed."""
        self._events = []
        self.episode.begin(seed)
        self._add_turned()

    def act(self, action: int) -> None:
        """Do the mover's action with the id `action`; raise `IllegalAction` and change nothing if it is not legal."""
        seat, game = self.episode.mover, self.terms.game
        view = self.episode.view(max(seat, 0))
        self.episode.act(action)
        self._events.append((int(view.deal), of_action(game, seat, game.format_action(view, seat, action))))
        if not self.episode.over:
            self._add_turned()

    def hear(self, said: str) -> None:
        """Do one action of the mover, given as text; raise `IllegalAction` as `act` does."""
        seat = self.episode.mover
        self.act(text_observations.action_of(self.terms, self.episode.view(seat), seat, said) if seat >= 0 else 0)

    def _add_turned(self) -> None:
        """Add an event for the pieces that the table has turned up since the last action."""
        entries = decode(self.terms, self.episode.history[::-1])
        turned = [self.terms.game.pieces[entry.value] for entry in takewhile(lambda e: e.kind == "turned", entries)]
        if turned:
            event = Event(TABLE, "turns", tuple(reversed(turned)))
            self._events.append((int(self.episode.view(0).deal), event))

    # Output for a seat

    def seen_events(self, seat: int) -> list[str]:
        """Return every event as the seat saw it, with ``??`` for each piece that it did not see."""
        view, game = self.episode.view(seat), self.terms.game
        verbs = (event.verb if deal == view.deal else "" for deal, event in self._events)
        sealed = sealed_places(verbs, game.still_sealed(view))
        return [event.seen_from(seat, place in sealed) for place, (_, event) in enumerate(self._events)]

    told = EarlierMember("seen_events")

    def text(self, seat: int, legal: bool = True) -> str:
        """Return what the seat sees, its events and its legal actions, as lines of text."""
        return text_observations.text(self.terms, self.episode.view(seat), seat, legal, self.seen_events(seat))

    def news(self, seat: int, before: dict[str, Any], told: int, legal: bool = True) -> str:
        """Return as text what has changed for a seat that knows its first `told` events and the fields `before`.

        `before` comes from an earlier result of `as_json`.

        The changed fields include sealed choices that have been opened since then.
        """
        fresh = self.seen_events(seat)[told:]
        events = ["What has happened since:", *(f"- {event}" for event in fresh)] if fresh else []
        changed = text_observations.changes(self.terms, self.episode.view(seat), seat, before, legal)
        return "\n".join([*events, "What has changed:", changed])

    def as_json(self, seat: int, legal: bool = True) -> dict[str, Any]:
        """Return the content of `text` as values for `json.dumps`."""
        return text_observations.as_json(self.terms, self.episode.view(seat), seat, legal, self.seen_events(seat))
