"""OpenSpiel's information-set search (IS-MCTS) on our games, through an adapter that knows none of them.

The player is `open_spiel.python.algorithms.ismcts.ISMCTSBot`, as it is. One deal is a game of its own: a state is
terminal once its deal is settled, and its returns are that deal's score. Chance is drawn inside `apply_action`, from
the seed of the state, so that no node is a chance node. Where several seats may act, as in sealed phases, the first
of them from the searching seat on is the mover: what it does stays hidden, so the order tells nobody anything.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from saleroom.bots.compiled.playing import look
from saleroom.kernel import choices, verbs
from saleroom.kernel.bits import NONE, first, lowered
from saleroom.kernel.compile import entry, rule, single
from saleroom.kernel.game import Game, set_seeds
from saleroom.kernel.loops import run_table, step

TYPE = pyspiel.GameType(
    short_name="saleroom",
    long_name="One deal of a game of Saleroom",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
EXPLORATION = {"auction-house": 2.0, "auction-flop-poker": 0.2}
"""The constant of UCT where another than 1 played better among house players, in standard deviations of random play."""
BOUND = 1e6  # no deal of any game wins or costs more points or chips
OVER = -1


@rule
def mover(s, start):
    """The first seat from `start` on, around the table, that may act."""
    later = lowered(s.acting, start)
    return start + first(later) if later != NONE else first(s.acting)


@rule
def over(s, deal):
    """Whether deal `deal` is settled."""
    return s.winners != NONE or s.deal > deal


@single
def offer(states, raw, masks, start, deal, seen, ids):
    """Who moves, or `OVER`, and how many legal ids it has; they go into `ids`, and what it sees into `seen`."""
    s = states[0]
    if over(s, deal):
        return OVER, 0
    seat = mover(s, start)
    look(raw, 0, masks, seat, seen)
    return seat, choices.write(verbs.legal(s, seat), ids)


@single
def deal_out(states):
    """Let the table do its work."""
    run_table(states[0])


@single
def take(states, seat, action):
    """One action, and all that the table does after it."""
    step(states[0], seat, action)


@single
def dream(raw, masks, states, words, seat, dice):
    """Make of `states`, the words of which are `words`, a world that to `seat` looks like the state of words `raw`."""
    look(raw, 0, masks, seat, words)
    verbs.imagine(states[0], seat, dice)


@entry
def play_out(states, deal, dice):
    """Play uniformly at random until deal `deal` is settled."""
    s = states[0]
    while not over(s, deal):
        seat = first(s.acting)
        step(s, seat, choices.at_random(verbs.legal(s, seat), dice))


class Deal(pyspiel.Game):
    """One deal of a game of ours, as a game of OpenSpiel's."""

    def __init__(self, game: Game, options: dict[str, Any], seats: int, seed: int = 0) -> None:
        """`options` are complete; `seed` is the chance of imagined worlds and playouts."""
        bound = game.action_bound(options, seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=bound,
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=-BOUND,
            max_utility=BOUND,
            utility_sum=None,
            max_game_length=10_000,
        )
        super().__init__(TYPE, info, {})
        self.rules, self.options, self.seats = game, options, seats
        self.dice = np.array([seed], np.uint64)
        self.ids = np.zeros(bound, np.int64)
        self.masks = game.record.masks.view(np.uint64)

    def new_initial_state(self, seed: bytes = bytes(32)) -> State:
        """The first deal of a match with this seed."""
        states = self.rules.blank(1, self.options, self.seats)
        set_seeds(states, [seed])
        deal_out(states)
        return State(self, states, 0)


class State(pyspiel.State):
    """A deal under way, or the view that a seat has of it, which can be searched from but not played on."""

    def __init__(self, game: Deal, states: Any, start: int) -> None:
        """`states` is an array of one record, which becomes the state's own; `start` is the first seat to move."""
        super().__init__(game)
        self._game, self._states, self._start = game, states, start
        self._deal = int(states["deal"][0])
        self._words = states.view(np.uint64).reshape(1, -1)
        self._seen = np.empty_like(self._words)
        self._look()

    def _look(self) -> None:
        game = self._game
        at = (self._states, self._words, game.masks, self._start, self._deal, self._seen, game.ids)
        self._mover, found = offer(*at)
        self._legal = game.ids[:found].tolist()

    def get_game(self) -> Deal:
        """The game."""
        return self._game

    def current_player(self) -> int:
        """Who moves."""
        return int(pyspiel.PlayerId.TERMINAL) if self._mover == OVER else self._mover

    def is_terminal(self) -> bool:
        """Whether the deal is settled."""
        return self._mover == OVER

    def is_chance_node(self) -> bool:
        """Never: chance is drawn in passing."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The ids of the mover's legal actions."""
        return list(self._legal)

    def apply_action(self, action: int) -> None:
        """One action of the mover, and all that the table does after it."""
        take(self._states, self._mover, action)
        self._look()

    def information_state_string(self, player: int | None = None) -> str:
        """What the mover sees, all of it: the bytes of its view."""
        return self._seen.tobytes().decode("latin-1")

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """A world that the player cannot tell from this one, by the game's own `imagine`."""
        states, game = np.empty_like(self._states), self._game
        words = states.view(np.uint64).reshape(1, -1)
        dream(self._words, game.masks, states, words, player, game.dice)
        return State(game, states, player)

    def returns(self) -> list[float]:
        """What the deal brought each seat."""
        return self._states["last_score"][0, : self._game.seats].tolist()

    def clone(self) -> State:
        """A copy that goes its own way."""
        return State(self._game, self._states.copy(), self._start)

    def __str__(self) -> str:
        """The state's own words are the match's, not ours."""
        return f"{self._game.rules.name}, deal {self._deal}, to move: {self._mover}"


class RandomPlayouts:
    """`RandomRolloutEvaluator` with one rollout, in compiled code: the same, only faster."""

    def evaluate(self, state: State) -> list[float]:
        """The returns of random play from here; the search is done with the state, so it is played on itself."""
        play_out(state._states, state._deal, state._game.dice)
        return state.returns()

    def prior(self, state: State) -> list[tuple[int, float]]:
        """Every action alike."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class IsMcts:
    """A player as ours are: a view in, an action out. It plays for the deal's score."""

    def __init__(self, game: Game, simulations: int, seed: bytes, exploration: float | None = None) -> None:
        """`exploration`: the constant of UCT, in standard deviations of what random play scores in a deal."""
        self.name = f"ismcts:{simulations}"
        self.game, self._simulations = game, simulations
        self._exploration = EXPLORATION.get(game.name, 1.0) if exploration is None else exploration
        self._seed = int.from_bytes(hashlib.sha256(seed).digest()[:4], "big")
        self._bot: ISMCTSBot | None = None

    def choose(self, views: Any, seat: int) -> int:
        """The id of a legal action of `seat`, whose view is `views[0]`."""
        if self._bot is None:
            self._deal = Deal(self.game, options_of(self.game, views[0]), int(views["seats"][0]), self._seed)
            self._bot = ISMCTSBot(
                self._deal,
                RandomPlayouts(),
                self._exploration * spread(self._deal),
                self._simulations,
                random_state=np.random.RandomState(self._seed),
            )
        return int(self._bot.step(State(self._deal, views.copy(), seat)))


def options_of(game: Game, view: Any) -> dict[str, Any]:
    """The options of a match, read off a view of it."""
    return {
        option.name: option.values[view[option.name]] if option.words else int(view[option.name])
        for option in game.options
    }


def spread(deal: Deal, deals: int = 500) -> float:
    """The standard deviation of a seat's score when all play at random; the same for every table of its kind."""
    table = (deal.rules.name, deal.seats, *deal.options.values())
    if table not in _spreads:
        own = Deal(deal.rules, deal.options, deal.seats)
        beginnings = (own.new_initial_state(number.to_bytes(32, "big")) for number in range(deals))
        _spreads[table] = float(np.std([RandomPlayouts().evaluate(state) for state in beginnings]))
    return _spreads[table]


_spreads: dict[tuple[Any, ...], float] = {}
