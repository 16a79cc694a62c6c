"""Redeals for PettingZoo's card games. Each function changes the copy that it receives; `agent` is the agent's name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from saleroom.testing.chance import another_deal
from saleroom.testing.redeals import rlcard
from saleroom.testing.redeals.openspiel import ALIKE, HIDDEN

Env = Any
Redeal = Callable[[Env, str, Random], Env | None]


def _of_rlcard(redeal: rlcard.Redeal) -> Redeal:
    """Return a redeal for a hold'em environment that wraps an RLCard environment."""

    def redealt(env: Env, agent: str, rng: Random) -> Env | None:
        table = env.unwrapped
        if redeal(table.env, env.possible_agents.index(agent), rng) is None:
            return None
        state = table.env.get_state(table.env.get_player_id())
        table.next_legal_moves = state["legal_actions"]  # `step` stores these moves and `observe` shows them
        return env

    return redealt


def hanabi(env: Env, agent: str, rng: Random) -> Env | None:
    """Redeal the agent's own cards and the deck. The environment uses Hanabi from OpenSpiel."""
    inner = env.unwrapped.hanabi_env
    seat = env.possible_agents.index(agent)
    other = another_deal(inner.game_state, seat, rng, HIDDEN["hanabi"], ALIKE["hanabi"])
    if other is None:
        return None
    inner.game_state = other
    inner._update_action_masks()
    inner._update_observations()
    return env


REDEALS: dict[str, Redeal] = {
    "hanabi_v5": hanabi,
    "leduc_holdem_v4": _of_rlcard(rlcard.leduc_holdem),
    "texas_holdem_v4": _of_rlcard(rlcard.hands_and_deck),
    "texas_holdem_no_limit_v6": _of_rlcard(rlcard.hands_and_deck),
}
