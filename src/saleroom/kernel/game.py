"""Interface of a game to the layers above: its name, its record, its options and its action notation.

The rules themselves are functions named verbs (`saleroom.kernel.verbs`). This module contains everything else that is
needed to set up and describe a match of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from saleroom.kernel.auctions import Auction
from saleroom.kernel.environments import EnvironmentVersion
from saleroom.kernel.fields import Clause, Field, Record
from saleroom.kernel.numbers import whole_in
from saleroom.kernel.options import BadOptions, Option, Value, refuse_unknown, resolve, shown, values_before
from saleroom.kernel.refusals import Refusal

HIDDEN = "??"
"""Notation in events for a piece that the viewer does not see."""
HAND_DEALT = "deal"
"""Verb of the event in which the table deals a hand to a seat."""
State = Any  # a record: a state or a view, which have the same fields


@dataclass(frozen=True)
class Turn:
    """Pieces that the table turns over next: `count` pieces of the array `pile`, starting at index `start`."""

    words: str
    """Text of the event without its pieces, such as ``deal 2`` or ``flop``."""
    pile: str = ""
    start: int = 0
    count: int = 0
    seat: int | None = None
    """Only seat that sees the pieces; None if all seats see them."""
    bound: int = 0
    """Number of pieces, from `start` on, that chance can no longer change, such as the last cards of an old stock."""
    live: int = 0
    """Exclusive end of the places in the pile from which chance can still pick pieces."""
    ordered: bool = False
    """Whether the order of the pieces matters.

    If so, events list them in the order of the pile; else they are sorted.
    """

    def __post_init__(self) -> None:
        """Raise `ValueError` if the turn is ordered and also has bound pieces."""
        if self.ordered and self.bound:
            raise ValueError(f"turn {self.words}: an ordered turn has no bound pieces; make them a turn of their own")


def deal_turns(state: State, size: int, live: int) -> list[Turn]:
    """Return one turn per seat.

    Each turn deals its seat `size` pieces from the first `live` places of the field `deck`.
    """
    return [Turn(f"{HAND_DEALT} {seat}", "deck", size * seat, size, seat, live=live) for seat in range(state.seats)]


@dataclass(frozen=True)
class Holding:
    """Group of hidden pieces with the same history, such as a hand, a purchase or a kitty card."""

    owner: int
    kind: str
    size: int
    may: int
    """Bit set of the pieces that the holding can contain."""


@dataclass(frozen=True)
class Bounds:
    """Limits that hold for every course of a match: its length and its extreme scores."""

    deals: int
    """Maximum number of deals."""
    moves: int
    """Maximum number of actions in a deal."""
    turned: int
    """Maximum number of pieces that the table turns up in a deal for all to see."""
    deal: tuple[int, int]
    """Least and greatest change of a score in the first deal."""
    match: tuple[int, int]
    """Least and greatest change of a score in the whole match."""
    drawn: int = 0
    """Maximum number of pieces in a deal that the table gives to seats after the hands, each seen by its seat only."""


@dataclass(frozen=True)
class Game:
    """Description of a game: its name, record, options, limits and notation."""

    name: str
    """Full name, such as ``auction-pitch``."""
    gist: str
    """Summary in a sentence or two."""
    seats: range
    usual_seats: int
    unit: str
    """Unit of the scores: ``points`` or ``chips``."""
    record: Record
    options: tuple[Option, ...]
    phases: tuple[str, ...]
    """Names of the values of the field `phase`, in order."""
    pieces: Sequence[str]
    """Names of the game's cards or tiles, by number."""
    action_bound: Callable[[Mapping[str, Value], int], int]
    """Maps options and the number of seats to the exclusive upper bound of action ids."""
    bounds: Callable[[Mapping[str, Value], int], Bounds]
    """Maps options and the number of seats to the limits of a match."""
    format_action: Callable[[State, int, int], str]
    """Maps a view, its seat and a legal action id to the action's notation."""
    parse_action: Callable[[State, int, str], int]
    """Maps a view, its seat and a text to an action id: the inverse of `format_action`.

    Raises `Refusal` if the text is not an action.

    It can also raise a plain `ValueError`, whose text is shown unchanged in every language.
    """
    why_not: Callable[[State, int, int], Refusal | str]
    """Maps a view, its seat and an illegal action to the reason, using only what the seat may know.

    A plain text is shown unchanged in every language.
    """
    turns: Callable[[State], list[Turn]]
    """Maps a whole state to the pieces that the table turns over next. Chance has already arranged these pieces."""
    holdings: Callable[[State, int], list[Holding]]
    """Maps a view and its seat to the holdings of the other seats whose pieces are hidden from this seat."""
    held: Callable[[State, int, str], int]
    """Maps a whole state, a seat and a kind of holding to the bit set of pieces in the seat's holdings of this kind."""
    words_by_phase: bool = False
    """Whether the phase alone determines which action a notation means, except for verbs in `words_by` and
    `chosen_from`.
    """
    words_by: Mapping[str, str] = field(default_factory=dict)
    """Maps a verb to a single-number field; for this verb, the phase and that field determine which action a notation
    means.
    """
    chosen_from: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """Maps a verb that chooses pieces from a set to the field with that set and the action id of an empty choice.

    The notation lists the pieces in any order. Each chosen piece adds 1 << n to the id, where n is the number of lower
    members of the set. A field by seat has one set for each seat.
    """
    zero_sum: bool = False
    """Whether the seats' results add up to zero in every deal."""
    kind_of_pieces: str = "cards"
    """Kind of the game's pieces: ``cards`` or ``tiles``."""
    daily: Mapping[str, Value] = field(default_factory=dict)
    """Options of the daily deal, a match of five to ten minutes; other options have their defaults."""
    rules_version: int = 1
    """Version of the game's rules and options, increased by each change.

    Stored tables and records contain the version under which they began.
    """
    environments: tuple[EnvironmentVersion, ...] = (EnvironmentVersion("the first"),)
    """Versions of the game's environments, from version 0 on."""
    private: frozenset[str] = frozenset()
    """Verbs of actions whose pieces only the actor sees."""
    sealed: Mapping[str, Callable[[State], int]] = field(default_factory=dict)
    """Maps each verb of sealed choices to a function from the state to the seat whose choice is listed first."""
    still_sealed: Callable[[State], Mapping[str, int]] = lambda view: {}
    """Maps a view to the number of unopened choices for each sealed verb.

    The unopened choices are the newest choices of the deal. A verb without unopened choices can be missing. The
    function reads only public fields, and returns an empty mapping between deals.
    """
    covered: Callable[[int], int] = lambda action: 1
    """Maps the id of a private or sealed action to the number of pieces that it hides."""
    auction: Auction | None = None
    """Auction in which seats bid in turn; None if there is none, or if bids are sealed."""
    needs_bluffs: bool = False
    """Whether good play must sometimes bluff: a seat that always takes the same action with the same hand can be
    exploited. Only hands may be hidden in such a game.
    """
    upturned: str = ""
    """Name of the public field with the pieces turned up last, which is a set or one piece; empty if the game has none.

    The rules must clear the field before the same pieces are turned up again, because only a change of the field is
    noticed.
    """
    drawn: str = ""
    """Name of the field with the hands, if the table gives seats more pieces during a deal that only they see; else
    empty. The field is `own`, and a set of pieces for each seat. Only the table adds pieces to it.
    """
    check: Callable[[Mapping[str, Value], int], None] = lambda options, seats: None
    """Raises `BadOptions` if valid options contradict each other or the number of seats."""

    def __post_init__(self) -> None:
        """Raise `ValueError` if the auction names a phase or field that the game does not have."""
        numbers = frozenset(field.name for field in self.record.fields if field.see == "public" and not field.shape)
        if self.auction and (wrong := self.auction.wrong(self.phases, numbers)):
            raise ValueError(f"auction of {self.name}: {wrong}")

    @property
    def environment_version(self) -> int:
        """Newest version of the game's environments."""
        return len(self.environments) - 1

    @property
    def environment_ids(self) -> dict[int, str]:
        """Names of the environments that can be created, by version, such as ``auction-pitch-v1``."""
        made = (number for number, version in enumerate(self.environments) if not version.is_gone)
        return {number: f"{self.name}-v{number}" for number in made}

    @property
    def environment_id(self) -> str:
        """Name of the newest environment version."""
        return self.environment_ids[self.environment_version]

    @property
    def title(self) -> str:
        """Name as a title, such as ``Auction Pitch``."""
        return self.name.replace("-", " ").title()

    @property
    def bidding(self) -> int:
        """Index in `phases` of the auction's phase; -1 if the game has no auction."""
        return self.phases.index(self.auction.phase) if self.auction else -1

    def options_in(self, rules_version: int) -> tuple[Option, ...]:
        """Return the options of the given rules version; raise `BadOptions` if this program is older than it."""
        if rules_version > self.rules_version:
            wanted = shown(rules_version)
            reason = Refusal("rules-too-new", wanted=wanted, game=self.name, version=self.rules_version)
            raise BadOptions(reason)
        return tuple(option for option in self.options if option.since <= rules_version)

    def settle_options(
        self, given: Mapping[str, Any], seats: int, rules_version: int | None = None
    ) -> dict[str, Value]:
        """Return the values of all options for this number of seats; raise `BadOptions` if a given value is invalid.

        `given` can belong to an older rules version; options added later then keep the behaviour of that version.
        """
        version = self.rules_version if rules_version is None else rules_version
        refuse_unknown(self.options_in(version), given, self.name)
        number = whole_in(seats, self.seats)
        if number is None:
            raise BadOptions(self._wrong_seats(shown(seats)))
        complete = resolve(self.options, {**given, **values_before(self.options, version, number)}, number)
        self.check(complete, number)
        return complete

    def _wrong_seats(self, given: str) -> Refusal:
        low, high = self.seats[0], self.seats[-1]
        if low == high:
            return Refusal("seats-exactly", game=self.name, number=low, given=given)
        return Refusal("seats-between", game=self.name, low=low, high=high, given=given)

    def row_fields(self, options: Mapping[str, Value], seats: int, version: int) -> tuple[Field, ...]:
        """Return the fields, in order, in the rows of an environment version under these complete options.

        A row leaves out fields that never change. Versions with `holds_dead` keep such a field, except if it never
        changes because of an option that is newer than the version's rules.
        """
        codes = {option.name: option.encode(options[option.name]) for option in self.options} | {"seats": seats}
        shape = self.environments[version]
        later = {option.name for option in self.options if option.since > shape.rules_version}

        def holds(clause: Clause) -> bool:
            return all(codes[name] in values for name, values in clause.items())

        def is_dead(field: Field) -> bool:
            clauses = [clause for clause in field.dead if later & clause.keys()] if shape.holds_dead else field.dead
            return any(map(holds, clauses))

        shown = (field for field in self.record.fields[1:] if field.see != "secret")
        return tuple(field for field in shown if field.since <= version and not is_dead(field))

    def blank(self, count: int, options: Mapping[str, Value], seats: int) -> Any:
        """Return `count` states before their first deal, without seeds; `options` contains every option."""
        states = self.record.blank(count)
        self.record.begin(states, seats)
        states[self.record.fields[0].name] = self.record.fields[0].low  # version of the record's memory layout
        states["seats"] = seats
        states["deal"] = 1
        for option in self.options:
            states[option.name] = option.encode(options[option.name])
        if "chips" in options:
            states["scores"][:, :seats] = options["chips"]
        return states


def sealed_places(verbs: Iterable[str], still: Mapping[str, int]) -> frozenset[int]:
    """Return the indices of a deal's events that are still sealed: the newest `still[verb]` events of each verb.

    `verbs` lists the verb of each event, in order of time or in the order of the record.
    """
    left, verbs = dict(still), list(verbs) if any(still.values()) else []
    places = set()
    for place in range(len(verbs) - 1, -1, -1):
        if left.get(verbs[place], 0):
            left[verbs[place]] -= 1
            places.add(place)
    return frozenset(places)


def set_seeds(states: Any, seeds: Sequence[bytes]) -> None:
    """Give each state its seed of 32 bytes, read as eight little-endian words."""
    words = np.frombuffer(b"".join(seeds), dtype="<u4").reshape(len(seeds), 8)
    states["seed"] = words.astype(np.uint32)


def vocabulary(words: Sequence[str]) -> tuple[Callable[..., str], Callable[..., int]]:
    """Return `format_action` and `parse_action` for a game whose action ids always have the same notation.

    `words` has the notation of each action, by its id.
    """
    ids = {text: action for action, text in enumerate(words)}

    def format_action(view: State, seat: int, action: int) -> str:
        return words[action]

    def parse_action(view: State, seat: int, text: str) -> int:
        if text not in ids:
            raise Refusal("unknown-words", words=repr(text[:40]))
        return ids[text]

    return format_action, parse_action
