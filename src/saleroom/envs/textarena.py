"""The games as environments of TextArena (https://github.com/LeonGuertler/TextArena), for language models.

    import textarena as ta
    from saleroom.envs import textarena

    textarena.register()
    env = ta.make("Saleroom-auction-pitch-v2")
    env.reset(num_players=4, seed=7)
    player, seen = env.get_observation()
    done, info = env.step(agent(seen))

At its first turn, a player gets the rules and everything that it sees. At later turns, it gets the changes since its
last turn. Observations come only from the player's view, and no other player sees the player's replies.
`saleroom.envs.replies` parses replies. At the end, rewards range from 1 for the best score to −1 for the worst;
`game_info` has the scores. A player can correct an invalid reply a few times. After that, it loses with a reward of −1,
and the other players get 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import textarena as ta  # pyright: ignore[reportMissingImports] - only the lock of outside clients has it
except ImportError as error:  # no extra of Saleroom contains textarena; users of language models install it
    raise ImportError(f"this needs TextArena, which is not installed: pip install textarena ({error})") from error

from saleroom.envs.replies import understood
from saleroom.envs.terms import Scope, Terms
from saleroom.envs.text_episode import TextEpisode
from saleroom.games import NAMES, load
from saleroom.match.errors import IllegalAction
from saleroom.match.rulebook import applied

MISTAKES = 2
"""Number of invalid replies in a turn that the player can correct."""
ASK = "Reply with your action in words, as the list has it, on the last line or in square brackets: [pass]"


class AuctionEnv(ta.Env):
    """A game as a TextArena environment; an episode is a deal or a match."""

    def __init__(self, game: str, scope: Scope = "deal", mistakes: int = MISTAKES, **options: Any) -> None:
        """Store the terms; `scope` is ``deal`` or ``match``; `options` are the game's own options and ``version``."""
        self.game, self.mistakes, self.options = game, mistakes, options
        self.scope: Scope = scope
        self.terms = Terms.of(game, scope=scope, **options)

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin an episode; the same seed gives the same cards."""
        self.terms = Terms.of(self.game, num_players, self.scope, **self.options)
        self.table = TextEpisode(self.terms)
        self.scores = np.zeros(num_players)
        self._known: dict[int, tuple[dict[str, Any], int]] = {}
        self.state = ta.FFAMultiPlayerState(num_players=num_players, error_allowance=self.mistakes)
        self.state.reset(game_state={"game": self.terms.game.name}, player_prompt_function=self._prompt)
        self.table.begin(seed)
        self._ask()

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        return f"You are seat {player_id}.\n\n{applied(self.terms.game, self.terms.options)}"

    def _ask(self) -> None:
        """Send the observation to the player whose turn it is."""
        seat = self.table.episode.mover
        self.state.manually_set_current_player_id(seat, force=True)
        known = self._known.get(seat)
        text = self.table.text(seat) if known is None else self.table.news(seat, *known)
        self._known[seat] = self.table.as_json(seat)["sees"], len(self.table.seen_events(seat))
        self._tell(seat, f"{text}\n\n{ASK}", ta.ObservationType.GAME_BOARD)

    def _tell(self, seat: int, text: str, kind: Any, by: int = ta.GAME_ID) -> None:
        self.state.add_observation(message=text, observation_type=kind, from_id=by, to_id=seat)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Process one reply of the player whose turn it is."""
        seat, episode = self.table.episode.mover, self.table.episode
        self._tell(seat, action, ta.ObservationType.PLAYER_ACTION, by=seat)
        try:
            self.table.act(understood(self.terms, episode.view(seat), seat, action))
        except IllegalAction as error:
            if self.state.set_invalid_move(reason=f"{error}."):
                self._end({at: float(-(at == seat)) for at in range(self.terms.seats)}, f"seat {seat}: {error}")
            return self.state.step(rotate_player=False)
        self.scores += episode.rewards
        if episode.over:
            self._end(ranked(self.scores), f"scores by seat: {', '.join(f'{score:g}' for score in self.scores)}")
        else:
            self._ask()
        return self.state.step(rotate_player=False)

    def _end(self, rewards: dict[int, float], reason: str) -> None:
        self.state.set_game_outcome(rewards, reason)
        for seat, score in enumerate(self.scores):
            self.state.game_info[seat]["score"] = float(score)


def ranked(scores: NDArray[np.float64]) -> dict[int, float]:
    """Return each seat's reward, from 1 for the best score to −1 for the worst.

    Each of several seats with equal scores gets the mean of the rewards for their ranks.
    """
    below = (scores[:, None] > scores).sum(1) + ((scores[:, None] == scores).sum(1) - 1) / 2
    return {seat: float(2 * place / (len(scores) - 1) - 1) for seat, place in enumerate(below)}


def register() -> list[str]:
    """Register the games with `textarena.make`, with ids such as ``Saleroom-auction-pitch-v2``; return the ids.

    The ids contain the versions of the games' environments; v0 is an alias of v1.
    """
    ids = []
    for game in map(load, NAMES):
        for version, name in {0: f"{game.name}-v0", **game.environment_ids}.items():
            ids.append(f"Saleroom-{name}")
            if ids[-1] not in ta.envs.registration.ENV_REGISTRY:
                given = {"game": game.name, "version": version or 1}
                ta.register(ids[-1], AuctionEnv, [ta.wrappers.LLMObservationWrapper], **given)
    return ids
