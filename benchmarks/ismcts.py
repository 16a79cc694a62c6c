"""OpenSpiel's information-set search (IS-MCTS) on Saleroom's games, through a generic adapter.

The player is `open_spiel.python.algorithms.ismcts.ISMCTSBot`, unchanged. Each deal is a separate game. A state is
terminal when the deal is settled, and the returns are the scores of the deal. Chance is sampled inside `apply_action`
from the seed of the state, so there are no chance nodes. If several seats can act, as in sealed phases, the mover is
the first of them, counted from the searching seat. The other seats do not see the mover's action, so the order reveals
nothing.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from saleroom.bots.compiled.playing import mask_view
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
"""UCT constant, in standard deviations of the score in random play.

A game has an entry if another value than 1 played better among `house` bots.
"""
BOUND = 1e6  # more points or chips than a seat can gain or lose in a deal of any game
OVER = -1


@rule
def mover(s, start):
    """Return the first seat that can act, going around the table from `start`."""
    later = lowered(s.acting, start)
    return start + first(later) if later != NONE else first(s.acting)


@rule
def over(s, deal):
    """Return whether the deal numbered `deal` is settled."""
    return s.winners != NONE or s.deal > deal


@single
def offer(states, raw, masks, start, deal, seen, ids):
    """Return the mover, or `OVER`, and the number of legal actions; write the actions' ids to `ids`, and the mover's
    view to `seen`.
    """
    s = states[0]
    if over(s, deal):
        return OVER, 0
    seat = mover(s, start)
    mask_view(raw, 0, masks, seat, seen)
    return seat, choices.write(verbs.legal(s, seat), ids)


@single
def deal_out(states):
    """Run the table's turns until a player has to act."""
    run_table(states[0])


@single
def take(states, seat, action):
    """Do one action of a seat, then the table's turns."""
    step(states[0], seat, action)


@single
def dream(raw, masks, states, words, seat, dice):
    """Write an imagined state to `states`, whose words are `words`: one that `seat` cannot distinguish from `raw`."""
    mask_view(raw, 0, masks, seat, words)
    verbs.imagine(states[0], seat, dice)


@entry
def play_out(states, deal, dice):
    """Play uniformly at random until the deal numbered `deal` is settled."""
    s = states[0]
    while not over(s, deal):
        seat = first(s.acting)
        step(s, seat, choices.at_random(verbs.legal(s, seat), dice))


class Deal(pyspiel.Game):
    """One deal of one of our games, as an OpenSpiel game."""

    def __init__(self, game: Game, options: dict[str, Any], seats: int, seed: int = 0) -> None:
        """Create the game. `options` must be complete; `seed` is for imagined worlds and playouts."""
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
        """Return the first deal of a match with this seed."""
        states = self.rules.blank(1, self.options, self.seats)
        set_seeds(states, [seed])
        deal_out(states)
        return State(self, states, 0)


class State(pyspiel.State):
    """Deal in progress, or a seat's view of it; a view can be searched but not played."""

    def __init__(self, game: Deal, states: Any, start: int) -> None:
        """Create a state from `states`, an array of one record that nothing else may use.

        The search for the mover begins at the seat `start`.
        """
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
        """Return the game."""
        return self._game

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's constant for terminal states."""
        return int(pyspiel.PlayerId.TERMINAL) if self._mover == OVER else self._mover

    def is_terminal(self) -> bool:
        """Return whether the deal is settled."""
        return self._mover == OVER

    def is_chance_node(self) -> bool:
        """Return False, because chance is sampled inside actions."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the ids of the mover's legal actions."""
        return list(self._legal)

    def apply_action(self, action: int) -> None:
        """Do one action of the mover, then the table's turns."""
        take(self._states, self._mover, action)
        self._look()

    def information_state_string(self, player: int | None = None) -> str:
        """Return the bytes of the mover's view, which is everything that it sees."""
        return self._seen.tobytes().decode("latin-1")

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """Return a state that the player cannot distinguish from this state, drawn by the game's own `imagine`."""
        states, game = np.empty_like(self._states), self._game
        words = states.view(np.uint64).reshape(1, -1)
        dream(self._words, game.masks, states, words, player, game.dice)
        return State(game, states, player)

    def returns(self) -> list[float]:
        """Return each seat's score in the deal."""
        return self._states["last_score"][0, : self._game.seats].tolist()

    def clone(self) -> State:
        """Return an independent copy."""
        return State(self._game, self._states.copy(), self._start)

    def __str__(self) -> str:
        """Return a short description of the state for OpenSpiel."""
        return f"{self._game.rules.name}, deal {self._deal}, to move: {self._mover}"


class RandomPlayouts:
    """Equivalent of `RandomRolloutEvaluator` with one rollout, faster because it is compiled."""

    def evaluate(self, state: State) -> list[float]:
        """Play at random to the end and return each seat's score.

        This modifies `state`, which the search no longer needs.
        """
        play_out(state._states, state._deal, state._game.dice)
        return state.returns()

    def prior(self, state: State) -> list[tuple[int, float]]:
        """Return the same prior probability for every legal action."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class IsMcts:
    """IS-MCTS with the interface of Saleroom's players, which maps a view to an action.

    It maximises the deal's score.
    """

    def __init__(self, game: Game, simulations: int, seed: bytes, exploration: float | None = None) -> None:
        """Set up the search; `exploration` is the UCT constant, in standard deviations of random play's score."""
        self.name = f"ismcts:{simulations}"
        self.game, self._simulations = game, simulations
        self._exploration = EXPLORATION.get(game.name, 1.0) if exploration is None else exploration
        self._seed = int.from_bytes(hashlib.sha256(seed).digest()[:4], "big")
        self._bot: ISMCTSBot | None = None

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`, whose view is `views[0]`."""
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
    """Return the options of a match, read from a view."""
    return {
        option.name: option.values[view[option.name]] if option.words else int(view[option.name])
        for option in game.options
    }


def spread(deal: Deal, deals: int = 500) -> float:
    """Return the standard deviation of a seat's score in random play, cached by game, seats and options."""
    table = (deal.rules.name, deal.seats, *deal.options.values())
    if table not in _spreads:
        own = Deal(deal.rules, deal.options, deal.seats)
        beginnings = (own.new_initial_state(number.to_bytes(32, "big")) for number in range(deals))
        _spreads[table] = float(np.std([RandomPlayouts().evaluate(state) for state in beginnings]))
    return _spreads[table]


_spreads: dict[tuple[Any, ...], float] = {}
