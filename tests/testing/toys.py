"""Small AEC environments without leaks, or with a leak of a chosen kind."""

from __future__ import annotations

from copy import deepcopy

import numpy as np

SEATS = ("north", "south")


def other(agent: str) -> str:
    return SEATS[1 - SEATS.index(agent)]


class HighCard:
    """Game of two seats with one of ten cards each. Each seat says one of two words, then both cards are shown."""

    def __init__(self, leak: str | None = None):
        self.leak = leak
        self.metadata = {"name": "high-card"}
        self.render_mode = "ansi"
        self.possible_agents = list(SEATS)

    @property
    def unwrapped(self):
        return self

    def reset(self, seed=None, options=None):
        north, south = np.random.default_rng(seed).permutation(10)[:2]
        self.cards = {"north": int(north), "south": int(south)}
        self.agents, self.agent_selection = list(SEATS), "north"
        self._cumulative_rewards = dict.fromkeys(SEATS, 0)
        self.terminations, self.truncations = dict.fromkeys(SEATS, False), dict.fromkeys(SEATS, False)
        self.tell()

    def tell(self):
        self.infos = {agent: {"hint": self.hidden(agent)} if self.leak == "infos" else {} for agent in SEATS}
        self.rewards = {agent: self.hidden(agent) if self.leak == "rewards" else 0 for agent in SEATS}

    def hidden(self, agent):
        """Return 1 if the other seat's card is odd, else 0. The agent must not know this."""
        return self.cards[other(agent)] % 2

    def leaks(self, way, agent):
        waits = agent != self.agent_selection
        return self.leak == way or (waits and self.leak == f"{way} of who waits")

    def observe(self, agent):
        observation = np.array([self.cards[agent], self.hidden(agent) if self.leaks("observation", agent) else 0])
        mask = np.array([1, self.hidden(agent) if self.leaks("mask", agent) else 1], np.int8)
        return {"observation": observation, "action_mask": mask}

    def last(self):
        agent = self.agent_selection
        observation = self.observe(agent)
        if self.leak == "last":
            observation["observation"][1] = self.hidden(agent)
        return observation, self.rewards[agent], self.terminations[agent], False, self.infos[agent]

    def render(self):
        return str(self.hidden(self.agent_selection)) if self.leak == "render" else ""

    def step(self, action):
        if self.agent_selection == "south":
            self.terminations = dict.fromkeys(SEATS, True)
        self.agent_selection = "south"


class Offering(HighCard):
    """`HighCard` with a method `redeal` that changes only a copy."""

    def redeal(self, agent, rng):
        return redeal(deepcopy(self), agent, rng)


class Changing(HighCard):
    """`HighCard` with a method `redeal` that changes the environment itself."""

    def redeal(self, agent, rng):
        return redeal(self, agent, rng)


class Acquainted(HighCard):
    """`HighCard` that can store a reference to another environment."""

    def agent_iter(self):
        raise NotImplementedError


class Knockout:
    """Game of three seats with one card each.

    The first seat to speak is out. After that, the other two seats see each other's cards.
    """

    def __init__(self):
        self.metadata = {"name": "knockout"}
        self.possible_agents = ["a", "b", "c"]

    @property
    def unwrapped(self):
        return self

    def reset(self, seed=None, options=None):
        deal = np.random.default_rng(seed).permutation(9).tolist()
        self.cards = dict(zip(self.possible_agents, deal, strict=False))
        self.agents, self.agent_selection = list(self.possible_agents), "a"
        self.rewards, self.infos = dict.fromkeys(self.agents, 0), {agent: {} for agent in self.agents}
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)

    def observe(self, agent):
        seen = [self.cards[other] for other in self.agents if other == agent or "a" not in self.agents]
        return {"observation": seen, "action_mask": np.ones(2, np.int8)}

    def last(self):
        agent = self.agent_selection
        return self.observe(agent), self.rewards[agent], self.terminations[agent], False, self.infos[agent]

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:  # as in PettingZoo, the action of an agent that is out must be None
            assert action is None
            for told in (self.rewards, self.infos, self.terminations, self.truncations):
                del told[agent]
            self.agents.remove(agent)
        elif agent == "a":
            self.terminations["a"] = True
            return
        elif agent == "c":
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = next((other for other in self.agents if other > agent), agent)

    def redeal(self, agent, rng):
        """Deal new cards to the other seats that are still in the game."""
        unseen = [card for card in range(9) if card != self.cards[agent]]
        for other in self.agents:
            if other != agent:
                self.cards[other] = unseen.pop(rng.randrange(len(unseen)))
        return self


def redeal(env, agent, rng):
    """Replace the other seat's card by a random card that no seat holds."""
    env.cards[other(agent)] = rng.choice([card for card in range(10) if card not in env.cards.values()])
    env.tell()
    return env


def own_card(env, agent):
    """Return all that `agent` is allowed to know, which is its own card."""
    return env.cards[agent]
