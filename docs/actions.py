"""Words for the action ids of a game, found by random play, for the pages about the games.

The meaning of an id can depend on the state. Therefore random play is used, and at every decision the game gives the
words for each legal action. The seeds are the same every time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from saleroom.envs import text_observations
from saleroom.envs.episode import Episode
from saleroom.envs.terms import Terms

DECISIONS = 2500
SCATTER = 2_654_435_761  # multiplier that scatters consecutive numbers, to choose actions


@dataclass
class Called:
    """Action ids that belong together, and the words that the game gave for each id."""

    phase: str
    verb: str
    words: dict[int, list[str]] = field(default_factory=dict)

    @property
    def fixed(self) -> bool:
        """Whether every id always had the same words."""
        return all(len(heard) == 1 for heard in self.words.values())


def decisions(terms: Terms, count: int, history: int = 0, ends: bool = False) -> Iterator[Episode]:
    """Yield an episode at each of `count` decisions, which are the same in every call; with `ends`, also yield ended
    episodes.
    """
    episode = Episode(terms, history)
    for number in range(count):
        if not number or episode.over:
            episode.begin(seed=number)
        yield episode
        ids = episode.mask(episode.mover).nonzero()[0]
        episode.act(int(ids[(number * SCATTER >> 16) % len(ids)]))
        if ends and episode.over:
            yield episode


def heard(terms: Terms, count: int = DECISIONS) -> list[Called]:
    """Return the kinds of actions, grouped by phase and verb, in the order of phases and ids."""
    found: dict[tuple[int, str, int], Called] = {}
    for episode in decisions(terms, count):
        seat = episode.mover
        view = episode.view(seat)
        for action in text_observations.legal_ids(terms, view, seat):
            said = terms.game.format_action(view, seat, action)
            verb, _, rest = said.partition(" ")
            key = (int(view.phase), verb, _base(terms, action, rest))
            called = found.setdefault(key, Called(terms.game.phases[key[0]], verb))
            heard_before = called.words.setdefault(action, [])
            if said not in heard_before:
                heard_before.append(said)
    return [found[key] for key in sorted(found, key=lambda key: (key[0], min(found[key].words)))]


def _base(terms: Terms, action: int, rest: str) -> int:
    """Return the first id of an action's kind if the kind has an id for each single piece, else 0."""
    piece, _, more = rest.partition(" ")
    single = piece in terms.game.pieces and more not in terms.game.pieces
    base = action - terms.game.pieces.index(piece) if single else 0
    return base if base >= 0 and not terms.game.private else 0


def table(terms: Terms) -> list[tuple[str, str, str]]:
    """Return the phase, the ids and the words of every kind of action."""
    found = heard(terms)
    top = max(max(called.words) for called in found)
    return [(called.phase, *_row(terms, called, top in called.words)) for called in found]


def _row(terms: Terms, called: Called, highest: bool) -> tuple[str, str]:
    """Return the ids and words of one kind of action.

    If the highest ids are amounts, the row shows them up to the game's last id.
    """
    low, high = min(called.words), max(called.words)
    first, last = called.words[low][0], called.words[high][0]
    if not called.fixed:
        sayings = sorted(
            {said for heard in called.words.values() for said in heard}, key=lambda said: (len(said), said)
        )
        examples = ", ".join(f"`{said}`" for said in sayings[:3])
        return _ids(low, high), f"by what the seat sees: {examples}, …"
    if highest and last == f"{called.verb} {high - low + _amount(first)}":
        high, last = terms.actions - 1, f"{called.verb} {terms.actions - 1 - low + _amount(first)}"
    return _ids(low, high), f"`{first}`" if low == high else f"`{first}` … `{last}`"


def _amount(said: str) -> int:
    """Return the number at the end of an action's words."""
    end = said.rpartition(" ")[2]
    return int(end) if end.isdecimal() else 0


def _ids(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"
