"""Interface of a game to the layers above: its name, its record, its options and its action notation.

The rules themselves are verbs (`saleroom.kernel.verbs`). This module has the rest that is needed to set up a match and
to describe it. It names no game.
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
"""How an event writes a piece that the viewer does not see."""
HAND_DEALT = "deal"
"""Verb of the table's event in which a seat is dealt its hand."""
State = Any  # one record: a state, or a view, which has the same fields


@dataclass(frozen=True)
class Turn:
    """Pieces that the table is about to turn over: `count` of them, in the record's array `pile` from `start`."""

    words: str
    """Event without its pieces, such as ``deal 2`` or ``flop``."""
    pile: str = ""
    start: int = 0
    count: int = 0
    seat: int | None = None
    """Only seat that sees them, or None if all do."""
    bound: int = 0
    """How many of them, from `start`, are certain to come (an old stock's last cards)."""
    live: int = 0
    """End of the part of the pile from which they come."""
    ordered: bool = False
    """Whether the order of the pieces matters: events then list them in the order of the pile, else sorted."""

    def __post_init__(self) -> None:
        """Raise `ValueError` if some pieces are certain to come in a turn whose order matters."""
        if self.ordered and self.bound:
            raise ValueError(f"turn {self.words}: an ordered turn has no bound pieces; make them a turn of their own")


def deal_turns(state: State, size: int, live: int) -> list[Turn]:
    """Return a turn for each seat, which deals it `size` pieces from the first `live` places of the field `deck`."""
    return [Turn(f"{HAND_DEALT} {seat}", "deck", size * seat, size, seat, live=live) for seat in range(state.seats)]


@dataclass(frozen=True)
class Holding:
    """Hidden pieces that share a history: a hand, a purchase, a kitty card."""

    owner: int
    kind: str
    size: int
    may: int
    """Pieces that it may contain, as bits by piece number."""


@dataclass(frozen=True)
class Bounds:
    """Limits of a match under any play: maximum length and extreme scores."""

    deals: int
    """Maximum number of deals."""
    moves: int
    """Maximum number of actions in a deal."""
    turned: int
    """Maximum number of pieces that the table turns up in a deal for all to see."""
    deal: tuple[int, int]
    """Least and greatest change of a score by the first deal."""
    match: tuple[int, int]
    """Least and greatest change of a score by the whole match."""


@dataclass(frozen=True)
class Game:
    """Game: its name, record, options, limits and notation."""

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
    """Names of its cards or tiles, by number."""
    action_bound: Callable[[Mapping[str, Value], int], int]
    """Options and seats to the exclusive upper bound of action ids."""
    bounds: Callable[[Mapping[str, Value], int], Bounds]
    """Options and seats to the limits of a match."""
    format_action: Callable[[State, int, int], str]
    """View, seat and legal action id to the action's notation."""
    parse_action: Callable[[State, int, str], int]
    """View, seat and text to an action id, the inverse of `format_action`; `Refusal` if the text means no action.

    It may also raise a `ValueError` with a text, which is shown unchanged in every language.
    """
    why_not: Callable[[State, int, int], Refusal | str]
    """View, seat and an action that is not legal to the reason, from what the seat may know.

    A plain text is shown unchanged in every language.
    """
    turns: Callable[[State], list[Turn]]
    """The whole state to what the table turns over now; chance has arranged it, and the table has not acted yet."""
    holdings: Callable[[State, int], list[Holding]]
    """View of a seat, and that seat, to all pieces in other seats' hands that are hidden from it."""
    held: Callable[[State, int, str], int]
    """Whole state, owner and kind of holding to the pieces that really are in all such holdings, as bits."""
    words_by_phase: bool = False
    """Whether a notation means the same action id in every state of a phase in which it is legal; except for the verbs
    in `words_by` and `chosen_from`.
    """
    words_by: Mapping[str, str] = field(default_factory=dict)
    """Verb to a single-number field: that field and the phase decide the meaning of the verb's notation."""
    chosen_from: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """Verb whose notation lists pieces of a set, in any order, to the field with that set and the id for none of them.
    The id adds 1 << place for each piece chosen, where places count the set's members from the lowest. A field by
    seat has a set for each.
    """
    zero_sum: bool = False
    """Whether the seats' results add up to zero in every deal."""
    kind_of_pieces: str = "cards"
    """Kind of its pieces: ``cards`` or ``tiles``."""
    daily: Mapping[str, Value] = field(default_factory=dict)
    """Options of the daily deal, a match of five to ten minutes; options not named have their defaults."""
    rules_version: int = 1
    """Number of changes of its rules and options; stored tables and records name the version that they began with."""
    environments: tuple[EnvironmentVersion, ...] = (EnvironmentVersion("the first"),)
    """Versions of its environments, from version 0 on."""
    private: frozenset[str] = frozenset()
    """Verbs of actions whose pieces only the actor sees."""
    sealed: Mapping[str, Callable[[State], int]] = field(default_factory=dict)
    """Verbs of sealed choices, each with the seat from which its events are listed."""
    still_sealed: Callable[[State], Mapping[str, int]] = lambda view: {}
    """View to the number of choices of each sealed verb that are not open yet: the newest of this deal. Verbs without
    any may be missing. It reads public fields only and returns nothing between two deals.
    """
    covered: Callable[[int], int] = lambda action: 1
    """Id of a private or sealed action to the number of pieces that it lays face down or keeps secret."""
    auction: Auction | None = None
    """Auction in which seats bid in turn; None if there is none, or if bids are sealed."""
    upturned: str = ""
    """Public field with the pieces that the table turned up last, a set or one piece; empty if the game has none. It
    changes whenever the table turns some up, so it is cleared before the same pieces may come again.
    """
    check: Callable[[Mapping[str, Value], int], None] = lambda options, seats: None
    """Raises `BadOptions` if options that are each valid contradict one another or the seats."""

    def __post_init__(self) -> None:
        """Raise `ValueError` if the auction names a phase or field that the game does not have."""
        numbers = frozenset(field.name for field in self.record.fields if field.see == "public" and not field.shape)
        if self.auction and (wrong := self.auction.wrong(self.phases, numbers)):
            raise ValueError(f"auction of {self.name}: {wrong}")

    @property
    def environment_version(self) -> int:
        """Newest version of its environments."""
        return len(self.environments) - 1

    @property
    def environment_ids(self) -> dict[int, str]:
        """Names of its environments that can be created, such as ``auction-pitch-v1``, by version, in order."""
        made = (number for number, version in enumerate(self.environments) if not version.is_gone)
        return {number: f"{self.name}-v{number}" for number in made}

    @property
    def environment_id(self) -> str:
        """Name of its newest environments."""
        return self.environment_ids[self.environment_version]

    @property
    def title(self) -> str:
        """Name as a title, such as ``Auction Pitch``."""
        return self.name.replace("-", " ").title()

    @property
    def bidding(self) -> int:
        """Number of the auction's phase; -1 if the game has no auction."""
        return self.phases.index(self.auction.phase) if self.auction else -1

    def options_in(self, rules_version: int) -> tuple[Option, ...]:
        """Return the options of a rules version; `BadOptions` if the version is newer than this program's."""
        if rules_version > self.rules_version:
            wanted = shown(rules_version)
            reason = Refusal("rules-too-new", wanted=wanted, game=self.name, version=self.rules_version)
            raise BadOptions(reason)
        return tuple(option for option in self.options if option.since <= rules_version)

    def settle_options(
        self, given: Mapping[str, Any], seats: int, rules_version: int | None = None
    ) -> dict[str, Value]:
        """Return every option with its value at this number of seats; `BadOptions` if one is wrong.

        `given` may be of an older rules version: options added since then take the value that keeps its behaviour.
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
        """Return the fields, in order, that rows of a version of the environments hold under these complete options.

        A row leaves out what never changes. Versions that hold such fields leave out those that came with an option
        later than their rules.
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
        """Return `count` states before their first deal, with no seeds; `options` are complete."""
        states = self.record.blank(count)
        self.record.begin(states, seats)
        states[self.record.fields[0].name] = self.record.fields[0].low  # version of the record's layout
        states["seats"] = seats
        states["deal"] = 1
        for option in self.options:
            states[option.name] = option.encode(options[option.name])
        if "chips" in options:
            states["scores"][:, :seats] = options["chips"]
        return states


def sealed_places(verbs: Iterable[str], still: Mapping[str, int]) -> frozenset[int]:
    """Return the indices of a deal's events that are not open: the newest of each verb in `still`, in that number.

    `verbs` are those of the events, in the order of time or of the record.
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

    `words` has the notation by id.
    """
    ids = {text: action for action, text in enumerate(words)}

    def format_action(view: State, seat: int, action: int) -> str:
        return words[action]

    def parse_action(view: State, seat: int, text: str) -> int:
        if text not in ids:
            raise Refusal("unknown-words", words=repr(text[:40]))
        return ids[text]

    return format_action, parse_action
