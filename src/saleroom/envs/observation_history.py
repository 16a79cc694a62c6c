"""A seat's observations on the path to a node: every event, as text and as rows of numbers.

Events are written as in a match's record. A piece that the seat did not see is written ``??``. The pieces of a sealed
choice are shown once the choice is opened. Each settlement is followed by the public fields that it changed, so that no
revealed piece is missing. In an imagined deal, all seats but the one that imagines have seen only public events and
their imagined holdings.

Rows have the same form as in `saleroom.envs.history`. They also show the seat's own hidden choices, other seats' hidden
choices once these are opened, and pieces dealt only to this seat. An event of the table without a piece, such as
drawing the first dealer, is a row with the symbol -1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.envs import text_observations
from saleroom.envs.nodes import Node, Revealed, Turned
from saleroom.envs.trees import Tree
from saleroom.kernel.episodes import NO_ENTRY
from saleroom.kernel.fields import PUBLIC, See
from saleroom.kernel.game import sealed_places
from saleroom.match.events import TABLE, Event, of_action

Watcher = int | None  # a seat, or None for a spectator
Rows = tuple[tuple[int, int], ...]


class Wording(NamedTuple):
    """Entry of a node's log, as text and as rows."""

    text: str
    rows: Rows = ()
    closed: str | None = None
    """Text with the pieces hidden; None if all seats see the pieces."""
    closed_rows: Rows = ()
    seat: Watcher = None
    """Seat that sees the hidden pieces."""
    seal: str = ""
    """Verb of a sealed choice, else empty. All seats see the choice once it is opened; every choice of an earlier deal
    is open.
    """
    deal: int = 0

    def hidden(self) -> Wording:
        """Return this entry as it is shown to a seat that never sees the pieces."""
        closed = Wording(self.closed or "", self.closed_rows, seal=self.seal, deal=self.deal)
        return self if self.closed is None else closed


class Imagined(NamedTuple):
    """Log entry: everything hidden from `seat` was dealt again."""

    seat: int
    after: bytes


# The current state


def fields(tree: Tree, states: Any, seat: Watcher, see: See | None = None) -> dict[str, text_observations.Json]:
    """Return as JSON values the fields that `seat` (`None`: a spectator) sees in a state: public fields, its own
    fields, or both.
    """
    terms = tree.terms
    view = terms.game.record.view(states, PUBLIC if seat is None else seat)[0]
    sees = text_observations.as_json(terms, view, seat, legal=False)["sees"]
    return {name: value for name, value in sees.items() if see in (None, terms.layout.parts[name].see)}


def line(values: dict[str, text_observations.Json]) -> str:
    """Return fields as one line of text."""
    return " ".join(f"{name}={json.dumps(value, separators=(',', ':'))}" for name, value in values.items())


# Past events


def events(node: Node, watcher: Watcher) -> list[str]:
    """Return every event so far, as `watcher` saw it."""
    return [told.text for told in _as_seen(node, watcher) if told.text]


def rows(node: Node, watcher: Watcher) -> list[tuple[int, int]]:
    """Return every event so far that has a row, as `watcher` saw it; a row is an actor and a symbol."""
    return [row for told in _as_seen(node, watcher) for row in told.rows]


def whole(node: Node) -> list[str]:
    """Return every event, secrets included."""
    return [told.text if isinstance(told, Wording) else f"imagined by {told.seat}" for told in _all_told(node)]


def imagined(node: Node, seat: int, rng: NDArray[np.uint64]) -> Node:
    """Return a node with an imagined deal that `seat` cannot distinguish from `node`.

    The deal is built only from what `seat` knows.
    """
    twin = node.redeal(seat, rng)
    known, sealed, still = [], _sealed(node), node.tree.terms.game.still_sealed(node.states[0])
    for place, entry in enumerate(_all_told(node)):
        if isinstance(entry, Imagined):
            entry = _holdings(node.tree, entry, seat)
        elif not _is_open(entry, place in sealed, seat):
            twin.veiled |= {entry.seal: still[entry.seal]} if entry.seal else {}
            entry = entry.hidden()
        known.append(entry)
    twin.log = [*known, Imagined(seat, twin.states.tobytes())] if known else []
    twin.told = twin.log.copy()
    return twin


def is_imagined(node: Node) -> bool:
    """Return whether the node belongs to an imagined deal, in which some logged events never happened."""
    return any(isinstance(entry, Imagined) for entry in node.log)


def _as_seen(node: Node, watcher: Watcher) -> Iterator[Wording]:
    """Yield every event in order, as the watcher saw it."""
    sealed = _sealed(node)
    for place, entry in enumerate(_all_told(node)):
        if isinstance(entry, Imagined):
            yield _holdings(node.tree, entry, watcher)
        else:
            yield entry if _is_open(entry, place in sealed, watcher) else entry.hidden()


def _sealed(node: Node) -> frozenset[int]:
    """Return the indexes of the log entries for sealed choices of the current deal that are not open yet."""
    game, deal = node.tree.terms.game, int(node.states["deal"][0])
    if not game.sealed:
        return frozenset()
    entries = _all_told(node)
    seals = (entry.seal if isinstance(entry, Wording) and entry.deal == deal else "" for entry in entries)
    return sealed_places(seals, game.still_sealed(node.states[0]))


def _is_open(told: Wording, sealed: bool, watcher: Watcher) -> bool:
    """Return whether the watcher has seen the pieces of an event."""
    if told.closed is None or (watcher is not None and told.seat == watcher):
        return True
    return told.seal != "" and not sealed


def _holdings(tree: Tree, world: Imagined, watcher: Watcher) -> Wording:
    """Return what `watcher` knows in a deal imagined by another seat: the holdings of `watcher` in that deal."""
    if watcher in (None, world.seat):
        return Wording("")
    own = line(fields(tree, tree.state_of(world.after), watcher, "own"))
    return Wording(f"imagined by {world.seat}: {own}", closed="", seat=watcher)


# From the log to text


def _all_told(node: Node) -> list[Any]:
    """Return the log as text, and store the text in the node.

    Entries that were made for imagined deals already have their final form.
    """
    while len(node.told) < len(node.log):
        node.told.append(_told(node, len(node.told)))
    return node.told


def _told(node: Node, at: int) -> Wording:
    """Return the log entry with index `at` as text."""
    entry = node.log[at]
    if isinstance(entry, Turned):
        return _turned(node.tree, entry)
    if isinstance(entry, Revealed):
        return Wording(f"{entry.words} {line(_changed(node, at))}")
    return _acted(node.tree, *entry)


def _turned(tree: Tree, entry: Turned) -> Wording:
    """Return what the table turned over, as text. The rows for a seat do not show how many pieces were dealt to other
    seats.
    """
    terms = tree.terms
    pieces = tuple(terms.game.pieces[piece] for piece in entry.pieces)
    event = Event(TABLE, entry.words, pieces, entry.seat)
    shown = tuple((terms.table, terms.first_turned + piece) for piece in entry.pieces) or ((terms.table, NO_ENTRY),)
    return Wording(event.text(), shown, None if entry.seat is None else event.seen_from(None, False), (), entry.seat)


def _acted(tree: Tree, seat: int, action: int, before: bytes) -> Wording:
    """Return a seat's action as text."""
    game, state = tree.terms.game, tree.state_of(before)[0]
    event = of_action(game, seat, game.format_action(state, seat, action))
    wording = Wording(event.text(), ((seat, action),))
    if event.verb not in game.sealed and event.owner is None:
        return wording
    covered = tree.terms.actions + int(tree.terms.kind.covered[action])
    seal = event.verb if event.verb in game.sealed else ""
    return Wording(*wording[:2], event.seen_from(None, True), ((seat, covered),), seat, seal, int(state.deal))


def _changed(node: Node, at: int) -> dict[str, text_observations.Json]:
    """Return the public fields that were changed by the last action before the log entry with index `at`.

    Fields about the previous deal are missing until a deal has been settled.
    """
    before, after = (node.tree.state_of(node.log[place][-1]) for place in (at - 1, at))
    was, now = (fields(node.tree, states, None, "public") for states in (before, after))
    return {name: value for name, value in now.items() if value != was.get(name)}
