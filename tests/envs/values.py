"""Checks that texts and JSON show the fields that have a value after the events of a deal."""

from __future__ import annotations

import random
from collections.abc import Iterator

from saleroom.envs import text_observations
from saleroom.envs.episode import Episode
from saleroom.envs.terms import Scope, Terms
from tests.envs.play import any_legal, short_terms
from tests.envs.stories import Set, Story, has_value
from tests.games import part_or

MOST = 400
HIDDEN_IN_JSON = {"line_at"}  # the start index of a ring buffer, because JSON shows the buffer in order


def moments(terms: Terms, rng: random.Random, episodes: int) -> Iterator[tuple[Story, Episode]]:
    """Play `episodes` episodes at random. Yield the events of the current deal and the episode, before each action and
    at the end.
    """
    given = part_or(terms.game.name, "story", "GIVEN", ())
    for _ in range(episodes):
        episode, story = Episode(terms), Story(terms)
        episode.begin(rng.getrandbits(64))
        for _ in range(MOST):
            if not episode.over and not story.events:
                story.opens_with = terms.game.phases[episode.view(0).phase]
            story.given = {name: bool(episode.view(0)[name]) for name in given}
            yield story, episode
            if episode.over:
                break
            seat, deal = episode.mover, int(episode.view(0).deal)
            action = any_legal(episode, rng)
            story.events.append((seat, terms.game.format_action(episode.view(seat), seat, action)))
            episode.act(action)
            after = episode.view(0)
            if after.deal != deal or after.winners:
                story = Story(terms, story.settled + 1)


def told(value: text_observations.Json, wanted: Set) -> Set:
    """Return whether `value` is not null.

    If `wanted` is a list or elements of `value` are null, return such a flag for each element.
    """
    if not isinstance(value, list) or (None not in value and not isinstance(wanted, list)):
        return value is not None
    return (
        [deep(each, flag) for each, flag in zip(value, wanted, strict=True)]
        if isinstance(wanted, list)
        else [each is not None for each in value]
    )


def deep(value: text_observations.Json, wanted: Set) -> Set:
    """Return for one element which of its parts are not null. If `wanted` is no list, return whether the element is not
    null.
    """
    return told(value, wanted) if isinstance(wanted, list) else value is not None


def agree_on_values(name: str, seats: int, scope: Scope, rng: random.Random) -> None:
    """Check in two episodes that texts and JSON show exactly the fields that have a value after the events
    of the deal.
    """
    terms = short_terms(name, seats, scope, rng)
    for story, episode in moments(terms, rng, 2):
        seat = rng.randrange(seats)
        view = episode.view(seat)
        dealt, won = not episode.over, bool(view.winners)
        sees = text_observations.as_json(terms, view, seat, legal=False)["sees"]
        lines = text_observations.text(terms, view, seat, legal=False)
        for part in terms.layout.parts:
            if part in {"seat", *terms.options, *HIDDEN_IN_JSON}:
                continue
            wanted = has_value(story, part, seat, dealt, won)
            nobody = part in sees and terms.layout.parts[part].field.past  # shown even if no seat scored the point
            assert (nobody or (part in sees and told(sees[part], wanted))) == wanted, (part, story.events)
            assert (f"\n- {part} (" in lines) == (part in sees)
