"""Terms of an environment: what is played, and the observations, actions and rewards that follow from this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from saleroom.games import load
from saleroom.kernel import episodes
from saleroom.kernel.environments import EnvironmentVersion
from saleroom.kernel.fields import SEATS
from saleroom.kernel.flatten import flatten
from saleroom.kernel.game import Bounds, Game
from saleroom.kernel.layout import Layout
from saleroom.kernel.numbers import whole, whole_in
from saleroom.kernel.options import Value, shown
from saleroom.kernel.plans import plan_of

Scope = Literal["deal", "match"]
Reward = Literal["score", "ahead", "win"]
_REWARDS = {"score": episodes.BY_SCORE, "ahead": episodes.BY_AHEAD, "win": episodes.BY_WIN}
MOST_COVERED = 5
"""Maximum number of pieces that an action hides."""


def check(name: str, value: Any, *choices: Any) -> None:
    """Raise `ValueError` if an argument is not one of the allowed values."""
    if value not in choices:
        raise ValueError(f"{name} is {shown(value)}; it must be {' or '.join(map(repr, choices))}")


@dataclass(frozen=True)
class Terms:
    """A game with complete options, the number of seats, the length of an episode and the kind of reward."""

    game: Game
    options: Mapping[str, Value]
    seats: int
    scope: Scope
    """Whether an episode is a whole ``match`` or only its first ``deal``."""
    reward: Reward
    """``score``: each settlement rewards each seat with its change of points or chips.

    ``ahead``: as ``score``, less the mean change of the other seats. The rewards of all seats sum to 0.

    ``win``: the end of the match rewards each seat with its share of the win: 1 for a sole winner, 1/n for each of n
    winners, 0 for losers.
    """
    version: int
    """Version of the game's environments, which determines the fields of a row and the rules."""

    @classmethod
    def of(
        cls,
        game: str,
        seats: int | None = None,
        scope: Scope = "deal",
        reward: Reward = "score",
        version: int | None = None,
        **options: Any,
    ) -> Terms:
        """Return the terms for these arguments, by default of the newest version. Invalid arguments raise a
        `ValueError`.
        """
        spec = load(game)
        wanted = spec.usual_seats if seats is None else seats
        number = spec.environment_version if version is None else whole(version)
        if number is None or number not in spec.environment_ids:
            known = ", ".join(map(str, spec.environment_ids))
            raise ValueError(f"{spec.name} has no environments of version {shown(version)}; the versions are {known}")
        complete = spec.settle_options(options, wanted, spec.environments[number].rules_version)
        check("scope", scope, "deal", "match")
        check("reward", reward, *_REWARDS)
        if reward == "win" and scope == "deal":
            raise ValueError("reward is 'win', but only a match is won; use scope='match', or reward='score'")
        return cls(spec, complete, int(wanted), scope, reward, number)

    def __reduce__(self) -> Any:
        """Pickle only the arguments, because a game consists of functions, which cannot be pickled."""
        given = self.game.name, self.seats, self.scope, self.reward, self.version
        return partial(Terms.of, **self.stated_options), given

    def __deepcopy__(self, memo: dict[int, Any]) -> Terms:
        return self  # it is immutable

    @property
    def stated_options(self) -> dict[str, Value]:
        """Options that the rules of this version have. Options added later keep the behaviour of the older rules."""
        known = self.game.options_in(self.game.environments[self.version].rules_version)
        return {option.name: self.options[option.name] for option in known}

    @property
    def environment_id(self) -> str:
        """The name of these environments, such as ``auction-pitch-v1``."""
        return self.game.environment_ids[self.version]

    @cached_property
    def actions(self) -> int:
        """Number of action ids; they are counted from 0."""
        return self.game.action_bound(self.options, self.seats)

    @cached_property
    def layout(self) -> Layout:
        """Layout of an observation."""
        fields = self.game.row_fields(self.options, self.seats, self.version)
        return Layout(fields, self.seats, len(self.game.pieces))

    @property
    def state_size(self) -> int:
        """Number of values in a row of `Vector.state`, which is meant for critics."""
        return self.layout.shared + self.seats * (self.layout.size - self.layout.shared)

    @cached_property
    def bounds(self) -> Bounds:
        """The limits of a match."""
        return self.game.bounds(self.options, self.seats)

    @property
    def deals(self) -> int:
        """Maximum number of deals in an episode."""
        return 1 if self.scope == "deal" else self.bounds.deals

    @property
    def utility(self) -> tuple[float, float]:
        """Minimum and maximum of the sum of a seat's rewards in an episode."""
        if self.reward == "win":
            return 0.0, 1.0
        low, high = self.bounds.deal if self.scope == "deal" else self.bounds.match
        if self.reward == "ahead":
            return float(low - high), float(high - low)
        return float(low), float(high)

    def seat(self, seat: int) -> int:
        """Return `seat` as an `int`; raise `ValueError` if the table has no such seat.

        The index of a missing seat would reach foreign memory.
        """
        number = whole_in(seat, range(self.seats))
        if number is None:
            raise ValueError(f"there is no seat {shown(seat)}; the seats are 0 to {self.seats - 1}")
        return number

    def why_not(self, view: Any, seat: int, action: int) -> str:
        """Return why `seat`, whose view is `view`, may not do an action."""
        if not 0 <= action < self.actions:
            return f"there is no action {action}; the ids are 0 to {self.actions - 1}"
        return f"action {action} is not legal: {self.game.why_not(view, seat, action)}"

    # The history

    @property
    def table(self) -> int:
        """Number of the table as the actor in the history that turns up a piece; lower numbers are seats."""
        return self.seats

    @property
    def symbols(self) -> int:
        """Number of symbols in the history: see `saleroom.envs.history`."""
        return self.drawn + self._shows_draws

    @property
    def drawn(self) -> int:
        """Symbol in the history for a piece that the table gives to the actor, and that only the actor sees."""
        return self.first_turned + len(self.game.pieces)

    @property
    def history_columns(self) -> int:
        """Numbers in a row of the history: actor and symbol and, except in old versions, the private symbol."""
        return 2 if self._version.public_history else 3

    @property
    def has_secrets(self) -> bool:
        """Whether rows of the history can have a private symbol."""
        hides = bool(self.game.private or self.game.sealed or self.game.drawn)
        return hides and not self._version.public_history

    @property
    def _shows_draws(self) -> bool:
        return bool(self.game.drawn) and not self._version.public_history

    @property
    def _version(self) -> EnvironmentVersion:
        return self.game.environments[self.version]

    @property
    def first_turned(self) -> int:
        """Symbol in the history for turning up piece 0.

        Symbols from `actions` up to, not including, this number are hidden choices.
        """
        return self.actions + MOST_COVERED + 1

    @property
    def longest(self) -> int:
        """Maximum number of rows in the history of an episode."""
        drawn = self.bounds.drawn if self._shows_draws else 0
        return self.deals * (self.bounds.moves + self.bounds.turned + drawn)

    def row(self, states: Any, seat: int) -> NDArray[np.int32]:
        """Return what `seat` sees of the only state in `states`, as numbers in the order of the layout. Raise
        `ValueError` for an invalid seat.
        """
        row, raw = np.empty((1, self.layout.size), np.int32), states.view(np.uint64).reshape(1, -1)
        flatten(raw, self.kind.plan, np.array([self.seat(seat)]), row)
        return row[0]

    # Input of compiled code

    @cached_property
    def kind(self) -> episodes.Kind:
        """The terms in the form that `saleroom.kernel.episodes` takes. When an episode is over, another begins."""
        hidden = {*self.game.private, *self.game.sealed}
        closed = sum(1 << number for number, name in enumerate(self.game.phases) if name in hidden)
        covered = np.array([min(self.game.covered(action), MOST_COVERED) for action in range(self.actions)], np.int32)
        return episodes.Kind(
            masks=self.game.record.masks.view(np.uint64),
            plan=plan_of(self.game.record, self.layout),
            seats=self.seats,
            whole=self.scope == "match",
            again=True,
            reward=_REWARDS[self.reward],
            closed=np.uint64(closed),
            covered=covered,
            turned=self._turned(),
            symbols=self.first_turned,
            drawn=self._drawn(),
        )

    def _drawn(self) -> Any:
        """Return where a state stores the hands to which the table adds pieces, and the symbol of such a piece: the
        first word, the words of a hand, the symbol. Without such hands, a hand has 0 words.
        """
        if not self._shows_draws:
            return np.zeros(3, np.int64)
        dtype, byte = self.game.record.dtype.fields[self.game.drawn][:2]  # type: ignore
        return np.array([byte // 8, dtype.itemsize // (8 * SEATS), self.drawn], np.int64)

    def _turned(self) -> Any:
        """Return where a state stores the pieces that the table has turned up: the word, and the byte in the word.

        If the field is a set, the byte is `NOWHERE`.
        """
        name = self.game.upturned
        if not name:
            return np.array([episodes.NOWHERE, episodes.NOWHERE])
        byte = self.game.record.dtype.fields[name][1]  # type: ignore
        wide = self.game.record.dtype[name].itemsize == 8
        return np.array([byte // 8, episodes.NOWHERE if wide else byte % 8])
