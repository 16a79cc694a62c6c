"""A small AEC environment that is honest, or leaks in the way that it is told to."""

from __future__ import annotations

from copy import deepcopy

import numpy as np

SEATS = ("north", "south")


def other(agent: str) -> str:
    return SEATS[1 - SEATS.index(agent)]


class HighCard:
    """Two seats hold a card each of ten; each says one of two words, then both cards are shown."""

    def __init__(self, leak: str | None = None):
        self.leak = leak
        self.metadata = {"name": "high-card"}
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
        """What the agent should not know: whether the other's card is odd."""
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

    def step(self, action):
        if self.agent_selection == "south":
            self.terminations = dict.fromkeys(SEATS, True)
        self.agent_selection = "south"


class Offering(HighCard):
    """The same with a redeal of its own."""

    def redeal(self, agent, rng):
        return redeal(deepcopy(self), agent, rng)


def redeal(env, agent, rng):
    """Another card for the other seat."""
    env.cards[other(agent)] = rng.choice([card for card in range(10) if card not in env.cards.values()])
    env.tell()
    return env


def own_card(env, agent):
    """What a seat may know."""
    return env.cards[agent]
