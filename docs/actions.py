"""What the action ids of a game are called, found out by play: for the pages of the games.

What an id means may depend on the state, so it is the game that is asked: at every decision of some random play, what
each legal action is called. The same seeds are played every time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from saleroom.envs import text_observations
from saleroom.envs.episode import Episode
from saleroom.envs.terms import Terms

DECISIONS = 2500
SCATTER = 2_654_435_761  # a multiplier that scatters numbers in a row: which of the legal actions is taken


@dataclass
class Called:
    """Action ids that go together, and the words that were heard for each of them."""

    phase: str
    verb: str
    words: dict[int, list[str]] = field(default_factory=dict)

    @property
    def fixed(self) -> bool:
        """Whether every id was always called the same."""
        return all(len(heard) == 1 for heard in self.words.values())


def decisions(terms: Terms, count: int, history: int = 0, ends: bool = False) -> Iterator[Episode]:
    """Yield episodes at `count` decisions, the same ones in each call; with `ends` also where they have ended."""
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
    """Return the actions by phase and verb, in the order of phases and ids."""
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
    """Where the ids of an action begin if they count single pieces, else 0."""
    piece, _, more = rest.partition(" ")
    single = piece in terms.game.pieces and more not in terms.game.pieces
    base = action - terms.game.pieces.index(piece) if single else 0
    return base if base >= 0 and not terms.game.private else 0


def table(terms: Terms) -> list[tuple[str, str, str]]:
    """Phase, ids and words of every kind of action."""
    found = heard(terms)
    top = max(max(called.words) for called in found)
    return [(called.phase, *_row(terms, called, top in called.words)) for called in found]


def _row(terms: Terms, called: Called, highest: bool) -> tuple[str, str]:
    """Return the ids and words of one kind of action; amounts continue to the bound."""
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
