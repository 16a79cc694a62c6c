"""What a game is to everybody above it: its name, its record, its options and its words.

The rules themselves are verbs (`saleroom.kernel.verbs`); here stands what the rest needs to set a match up and to talk
about it. Nothing here names a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from saleroom.kernel.environments import EnvironmentVersion
from saleroom.kernel.fields import Clause, Field, Record
from saleroom.kernel.numbers import whole_in
from saleroom.kernel.options import BadOptions, Option, Value, refuse_unknown, resolve, shown, values_before
from saleroom.kernel.refusals import Refusal

HIDDEN = "??"
"""How an event writes a piece that the watcher does not see."""
State = Any  # one record: a state, or a view, which has the same fields


@dataclass(frozen=True)
class Turn:
    """Pieces that the table is about to turn over: `count` of them, in the record's array `pile` from `start`."""

    words: str
    """The event without its pieces, such as ``deal 2`` or ``flop``."""
    pile: str = ""
    start: int = 0
    count: int = 0
    seat: int | None = None
    """The only seat that sees them, or None when all do."""
    bound: int = 0
    """How many of them, from `start`, are certain to come (an old stock's last cards)."""
    live: int = 0
    """The end of the part of the pile from which they come."""
    ordered: bool = False
    """Whether the order of the pieces matters: events then list them as they lie in the pile, else sorted."""

    def __post_init__(self) -> None:
        """Refuse pieces that are certain to come among those whose order is left to chance."""
        if self.ordered and self.bound:
            raise ValueError(f"turn {self.words}: an ordered turn has no bound pieces; make them a turn of their own")


@dataclass(frozen=True)
class Holding:
    """Hidden pieces that share a history: a hand, a purchase, a kitty card."""

    owner: int
    kind: str
    size: int
    may: int
    """The pieces that it may contain, as bits by piece number."""


@dataclass(frozen=True)
class Bounds:
    """How far a match can go, whoever plays and however."""

    deals: int
    """The most deals that it has."""
    moves: int
    """The most actions that one deal has."""
    turned: int
    """The most pieces that the table turns up in one deal for all to see."""
    deal: tuple[int, int]
    """The least and the greatest change of a score by the first deal."""
    match: tuple[int, int]
    """The same by the whole match."""


@dataclass(frozen=True)
class Game:
    """One game of the house."""

    name: str
    """Its full name, such as ``auction-pitch``."""
    gist: str
    """What it is, in a sentence or two."""
    seats: range
    usual_seats: int
    unit: str
    """What its scores count: ``points`` or ``chips``."""
    record: Record
    options: tuple[Option, ...]
    phases: tuple[str, ...]
    """The names of the values of the field `phase`, in order."""
    pieces: Sequence[str]
    """The names of its cards or tiles, by number."""
    action_bound: Callable[[Mapping[str, Value], int], int]
    """Options and seats to the number that every action id lies below."""
    bounds: Callable[[Mapping[str, Value], int], Bounds]
    """Options and seats to how far a match can go."""
    format_action: Callable[[State, int, int], str]
    """View, seat and legal action id to the action's words."""
    parse_action: Callable[[State, int, str], int]
    """View, seat and words to an action id, the inverse of `format_action`; `Refusal` where they mean nothing.

    A `ValueError` with a text does too; that text is shown as it is, in every language.
    """
    why_not: Callable[[State, int, int], Refusal | str]
    """View, seat and an action that is not legal to the reason, from what the seat may know.

    A plain text is shown as it is, in every language.
    """
    turns: Callable[[State], list[Turn]]
    """The whole state, once chance has arranged it and before the table acts, to what the table turns over now."""
    holdings: Callable[[State, int], list[Holding]]
    """The view of a seat, and that seat, to all that is hidden from it in other seats' hands."""
    held: Callable[[State, int, str], int]
    """The whole state, an owner and a kind of holding to the pieces that really are in all such holdings, as bits."""
    words_by_phase: bool = False
    """Whether words mean the same action id in every state of a phase in which they mean one; except those of verbs in
    `words_by` and `chosen_from`."""
    words_by: Mapping[str, str] = field(default_factory=dict)
    """Verb to the field with a single number that decides, together with the phase, what the verb's words mean."""
    chosen_from: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """Verb whose words are pieces of a set, in any order, to the field with that set and the id for none of them. The
    id adds 1 << place for each piece chosen, where places count the set's members from the lowest. A field by seat has
    a set for each."""
    zero_sum: bool = False
    """Whether what one seat wins the others lose, in every deal."""
    kind_of_pieces: str = "cards"
    """What its pieces are: ``cards`` or ``tiles``."""
    daily: Mapping[str, Value] = field(default_factory=dict)
    """The options of the daily deal, a match of five to ten minutes; those that are not named have their defaults."""
    rules_version: int = 1
    """Counts the changes of its rules and options; stored tables and records name the one that they began with."""
    environments: tuple[EnvironmentVersion, ...] = (EnvironmentVersion("the first"),)
    """The versions of its environments, from version 0 on."""
    private: frozenset[str] = frozenset()
    """The verbs of actions whose pieces only the actor sees."""
    sealed: Mapping[str, Callable[[State], int]] = field(default_factory=dict)
    """Each verb of a sealed choice, with the seat from which its events are listed."""
    still_sealed: Callable[[State], Mapping[str, int]] = lambda view: {}
    """View to how many choices of each sealed verb are not open yet: the newest of this deal; verbs without any may be
    missing. It reads public fields only and returns nothing between two deals."""
    covered: Callable[[int], int] = lambda action: 1
    """The id of a private or sealed action to how many pieces it lays face down or keeps to itself."""
    upturned: str = ""
    """The public field with the pieces that the table turned up last, a set or one piece, if it ever turns any up. It
    changes whenever the table turns some up, so it is cleared before pieces that were there may come again."""
    check: Callable[[Mapping[str, Value], int], None] = lambda options, seats: None
    """Raises `BadOptions` where options that are each good contradict one another or the seats."""

    @property
    def environment_version(self) -> int:
        """The newest version of its environments."""
        return len(self.environments) - 1

    @property
    def environment_ids(self) -> dict[int, str]:
        """The names of its environments, such as ``auction-pitch-v1``, by version; those that can be made, in order."""
        made = (number for number, version in enumerate(self.environments) if not version.is_gone)
        return {number: f"{self.name}-v{number}" for number in made}

    @property
    def environment_id(self) -> str:
        """The name of its newest environments."""
        return self.environment_ids[self.environment_version]

    @property
    def title(self) -> str:
        """Its name as a title, such as ``Auction Pitch``."""
        return self.name.replace("-", " ").title()

    @property
    def bidding(self) -> int:
        """The number of the phase `bid`, in which seats bid in turn; -1 where there is none, or its bids are sealed."""
        in_turn = "bid" in self.phases and "bid" not in self.sealed
        return self.phases.index("bid") if in_turn else -1

    def options_in(self, rules_version: int) -> tuple[Option, ...]:
        """The options that a rules version has; `BadOptions` for a newer version than this program's."""
        if rules_version > self.rules_version:
            wanted = shown(rules_version)
            reason = Refusal("rules-too-new", wanted=wanted, game=self.name, version=self.rules_version)
            raise BadOptions(reason)
        return tuple(option for option in self.options if option.since <= rules_version)

    def settle_options(
        self, given: Mapping[str, Any], seats: int, rules_version: int | None = None
    ) -> dict[str, Value]:
        """Every option with its value at this number of seats; `BadOptions` says what is wrong.

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
        """`count` states before their first deal, with no seeds; `options` are complete."""
        states = self.record.blank(count)
        self.record.begin(states, seats)
        states[self.record.fields[0].name] = self.record.fields[0].low  # the layout's version
        states["seats"] = seats
        states["deal"] = 1
        for option in self.options:
            states[option.name] = option.encode(options[option.name])
        if "chips" in options:
            states["scores"][:, :seats] = options["chips"]
        return states


def sealed_places(verbs: Iterable[str], still: Mapping[str, int]) -> frozenset[int]:
    """Return the indices of a deal's events that are not open: of each verb in `still` the newest, in that number.

    `verbs` are those of the events in order, either of time or of the record.
    """
    left, verbs = dict(still), list(verbs) if any(still.values()) else []
    places = set()
    for place in range(len(verbs) - 1, -1, -1):
        if left.get(verbs[place], 0):
            left[verbs[place]] -= 1
            places.add(place)
    return frozenset(places)


def sow(states: Any, seeds: Sequence[bytes]) -> None:
    """Give each state its seed of 32 bytes, read as eight little-endian words."""
    words = np.frombuffer(b"".join(seeds), dtype="<u4").reshape(len(seeds), 8)
    states["seed"] = words.astype(np.uint32)


def vocabulary(words: Sequence[str]) -> tuple[Callable[..., str], Callable[..., int]]:
    """`format_action` and `parse_action` for a game whose action ids always mean the same words: `words` by id."""
    ids = {text: action for action, text in enumerate(words)}

    def format_action(view: State, seat: int, action: int) -> str:
        return words[action]

    def parse_action(view: State, seat: int, text: str) -> int:
        if text not in ids:
            raise Refusal("unknown-words", words=repr(text[:40]))
        return ids[text]

    return format_action, parse_action
